// SPDX-License-Identifier: GPL-3.0-or-later
// Plays actions and takes them back.
#include "position/cells.h"
#include "position/edit.h"
#include "position/game.h"
#include "position/integrity.h"

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
    case MOVE_EN_PASSANT:
        return pos->pieces[move_captured_at(m)];
    default:
        return EMPTY;
    }
}

static void castle(struct position *pos, move m, struct undo *undo)
{
    const struct castling *castling =
        &pos->variant->castlings[castling_index(position_side(pos), move_wing(m))];
    unsigned king_fuel = pos->fuel[castling->king_from], rook_fuel = pos->fuel[castling->rook_from];
    if (pos->variant->metered) {
        king_fuel -= (unsigned)square_distance(castling->king_from, castling->king_to);
        rook_fuel -= (unsigned)square_distance(castling->rook_from, castling->rook_to);
    }
    piece king = pos->pieces[castling->king_from];
    put(pos, castling->king_from, EMPTY, 0, undo);
    put(pos, castling->rook_from, EMPTY, 0, undo);
    put(pos, castling->king_to, king, king_fuel, undo);
    put(pos, castling->rook_to, castling->rook, rook_fuel, undo);
}

// Moves the piece, and records captures, pawn moves and lost castling rights.
static inline void move_piece(struct position *pos, move m, struct undo *undo)
{
    const struct variant *variant = pos->variant;
    square from = move_from(m), to = move_to(m);
    enum move_kind kind = move_kind(m);
    piece moved = pos->pieces[from];
    const struct piece_rules *rules = &variant->pieces[piece_type_of(moved)];
    if (rules->resets_clock)
        pos->state.resets |= RESETS_CLOCK;
    if (rules->one_way)
        pos->state.resets |= RESETS_REVERSIBLE;
    if (is_piece(pos->pieces[to]))
        pos->state.resets |= RESETS_CLOCK | RESETS_REVERSIBLE;
    if (pos->state.castling) {
        unsigned lost = pos->state.castling & (variant->rights_lost[from] | variant->rights_lost[to]);
        if (lost) {
            position_set_castling(pos, pos->state.castling & ~lost);
            pos->state.resets |= RESETS_REVERSIBLE;
        }
    }
    if (kind == MOVE_CASTLE) {
        castle(pos, m, undo);
        return;
    }
    unsigned fuel = pos->fuel[from];
    if (variant->metered)
        fuel -= (unsigned)square_distance(from, to);
    put(pos, from, EMPTY, 0, undo);
    put(pos, to, kind == MOVE_PROMOTION ? move_what(m) : moved, fuel, undo);
    if (kind == MOVE_EN_PASSANT)
        put(pos, move_captured_at(m), EMPTY, 0, undo);
    else if (kind == MOVE_DOUBLE_STEP)
        position_set_en_passant(pos, (unsigned)(from + to) / 2);
}

static void begin_undo(const struct position *pos, struct undo *undo)
{
    undo->state = pos->state;
    undo->count = 0;
    undo->hand_changed = 0;
}

void position_apply(struct position *pos, move m, struct undo *undo)
{
    const struct game *game = pos->variant->game;
    begin_undo(pos, undo);
    if (pos->variant->holes)
        memcpy(undo->owned, pos->owned, sizeof undo->owned);
    // En passant is possible only as the first action of a turn.
    if (!pos->state.actions)
        position_set_en_passant(pos, SQUARE_NONE);
    if (move_kind(m) <= MOVE_CASTLE)
        move_piece(pos, m, undo);
    else if (move_kind(m) != MOVE_END_TURN)
        game->act(pos, m, undo);
    if (game->after)
        game->after(pos, m, undo);
    if (game->goes_on && move_kind(m) != MOVE_END_TURN && game->goes_on(pos, m)) {
        unsigned before = pos->state.actions++;
        if (before)
            pos->state.hash ^= key_of(KEY_ACTIONS, 0, before);
        pos->state.hash ^= key_of(KEY_ACTIONS, 0, before + 1);
    } else if (move_kind(m) != MOVE_ANNOUNCE || pos->state.actions) {
        // An announcement on its own is not a turn: the side to move stays the same, and the game is over.
        if (game->end_turn)
            game->end_turn(pos);
        position_end_turn(pos);
    }
    assert(position_ok(pos));
}

void position_undo(struct position *pos, const struct undo *undo)
{
    for (unsigned i = undo->count; i-- > 0;)
        cells_restore(pos, undo->cells[i].at, undo->cells[i].was, undo->cells[i].fuel);
    if (undo->hand_changed)
        pos->hand[piece_color(undo->hand_changed)][piece_type_of(undo->hand_changed)]++;
    if (pos->variant->holes)
        memcpy(pos->owned, undo->owned, sizeof pos->owned);
    pos->state = undo->state;
    assert(position_ok(pos));
}

void position_pass(struct position *pos, struct undo *undo)
{
    assert(!pos->state.actions);
    begin_undo(pos, undo);
    if (pos->variant->holes)
        memcpy(undo->owned, pos->owned, sizeof undo->owned);
    position_set_en_passant(pos, SQUARE_NONE);
    position_end_turn(pos);
}
