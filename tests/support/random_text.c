// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses a board, pieces and keys.
#include "support/random_text.h"

#include "mechanics/mechanics.h"
#include "position/key.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// A text in the making.
struct draft {
    struct random *random;
    struct buffer *out;
    int files, ranks;
    char letters[16]; // of all pieces, lower case
    char pieces[16];  // those without kings and pawns
    bool pawns, hands;
};

static unsigned below(const struct draft *draft, unsigned bound)
{
    return bound > 1 ? random_below(draft->random, bound) : 0;
}

static bool one_in(const struct draft *draft, unsigned count)
{
    return below(draft, count) == 0;
}

static char any_letter(const struct draft *draft)
{
    return draft->letters[below(draft, (unsigned)strlen(draft->letters))];
}

static char any_piece(const struct draft *draft)
{
    return draft->pieces[below(draft, (unsigned)strlen(draft->pieces))];
}

// ---- Board and pieces ----

static void choose_board(struct draft *draft)
{
    static const unsigned char sizes[] = {2, 3, 4, 4, 5, 5, 6, 6, 7, 8, 8, 9, 10, 12, 16};
    draft->files = sizes[below(draft, sizeof sizes)];
    draft->ranks = one_in(draft, 2) ? draft->files : sizes[below(draft, sizeof sizes)];
    buffer_addf(draft->out, "maxFile = %d\nmaxRank = %d\n", draft->files, draft->ranks);
}

static void add_letter(struct draft *draft, char letter)
{
    size_t length = strlen(draft->letters);
    draft->letters[length] = letter;
    draft->letters[length + 1] = '\0';
}

static void choose_pieces(struct draft *draft)
{
    static const char *const movements[] = {
        "N",  "B",  "R",    "Q",       "W",    "F",      "D",    "A",    "H",    "C",     "Z",          "WfF",
        "nN", "nA", "nZ",   "mRcpR",   "pR",   "gQ",     "pB",   "mRcN", "fsW",  "fR",    "NN",         "R2",
        "B3", "cK", "mK",   "fmWfceF", "KAD",  "fhNbsK", "mBcW", "gR",   "cpB",  "FAD",   "imR2W",      "RN",
        "BN", "R4", "sWfF", "mQcN",    "fbNF", "nD",     "pQ",   "vR",   "fFbW", "mpRcR", "ifmnDfmWfcF"};
    static const char letters[] = "abcdeghj";
    unsigned count = 1 + below(draft, 5);
    for (unsigned i = 0; i < count; i++) {
        draft->pieces[i] = letters[i];
        add_letter(draft, letters[i]);
        buffer_addf(draft->out, "customPiece%u = %c:%s\n", i + 1, letters[i],
                    movements[below(draft, sizeof movements / sizeof *movements)]);
    }
    // A kind of king: royal as in chess, several royal ones, or none.
    static const char *const kings[] = {
        "king = k\n",
        "king = k\n",
        "commoner = k\nextinctionValue = loss\nextinctionPieceTypes = k\nextinctionPseudoRoyal = true\n",
        "commoner = k\nextinctionValue = loss\nextinctionPieceTypes = ka\nextinctionPseudoRoyal = true\nextinctionPieceCount = 1\ndupleCheck = true\n",
        "commoner = k\nextinctionValue = loss\nextinctionPieceTypes = k\n",
        "commoner = k\n"};
    buffer_add(draft->out, kings[below(draft, sizeof kings / sizeof *kings)]);
    add_letter(draft, 'k');
    draft->pawns = draft->ranks > 3 && !one_in(draft, 3);
    if (draft->pawns) {
        add_letter(draft, 'p');
        buffer_addf(draft->out,
                    "pawn = p\ndoubleStepRegionWhite = *2\ndoubleStepRegionBlack = *%d\n"
                    "promotionRegionWhite = *%d\npromotionRegionBlack = *1\npromotionPieceTypes = %s\n",
                    draft->ranks - 1, draft->ranks, draft->pieces);
    }
}

// ---- The start position ----

// A rank of pieces, in which '1' is an empty square.
static void add_rank(const struct draft *draft, const char *rank, bool black)
{
    int run = 0;
    for (const char *c = rank; *c; c++) {
        if (*c != '1')
            buffer_add_char(draft->out, (char)(black ? tolower(*c) : *c));
        else if (++run && c[1] != '1') {
            buffer_addf(draft->out, "%d", run);
            run = 0;
        }
    }
}

// Both sides have the same pieces on the same files.
static void choose_start(struct draft *draft)
{
    char back[20], hand[20] = "", pawns[20] = "";
    int king = (int)below(draft, (unsigned)draft->files);
    for (int file = 0; file < draft->files; file++)
        back[file] = file == king ? 'K' : one_in(draft, 3) ? '1' : (char)toupper(any_piece(draft));
    back[draft->files] = '\0';
    memset(pawns, 'P', (size_t)draft->files);
    pawns[draft->files] = '\0';
    if (draft->hands && one_in(draft, 2))
        snprintf(hand, sizeof hand, "%c%c%c%c", toupper(any_piece(draft)), any_piece(draft),
                 toupper(any_letter(draft)), any_letter(draft));
    buffer_add(draft->out, "startFen = ");
    add_rank(draft, back, true);
    for (int rank = draft->ranks - 2; rank > 0; rank--) {
        buffer_add_char(draft->out, '/');
        if (draft->pawns && rank == 1)
            add_rank(draft, pawns, false);
        else if (draft->pawns && rank == draft->ranks - 2)
            add_rank(draft, pawns, true);
        else
            buffer_addf(draft->out, "%d", draft->files);
    }
    buffer_add(draft->out, "/");
    add_rank(draft, back, false);
    if (draft->hands)
        buffer_addf(draft->out, "[%s]", hand);
    buffer_add(draft->out, " w - - 0 1\n");
}

// ---- Values of keys ----

static void add_square(const struct draft *draft)
{
    char file = (char)('a' + below(draft, (unsigned)draft->files));
    unsigned rank = 1 + below(draft, (unsigned)draft->ranks);
    switch (below(draft, 3)) {
    case 0:
        buffer_addf(draft->out, "%c%u", file, rank);
        break;
    case 1:
        buffer_addf(draft->out, "*%u", rank);
        break;
    default:
        buffer_addf(draft->out, "%c*", file);
    }
}

static void add_squares(const struct draft *draft)
{
    for (unsigned left = 1 + below(draft, 4); left; left--) {
        add_square(draft);
        buffer_add(draft->out, left > 1 ? " " : "");
    }
}

static void add_pieces(const struct draft *draft)
{
    if (one_in(draft, 4)) {
        buffer_add(draft->out, "*");
        return;
    }
    for (unsigned left = 1 + below(draft, 3); left; left--)
        buffer_add_char(draft->out, any_letter(draft));
}

static void add_number(const struct draft *draft, const struct key *key)
{
    int span = key->maximum - key->minimum;
    int most = one_in(draft, 2) && span > 4 ? 4 : span;
    if (key->choices && one_in(draft, 3))
        buffer_add(draft->out, key->choices[0]);
    else
        buffer_addf(draft->out, "%d", key->minimum + (int)below(draft, (unsigned)most + 1));
}

static void add_value(const struct draft *draft, const struct key *key)
{
    static const char *const results[] = {"win", "loss", "draw", "none"};
    switch (key->type) {
    case VALUE_FLAG:
        buffer_add(draft->out, one_in(draft, 4) ? "false" : "true");
        break;
    case VALUE_NUMBER:
        add_number(draft, key);
        break;
    case VALUE_CHOICE:
        buffer_add(draft->out, key->choices[below(draft, (unsigned)key->maximum + 1)]);
        break;
    case VALUE_RESULT:
        buffer_add(draft->out, results[below(draft, 4)]);
        break;
    case VALUE_FILE:
        buffer_addf(draft->out, "%c", (int)('a' + below(draft, (unsigned)draft->files)));
        break;
    case VALUE_RANK:
        buffer_addf(draft->out, "%u", 1 + below(draft, (unsigned)draft->ranks));
        break;
    case VALUE_SQUARES:
        add_squares(draft);
        break;
    case VALUE_PIECE:
    case VALUE_LAST_PIECE:
        buffer_add_char(draft->out, one_in(draft, 5) ? '*' : any_letter(draft));
        break;
    case VALUE_PIECES:
        add_pieces(draft);
        break;
    case VALUE_PIECE_MAP:
        buffer_addf(draft->out, "%c:%c", any_letter(draft), any_letter(draft));
        break;
    case VALUE_PIECE_NUMBERS:
        buffer_addf(draft->out, "%c:%u", any_letter(draft), below(draft, 3));
        break;
    case VALUE_PIECE_SQUARES:
        buffer_addf(draft->out, "%c:", any_letter(draft));
        add_square(draft);
        break;
    case VALUE_RIGHTS:
        buffer_add(draft->out, one_in(draft, 2) ? "KQkq" : "Kq");
        break;
    case VALUE_TEXT:
        break;
    }
}

// ---- Keys ----

static unsigned count_keys(const struct key *keys)
{
    unsigned count = 0;
    while (keys && keys[count].name)
        count++;
    return count;
}

static bool is_set(const struct draft *draft, const char *name)
{
    char line[96];
    snprintf(line, sizeof line, "\n%s = ", name);
    return strstr(buffer_text(draft->out), line);
}

// A key of the mechanism, unless the text has it already.
static void add_key(const struct draft *draft, const struct mechanism *mechanism)
{
    unsigned count = count_keys(mechanism->keys);
    if (!count)
        return;
    const struct key *key = &mechanism->keys[below(draft, count)];
    char name[80];
    size_t length = strlen(key->name);
    bool of_piece = key->name[length - 1] == '*';
    snprintf(name, sizeof name, "%.*s%s", (int)(length - of_piece), key->name,
             !of_piece          ? ""
             : one_in(draft, 2) ? "CustomPiece1"
             : draft->pawns     ? "Pawn"
                                : "CustomPiece2");
    if (key->type == VALUE_TEXT || is_set(draft, name))
        return;
    buffer_addf(draft->out, "%s = ", name);
    add_value(draft, key);
    buffer_add(draft->out, "\n");
}

// What makes other keys mean something.
static void add_theme(struct draft *draft)
{
    static const char *const themes[] = {
        "pieceDrops = true\n",
        "pieceDrops = true\ncapturesToHand = true\n",
        "gating = true\nseirawanGating = true\n",
        "wallingRule = arrow\n",
        "wallingRule = duck\n",
        "wallingRule = past\n",
        "wallingRule = static\n",
        "wallingRule = edge\n",
        "wallingRule = static\npieceDrops = true\nblastOnCapture = true\nmustDrop = true\n",
        "pieceDrops = true\nenclosingDrop = reversi\nflipEnclosedPieces = reversi\n",
        "pieceDrops = true\nfreeDrops = true\nenclosingDrop = ataxx\nflipEnclosedPieces = ataxx\n",
        "flipEnclosedPieces = quadwrangle\n",
        "blastOnCapture = true\n",
        "fuel = 9\n",
        "squareActions = after\nsquareReserve = 2\n",
        "checkCounting = true\n",
        "pass = true\n",
        "flagPiece = k\nflagRegion = *2\n",
        "checking = false\n",
        "mustCapture = true\n",
        "links = true\n",
        "placing = opponent\n",
        "immobilityIllegal = true\n",
        "petrifyOnCaptureTypes = *\n",
    };
    const char *theme = themes[below(draft, sizeof themes / sizeof *themes)];
    char first[40];
    snprintf(first, sizeof first, "%.*s", (int)strcspn(theme, " "), theme);
    if (is_set(draft, first))
        return;
    buffer_add(draft->out, theme);
    draft->hands |= strstr(theme, "Drops") || strstr(theme, "gating") || strstr(theme, "placing");
}

void random_text_write(struct random *random, const char *name, struct buffer *out)
{
    struct draft draft = {.random = random, .out = out};
    unsigned mechanism_count = 0;
    while (mechanisms[mechanism_count])
        mechanism_count++;
    buffer_addf(out, "[%s]\n", name);
    choose_board(&draft);
    choose_pieces(&draft);
    for (unsigned left = below(&draft, 3); left; left--)
        add_theme(&draft);
    buffer_add(out, is_set(&draft, "castling") || one_in(&draft, 8) ? "" : "castling = false\n");
    choose_start(&draft);
    for (unsigned left = below(&draft, 6); left; left--)
        add_key(&draft, mechanisms[below(&draft, mechanism_count)]);
}
