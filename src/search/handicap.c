// SPDX-License-Identifier: GPL-3.0-or-later
// From a number to what the search heeds.
#include "search/handicap.h"

#include <math.h>

// From 2^NODES_LOG2_MOST nodes down to 2^NODES_LOG2_LEAST, which hardly suffices to look at each move once.
static const double NODES_LOG2_MOST = 16, NODES_LOG2_LEAST = 3;

enum { BLUR_MAX = 300, OVERSIGHT_MAX = OVERSIGHT_ALL * 55 / 100 };

struct handicap handicap_effect(unsigned handicap)
{
    if (!handicap)
        return (struct handicap){0};
    if (handicap > HANDICAP_MAX)
        handicap = HANDICAP_MAX;
    double share = (double)handicap / HANDICAP_MAX;
    return (struct handicap){
        .nodes = (uint64_t)llround(exp2(NODES_LOG2_MOST - share * (NODES_LOG2_MOST - NODES_LOG2_LEAST))),
        // Close to full strength even rare errors decide games, so they come slowly at first.
        .blur = (int)lround(share * share * BLUR_MAX),
        .oversight = (int)lround(share * share * OVERSIGHT_MAX),
    };
}
