// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of immunity: pieces of certain types do not capture their own kind.
#ifndef LEAPER_MECHANICS_IMMUNITY_H
#define LEAPER_MECHANICS_IMMUNITY_H

#include "position/mechanism.h"

struct immunity_settings {
    uint64_t types; // bits of types
};

extern const struct mechanism immunity_mechanism;

#endif
