// SPDX-License-Identifier: GPL-3.0-or-later
// Plays actions and takes them back.
#include "position/cells.h"
#include "position/edit.h"
#include "position/integrity.h"
#include "position/moves/en_passant.h"

#include <string.h>

static inline void put(struct position *pos, square s, piece p, unsigned fuel, struct undo *undo)
{
    cells_note(pos, s, undo);
    cells_put(pos, s, p, (uint16_t)fuel);
}

unsigned position_cost(const struct position *pos, move m)
{
    if (!pos->variant->metered || move_kind(m) > MOVE_CASTLE)
        return 0;
    return (unsigned)square_distance(move_from(m), move_to(m));
}

piece position_captured(const struct position *pos, move m)
{
    switch (move_kind(m)) {
    case MOVE_NORMAL:
    case MOVE_PROMOTION:
        return pos->pieces[move_to(m)];
    case MOVE_EN_PASSANT: // programs may ask about numbers that are no moves and lead off the grid
        return move_captured_at(m) < GRID_SQUARES ? pos->pieces[move_captured_at(m)] : EMPTY;
    default:
        return EMPTY;
    }
}

static void castle(struct position *pos, move m, struct undo *undo)
{
    const struct castling *castling =
        position_castling(pos, castling_index(position_side(pos), move_wing(m)));
    unsigned king_fuel = pos->fuel[castling->king_from], rook_fuel = pos->fuel[castling->rook_from];
    if (pos->variant->metered) {
        king_fuel -= (unsigned)square_distance(castling->king_from, castling->king_to);
        rook_fuel -= (unsigned)square_distance(castling->rook_from, castling->rook_to);
    }
    piece king = pos->pieces[castling->king_from], rook = pos->pieces[castling->rook_from];
    put(pos, castling->king_from, EMPTY, 0, undo);
    put(pos, castling->rook_from, EMPTY, 0, undo);
    put(pos, castling->king_to, king, king_fuel, undo);
    put(pos, castling->rook_to, rook, rook_fuel, undo);
    if (pos->variant->opposite_castling)
        position_set_castling(pos,
                              pos->state.castling &
                                  ~(1U << castling_index(other_color(position_side(pos)), move_wing(m))));
}

// Whether the piece has a quiet move back on the empty board.
static bool could_return(const struct piece_rules *rules, enum color side, move m)
{
    int dx = square_file(move_from(m)) - square_file(move_to(m)),
        dy = square_rank(move_from(m)) - square_rank(move_to(m));
    for (direction d = 0; d < DIRECTIONS; d++)
        for (int steps = 1; steps <= rules->movement[side].kinds[RIDE_PLAIN].quiet[d]; steps++)
            if (steps * direction_step[d].dx == dx && steps * direction_step[d].dy == dy)
                return true;
    return false;
}

// Moves the piece, and records captures, pawn moves and lost castling rights.
static inline void move_piece(struct position *pos, move m, struct undo *undo)
{
    const struct variant *variant = pos->variant;
    square from = move_from(m), to = move_to(m);
    enum move_kind kind = move_kind(m);
    piece moved = pos->pieces[from];
    const struct piece_rules *rules = &variant->pieces[piece_type_of(moved)];
    if (rules->resets_clock[pos->state.side] ||
        (rules->resets_by_advance[pos->state.side] && !could_return(rules, position_side(pos), m)))
        pos->state.resets |= RESETS_CLOCK;
    if (rules->one_way)
        pos->state.resets |= RESETS_REVERSIBLE;
    if (is_piece(pos->pieces[to]) && kind != MOVE_CASTLE) {
        pos->state.resets |= RESETS_CLOCK | RESETS_REVERSIBLE;
        if (variant->captures_to_hand)
            position_hand_over(pos, pos->pieces[to]);
    }
    if (pos->state.castling) {
        unsigned lost =
            pos->state.castling & (position_rights_lost(pos, from) | position_rights_lost(pos, to));
        if (lost) {
            position_set_castling(pos, pos->state.castling & ~lost);
            pos->state.resets |= RESETS_REVERSIBLE;
        }
    }
    // What turns into something that can turn back has not made progress.
    if (kind == MOVE_PROMOTION &&
        variant->pieces[piece_type_of(move_what(m))].turns_into != piece_type_of(moved))
        pos->state.resets |= RESETS_CLOCK | RESETS_REVERSIBLE;
    if (kind == MOVE_CASTLE) {
        castle(pos, m, undo);
        return;
    }
    unsigned fuel = pos->fuel[from];
    if (variant->metered)
        fuel -= (unsigned)square_distance(from, to);
    put(pos, from, EMPTY, 0, undo);
    put(pos, to, kind == MOVE_PROMOTION ? move_what(m) : moved, fuel, undo);
    if (kind == MOVE_EN_PASSANT) {
        // Not every pawn resets the clock by moving: some can go back.
        pos->state.resets |= RESETS_CLOCK | RESETS_REVERSIBLE;
        position_remove(pos, move_captured_at(m), EMPTY, undo);
    } else if (kind == MOVE_DOUBLE_STEP)
        en_passant_offer(pos, from, to);
}

static void begin_undo(const struct position *pos, struct undo *undo)
{
    undo->state = pos->state;
    undo->count = 0;
    if (pos->variant->holes)
        memcpy(undo->owned, pos->owned, sizeof undo->owned);
    if (pos->variant->hands)
        memcpy(undo->hand, pos->hand, sizeof undo->hand);
}

// Whether the turn goes on, and with whom: the mechanism whose actions are under way is asked first, then those after it.
// Nothing follows an announcement.
static bool goes_on(struct position *pos, move m)
{
    if (move_kind(m) == MOVE_ANNOUNCE)
        return false;
    const struct part_list *list = &pos->variant->hooks.goes_on;
    unsigned stage = pos->state.stage + (move_kind(m) == MOVE_END_TURN ? 1U : 0U);
    for (; stage < list->count; stage++)
        if (list->parts[stage]->mechanism->goes_on(list->parts[stage], pos, m)) {
            position_set_stage(pos, stage);
            return true;
        }
    return false;
}

void position_apply(struct position *pos, move m, struct undo *undo)
{
    const struct hooks *hooks = &pos->variant->hooks;
    begin_undo(pos, undo);
    // En passant is possible only as the first action of a turn.
    if (!pos->state.actions)
        position_set_en_passant(pos, SQUARE_NONE);
    if (move_kind(m) <= MOVE_CASTLE)
        move_piece(pos, m, undo);
    else if (move_kind(m) != MOVE_END_TURN)
        hooks->actor[move_kind(m)]->mechanism->act(hooks->actor[move_kind(m)], pos, m, undo);
    for_each_part (part, &hooks->after)
        part->mechanism->after(part, pos, m, undo);
    if (hooks->goes_on.count && goes_on(pos, m)) {
        position_count_action(pos);
    } else if (move_kind(m) != MOVE_ANNOUNCE || pos->state.actions) {
        // An announcement on its own is not a turn: the side to move stays the same, and the game is over.
        for_each_part (part, &hooks->end_turn)
            part->mechanism->end_turn(part, pos);
        position_end_turn(pos);
    }
    assert(position_ok(pos));
}

void position_undo(struct position *pos, const struct undo *undo)
{
    for (unsigned i = undo->count; i-- > 0;)
        cells_restore(pos, undo->cells[i].at, undo->cells[i].was, undo->cells[i].fuel);
    if (pos->variant->hands)
        memcpy(pos->hand, undo->hand, sizeof pos->hand);
    if (pos->variant->holes)
        memcpy(pos->owned, undo->owned, sizeof pos->owned);
    pos->state = undo->state;
    assert(position_ok(pos));
}

void position_pass(struct position *pos, struct undo *undo)
{
    assert(!pos->state.actions);
    begin_undo(pos, undo);
    position_set_en_passant(pos, SQUARE_NONE);
    position_end_turn(pos);
}
