// SPDX-License-Identifier: GPL-3.0-or-later
// Giving check is forbidden.
#ifndef LEAPER_MECHANICS_ENDINGS_NO_CHECKS_H
#define LEAPER_MECHANICS_ENDINGS_NO_CHECKS_H

#include "position/mechanism.h"

struct no_checks_settings {
    bool checking; // checks are allowed
};

extern const struct mechanism no_checks_mechanism;

#endif
