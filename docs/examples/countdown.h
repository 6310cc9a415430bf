// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of a countdown: each side has a number of turns, and whoever plays the last of them loses.
#ifndef LEAPER_EXAMPLES_COUNTDOWN_H
#define LEAPER_EXAMPLES_COUNTDOWN_H

#include "position/mechanism.h"

struct countdown_settings {
    int turns; // of each side; 0: any number
};

extern const struct mechanism countdown_mechanism;

#endif
