// SPDX-License-Identifier: GPL-3.0-or-later
// Recomputes and compares positions.
#include "position/integrity.h"

#include "position/cells.h"

#include <string.h>

static uint64_t hash_of_cells(const struct position *pos)
{
    uint64_t hash = 0;
    square s;
    for (struct set_walk walk = set_walk(&pos->variant->board.locations); set_next(&walk, &s);)
        hash ^= cells_key(pos->variant, s, pos->pieces[s], pos->fuel[s]);
    for (unsigned color = WHITE; color <= BLACK; color++) {
        for (struct set_walk walk = set_walk(&pos->owned[color]); set_next(&walk, &s);)
            hash ^= key_of(KEY_OWNER, color, s);
        for (piece_type type = 1; type < LETTER_TYPES; type++)
            hash ^= key_of(KEY_HAND, piece_of(type, (enum color)color), pos->hand[color][type]);
    }
    return hash;
}

// Relative to zero, so that more memory changes no hash of positions that do not use it; except for the first four bytes, whose
// zeros have always been part of it.
static uint64_t key_of_memory(unsigned index, unsigned value)
{
    uint64_t key = key_of(KEY_MEMORY, index, value);
    return index < 4 ? key : key ^ key_of(KEY_MEMORY, index, 0);
}

uint64_t position_hash(const struct position *pos)
{
    const struct state *state = &pos->state;
    uint64_t hash = hash_of_cells(pos) ^ key_of(KEY_CASTLING, 0, state->castling);
    if (state->side == BLACK)
        hash ^= key_of(KEY_SIDE, 0, 0);
    if (state->en_passant != SQUARE_NONE)
        hash ^= key_of(KEY_EN_PASSANT, 0, state->en_passant);
    if (state->en_passant_far != SQUARE_NONE)
        hash ^= key_of(KEY_EN_PASSANT, 0, state->en_passant_far);
    if (state->actions)
        hash ^= key_of(KEY_ACTIONS, state->stage, state->actions);
    for (unsigned i = 0; i < sizeof state->memory; i++)
        hash ^= key_of_memory(i, state->memory[i]);
    for (unsigned i = 0; i < 2; i++) {
        hash ^= key_of(KEY_RESERVE, i, state->reserve[i]);
        if (state->frozen[i] != SQUARE_NONE)
            hash ^= key_of(KEY_FROZEN, 0, state->frozen[i]);
    }
    return hash;
}

bool position_ok(const struct position *pos)
{
    for (square s = 0; s < GRID_SQUARES; s++) {
        piece p = pos->pieces[s];
        if (set_has(&pos->variant->board.locations, s)) {
            for (unsigned i = 0; i < SETS; i++)
                if (set_has(&pos->sets[i], s) != (i == set_of_piece(p)))
                    return false;
        } else if (p != HOLE) {
            return false;
        }
        if (pos->fuel[s] && (!is_piece(p) || !pos->variant->metered))
            return false;
    }
    for (unsigned color = WHITE; color <= BLACK; color++)
        if (position_has_king(pos, (enum color)color) &&
            pos->pieces[pos->state.king[color]] != piece_of(pos->variant->king, (enum color)color))
            return false;
    return pos->state.hash == position_hash(pos);
}

// The two frozen squares are a set; and where kings are not royal, their squares are not kept up to date.
static bool same_squares(const struct position *a, const struct position *b)
{
    const uint16_t *x = a->state.frozen, *y = b->state.frozen;
    bool frozen = (x[0] == y[0] && x[1] == y[1]) || (x[0] == y[1] && x[1] == y[0]);
    return frozen && (!a->variant->royal || !memcmp(a->state.king, b->state.king, sizeof a->state.king));
}

// Where king and rook started matters as long as the right is there.
static bool same_castlings(const struct position *a, const struct position *b)
{
    bool same = a->state.castling == b->state.castling;
    for (unsigned i = 0; i < 4; i++)
        if (a->state.castling >> i & 1)
            same &= position_castling(a, i) == position_castling(b, i);
    return same;
}

bool position_equal(const struct position *a, const struct position *b)
{
    const struct state *x = &a->state, *y = &b->state;
    return a->variant == b->variant && !memcmp(a->pieces, b->pieces, sizeof a->pieces) &&
           !memcmp(a->fuel, b->fuel, sizeof a->fuel) && !memcmp(a->hand, b->hand, sizeof a->hand) &&
           !memcmp(a->sets, b->sets, sizeof a->sets) && !memcmp(a->owned, b->owned, sizeof a->owned) &&
           x->hash == y->hash && x->en_passant == y->en_passant && x->en_passant_far == y->en_passant_far &&
           same_squares(a, b) && x->side == y->side && same_castlings(a, b) && x->actions == y->actions &&
           x->stage == y->stage && x->resets == y->resets &&
           !memcmp(x->memory, y->memory, sizeof x->memory) && x->halfmove == y->halfmove &&
           x->fullmove == y->fullmove && !memcmp(x->reserve, y->reserve, sizeof x->reserve);
}
