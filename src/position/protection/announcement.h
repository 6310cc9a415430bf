// SPDX-License-Identifier: GPL-3.0-or-later
// What a player announces: that his pieces stand in a path or circuit, with or without naming their squares.
//
// As an action (MOVE_ANNOUNCE) it is packed into 32 bits: the named order is
// written as its number among all orders of the side's pieces.
//
//     from, to: low and high byte of that number (0 when no squares are named)
//     what:     bit 0 the announcer's colour, bit 1 squares are named, bit 2 a circuit is named
#ifndef LEAPER_POSITION_ANNOUNCEMENT_H
#define LEAPER_POSITION_ANNOUNCEMENT_H

#include "position/protection/protection_graph.h"

#ifdef __cplusplus
extern "C" {
#endif

struct announcement {
    enum color by;
    bool named;   // the squares are given
    bool circuit; // and the last is meant to link to the first
    uint8_t count;
    square squares[PROTECTION_MAX]; // in their order, the first not repeated
};

// The action, or MOVE_NONE when the named squares are not those of the side's pieces, each once.
move announcement_pack(const struct position *pos, const struct announcement *announcement);

// Whose a MOVE_ANNOUNCE is.
static inline enum color announcement_by(move m)
{
    return m >> 20 & 1 ? BLACK : WHITE;
}

// Undoes announcement_pack(); false for a value that it never gives in this position.
bool announcement_unpack(const struct position *pos, move m, struct announcement *announcement);

#ifdef __cplusplus
}
#endif

#endif
