// SPDX-License-Identifier: GPL-3.0-or-later
// Variants put together by a test, and what a test says about their positions.
#ifndef LEAPER_TESTS_SUPPORT_COMPOSED_H
#define LEAPER_TESTS_SUPPORT_COMPOSED_H

#include "position/position.h"

typedef bool composed_prepare(struct variant *variant, struct error *err);

// Builds a variant on a board of that size; the caller frees it. Fails the running test if it is refused.
struct variant *composed_new(int width, int height, composed_prepare *prepare);

// The legal turns whose text in coordinate notation begins with `start` are exactly these, in byte order.
void composed_only(const struct variant *variant, const char *fen, const char *start, const char *turns);

// That turn is illegal, and the message says so in these words.
void composed_refused(const struct variant *variant, const char *fen, const char *turn, const char *words);

// The position string after those turns, separated by blanks.
void composed_plays(const struct variant *variant, const char *fen, const char *turns, const char *result);

// Turns to that depth.
uint64_t composed_perft(const struct variant *variant, const char *fen, int depth);

// Plays random games, in which undo restores, the hash equals the recomputed one, turns and position strings are read back, and the
// fast generator of legal moves finds what trying them finds.
void composed_random(const struct variant *variant, unsigned games, unsigned turns);

#endif
