// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of castling: which pieces take part, where they start, and where they go.
#include "mechanics/basics/basics.h"

#include "mechanics/basics/placement.h"
#include "position/fen.h"
#include "position/position.h"
#include "position/rules/castling.h"
#include "position/words/wording.h"

struct settings {
    bool castling, from_anywhere, opposite;
    piece_type kings[2]; // by colour
    uint64_t rooks[2];   // by colour
    int rank;            // from the side's own edge
    int king_file;       // where the king starts if the start position does not say it
    int rook_file[2];    // by wing: where the search for the rook of the start position begins
    int kingside;        // the file of the king after castling on the king's side …
    int queenside[2];    // … and, by colour, on the queen's side
};

#define AT(member) KEY_AT(struct settings, member)

static const struct key keys[] = {
    {"castling", VALUE_FLAG, AT(castling), .preset = "true", .help = "kings may castle", .example = "false"},
    {"chess960", VALUE_FLAG, AT(from_anywhere), .preset = "false",
     .help = "king and rooks castle from wherever they stand on their rank", .example = "true"},
    {"oppositeCastling", VALUE_FLAG, AT(opposite), .preset = "false",
     .help = "nobody castles to the wing to which the opponent has castled", .example = "true"},
    {"castlingKingPiece", VALUE_PIECE, AT(kings), .both = true, .preset = "k", .help = "what castles",
     .example = "k"},
    {"castlingKingPieceWhite", VALUE_PIECE, AT(kings[WHITE]), .help = "what White castles", .example = "k"},
    {"castlingKingPieceBlack", VALUE_PIECE, AT(kings[BLACK]), .help = "what Black castles", .example = "k"},
    {"castlingRookPieces", VALUE_PIECES, AT(rooks), .both = true, .preset = "r",
     .help = "with what kings castle", .example = "r"},
    {"castlingRookPiecesWhite", VALUE_PIECES, AT(rooks[WHITE]), .help = "with what White's king castles",
     .example = "r"},
    {"castlingRookPiecesBlack", VALUE_PIECES, AT(rooks[BLACK]), .help = "with what Black's king castles",
     .example = "r"},
    {"castlingRank", VALUE_RANK, AT(rank), .preset = "1",
     .help = "the rank of castling, counted from each side's own edge", .example = "2"},
    {"castlingKingFile", VALUE_FILE, AT(king_file), .preset = "e",
     .help = "where the king starts if the start position has several on that rank, or none", .example = "f"},
    {"castlingRookKingsideFile", VALUE_FILE, AT(rook_file[WING_KING]), .preset = "p",
     .help = "the rook of the king's side is the first one from this file towards the a-file",
     .example = "i"},
    {"castlingRookQueensideFile", VALUE_FILE, AT(rook_file[WING_QUEEN]), .preset = "a",
     .help = "the rook of the queen's side is the first one from this file away from the a-file",
     .example = "b"},
    {"castlingKingsideFile", VALUE_FILE, AT(kingside), .preset = "g",
     .help = "where kings go when they castle on the king's side; the rook goes to their left",
     .example = "i"},
    {"castlingQueensideFile", VALUE_FILE, AT(queenside), .both = true, .preset = "c",
     .help = "where kings go when they castle on the queen's side; the rook goes to their right",
     .example = "b"},
    {"castlingQueensideFileWhite", VALUE_FILE, AT(queenside[WHITE]),
     .help = "where White's king goes when it castles on the queen's side", .example = "b"},
    {"castlingQueensideFileBlack", VALUE_FILE, AT(queenside[BLACK]),
     .help = "where Black's king goes when it castles on the queen's side", .example = "b"},
    {0},
};

static bool wanted(const void *given)
{
    return ((const struct settings *)given)->castling;
}

// The files of a side's kings and rooks on the rank of castling in the start position, a bit each.
struct rank_files {
    unsigned kings, rooks;
};

static struct rank_files find_files(const struct variant *variant, const struct settings *settings,
                                    enum color color)
{
    struct rank_files files = {0, 0};
    struct placement walk = placement_walk(variant);
    int rank = color == WHITE ? settings->rank : variant->board.height - 1 - settings->rank;
    square s;
    char letter;
    while (placement_next(&walk, &s, &letter)) {
        enum color owner;
        piece_type type = placement_type(letter, &owner);
        if (type == TYPE_NONE || owner != color || square_rank(s) != rank)
            continue;
        files.kings |= (type == settings->kings[color]) * 1U << square_file(s);
        files.rooks |= (unsigned)(settings->rooks[color] >> type & 1) << square_file(s);
    }
    return files;
}

// The first file with a rook, from the one where the search begins; that one, within the board, if there is no rook.
static int rook_file(const struct variant *variant, unsigned rooks, enum wing wing, int first)
{
    int last = variant->board.width - 1, start = first < last ? first : last;
    for (int file = start; file >= 0 && file <= last; file += wing == WING_KING ? -1 : 1)
        if (rooks >> file & 1)
            return file;
    return start;
}

static struct castling_rules rules_of(const struct variant *variant, const struct settings *settings,
                                      enum color color)
{
    struct rank_files files = find_files(variant, settings, color);
    bool one_king = files.kings && !(files.kings & (files.kings - 1));
    struct castling_rules rules = {
        .king = settings->rooks[color] ? settings->kings[color] : TYPE_NONE,
        .rooks = settings->rooks[color],
        .rank = (uint8_t)settings->rank,
        .king_from = (uint8_t)(one_king ? __builtin_ctz(files.kings) : settings->king_file),
        .king_to = {(uint8_t)settings->kingside, (uint8_t)settings->queenside[color]},
    };
    for (unsigned wing = WING_KING; wing <= WING_QUEEN; wing++)
        rules.rook_from[wing] =
            (uint8_t)rook_file(variant, files.rooks, (enum wing)wing, settings->rook_file[wing]);
    return rules;
}

static bool prepare(struct part *part, struct variant *variant, struct error *err)
{
    const struct settings *settings = part->settings;
    for (unsigned color = WHITE; color <= BLACK; color++)
        if (settings->kings[color] == ANY_TYPE)
            return error_set(err, ERROR_VARIANT, "castlingKingPiece", "castlingKingPiece is a single piece");
    if (settings->rank >= variant->board.height)
        return error_set(err, ERROR_VARIANT, "castlingRank", "castlingRank is not on the board");
    variant->opposite_castling = settings->opposite;
    // As in Fairy-Stockfish, a child of chess whose king is another piece need not say that it does not castle.
    for (unsigned color = WHITE; color <= BLACK; color++)
        if (!variant->pieces[settings->kings[color]].name)
            variant->idle_rights |= (uint8_t)(1U << castling_index((enum color)color, WING_KING) |
                                              1U << castling_index((enum color)color, WING_QUEEN));
    const struct castling_rules rules[2] = {rules_of(variant, settings, WHITE),
                                            rules_of(variant, settings, BLACK)};
    if (settings->from_anywhere)
        return variant_castle_from_anywhere(variant, rules) || error_no_memory(err);
    for (unsigned index = 0; index < 4; index++)
        variant_add_castling(variant, (enum color)(index / 2), (enum wing)(index % 2), &rules[index / 2]);
    return true;
}

static void add_castling(struct wording *wording, struct buffer *line, unsigned index, bool from_anywhere)
{
    const struct castling *castling = &wording->variant->castlings[index];
    char from[SQUARE_NAME_SIZE], to[SQUARE_NAME_SIZE], rook_from[SQUARE_NAME_SIZE], rook_to[SQUARE_NAME_SIZE];
    square_name(castling->king_from, from);
    square_name(castling->king_to, to);
    square_name(castling->rook_from, rook_from);
    square_name(castling->rook_to, rook_to);
    const char *rook = wording_types(wording, castling->rooks, FORM_THE, "or");
    if (line->length)
        buffer_add(line, "; or ");
    else
        buffer_addf(line, "%s's %s goes ", color_name(piece_color(castling->king)),
                    wording_type(wording, piece_type_of(castling->king), FORM_NAME));
    if (from_anywhere)
        buffer_addf(line, "to %s, %s on its %s to %s", to, rook, index % 2 == WING_KING ? "right" : "left",
                    rook_to);
    else
        buffer_addf(line, "from %s to %s, %s from %s to %s", from, to, rook, rook_from, rook_to);
}

static bool is_mirrored(const struct castling *white, const struct castling *black)
{
    return piece_type_of(white->king) == piece_type_of(black->king) && white->rooks == black->rooks &&
           square_file(white->king_from) == square_file(black->king_from) &&
           square_file(white->king_to) == square_file(black->king_to) &&
           square_file(white->rook_from) == square_file(black->rook_from) &&
           square_file(white->rook_to) == square_file(black->rook_to);
}

// Whether Black castles as White does; `told` are the castlings that are told, one bit each.
static bool is_same_for_both(const struct castling *castlings, unsigned told)
{
    if ((told & 3) != told >> 2)
        return false;
    for (unsigned wing = WING_KING; wing <= WING_QUEEN; wing++)
        if (told >> wing & 1 && !is_mirrored(&castlings[wing], &castlings[2 + wing]))
            return false;
    return true;
}

static void say_castlings(struct wording *wording, unsigned told, bool from_anywhere)
{
    const struct castling *castlings = wording->variant->castlings;
    for (unsigned color = WHITE; color <= BLACK; color++) {
        if (color == BLACK && is_same_for_both(castlings, told)) {
            unsigned wing = told & 1 ? WING_KING : WING_QUEEN;
            wording_say(wording, WORDING_CASTLING, "Black castles in the same way on rank %d.",
                        square_rank(castlings[2 + wing].king_to) + 1);
            return;
        }
        struct buffer line;
        buffer_init(&line);
        for (unsigned index = 2 * color; index < 2 * color + 2; index++)
            if (told >> index & 1)
                add_castling(wording, &line, index, from_anywhere);
        if (line.length)
            wording_say(wording, WORDING_CASTLING, "%s.", wording_keep(wording, &line));
        else
            buffer_clear(&line);
    }
}

static void words(const struct part *part, struct wording *wording)
{
    const struct settings *settings = part->settings;
    struct position pos;
    bool started = fen_read(&pos, wording->variant, "startpos", NULL);
    unsigned told = 0;
    for (unsigned index = 0; index < 4; index++) {
        const struct castling *castling = &wording->variant->castlings[index];
        // A side that begins without the king in its place, as White in Horde Chess, does not castle.
        if (!castling->exists || !(castling->rooks & wording->occurring) ||
            (started && !settings->from_anywhere && pos.pieces[castling->king_from] != castling->king))
            continue;
        told |= 1U << index;
    }
    if (!told)
        return;
    say_castlings(wording, told, settings->from_anywhere);
    if (settings->from_anywhere)
        wording_say(wording, WORDING_CASTLING, "They may start anywhere on that rank.");
    wording_say(
        wording, WORDING_CASTLING,
        "Neither piece may have moved before, and every square that either of them passes or reaches must be empty but for these two.%s",
        wording->variant->royal
            ? " A king that castles may not be attacked where it starts, passes or arrives."
            : "");
    if (settings->opposite)
        wording_say(wording, WORDING_CASTLING,
                    "Nobody castles to the wing to which the opponent has castled.");
}

const struct mechanism castling_mechanism = {
    .name = "castling",
    .keys = keys,
    .wanted = wanted,
    .settings_size = sizeof(struct settings),
    .prepare = prepare,
    .words = words,
};
