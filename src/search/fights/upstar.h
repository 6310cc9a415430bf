// SPDX-License-Identifier: GPL-3.0-or-later
// Sums of ups and nimbers: what most small groups of stones are worth (J. H. Conway, "On Numbers and Games", 1976).
//
// Up is the game in which White can move to nothing and Black to star; star is a nim heap of one. A nim heap can be made smaller by
// either side. Whoever cannot move loses.
#ifndef LEAPER_SEARCH_UPSTAR_H
#define LEAPER_SEARCH_UPSTAR_H

#include "pieces/piece.h"

#include <stdbool.h>

// So many ups (downs if negative) and a nim heap of that size.
struct upstar {
    int ups;
    unsigned heap;
};

static inline struct upstar upstar_add(struct upstar a, struct upstar b)
{
    return (struct upstar){a.ups + b.ups, a.heap ^ b.heap};
}

static inline struct upstar upstar_negate(struct upstar a)
{
    return (struct upstar){-a.ups, a.heap};
}

// Whether that side wins if it moves first.
static inline bool upstar_wins(struct upstar a, enum color side)
{
    int own = side == WHITE ? a.ups : -a.ups;
    return own > 0 || (own == 0 && a.heap) || (own == -1 && a.heap == 1);
}

// The greatest values that are recognized, and the number of moves that a side has in one of these, or in a sum of such heaps.
enum { UPS_MAX = 7, HEAP_MAX = 3, UPSTAR_MOVES_MAX = HEAP_MAX + 1 };

// Lists what the value becomes by the moves of a side; the number of them. The heap is HEAP_MAX at most.
unsigned upstar_moves(struct upstar a, enum color side, struct upstar moves[UPSTAR_MOVES_MAX]);

// What a game consists of, if each side's moves lead to known values.
struct upstar_options {
    const struct upstar *values[2]; // by colour
    unsigned count[2];
};

// Whether the game itself equals such a value, and which.
bool upstar_recognize(const struct upstar_options *options, struct upstar *value);

#endif
