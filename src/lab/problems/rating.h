// SPDX-License-Identifier: GPL-3.0-or-later
// How hard a problem is: which of the engine's levels find its first turn.
#ifndef LEAPER_LAB_RATING_H
#define LEAPER_LAB_RATING_H

#include "lab/problems/problem.h"
#include "search/search.h"

// The rating is RATING_LEAST for a problem that every level finds every time, and RATING_STEP more for each try that fails.
enum { RATING_LEAST = 600, RATING_STEP = 48, RATING_NODES = 20000 };

// Lets each level try PROBLEM_TRIES times, with its own nodes and errors and at most RATING_NODES nodes, and fills in `found`
// and `rating`. The engine has one thread.
void problem_rate(struct problem *problem, struct engine *engine);

#endif
