// SPDX-License-Identifier: GPL-3.0-or-later
// Squares in limited supply (Ralph Betza, 1997): what the actions on squares do.
#include "mechanics/squares.h"

#include "position/edit.h"
#include "position/position.h"
#include "position/variant.h"

static bool prepare(struct part *part, struct variant *variant, struct error *err)
{
    const struct squares_settings *settings = squares_settings(part);
    (void)err;
    part->single_actions = settings->turn == TURN_ONE_ACTION;
    variant->holes = variant->reserves = true;
    variant->most_reserve = (uint16_t)squares_reserve(settings);
    variant->owners = settings->owned;
    variant->pawns_anywhere |= settings->carries;
    // What is carried can come back to where it was.
    for (piece_type type = 1; settings->carries && type < PIECE_TYPES; type++)
        variant->pieces[type].one_way = false;
    return true;
}

static void remember(const struct part *part, struct position *pos, int slot, unsigned value)
{
    position_remember(pos, part->memory + slot, value);
}

static void remember_done(const struct part *part, struct position *pos, unsigned what)
{
    remember(part, pos, MEMORY_DONE, squares_done(part, pos) | what);
}

// The number + 1 of one of the two squares touched in this turn; 0 for none. It does not fit into a byte if the board has all
// 256 squares, so the last of them has a bit of its own.
static unsigned touched(const struct part *part, const struct position *pos, int slot)
{
    unsigned number = pos->state.memory[part->memory + MEMORY_TOUCHED + slot];
    return squares_done(part, pos) & (unsigned)DONE_TOUCHED_LAST << slot ? GRID_SQUARES : number;
}

static void set_touched(const struct part *part, struct position *pos, int slot, unsigned number)
{
    unsigned done = squares_done(part, pos), last = (unsigned)DONE_TOUCHED_LAST << slot;
    remember(part, pos, MEMORY_TOUCHED + slot, number < GRID_SQUARES ? number : 0);
    remember(part, pos, MEMORY_DONE, number < GRID_SQUARES ? done & ~last : done | last);
}

// Notes that the side has touched the square, so that the opponent may not move it.
static void touch(const struct part *part, struct position *pos, square s)
{
    set_touched(part, pos, touched(part, pos, 0) != 0, s + 1U);
}

// A square that is moved again leaves nothing to be frozen where it was.
static void untouch(const struct part *part, struct position *pos, square s)
{
    for (int slot = 0; slot < 2; slot++)
        if (touched(part, pos, slot) == s + 1U)
            set_touched(part, pos, slot, 0);
    if (!touched(part, pos, 0) && touched(part, pos, 1)) {
        set_touched(part, pos, 0, touched(part, pos, 1));
        set_touched(part, pos, 1, 0);
    }
}

static void note_first_action(const struct part *part, struct position *pos)
{
    if (!pos->state.actions && squares_settings(part)->turn != TURN_ONE_ACTION)
        remember_done(part, pos, DONE_NO_PIECE);
}

static void place(const struct part *part, struct position *pos, square to, struct undo *undo)
{
    const struct squares_settings *settings = squares_settings(part);
    enum color side = position_side(pos);
    position_put(pos, to, EMPTY, 0, undo);
    if (settings->owned)
        position_set_owner(pos, to, (int)side);
    if (squares_reserve(settings) != RESERVE_INFINITE) {
        position_set_reserve(pos, side, pos->state.reserve[side] - 1U);
        position_set_resets(pos, RESETS_CLOCK | RESETS_REVERSIBLE);
    }
    if (settings->freezes_placed)
        touch(part, pos, to);
    remember_done(part, pos, DONE_PLACED);
}

static void shift(const struct part *part, struct position *pos, square from, square to, struct undo *undo)
{
    piece carried = pos->pieces[from];
    unsigned fuel = pos->fuel[from];
    position_put(pos, from, HOLE, 0, undo);
    position_put(pos, to, carried, fuel, undo);
    if (squares_settings(part)->owned) {
        position_set_owner(pos, from, -1);
        position_set_owner(pos, to, is_piece(carried) ? -1 : (int)position_side(pos));
    }
    position_set_castling(pos, pos->state.castling & ~position_rights_lost(pos, from));
    untouch(part, pos, from);
    touch(part, pos, to);
    remember_done(part, pos, DONE_SHIFTED);
}

static void act(const struct part *part, struct position *pos, move m, struct undo *undo)
{
    note_first_action(part, pos);
    if (move_kind(m) == MOVE_ADD_SQUARE)
        place(part, pos, move_to(m), undo);
    else
        shift(part, pos, move_from(m), move_to(m), undo);
}

// The square that a piece has left belongs to its side.
static void leave(struct position *pos, square s, enum color side)
{
    if (pos->pieces[s] == EMPTY)
        position_set_owner(pos, s, (int)side);
}

static void own_squares(struct position *pos, move m)
{
    enum color side = position_side(pos);
    leave(pos, move_from(m), side);
    position_set_owner(pos, move_to(m), -1);
    if (move_kind(m) == MOVE_EN_PASSANT)
        leave(pos, move_captured_at(m), other_color(side));
    if (move_kind(m) == MOVE_CASTLE) {
        const struct castling *castling = position_castling(pos, castling_index(side, move_wing(m)));
        leave(pos, castling->rook_from, side);
        position_set_owner(pos, castling->rook_to, -1);
    }
}

// The square that a piece has left goes back to the reserve.
static void void_square(struct position *pos, square s, struct undo *undo)
{
    position_put(pos, s, HOLE, 0, undo);
    position_set_owner(pos, s, -1);
    for (int i = 0; i < 2; i++)
        if (pos->state.frozen[i] == s)
            position_set_frozen(pos, i, SQUARE_NONE);
}

// What was touched in this turn is frozen in the next. In the order a1, b1 …, as when reading: the same squares then
// give the same position, whichever was touched first.
static void end_turn(const struct part *part, struct position *pos)
{
    unsigned first = touched(part, pos, 0), second = touched(part, pos, 1);
    bool swap = second && second < first;
    unsigned numbers[2] = {swap ? second : first, swap ? first : second};
    for (int i = 0; i < 2; i++) {
        position_set_frozen(pos, i, numbers[i] ? numbers[i] - 1U : SQUARE_NONE);
        remember(part, pos, MEMORY_TOUCHED + i, 0);
    }
    remember(part, pos, MEMORY_DONE, 0);
}

static void after(const struct part *part, struct position *pos, move m, struct undo *undo)
{
    const struct squares_settings *settings = squares_settings(part);
    if (move_kind(m) <= MOVE_CASTLE) {
        remember_done(part, pos, DONE_PIECE);
        if (settings->owned)
            own_squares(pos, m);
        // Castling may leave king or rook where the king stood.
        if (settings->voids_from && pos->state.fullmove >= settings->voids_from &&
            pos->pieces[move_from(m)] == EMPTY)
            void_square(pos, move_from(m), undo);
    } else if (move_kind(m) == MOVE_DROP && settings->owned) {
        position_set_owner(pos, move_to(m), -1);
    }
}

static const char *const turns[] = {"none", "instead", "after", "afterBoth", "afterPlacing"};
static const char *const infinite[] = {"infinite"};

static const struct key keys[] = {
    {"squareActions", VALUE_CHOICE, KEY_AT(struct squares_settings, turn), .maximum = TURN_INFINITE,
     .choices = turns, .preset = "none",
     .help =
         "how a turn acts on squares: not at all; instead of moving a piece; after it, optionally one action; after it, optionally "
         "a placement and a move of a square; after it, a placement and optionally a move of a square",
     .example = "instead"},
    {"squareReserve", VALUE_NUMBER, KEY_AT(struct squares_settings, reserve), .maximum = GRID_SQUARES,
     .choices = infinite, .preset = "0", .help = "squares that each side has yet to place", .example = "3"},
    {"squareOwners", VALUE_FLAG, KEY_AT(struct squares_settings, owned), .preset = "false",
     .help = "empty squares have owners, and only one's own may be moved", .example = "true"},
    {"squareFreezePlaced", VALUE_FLAG, KEY_AT(struct squares_settings, freezes_placed), .preset = "false",
     .help = "a square that the opponent has just placed may not be moved either", .example = "true"},
    {"squareVanish", VALUE_NUMBER, KEY_AT(struct squares_settings, voids_from), .maximum = 1000,
     .preset = "0", .help = "from which full move on a moving piece takes its square away; 0: never",
     .example = "4"},
    {"squareCarry", VALUE_FLAG, KEY_AT(struct squares_settings, carries), .preset = "false",
     .help = "a square may be moved with a friendly piece on it", .example = "true"},
    {0},
};

static bool wanted(const void *settings)
{
    return ((const struct squares_settings *)settings)->turn != TURN_NONE;
}

static const struct exclusion excludes[] = {
    {"drops", "a square placed or moved later in the turn could make a drop legal or illegal"},
    {"blast", "a square placed or moved later in the turn could make an explosion legal or illegal"},
    {NULL, NULL},
};

const struct mechanism squares_mechanism = {
    .name = "squares",
    .keys = keys,
    .excludes = excludes,
    .wanted = wanted,
    .settings_size = sizeof(struct squares_settings),
    .memory = SQUARES_MEMORY,
    .prepare = prepare,
    .begin = squares_begin,
    .goes_on = squares_goes_on,
    .go_on = squares_go_on,
    .kinds = 1U << MOVE_ADD_SQUARE | 1U << MOVE_SHIFT_SQUARE,
    .act = act,
    .explain = squares_explain,
    .after = after,
    .end_turn = end_turn,
    .assess = squares_assess,
    .least_to_stalemate = squares_least_to_stalemate,
    .field_count = SQUARES_FIELDS,
    .read_field = squares_read_field,
    .write_field = squares_write_field,
    .words = squares_words,
};
