// SPDX-License-Identifier: GPL-3.0-or-later
// An engine that plays a game as a child process, whatever protocol it speaks.
//
//     struct rival white = {.spec = &spec, .terms = &terms};
//     if (!rival_start(&white, &err)) …
//     rival_new_game(&white, session, &err);
//     rival_think(&white, session, &clocks, &thought);   // until it has moved, or cannot any more
//     rival_quit(&white);
#ifndef LEAPER_LAB_ARENA_RIVAL_H
#define LEAPER_LAB_ARENA_RIVAL_H

#include "lab/arena/rival_driver.h"

// Starts the engine, sets it up, and makes sure that it knows the game. False with an error that names the engine; it is not running then.
bool rival_start(struct rival *rival, struct error *err);

// Tells it that a new game begins, from the session's position, and waits until it is ready; one that plays only a single game is started anew.
// False if it does not answer.
bool rival_new_game(struct rival *rival, const struct session *session, struct error *err);

// Makes it think about the session's position. `clocks` are zero in a match without.
void rival_think(struct rival *rival, const struct session *session, const struct rival_clocks *clocks,
                 struct rival_thought *thought);

// Ends it, by force if need be, and frees what the struct holds.
void rival_quit(struct rival *rival);

#endif
