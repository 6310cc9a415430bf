// SPDX-License-Identifier: GPL-3.0-or-later
// Positions given as text for tests of the search, and a slow solver whose answers are certain.
#ifndef LEAPER_TESTS_SUPPORT_THOUGHT_H
#define LEAPER_TESTS_SUPPORT_THOUGHT_H

#include "base/random.h"
#include "search/search.h"

struct thought {
    struct variant *variant; // owned
    struct position position;
    struct engine *engine; // owned; 1 MiB, one thread
};

// "NAME=VALUE …" are the game's parameters; `fen` NULL is its own start.
void thought_init(struct thought *thought, const char *game, const char *parameters, const char *fen);
void thought_clear(struct thought *thought);

// Searches the position with an empty table to a depth.
struct search_result thought_search(struct thought *thought, int depth);

// Asserts that a search to `depth` says the game is won (`turns` > 0) or lost
// (`turns` < 0) in so many turns, and that it plays `best` (NULL: anything legal).
void thought_expect(const char *game, const char *parameters, const char *fen, int depth, int turns,
                    const char *best);

// Plays up to `count` random turns, while the game goes on.
void thought_wander(struct position *pos, struct random *random, unsigned count);

// The position with colours exchanged and the board turned over, for symmetrical boards. Castling rights and history are lost.
void thought_mirror(const struct position *pos, struct position *mirrored);

// The least number of turns, at most `limit`, in which the side to move wins by
// force; 0 when there is none. Tries everything; ignores repetition.
int solve_win(const struct position *pos, int limit);

#endif
