// SPDX-License-Identifier: GPL-3.0-or-later
// Games of stones that take their neighbours, as in Clobber: reading, and keys that are equal where the play is.
//
// Two groups that differ only by an exchange of colours cancel each other out: whatever is done in one can be answered in the other
// (J. H. Conway, "On Numbers and Games", 1976). Groups that are worth a sum of ups and a nim heap are replaced by that.
#ifndef LEAPER_SEARCH_STONES_H
#define LEAPER_SEARCH_STONES_H

#include "search/fights/groups.h"

// Every other stone of a full board can be taken from eight sides, and there are moves in the sum.
enum { STONES_MOVES_MAX = STONES_MAX / 2 * NEIGHBOURS_MAX + UPSTAR_MOVES_MAX };

// Keys of positions that are decided. Others are odd.
enum { STONES_LOST = 0, STONES_WON = 2 };

// Reads the position. False if the variant is not of this kind: all pieces are alike, capture the same neighbours for both
// colours and in all directions, and do nothing else; whoever cannot move loses.
bool stones_read(struct stones *stones, const struct position *pos);

// A hash of what is in play, from the point of view of that side, which is to move; or one of the keys above. Positions with
// equal keys are won by the side to move or all lost.
uint64_t stones_key(struct stones *stones, enum color side);

// The moves of a side in groups that matter, as the last stones_key() has found them; the number of them.
unsigned stones_moves(const struct stones *stones, enum color side,
                      struct stones_move moves[STONES_MOVES_MAX]);

// The same in the sum of groups whose worth is known. The best are among them, whatever the groups look like.
unsigned stones_moves_in_sum(const struct stones *stones, enum color side,
                             struct stones_move moves[UPSTAR_MOVES_MAX]);

#endif
