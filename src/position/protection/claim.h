// SPDX-License-Identifier: GPL-3.0-or-later
// Wins by announcing, where games know that: the one that scores most.
#ifndef LEAPER_POSITION_CLAIM_H
#define LEAPER_POSITION_CLAIM_H

#include "position/move.h"
#include "position/position.h"

#ifdef __cplusplus
extern "C" {
#endif

// The turn by which `by` wins at once with what it could announce now, standing alone (at the start of a turn also
// when the other side is to move), or with a move before it where that scores more. False where announcing now does
// not win: also when it would be a draw, which is for a player to weigh.
bool claim_find_win(const struct position *pos, enum color by, struct turn *turn);

// The same for the side to move at the start of its turn, whether or not it has something to announce before it moves.
bool claim_find_best(const struct position *pos, struct turn *turn);

#ifdef __cplusplus
}
#endif

#endif
