// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of passing: a turn may be given up.
#ifndef LEAPER_MECHANICS_ACTIONS_PASS_H
#define LEAPER_MECHANICS_ACTIONS_PASS_H

#include "position/mechanism.h"

struct pass_settings {
    bool allowed[2];      // by colour
    bool on_stalemate[2]; // by colour: if there is no other legal turn
};

extern const struct mechanism pass_mechanism;

#endif
