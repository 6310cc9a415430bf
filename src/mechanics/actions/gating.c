// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of gating. A square of the first rank on which a piece stands that has not moved is a gate; the gates are the files
// in the castling field of a position string.
#include "mechanics/actions/gating.h"

#include "position/edit.h"
#include "position/moves/generate.h"
#include "position/position.h"
#include "position/setup.h"
#include "position/words/wording.h"

#include <string.h>

// A bit for each file, two bytes of memory for each colour; and within a turn the type that it has brought to the hand.
enum { GATE_BYTES = 4, MEMORY_CAPTURED = GATE_BYTES, MEMORY_SIZE, FILES_PER_BYTE = 8 };

static square gate_at(const struct part *part, enum color color, int file)
{
    const struct gating_settings *settings = part->settings;
    return square_at(file,
                     color == WHITE ? settings->rank : part->variant->board.height - 1 - settings->rank);
}

static int memory_of(const struct part *part, enum color color, int file)
{
    return part->memory + 2 * (int)color + file / FILES_PER_BYTE;
}

static bool is_gate(const struct part *part, const struct position *pos, enum color color, int file)
{
    return pos->state.memory[memory_of(part, color, file)] >> file % FILES_PER_BYTE & 1;
}

static void close_gate(const struct part *part, struct position *pos, enum color color, int file)
{
    int index = memory_of(part, color, file);
    position_remember(pos, index, pos->state.memory[index] & ~(1U << file % FILES_PER_BYTE));
}

static bool has_gates(const struct part *part, const struct position *pos)
{
    static const uint8_t none[GATE_BYTES];
    return memcmp(pos->state.memory + part->memory, none, sizeof none) != 0;
}

// The colour's gates, a bit for each file.
static unsigned gates_of(const struct part *part, const struct position *pos, enum color color)
{
    const uint8_t *memory = pos->state.memory + memory_of(part, color, 0);
    return memory[0] | (unsigned)memory[1] << FILES_PER_BYTE;
}

// Those locations of the set, a bit for each file, that are on the colour's rank of gates.
static unsigned on_rank(const struct part *part, const struct set *set, enum color color)
{
    square first = gate_at(part, color, 0);
    return set->word[first >> 6] >> (first & 63) & 0xffff;
}

// Whether the move, made or not, is one by which pieces leave gates.
static bool leaves_gate(const struct part *part, const struct position *pos, move m)
{
    enum color side = position_side(pos);
    int file = square_file(move_from(m));
    return move_kind(m) == MOVE_CASTLE || pos->variant->blasts ||
           (move_from(m) == gate_at(part, side, file) && is_gate(part, pos, side, file));
}

// Whether the side has pieces to come in.
static bool has_hand(const struct position *pos, enum color color)
{
    return pos->variant->captures_to_hand || position_hand_count(pos, color);
}

static bool prepare(struct part *part, struct variant *variant, struct error *err)
{
    const struct gating_settings *settings = part->settings;
    if (variant->castlings_by_files)
        return error_set(err, ERROR_VARIANT, "gating",
                         "with chess960 the files of rooks and of gates could not be told apart");
    if (settings->rank >= variant->board.height)
        return error_set(err, ERROR_VARIANT, "castlingRank", "castlingRank is not on the board");
    variant->gates = settings->gates;
    variant->hands |= settings->gates;
    variant->pawns_anywhere |= settings->gates;
    part->single_actions = !settings->gates;
    return true;
}

// ---- Turns ----

// The squares that pieces have left in this turn for the first time.
static struct set open_gates(const struct part *part, const struct position *pos)
{
    enum color side = position_side(pos);
    struct set open = {{0}};
    square first = gate_at(part, side, 0);
    open.word[first >> 6] = (uint64_t)(gates_of(part, pos, side) & on_rank(part, &pos->sets[SET_EMPTY], side))
                            << (first & 63);
    return open;
}

static void add_entries(const struct part *part, const struct position *pos, piece_type type,
                        const struct set *open, struct move_list *list)
{
    const struct gating_settings *settings = part->settings;
    enum color side = position_side(pos);
    int first = side == WHITE ? 0 : pos->variant->board.height - 1;
    const struct piece_rules *rules = &pos->variant->pieces[type];
    bool barred = rules->is_pawn && !settings->pawns;
    square s;
    for (struct set_walk walk = set_walk(open); set_next(&walk, &s);)
        if (set_has(&settings->region[side], s) && !set_has(&rules->barred[side], s) &&
            !(barred && square_rank(s) == first))
            move_list_add(list, move_make(MOVE_DROP, 0, s, piece_of(type, side)));
}

static void go_on(const struct part *part, const struct position *pos, struct move_list *list)
{
    struct set open = open_gates(part, pos);
    move_list_add(list, move_make(MOVE_END_TURN, 0, 0, 0));
    // What has just been captured comes in later.
    piece_type captured = pos->state.memory[part->memory + MEMORY_CAPTURED];
    for (piece_type type = 1; type < LETTER_TYPES; type++)
        if (pos->hand[position_side(pos)][type] > (type == captured) &&
            !(pos->variant->royal && type == pos->variant->king))
            add_entries(part, pos, type, &open, list);
}

static bool may_go_on(const struct part *part, const struct position *pos, move m)
{
    return move_kind(m) <= MOVE_CASTLE && leaves_gate(part, pos, m);
}

static bool goes_on(const struct part *part, const struct position *pos, move m)
{
    if (!may_go_on(part, pos, m) || !has_gates(part, pos) || !position_hand_count(pos, position_side(pos)))
        return false;
    struct move_list list;
    list.count = 0;
    go_on(part, pos, &list);
    return list.count > 1;
}

// Whoever comes in has no right of its own; and where a castling has put another piece at once, none can come in.
static void after(const struct part *part, struct position *pos, move m, struct undo *undo)
{
    enum color side = position_side(pos);
    if (!has_gates(part, pos))
        return;
    for (piece_type type = 1; pos->variant->captures_to_hand && type < LETTER_TYPES; type++)
        if (pos->hand[side][type] > undo->hand[side][type])
            position_remember(pos, part->memory + MEMORY_CAPTURED, type);
    if (move_kind(m) == MOVE_DROP && move_to(m) == gate_at(part, side, square_file(move_to(m))))
        close_gate(part, pos, side, square_file(move_to(m)));
    if (move_kind(m) != MOVE_CASTLE)
        return;
    const struct castling *castling = position_castling(pos, castling_index(side, move_wing(m)));
    const square places[] = {castling->king_to, castling->rook_to};
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++)
        if (places[i] == gate_at(part, side, square_file(places[i])))
            close_gate(part, pos, side, square_file(places[i]));
}

// Gates close where no piece of the side stands any more, and all of them with the last piece to come in.
static void end_turn(const struct part *part, struct position *pos)
{
    if (pos->state.memory[part->memory + MEMORY_CAPTURED])
        position_remember(pos, part->memory + MEMORY_CAPTURED, TYPE_NONE);
    if (!has_gates(part, pos))
        return;
    enum color side = position_side(pos);
    const struct gating_settings *settings = part->settings;
    for (unsigned c = WHITE; c <= BLACK; c++) {
        enum color color = (enum color)c;
        unsigned gates = gates_of(part, pos, color), kept = gates & on_rank(part, &pos->sets[color], color);
        if (color == side && settings->gates && gates && !has_hand(pos, side))
            kept = 0;
        for (int i = 0; i < 2 && kept != gates; i++)
            position_remember(pos, memory_of(part, color, i * FILES_PER_BYTE),
                              kept >> i * FILES_PER_BYTE & UINT8_MAX);
    }
}

// ---- Position strings ----

// As has_hand(), and always where nobody comes in.
static bool may_have_gates(const struct part *part, const struct setup *setup, enum color color)
{
    const struct gating_settings *settings = part->settings;
    unsigned count = 0;
    for (piece_type type = 1; type < LETTER_TYPES; type++)
        count += setup->hand[color][type];
    return count || !settings->gates || part->variant->captures_to_hand;
}

static void open_in_setup(const struct part *part, struct setup *setup, enum color color, int file)
{
    if (file < part->variant->board.width && may_have_gates(part, setup, color) &&
        is_piece_of(setup->pieces[gate_at(part, color, file)], color))
        setup->memory[memory_of(part, color, file)] |= (uint8_t)(1U << file % FILES_PER_BYTE);
}

static bool read_right(const struct part *part, struct setup *setup, char letter)
{
    enum color color = letter >= 'a' ? BLACK : WHITE;
    char upper = color == BLACK ? (char)(letter - 'a' + 'A') : letter;
    if (upper < 'A' || upper > 'Z')
        return false;
    if (upper != 'K' && upper != 'Q') {
        open_in_setup(part, setup, color, upper - 'A');
        return upper < 'A' + part->variant->board.width;
    }
    const struct castling *castling =
        &part->variant->castlings[castling_index(color, upper == 'K' ? WING_KING : WING_QUEEN)];
    if (castling->exists) {
        open_in_setup(part, setup, color, square_file(castling->king_from));
        open_in_setup(part, setup, color, square_file(castling->rook_from));
    }
    return castling->exists;
}

// Whether a castling right says so already.
static bool is_implied(const struct position *pos, enum color color, int file)
{
    for (unsigned wing = WING_KING; wing <= WING_QUEEN; wing++) {
        unsigned index = castling_index(color, (enum wing)wing);
        const struct castling *castling = &pos->variant->castlings[index];
        if (pos->state.castling >> index & 1 &&
            (square_file(castling->king_from) == file || square_file(castling->rook_from) == file))
            return true;
    }
    return false;
}

static void write_rights(const struct part *part, const struct position *pos, enum color color,
                         struct buffer *out)
{
    const struct gating_settings *settings = part->settings;
    if (settings->gates && !has_hand(pos, color))
        return;
    for (int file = 0; file < pos->variant->board.width; file++)
        if (is_gate(part, pos, color, file) && !is_implied(pos, color, file))
            buffer_add_char(out, (char)((color == WHITE ? 'A' : 'a') + file));
}

// ---- Keys ----

#define AT(member) KEY_AT(struct gating_settings, member)

static const struct key keys[] = {
    {"gating", VALUE_FLAG, AT(rights),
     .help =
         "positions tell which pieces of the first rank have not moved, by their files in the castling field",
     .example = "true"},
    {"seirawanGating", VALUE_FLAG, AT(gates),
     .help = "with gating: when such a piece moves, one from the hand may be put where it stood",
     .example = "true"},
    {"castlingRank", VALUE_RANK, AT(rank), .preset = "1",
     .help = "the rank of castling and of gates, counted from each side's own edge", .example = "2"},
    {"firstRankPawnDrops", VALUE_FLAG, AT(pawns), .help = "pawns may be dropped on the player's first rank",
     .example = "true"},
    {"dropRegionWhite", VALUE_SQUARES, AT(region[WHITE]), .preset = "a1-p16",
     .help = "where White may drop pieces", .example = "*1 *2 *3"},
    {"dropRegionBlack", VALUE_SQUARES, AT(region[BLACK]), .preset = "a1-p16",
     .help = "where Black may drop pieces", .example = "*8 *7 *6"},
    {0},
};

static bool wanted(const void *settings)
{
    return ((const struct gating_settings *)settings)->rights;
}

static const struct exclusion excludes[] = {
    {"squares", "the square that a piece has left could move or vanish before another comes in"},
    {"fuel", "it is not said how much fuel a piece has that comes in"},
    {"walling", "the wall could need the square on which a piece comes in"},
    {NULL, NULL},
};

static void words(const struct part *part, struct wording *wording)
{
    const struct gating_settings *settings = part->settings;
    if (!settings->gates) {
        wording_say(
            wording, WORDING_TURNS,
            "Which pieces of the first rank have not moved yet is part of a position, also for repetition.");
        return;
    }
    wording_say(
        wording, WORDING_TURNS,
        "When a piece that began on rank %d, counted from its own side, moves for the first time, a piece from the hand may be put on "
        "the square that it leaves; in castling, on that of the king or that of the rook.",
        settings->rank + 1);
    if (settings->pawns)
        wording_say(wording, WORDING_TURNS, "Pawns may come in this way, too.");
    if (!wording_is_all(wording, &settings->region[WHITE]) ||
        !wording_is_all(wording, &settings->region[BLACK]))
        wording_say(wording, WORDING_TURNS, "Pieces come in only on %s.",
                    wording_regions(wording, settings->region));
}

const struct mechanism gating_mechanism = {
    .name = "gating",
    .keys = keys,
    .settings_size = sizeof(struct gating_settings),
    .memory = MEMORY_SIZE,
    .wanted = wanted,
    .excludes = excludes,
    .prepare = prepare,
    .may_go_on = may_go_on,
    .goes_on = goes_on,
    .go_on = go_on,
    .one_action = true,
    .after = after,
    .end_turn = end_turn,
    .read_right = read_right,
    .write_rights = write_rights,
    .words = words,
};
