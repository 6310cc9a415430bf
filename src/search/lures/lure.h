// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses, where whoever is mated wins, the turn after which the enemy is likeliest to give mate by mistake.
//
// Nobody who sees one turn ahead has to give mate, so a search that expects the best answer finds nothing to strive for.
#ifndef LEAPER_SEARCH_LURE_H
#define LEAPER_SEARCH_LURE_H

#include "search/tree/worker.h"

// Leaves to the search that follows, of the actions at the root, the one whose answers are worth most on average (snare.h), as likely as
// the enemy's habit makes them (habit.h), unless a short search has found out who wins. As time allows, the turn after them counts, too. Does nothing in other games, for levels below full strength, where depth is limited,
// where several lines are wanted, and in searches without end, which are for analysis. Takes at most 12 sixteenths of the nodes and of the time; the nodes count as the worker's.
void lure_root(struct worker *w, struct shared *shared);

#endif
