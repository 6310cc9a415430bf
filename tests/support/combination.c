// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses rules, and writes them as the text of a variant.
#include "support/combination.h"

#include "reference/parts.h"
#include "variants/games.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char *const army_keys[] = {"fide", "clobberers", "nutters", "rookies"};
static const char *const squares_games[] = {
    "hans38", "hans38-neutral", "hans38-postal", "hans38-postal-plus", "infinite-reserves", "moving-squares"};

static int below(struct random *random, int bound)
{
    return (int)random_below(random, (uint32_t)bound);
}

static bool one_in(struct random *random, int count)
{
    return below(random, count) == 0;
}

// ---- Where the pieces start ----

// A placement in the making.
struct placement {
    int files, ranks;
    char cell[REF_SIZE][REF_SIZE]; // [rank][file]
};

static void write_board(const struct placement *board, char *text)
{
    for (int rank = board->ranks - 1; rank >= 0; rank--) {
        int run = 0;
        for (int file = 0; file <= board->files; file++) {
            char cell = file < board->files ? board->cell[rank][file] : 0;
            if (cell == '.') {
                run++;
                continue;
            }
            if (run)
                text += sprintf(text, "%d", run);
            run = 0;
            if (cell)
                *text++ = cell;
        }
        if (rank)
            *text++ = '/';
    }
    *text = '\0';
}

// Empty locations become holes, most of them.
static void dig_holes(struct random *random, struct placement *board)
{
    for (int rank = 0; rank < board->ranks; rank++)
        for (int file = 0; file < board->files; file++)
            if (board->cell[rank][file] == '.' && !one_in(random, 4))
                board->cell[rank][file] = '*';
}

static struct placement empty_board(int files, int ranks)
{
    struct placement board = {.files = files, .ranks = ranks};
    memset(board.cell, '.', sizeof board.cell);
    return board;
}

// The letters of an army but its king's.
static char random_letter(struct random *random, const struct ref_rules *rules)
{
    char letter;
    do
        letter = ref_army_setup(rules->army[below(random, 2)])[below(random, 8)];
    while (letter == 'K');
    return letter;
}

static void choose_armies(struct random *random, struct ref_rules *rules)
{
    assert_true(ref_rules_set(rules, "chess", army_keys[below(random, 4)], army_keys[below(random, 4)], 0));
}

// Kings, pieces and pawns on a board of any size, the same for both sides.
static void set_up_any_board(struct random *random, struct ref_rules *rules, bool holes)
{
    choose_armies(random, rules);
    rules->castling = false;
    rules->files = 5 + below(random, one_in(random, 4) ? 12 : 4);
    rules->ranks = 5 + below(random, one_in(random, 4) ? 12 : 4);
    struct placement board = empty_board(rules->files, rules->ranks);
    int king = 1 + below(random, rules->files - 2); // not in a corner
    rules->promotions[0] = '\0';
    for (int file = 0; file < rules->files; file++) {
        char letter = file == king ? 'K' : random_letter(random, rules);
        board.cell[0][file] = letter;
        board.cell[rules->ranks - 1][file] = ref_letter_of(letter, 1);
        board.cell[1][file] = 'P';
        board.cell[rules->ranks - 2][file] = 'p';
    }
    ref_promotions(rules, rules->promotions);
    if (holes)
        dig_holes(random, &board);
    write_board(&board, rules->placement);
}

void combination_ring(struct ref_rules *rules, const char *white, const char *black)
{
    assert_true(ref_rules_set(rules, "hnefa", white, black, 0));
    rules->horizontal = 'X';
    rules->vertical = 'V';
    rules->guard = 'U';
    char *text = rules->placement;
    for (char *c = text; *c; c++)
        *c = *c == 'H' ? 'X' : *c == 'h' ? 'x' : *c == 'G' ? 'U' : *c == 'g' ? 'u' : *c;
    char *white_rank = strstr(text, "RNBQKBNR"), *black_rank = strstr(text, "rnbkqbnr");
    for (int file = 0; file < 8; file++) {
        white_rank[file] = ref_army_setup(rules->army[0])[file];
        black_rank[file] = ref_letter_of(ref_army_setup(rules->army[1])[7 - file], 1);
    }
    ref_promotions(rules, rules->promotions);
}

static void set_up_ring(struct random *random, struct ref_rules *rules)
{
    char white[32], black[32];
    choose_armies(random, rules);
    snprintf(white, sizeof white, "%s", rules->army[0]);
    snprintf(black, sizeof black, "%s", rules->army[1]);
    combination_ring(rules, white, black);
}

// Few pieces without pawns, on the board or in hand.
static void set_up_few(struct random *random, struct ref_rules *rules, bool holes, bool places)
{
    choose_armies(random, rules);
    rules->castling = false;
    rules->promotions[0] = '\0';
    rules->files = 5 + below(random, 4);
    rules->ranks = 5 + below(random, 4);
    rules->places = places;
    struct placement board = empty_board(rules->files, rules->ranks);
    char hand[2][9] = {"", ""};
    int count = 2 + below(random, 4);
    for (int i = 0; i < count; i++) {
        char letter = i ? random_letter(random, rules) : 'K';
        for (int side = 0; side < 2; side++) {
            int file, rank;
            do {
                file = 1 + below(random, rules->files - 2);
                rank = below(random, 2);
            } while (board.cell[side ? rules->ranks - 1 - rank : rank][file] != '.');
            hand[side][i] = ref_letter_of(letter, side);
            hand[side][i + 1] = '\0';
            if (!places)
                board.cell[side ? rules->ranks - 1 - rank : rank][file] = hand[side][i];
        }
    }
    if (holes && !places)
        dig_holes(random, &board);
    for (int rank = 2; holes && places && rank < rules->ranks; rank++)
        for (int file = 0; file < rules->files; file++)
            board.cell[rank][file] = one_in(random, 3) ? '.' : '*';
    write_board(&board, rules->placement);
    if (places)
        snprintf(rules->placement + strlen(rules->placement), 32, "[%s%s]", hand[0], hand[1]);
}

// ---- All rules ----

static void choose(struct random *random, struct ref_rules *rules)
{
    bool squares = one_in(random, 2), links = false;
    int kind = below(random, 4);
    *rules = (struct ref_rules){.fuel = 0};
    bool places = kind == 3 && one_in(random, 2);
    if (kind == 0)
        choose_armies(random, rules);
    else if (kind == 1)
        set_up_any_board(random, rules, squares);
    else if (kind == 2)
        set_up_ring(random, rules);
    else
        set_up_few(random, rules, squares, places);
    links = kind == 3 && one_in(random, 2);
    rules->links = links;
    if (squares)
        snprintf(rules->squares, sizeof rules->squares, "%s",
                 squares_games[below(random, sizeof squares_games / sizeof *squares_games)]);
    if (kind == 0 && squares)
        for (char *c; (c = strstr(rules->placement, "/8/")) != NULL;) {
            char rest[256];
            snprintf(rest, sizeof rest, "%s", c + 2);
            snprintf(c, sizeof rules->placement - (size_t)(c - rules->placement), "/********%s", rest);
        }
    rules->fuel = one_in(random, 2) ? 1 + below(random, one_in(random, 2) ? 6 : 40) : 0;
    rules->royal = !places && !one_in(random, 4);
    rules->castling = rules->castling && rules->royal;
    rules->corners = rules->royal && (one_in(random, 3) || kind == 2);
    rules->mate = (enum ref_value)below(random, 3);
    rules->stalemate = (enum ref_value)below(random, 3);
}

// A start position chosen at random may be impossible: a king may be attacked.
static bool can_start(const struct ref_rules *rules)
{
    struct ref_position position;
    char text[REF_FEN_SIZE];
    snprintf(text, sizeof text, "%s w %s - 0 1", rules->placement, rules->castling ? "KQkq" : "-");
    return !ref_parse(&position, rules, text);
}

void combination_random(struct random *random, struct ref_rules *rules)
{
    do
        choose(random, rules);
    while (!can_start(rules));
}

const char *combination_words(const struct ref_rules *rules)
{
    static char words[160];
    snprintf(words, sizeof words, "%dx%d%s%s%s%s%s%s%s%s, mate %d, stalemate %d", rules->files, rules->ranks,
             rules->ring ? " ring" : "", rules->fuel ? " fuel" : "", *rules->squares ? " squares " : "",
             rules->squares, rules->corners ? " corners" : "", rules->links ? " links" : "",
             rules->places ? " placing" : "", rules->royal ? "" : " no royal piece", (int)rules->mate,
             (int)rules->stalemate);
    return words;
}

// ---- As a text ----

static const char *movement_of(char letter)
{
    static const char *const movements[] = {"QQ",   "RR",  "BB",       "NN",     "DBD",  "WWA",
                                            "AFAD", "CBN", "OfhNfsRK", "GfsRbK", "IFvN", "HfhNsWbK",
                                            "ERN",  "SR4", "MWD",      "FHFD"};
    for (size_t i = 0; i < sizeof movements / sizeof *movements; i++)
        if (movements[i][0] == letter)
            return movements[i] + 1;
    return NULL;
}

// Every letter that the placement or a promotion has, except those written elsewhere.
static void write_pieces(const struct ref_rules *rules, struct buffer *out)
{
    int number = 1;
    for (char letter = 'A'; letter <= 'Z'; letter++) {
        bool used = strchr(rules->placement, letter) ||
                    strchr(rules->placement, tolower((unsigned char)letter)) ||
                    strchr(rules->promotions, letter);
        if (used && movement_of(letter) && letter != rules->horizontal && letter != rules->guard)
            buffer_addf(out, "customPiece%d = %c:%s\n", number++, tolower((unsigned char)letter),
                        movement_of(letter));
    }
    if (!rules->ring)
        return;
    buffer_addf(out, "customPiece%d = %c:mWcF\n", number++, tolower((unsigned char)rules->horizontal));
    buffer_addf(out, "customPiece%d = %c:mWcF\n", number++, tolower((unsigned char)rules->vertical));
    buffer_addf(out, "customPiece%d = %c:WF\n", number++, tolower((unsigned char)rules->guard));
}

static void write_promotions(const struct ref_rules *rules, struct buffer *out)
{
    buffer_add(out, "promotionPieceTypes = ");
    for (const char *c = rules->promotions; *c; c++)
        buffer_add_char(out, (char)tolower((unsigned char)*c));
    buffer_add(out, "\n");
}

static void write_ring(const struct ref_rules *rules, struct buffer *out)
{
    char h = (char)tolower((unsigned char)rules->horizontal),
         v = (char)tolower((unsigned char)rules->vertical);
    buffer_addf(
        out,
        "walls = d4-d7 d10-d13 m4-m7 m10-m13 e4-g4 j4-l4 e13-g13 j13-l13\nwallsBlockLeaps = true\npawnTypes = p\npawnRegion = a6-p11\npawnSlipRegion = d8 d9 m8 m9\n"
        "doubleStepRegionWhite = e6-l6\ndoubleStepRegionBlack = e11-l11\nnMoveRuleResetTypes = p%c%c\n"
        "promotionPawnTypes = p%c%c\npromotionSquaresWhite = p:*12 %c:i5-i12 %c:e9-l9\n"
        "promotionSquaresBlack = p:*5 %c:h5-h12 %c:e8-l8\n",
        h, v, h, v, h, v, h, v);
}

static void write_region(const struct ref_rules *rules, struct buffer *out)
{
    char last = (char)('a' + rules->files - 1);
    buffer_addf(out, "flagPiece = k\nflagRegion = a1 %c1 a%d %c%d\n", last, rules->ranks, last, rules->ranks);
}

static void write_squares(const struct ref_rules *rules, struct buffer *out)
{
    static const char *const actions[] = {"instead",   "instead",      "after",
                                          "afterBoth", "afterPlacing", "afterPlacing"};
    bool infinite = ref_squares_reserve(rules) < 0;
    int which = 0;
    while (strcmp(rules->squares, squares_games[which]) != 0)
        which++;
    buffer_addf(out, "squareActions = %s\nsquareReserve = %s\nsquareOwners = %s\n", actions[which],
                infinite ? "infinite" : "3", ref_squares_owned(rules) ? "true" : "false");
    if (infinite)
        buffer_addf(out, "squareFreezePlaced = true\nsquareVanish = 4\nsquareCarry = %s\n",
                    ref_squares_carry(rules) ? "true" : "false");
}

void combination_write(const struct ref_rules *rules, const char *name, struct buffer *out)
{
    static const char *const values[] = {"loss", "draw", "win"};
    bool pawns = strchr(rules->placement, 'P') != NULL;
    buffer_addf(out, "[%s]\nmaxFile = %d\nmaxRank = %d\n%s = k\n", name, rules->files, rules->ranks,
                rules->royal ? "king" : "commoner");
    if (pawns)
        buffer_add(out, "pawn = p\n");
    if (rules->castling)
        buffer_addf(out, "armyWhite = %s\narmyBlack = %s\n", rules->army[0], rules->army[1]);
    else
        write_pieces(rules, out);
    if (!rules->castling && pawns)
        write_promotions(rules, out);
    if (pawns && !rules->ring)
        buffer_addf(out,
                    "doubleStepRegionWhite = *2\ndoubleStepRegionBlack = *%d\npromotionRegionWhite = *%d\n"
                    "promotionRegionBlack = *1\n",
                    rules->ranks - 1, rules->ranks);
    if (rules->ring)
        write_ring(rules, out);
    buffer_addf(out, "startFen = %s w %s - 0 1\n", rules->placement, rules->castling ? "KQkq" : "-");
    if (!rules->castling)
        buffer_add(out, "castling = false\n");
    if (rules->fuel)
        buffer_addf(out, "fuel = %d\n", rules->fuel);
    if (*rules->squares)
        write_squares(rules, out);
    if (rules->corners)
        write_region(rules, out);
    if (rules->places)
        buffer_add(out, "placing = opponent\n");
    if (rules->links)
        buffer_add(out, "links = true\n");
    buffer_addf(out, "checkmateValue = %s\nstalemateValue = %s\n", values[rules->mate],
                values[rules->stalemate]);
}

struct variant *combination_variant(const char *name, const char *text)
{
    struct games_loaded loaded;
    struct error err = {0};
    if (!games_load(&(struct games_input){"test", text, strlen(text), true}, &loaded, &err))
        fail_msg("%s\n%s: %s", text, err.at, err.message);
    games_loaded_clear(&loaded);
    const struct game *game = game_find(name, &err);
    struct variant *variant = game ? variant_new(game, NULL, &err) : NULL;
    if (!variant)
        fail_msg("%s\n%s: %s", text, err.at, err.message);
    return variant;
}
