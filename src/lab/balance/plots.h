// SPDX-License-Identifier: GPL-3.0-or-later
// The plots of a study.
#ifndef LEAPER_LAB_PLOTS_H
#define LEAPER_LAB_PLOTS_H

#include "lab/balance/study.h"
#include "tours/draw/picture.h"

// Each initialises the picture, which the caller clears.

// How many games ended after how many turns.
void plot_lengths(struct picture *picture, const struct balance *balance);

// The worth of the kinds of pieces, with their 95 % intervals; in pawns, if that is the unit. worth.count is not 0.
void plot_worth(struct picture *picture, const struct variant *variant, const struct worth *worth);

// White's share of the points, with its 95 % intervals, and the share of draws, for each value of the only axis of a sweep.
void plot_sweep(struct picture *picture, const struct study *study);

#endif
