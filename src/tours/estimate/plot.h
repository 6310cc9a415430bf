// SPDX-License-Identifier: GPL-3.0-or-later
// A plot of how an estimate converges: the estimate and its interval by the number of probes.
#ifndef LEAPER_TOURS_PLOT_H
#define LEAPER_TOURS_PLOT_H

#include "tours/draw/picture.h"
#include "tours/estimate/estimate.h"

#ifdef __cplusplus
extern "C" {
#endif

// Initialises the picture. The axis of the probes is logarithmic; the vertical axis is linear around the last
// estimate, and values far outside are clipped. `exact` is the logarithm of the true number, drawn as a line, or
// NAN. The course must have a point with a tour, which need not be the last. Without memory the picture has failed.
void plot_course(struct picture *picture, const struct estimate_course *course, const char *title,
                 double exact);

// Appends exp(log) as "9862", "1.327e13" or "0".
void plot_number(double log, struct buffer *out);

#ifdef __cplusplus
}
#endif

#endif
