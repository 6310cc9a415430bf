// SPDX-License-Identifier: GPL-3.0-or-later
// Whoever has given a certain number of checks wins.
#ifndef LEAPER_MECHANICS_ENDINGS_CHECKS_H
#define LEAPER_MECHANICS_ENDINGS_CHECKS_H

#include "position/mechanism.h"

struct checks_settings {
    bool counting;
    unsigned full
        [2]; // by colour: the checks that a side must give from the start position; filled in when the variant is built
};

extern const struct mechanism checks_mechanism;

#endif
