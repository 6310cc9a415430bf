// SPDX-License-Identifier: GPL-3.0-or-later
// What a player announces: that his pieces form a path or circuit, with or without naming their squares.
//
// As an action (MOVE_ANNOUNCE) it is packed into 32 bits: the order of the squares is given by its number among all
// orders of the side's pieces.
//
//     from, to: low and high byte of that number (0 when no squares are named)
//     what:     bit 0 the announcer's colour, bit 1 squares are named, bit 2 a circuit is named
#ifndef LEAPER_POSITION_ANNOUNCEMENT_H
#define LEAPER_POSITION_ANNOUNCEMENT_H

#include "position/protection/protection_graph.h"

struct announcement {
    enum color by;
    bool named;   // the squares are given
    bool circuit; // and the last is said to protect the first
    uint8_t count;
    square squares[PROTECTION_MAX]; // in order, the first not repeated
};

// The action, or MOVE_NONE if the squares are not those of the side's pieces, each once.
move announcement_pack(const struct position *pos, const struct announcement *announcement);

// Who makes the announcement.
static inline enum color announcement_by(move m)
{
    return m >> 20 & 1 ? BLACK : WHITE;
}

// The inverse of announcement_pack(); false for a value that it never returns in this position.
bool announcement_unpack(const struct position *pos, move m, struct announcement *announcement);

// See struct mechanism. The variant must have announcements.
bool position_announceable(const struct position *pos, const struct announcement *announcement,
                           struct buffer *why);
void position_claim(const struct position *pos, enum color color, struct claim *claim);

// The points of the winner if the game ends like this here; 0 if the game has no points.
unsigned position_points(const struct position *pos, const struct outcome *outcome);

#endif
