// SPDX-License-Identifier: GPL-3.0-or-later
// The primitives that change a position and keep its redundant parts up to date.
#include "position/edit.h"

#include "position/cells.h"
#include "position/keys.h"

void position_put(struct position *pos, square s, piece p, unsigned fuel, struct undo *undo)
{
    if (undo)
        cells_note(pos, s, undo);
    cells_put(pos, s, p, (uint16_t)fuel);
}

void position_remove(struct position *pos, square s, piece left, struct undo *undo)
{
    piece p = pos->pieces[s];
    position_put(pos, s, left, 0, undo);
    if (pos->variant->captures_to_hand)
        position_hand_over(pos, p);
}

static void set_hand(struct position *pos, piece p, unsigned count)
{
    uint8_t *old = &pos->hand[piece_color(p)][piece_type_of(p)];
    pos->state.hash ^= key_of(KEY_HAND, p, *old) ^ key_of(KEY_HAND, p, count);
    *old = (uint8_t)count;
}

void position_take_from_hand(struct position *pos, piece p)
{
    unsigned count = pos->hand[piece_color(p)][piece_type_of(p)];
    assert(count);
    set_hand(pos, p, count - 1);
}

// A hand that is full, which takes a position string to bring about, stays so.
void position_add_to_hand(struct position *pos, piece p)
{
    unsigned count = pos->hand[piece_color(p)][piece_type_of(p)];
    set_hand(pos, p, count < UINT8_MAX ? count + 1 : count);
}

void position_hand_over(struct position *pos, piece captured)
{
    const struct piece_rules *rules = &pos->variant->pieces[piece_type_of(captured)];
    piece_type type = pos->variant->keeps_promotions ? rules->counts_as : rules->demotes_to;
    position_add_to_hand(pos, piece_of(type, other_color(piece_color(captured))));
}

void position_set_en_passant_far(struct position *pos, unsigned target)
{
    if (target == pos->state.en_passant_far)
        return;
    if (pos->state.en_passant_far != SQUARE_NONE)
        pos->state.hash ^= key_of(KEY_EN_PASSANT, 0, pos->state.en_passant_far);
    if (target != SQUARE_NONE)
        pos->state.hash ^= key_of(KEY_EN_PASSANT, 0, target);
    pos->state.en_passant_far = (uint16_t)target;
}

void position_set_en_passant(struct position *pos, unsigned target)
{
    position_set_en_passant_far(pos, SQUARE_NONE);
    if (target == pos->state.en_passant)
        return;
    if (pos->state.en_passant != SQUARE_NONE)
        pos->state.hash ^= key_of(KEY_EN_PASSANT, 0, pos->state.en_passant);
    if (target != SQUARE_NONE)
        pos->state.hash ^= key_of(KEY_EN_PASSANT, 0, target);
    pos->state.en_passant = (uint16_t)target;
}

void position_set_castling(struct position *pos, unsigned rights)
{
    if (rights == pos->state.castling)
        return;
    pos->state.hash ^= key_of(KEY_CASTLING, 0, pos->state.castling) ^ key_of(KEY_CASTLING, 0, rights);
    pos->state.castling = (uint8_t)rights;
}

void position_set_reserve(struct position *pos, enum color color, unsigned count)
{
    uint16_t *reserve = &pos->state.reserve[color];
    pos->state.hash ^= key_of(KEY_RESERVE, color, *reserve) ^ key_of(KEY_RESERVE, color, count);
    *reserve = (uint16_t)count;
}

void position_set_frozen(struct position *pos, int index, unsigned s)
{
    uint16_t *frozen = &pos->state.frozen[index];
    // The two slots are an unordered set, so the key does not depend on the slot.
    if (*frozen != SQUARE_NONE)
        pos->state.hash ^= key_of(KEY_FROZEN, 0, *frozen);
    if (s != SQUARE_NONE)
        pos->state.hash ^= key_of(KEY_FROZEN, 0, s);
    *frozen = (uint16_t)s;
}

void position_remember(struct position *pos, int index, unsigned value)
{
    uint8_t *memory = &pos->state.memory[index];
    if (*memory == value)
        return; // as it often is; the keys take time
    pos->state.hash ^=
        key_of(KEY_MEMORY, (unsigned)index, *memory) ^ key_of(KEY_MEMORY, (unsigned)index, value);
    *memory = (uint8_t)value;
}

void position_set_resets(struct position *pos, unsigned resets)
{
    pos->state.resets = (uint8_t)(pos->state.resets | resets);
}

void position_set_owner(struct position *pos, square s, int owner)
{
    for (int color = WHITE; color <= BLACK; color++) {
        if (set_has(&pos->owned[color], s) == (owner == color))
            continue;
        set_toggle(&pos->owned[color], s);
        pos->state.hash ^= key_of(KEY_OWNER, (unsigned)color, s);
    }
}

// The first stage has the keys of games that have no other.
static uint64_t key_of_actions(const struct state *state)
{
    return state->actions ? key_of(KEY_ACTIONS, state->stage, state->actions) : 0;
}

void position_set_stage(struct position *pos, unsigned stage)
{
    pos->state.hash ^= key_of_actions(&pos->state);
    pos->state.stage = (uint8_t)stage;
    pos->state.hash ^= key_of_actions(&pos->state);
}

void position_count_action(struct position *pos)
{
    pos->state.hash ^= key_of_actions(&pos->state);
    pos->state.actions++;
    pos->state.hash ^= key_of_actions(&pos->state);
}

static uint16_t next_count(uint16_t clock, bool reset, unsigned maximum)
{
    return reset ? 0 : clock < maximum ? (uint16_t)(clock + 1) : clock;
}

void position_end_turn(struct position *pos)
{
    struct state *state = &pos->state;
    state->halfmove = next_count(state->halfmove, state->resets & RESETS_CLOCK, HALFMOVE_MAX);
    state->reversible = next_count(state->reversible, state->resets & RESETS_REVERSIBLE, UINT16_MAX);
    state->resets = 0;
    if (state->side == BLACK && state->fullmove < FULLMOVE_MAX)
        state->fullmove++;
    if (state->actions) {
        state->hash ^= key_of_actions(state);
        state->actions = state->stage = 0;
    }
    state->side = (uint8_t)other_color(position_side(pos));
    state->hash ^= key_of(KEY_SIDE, 0, 0);
}
