// SPDX-License-Identifier: GPL-3.0-or-later
// What mate, stalemate, repetition and moves without progress are worth.
#ifndef LEAPER_MECHANICS_ENDINGS_ENDS_H
#define LEAPER_MECHANICS_ENDINGS_ENDS_H

#include "position/key.h"
#include "position/mechanism.h"

struct ends_settings {
    enum value checkmate, stalemate; // for the side that has no legal turn
    bool stalemate_by_count;
    int move_rule, fold; // 0: none
    enum value fold_value;
    bool fold_absolute;
    bool perpetual_check_illegal;
};

extern const struct mechanism ends_mechanism;

#endif
