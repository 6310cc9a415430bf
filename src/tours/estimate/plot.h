// SPDX-License-Identifier: GPL-3.0-or-later
// The course of an estimate as a plot: what it was after so many probes, with its interval.
#ifndef LEAPER_TOURS_PLOT_H
#define LEAPER_TOURS_PLOT_H

#include "tours/draw/picture.h"
#include "tours/estimate/estimate.h"

#ifdef __cplusplus
extern "C" {
#endif

// Initialises the picture. The probes run to the right in logarithmic steps; the height is linear around the last
// estimate, what lies far outside is cut off. `exact` is the logarithm of the true number, drawn as a line, or
// NAN. The course must have a point with a tour, which need not be the last.
void plot_course(struct picture *picture, const struct estimate_course *course, const char *title,
                 double exact);

// Appends exp(log) as "9862", "1.327e13" or "0".
void plot_number(double log, struct buffer *out);

#ifdef __cplusplus
}
#endif

#endif
