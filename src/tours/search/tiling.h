// SPDX-License-Identifier: GPL-3.0-or-later
// Knight's tours of full rectangles by division into tiles, whose closed tours are joined into one.
#ifndef LEAPER_TOURS_TILING_H
#define LEAPER_TOURS_TILING_H

#include "tours/search/cycle_cover.h"

#ifdef __cplusplus
extern "C" {
#endif

// Covers a full rectangle, both sides at least 5, with tiles of 5 to 10 cells a side and a knight's tour in each; all tours are
// closed, except one if both sides are odd. Linear in the number of cells. The idea is that of
// I. Parberry, "An efficient algorithm for the Knight's tour problem" (Discrete Applied Mathematics 73, 1997), who
// joins four quadrants along fixed edges; here cycle_cover_join() looks for the edges. False when a side is below 5, or when there
// is no memory: then the cover has failed.
bool tiling_cover(struct cycle_cover *cover);

#ifdef __cplusplus
}
#endif

#endif
