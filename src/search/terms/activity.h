// SPDX-License-Identifier: GPL-3.0-or-later
// What pieces can do from where they stand: mobility, open files, outposts, pairs of colour-bound pieces, attacks near the enemy king.
#ifndef LEAPER_SEARCH_ACTIVITY_H
#define LEAPER_SEARCH_ACTIVITY_H

#include "search/terms/camp.h"

// Fills both camps, by colour.
void activity_find(struct camp camps[2], const struct survey *survey);

#endif
