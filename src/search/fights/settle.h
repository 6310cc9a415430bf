// SPDX-License-Identifier: GPL-3.0-or-later
// Decides who wins a game of stones (search/fights/stones.h) by proof.
#ifndef LEAPER_SEARCH_SETTLE_H
#define LEAPER_SEARCH_SETTLE_H

#include "search/tree/worker.h"

// Leaves to the search that follows, of the actions at the root, one that wins if it finds one. Otherwise it leaves those that
// have not been shown to lose, or all if all lose; of these those after which the enemy's chance to go wrong is greatest, and
// among them those that leave least to be found out. With too many moves for a proof, it looks for the last only. Does nothing in
// other games, for levels below full strength, where the depth is limited, and where several lines are wanted. Takes at most 15 sixteenths of the nodes and 10 of the time; the nodes count as the worker's.
void settle_root(struct worker *w, struct shared *shared);

#endif
