// SPDX-License-Identifier: GPL-3.0-or-later
// Chess with a Limited Supply of Squares (Ralph Betza, 1997): six games, one table.
#include "games/squares.h"

#include "games/armies.h"
#include "games/squares_help.h"
#include "position/edit.h"
#include "position/moves/outcome.h"
#include "position/parameter.h"
#include "position/position.h"
#include "position/variant.h"

static const struct parameter parameters[] = {ARMY_PARAMETERS};

static void prepare(struct variant *variant)
{
    const struct squares_row *row = squares_row(variant);
    armies_prepare(variant, variant->parameters.value[0], variant->parameters.value[1], row->format);
    variant->holes = true;
    variant->owners = row->owned;
    variant->pawns_anywhere = row->carries;
    variant->pieces[TYPE_PAWN].one_way = !row->carries;
}

static void remember_done(struct position *pos, unsigned what)
{
    position_remember(pos, MEMORY_DONE, pos->state.memory[MEMORY_DONE] | what);
}

// Notes that the side has touched the square, so that the opponent may not move it.
static void touch(struct position *pos, square s)
{
    int slot = MEMORY_TOUCHED + (pos->state.memory[MEMORY_TOUCHED] != 0);
    position_remember(pos, slot, s + 1U);
}

// A square that is moved again leaves nothing to be frozen where it was.
static void untouch(struct position *pos, square s)
{
    for (int slot = MEMORY_TOUCHED; slot < MEMORY_TOUCHED + 2; slot++)
        if (pos->state.memory[slot] == s + 1)
            position_remember(pos, slot, 0);
    if (!pos->state.memory[MEMORY_TOUCHED] && pos->state.memory[MEMORY_TOUCHED + 1]) {
        position_remember(pos, MEMORY_TOUCHED, pos->state.memory[MEMORY_TOUCHED + 1]);
        position_remember(pos, MEMORY_TOUCHED + 1, 0);
    }
}

static void note_first_action(struct position *pos)
{
    if (!pos->state.actions && squares_row(pos->variant)->turn != TURN_ONE_ACTION)
        remember_done(pos, DONE_NO_PIECE);
}

static void place(struct position *pos, square to, struct undo *undo)
{
    const struct squares_row *row = squares_row(pos->variant);
    enum color side = position_side(pos);
    position_put(pos, to, EMPTY, 0, undo);
    if (row->owned)
        position_set_owner(pos, to, (int)side);
    if (row->reserve != RESERVE_INFINITE) {
        position_set_reserve(pos, side, pos->state.reserve[side] - 1U);
        position_set_resets(pos, RESETS_CLOCK | RESETS_REVERSIBLE);
    }
    if (row->freezes_placed)
        touch(pos, to);
    remember_done(pos, DONE_PLACED);
}

static void shift(struct position *pos, square from, square to, struct undo *undo)
{
    piece carried = pos->pieces[from];
    position_put(pos, from, HOLE, 0, undo);
    position_put(pos, to, carried, 0, undo);
    if (squares_row(pos->variant)->owned) {
        position_set_owner(pos, from, -1);
        position_set_owner(pos, to, (int)position_side(pos));
    }
    position_set_castling(pos, pos->state.castling & ~(unsigned)pos->variant->rights_lost[from]);
    untouch(pos, from);
    touch(pos, to);
    remember_done(pos, DONE_SHIFTED);
}

static void act(struct position *pos, move m, struct undo *undo)
{
    note_first_action(pos);
    if (move_kind(m) == MOVE_ADD_SQUARE)
        place(pos, move_to(m), undo);
    else
        shift(pos, move_from(m), move_to(m), undo);
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
        const struct castling *castling = &pos->variant->castlings[castling_index(side, move_wing(m))];
        leave(pos, castling->rook_from, side);
        position_set_owner(pos, castling->rook_to, -1);
    }
}

// The square that a piece has left goes back to the reserve.
static void void_square(struct position *pos, square s, struct undo *undo)
{
    position_put(pos, s, HOLE, 0, undo);
    for (int i = 0; i < 2; i++)
        if (pos->state.frozen[i] == s)
            position_set_frozen(pos, i, SQUARE_NONE);
}

// What was touched in this turn is frozen in the next. In the order a1, b1 …, as when reading: the same squares then
// give the same position, whichever was touched first.
static void end_turn(struct position *pos)
{
    unsigned first = pos->state.memory[MEMORY_TOUCHED], second = pos->state.memory[MEMORY_TOUCHED + 1];
    bool swap = second && second < first;
    unsigned touched[2] = {swap ? second : first, swap ? first : second};
    for (int i = 0; i < 2; i++) {
        position_set_frozen(pos, i, touched[i] ? touched[i] - 1U : SQUARE_NONE);
        position_remember(pos, MEMORY_TOUCHED + i, 0);
    }
    position_remember(pos, MEMORY_DONE, 0);
}

enum { FIRST_VOIDING_TURN = 4 };

static void after(struct position *pos, move m, struct undo *undo)
{
    const struct squares_row *row = squares_row(pos->variant);
    if (move_kind(m) <= MOVE_CASTLE) {
        remember_done(pos, DONE_PIECE);
        if (row->owned)
            own_squares(pos, m);
        if (row->voids && pos->state.fullmove >= FIRST_VOIDING_TURN)
            void_square(pos, move_from(m), undo);
    }
}

static struct outcome stuck(const struct position *pos, bool in_check)
{
    return (struct outcome){result_of_winner(other_color(position_side(pos))),
                            in_check ? REASON_CHECKMATE : REASON_STALEMATE};
}

#define OWNED_START    "%s/pppppppp/********/********/********/********/PPPPPPPP/%s w KQkq - 0 1 3/3 -/- -"
#define COMMON_START   "%s/pppppppp/********/********/********/********/PPPPPPPP/%s w KQkq - 0 1 3/3 - -"
#define INFINITE_START "%s/pppppppp/********/********/********/********/PPPPPPPP/%s w KQkq - 0 1 inf/inf - -"

#define SQUARES_GAME                                                                                         \
    .family = "Chess with a Limited Supply of Squares", .author = "Ralph Betza, 1997", .width = 8,           \
    .height = 8, .parameters = parameters, .parameter_count = 2, .prepare = prepare,                         \
    .actions = squares_actions, .act = act, .after = after, .goes_on = squares_goes_on,                      \
    .explain = squares_explain, .end_turn = end_turn, .stuck = stuck, .assess = squares_assess,              \
    .least_to_stalemate = squares_least_to_stalemate, .field_count = SQUARES_FIELDS,                         \
    .read_field = squares_read_field, .write_field = squares_write_field

const struct squares_row squares_rows[SQUARES_GAMES] = {
    {.game =
         {SQUARES_GAME, .name = "hans38", .title = "Hans38",
          .summary =
              "One action per turn: move a piece, place one of three squares, or move a square that you own.",
          .help = squares_help_hans38},
     .format = OWNED_START,
     .reserve = 3,
     .turn = TURN_ONE_ACTION,
     .owned = true},
    {.game = {SQUARES_GAME, .name = "hans38-neutral", .title = "Hans38 with neutral squares",
              .summary = "As Hans38, but the empty squares belong to nobody.", .help = squares_help_neutral},
     .format = COMMON_START,
     .reserve = 3,
     .turn = TURN_ONE_ACTION},
    {.game = {SQUARES_GAME, .name = "hans38-postal", .title = "Postal Hans38",
              .summary = "Move a piece, then place or move a square if you like.",
              .help = squares_help_postal},
     .format = OWNED_START,
     .reserve = 3,
     .turn = TURN_POSTAL,
     .owned = true},
    {.game = {SQUARES_GAME, .name = "hans38-postal-plus", .title = "Postal Hans38 Plus",
              .summary = "Move a piece, then place and move squares if you like.",
              .help = squares_help_postal_plus},
     .format = OWNED_START,
     .reserve = 3,
     .turn = TURN_POSTAL_PLUS,
     .owned = true},
    {.game =
         {SQUARES_GAME, .name = "infinite-reserves", .title = "Infinite Reserves",
          .summary =
              "Each turn places a square, and from the fourth turn on pieces take away the squares that they leave.",
          .help = squares_help_infinite},
     .format = INFINITE_START,
     .reserve = RESERVE_INFINITE,
     .turn = TURN_INFINITE,
     .freezes_placed = true,
     .voids = true},
    {.game = {SQUARES_GAME, .name = "moving-squares", .title = "Moving Squares",
              .summary = "As Infinite Reserves, and a square may travel with the piece that stands on it.",
              .help = squares_help_moving},
     .format = INFINITE_START,
     .reserve = RESERVE_INFINITE,
     .turn = TURN_INFINITE,
     .freezes_placed = true,
     .voids = true,
     .carries = true},
};
