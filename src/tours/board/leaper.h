// SPDX-License-Identifier: GPL-3.0-or-later
// The piece that tours: a set of leaps that contains the reverse of each of its leaps.
#ifndef LEAPER_TOURS_LEAPER_H
#define LEAPER_TOURS_LEAPER_H

#include "base/error.h"

#include <stdbool.h>

enum { LEAPS_MAX = 128 };

struct tour_leap {
    int dx, dy; // files to the right, ranks up
};

struct leaper {
    int count;
    struct tour_leap leaps[LEAPS_MAX]; // all different, sorted by dy, then dx; none is (0, 0)
};

// Reads a leaper: "r,s" for the (r,s)-leaper with its up to eight leaps ("1,2" is the knight), any Betza notation of a leaper ("N",
// "C", "NZ"), a name ("camel", in any case), or several of these with '+' between them ("N+giraffe"). Moves that only capture, or
// that never capture, count as leaps. Riders are refused, and so are pieces that cannot reverse each of their leaps, because tours
// have no direction. Errors are reported at "leaper[OFFSET]".
bool leaper_read(struct leaper *leaper, const char *text, struct error *err);

// Whether the piece has this leap.
bool leaper_has(const struct leaper *leaper, int dx, int dy);

#endif
