// SPDX-License-Identifier: GPL-3.0-or-later
// Knight's tours of full rectangles, divided into tiles whose tours are then joined into one.
#ifndef LEAPER_TOURS_TILING_H
#define LEAPER_TOURS_TILING_H

#include "tours/search/cycle_cover.h"

// Covers a full rectangle with sides of at least 5 with tiles of 5 to 10 cells on a side and a knight's tour in each; all these
// tours are closed, except one if both sides of the rectangle are odd. Linear in the number of cells. The idea is that of I.
// Parberry, "An efficient algorithm for the Knight's tour problem" (Discrete Applied Mathematics 73, 1997), who joins four
// quadrants along fixed edges; here cycle_cover_join() searches for edges to exchange. False when a side is below 5, or when
// there is no memory; then the cover has failed.
bool tiling_cover(struct cycle_cover *cover);

#endif
