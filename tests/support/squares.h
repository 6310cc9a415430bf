// SPDX-License-Identifier: GPL-3.0-or-later
// Hand-made positions of Chess with a Limited Supply of Squares, each set up on both boards, asked and cleared away.
#ifndef LEAPER_TESTS_SUPPORT_SQUARES_H
#define LEAPER_TESTS_SUPPORT_SQUARES_H

enum { SQUARES_NAMES = 6 };

// hans38, hans38-neutral, hans38-postal, hans38-postal-plus, infinite-reserves, moving-squares.
extern const char *const squares_names[SQUARES_NAMES];

// See scene_legal() and scene_illegal().
void squares_check(const char *game, const char *fen, const char *legal, const char *illegal);
void squares_check_armies(const char *game, const char *parameters, const char *fen, const char *legal,
                          const char *illegal);

// See scene_next().
void squares_check_next(const char *game, const char *fen, const char *begun, const char *start,
                        const char *actions);

// The position string after the turns (separated by blanks).
void squares_check_after(const char *game, const char *fen, const char *turns, const char *after);

// How the game stands after the turns: "white checkmate", "ongoing".
void squares_check_outcome(const char *game, const char *fen, const char *turns, const char *expected);

#endif
