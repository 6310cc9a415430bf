// SPDX-License-Identifier: GPL-3.0-or-later
// Knight's tours of full rectangles by division: small closed tours, tile by tile, joined into one.
#ifndef LEAPER_TOURS_TILING_H
#define LEAPER_TOURS_TILING_H

#include "tours/search/cycle_cover.h"

#ifdef __cplusplus
extern "C" {
#endif

// Covers a full rectangle, both sides at least 5, by tiles of 5 to 10 cells a side with a knight's tour in each: all
// closed, but for an open one where both sides are odd. Linear in the number of cells; the idea is that of
// I. Parberry, "An efficient algorithm for the Knight's tour problem" (Discrete Applied Mathematics 73, 1997), which
// joins four quadrants along fixed edges; here cycle_cover_join() looks for the edges. False when a side is below 5.
bool tiling_cover(struct cycle_cover *cover);

#ifdef __cplusplus
}
#endif

#endif
