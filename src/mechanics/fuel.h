// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of fuel: every piece has a tank, and a move costs its distance.
#ifndef LEAPER_MECHANICS_FUEL_H
#define LEAPER_MECHANICS_FUEL_H

#include "position/mechanism.h"

struct fuel_settings {
    int full; // units in a full tank; 0: the game has no fuel
};

extern const struct mechanism fuel_mechanism;

#endif
