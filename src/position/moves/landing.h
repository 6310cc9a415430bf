// SPDX-License-Identifier: GPL-3.0-or-later
// What a piece may be after its move, where that is not simply what it was.
#ifndef LEAPER_POSITION_LANDING_H
#define LEAPER_POSITION_LANDING_H

#include "position/position.h"

// Appends what becomes of a move of the side to move that is not plain: the move itself if the piece may stay what it is
// and could move on from there, then its promotions. `m` is as if the piece stayed the same.
void landing_list(const struct position *pos, move m, struct move_list *list);

// How many pieces of the colour count as the type: the queens and the pawns that became queens.
unsigned position_count(const struct position *pos, enum color color, piece_type type);

#endif
