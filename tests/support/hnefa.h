// SPDX-License-Identifier: GPL-3.0-or-later
// Hand-made positions of HnefaChess: pieces by name and square, walls put in, set up on both boards.
#ifndef LEAPER_TESTS_SUPPORT_HNEFA_H
#define LEAPER_TESTS_SUPPORT_HNEFA_H

#include "support/scene.h"

// Writes a position string into `fen` of REF_FEN_SIZE bytes: pieces as in "Kb2 kb15 Nf5 hd8", capitals White's;
// `rest` is everything from the side to move on, and a word of its own stands for "… - - 0 1".
void hnefa_fen(char *fen, const char *pieces, const char *rest);

void hnefa_init(struct scene *scene, const char *pieces, const char *rest);

// See scene_legal() and scene_illegal().
void hnefa_check(const char *pieces, const char *rest, const char *legal, const char *illegal);

// The turns that begin with `start` are exactly these: see scene_only().
void hnefa_only(const char *pieces, const char *rest, const char *start, const char *turns);

// How the game stands after the turns: "white corner", "ongoing".
void hnefa_outcome(const char *pieces, const char *rest, const char *turns, const char *expected);

#endif
