// SPDX-License-Identifier: GPL-3.0-or-later
// Random numbers for hashing everything but pieces on squares (Zobrist, 1970).
//
// Those of pieces are looked up in the variant; these are needed less often and are computed.
#ifndef LEAPER_POSITION_KEYS_H
#define LEAPER_POSITION_KEYS_H

#include "base/random.h"

// What a number stands for; with an index and a value it makes the key.
enum key_field {
    KEY_PIECE,
    KEY_FUEL,
    KEY_SIDE,
    KEY_EN_PASSANT,
    KEY_CASTLING,
    KEY_ACTIONS,
    KEY_MEMORY,
    KEY_RESERVE,
    KEY_FROZEN,
    KEY_OWNER,
    KEY_HAND
};

static inline uint64_t key_of(enum key_field field, unsigned index, unsigned value)
{
    return random_mix((uint64_t)field << 56 | (uint64_t)index << 32 | value);
}

#endif
