// SPDX-License-Identifier: GPL-3.0-or-later
// Drawn games and full boards are decided by counting pieces.
#ifndef LEAPER_MECHANICS_ENDINGS_MATERIAL_H
#define LEAPER_MECHANICS_ENDINGS_MATERIAL_H

#include "position/mechanism.h"

enum material_counting { COUNTING_NONE, COUNTING_UNWEIGHTED, COUNTING_WHITE, COUNTING_BLACK };

struct material_settings {
    int counting;    // enum material_counting
    bool full_board; // a full board ends the game
};

extern const struct mechanism material_mechanism;

#endif
