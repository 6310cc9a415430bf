// SPDX-License-Identifier: GPL-3.0-or-later
// The images of one tour under the symmetries of the board: its class, and its own symmetries.
#ifndef LEAPER_TOURS_IMAGE_H
#define LEAPER_TOURS_IMAGE_H

#include "tours/board/tour.h"

#include <stdint.h>

// Writes the image of a tour under a symmetry of the graph, in the canonical form that tour.h describes. For closed tours, and for
// open tours whose ends are not given.
void tour_image(const struct tour_graph *graph, bool open, int symmetry, const int *tour, int *image);

// Writes the lexicographically smallest image to `least`: all tours of a class share it. Returns the set of
// symmetries that leave the tour unchanged, one bit each and never empty; the number of tours in the class is the number of the
// graph's symmetries divided by theirs. 0 when there is no memory.
uint8_t tour_canonical(const struct tour_graph *graph, bool open, const int *tour, int *least);

#endif
