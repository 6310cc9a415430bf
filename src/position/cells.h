// SPDX-License-Identifier: GPL-3.0-or-later
// Changing one location: the innermost part of apply and undo, inlined there.
#ifndef LEAPER_POSITION_CELLS_H
#define LEAPER_POSITION_CELLS_H

#include "position/keys.h"
#include "position/position.h"

// Which of position.sets holds the locations with this code.
static inline unsigned set_of_piece(piece p)
{
    return p >= 2 ? p & 1U : (unsigned)SET_EMPTY + p;
}

// Everything but the hash.
static inline void cells_restore(struct position *pos, square s, piece p, uint16_t fuel)
{
    uint64_t bit = UINT64_C(1) << (s & 63);
    pos->sets[set_of_piece(pos->pieces[s])].word[s >> 6] ^= bit;
    pos->sets[set_of_piece(p)].word[s >> 6] ^= bit;
    pos->pieces[s] = p;
    pos->fuel[s] = fuel;
}

static inline uint64_t cells_key(const struct variant *variant, square s, piece p, uint16_t fuel)
{
    uint64_t key = variant->keys[p][s];
    return variant->metered && is_piece(p) ? key ^ key_of(KEY_FUEL, s, fuel) : key;
}

static inline void cells_put(struct position *pos, square s, piece p, uint16_t fuel)
{
    pos->state.hash ^=
        cells_key(pos->variant, s, pos->pieces[s], pos->fuel[s]) ^ cells_key(pos->variant, s, p, fuel);
    // EMPTY and HOLE are no type's codes, so this is false for them.
    if (p >> 1 == pos->variant->king && is_piece(p))
        pos->state.king[p & 1] = s;
    cells_restore(pos, s, p, fuel);
}

static inline void cells_note(const struct position *pos, square s, struct undo *undo)
{
    assert(undo->count < UNDO_CELLS);
    undo->cells[undo->count].at = (uint8_t)s;
    undo->cells[undo->count].was = pos->pieces[s];
    undo->cells[undo->count].fuel = pos->fuel[s];
    undo->count++;
}

#endif
