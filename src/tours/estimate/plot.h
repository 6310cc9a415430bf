// SPDX-License-Identifier: GPL-3.0-or-later
// A plot of how an estimate converges: the estimate and its interval against the number of probes.
#ifndef LEAPER_TOURS_PLOT_H
#define LEAPER_TOURS_PLOT_H

#include "tours/draw/picture.h"
#include "tours/estimate/estimate.h"

// Initialises the picture. The horizontal axis, of probes, is logarithmic; the vertical axis is linear around the
// last estimate, and values far outside it are clipped. `exact` is the logarithm of the true number, drawn as a
// line, or NAN. At least one point of the course, not necessarily the last, must have found a tour. When memory
// runs out, the picture fails.
void plot_course(struct picture *picture, const struct estimate_course *course, const char *title,
                 double exact);

// Appends exp(log) as "9862", "1.327e13" or "0".
void plot_number(double log, struct buffer *out);

#endif
