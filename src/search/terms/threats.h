// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces that are attacked by pawns, by lesser pieces, or without being defended.
#ifndef LEAPER_SEARCH_THREATS_H
#define LEAPER_SEARCH_THREATS_H

#include "search/terms/camp.h"

// What a side threatens. Only for boards that fit into one word.
struct sum threats_worth(const struct survey *survey, const struct camp *camp, const struct camp *enemy);

#endif
