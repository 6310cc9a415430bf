// SPDX-License-Identifier: GPL-3.0-or-later
// What the board's symmetries make of one tour: its class, and the symmetries it has itself.
#ifndef LEAPER_TOURS_IMAGE_H
#define LEAPER_TOURS_IMAGE_H

#include "tours/board/tour.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Writes the image of a tour under a symmetry of the graph, in the form of tour.h (closed tours, and open ones without
// given ends).
void tour_image(const struct tour_graph *graph, bool open, int symmetry, const int *tour, int *image);

// Writes the smallest image in lexicographic order, by which tours of one class can be known, to `least`. Answers the set of
// symmetries that leave the tour as it is, a bit for each; the class has as many tours as the graph has
// symmetries for each of these.
uint8_t tour_canonical(const struct tour_graph *graph, bool open, const int *tour, int *least);

#ifdef __cplusplus
}
#endif

#endif
