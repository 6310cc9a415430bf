// SPDX-License-Identifier: GPL-3.0-or-later
// Looks for problems near the ends of games between weak players, who give wins away.
//
// Game number N of a seed is always the same game, with the same problems in it. So a search that was interrupted can
// go on with the game at which it was.
#ifndef LEAPER_LAB_FINDER_H
#define LEAPER_LAB_FINDER_H

#include "lab/problems/examine.h"

struct problem_finder;

// Looks in the variant for problems as wished, which is copied. The caller frees it; the variant and the oracle must outlive it. NULL with
// ERROR_SYSTEM if there is no memory.
struct problem_finder *problem_finder_new(const struct variant *variant, const struct problem_wish *wish,
                                          struct error *err);
void problem_finder_free(struct problem_finder *finder); // NULL is allowed

// Gets a problem that was found, which is not rated yet. False ends the game.
typedef bool problem_reporter(void *context, struct problem *problem);

// Plays one game and reports its problems; gives up early if the wish's must_stop() says so. False with ERROR_SYSTEM if memory
// runs out.
bool problem_finder_play(struct problem_finder *finder, uint64_t seed, uint64_t number,
                         problem_reporter *report, void *context, struct error *err);

// The finder's engine, for problem_rate().
struct engine *problem_finder_engine(struct problem_finder *finder);

#endif
