// SPDX-License-Identifier: GPL-3.0-or-later
// Kings that have to fear being mated: pawns before them, and what attacks the squares around them.
#ifndef LEAPER_SEARCH_KING_H
#define LEAPER_SEARCH_KING_H

#include "search/terms/camp.h"

// Danger to a king is not centipawns, but something whose square counts: one attack is harmless, and several together mate.
enum { DANGER_UNIT = 128, DANGER_MOST = 220 };

// Whether kings have to fear being mated.
static inline bool king_is_hunted(const struct variant *variant)
{
    return variant->royal && !variant_mate_loses(variant);
}

static inline bool king_has_both(const struct position *pos)
{
    return position_has_king(pos, WHITE) && position_has_king(pos, BLACK);
}

// Where attacks endanger the king of that colour.
const struct set *king_zone(const struct survey *survey, enum color color);

// What own pawns near the king, and enemy pawns that come to open lines to it, are worth to the side.
struct sum king_shelter(const struct survey *survey, enum color color);

// What the attack of `camp` on the king of `enemy`, which is of that colour, is worth to it.
struct sum king_danger(const struct survey *survey, const struct camp *camp, const struct camp *enemy,
                       enum color color);

#endif
