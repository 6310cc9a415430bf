// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of drops that must enclose pieces or reach their squares in some way, and of pieces that change sides, as in Reversi.
#ifndef LEAPER_MECHANICS_ENCLOSING_H
#define LEAPER_MECHANICS_ENCLOSING_H

#include "board/set.h"
#include "position/mechanism.h"

// In the order of the words in enclosing.c.
enum enclosing_rule {
    ENCLOSING_NONE,
    ENCLOSING_REVERSI,
    ENCLOSING_ATAXX,
    ENCLOSING_QUADWRANGLE,
    ENCLOSING_SNORT,
    ENCLOSING_ANYSIDE,
    ENCLOSING_TOP
};

struct enclosing_settings {
    int drop;         // enum enclosing_rule: where drops are legal
    int flip;         // enum enclosing_rule: which enemies change sides
    struct set start; // as long as one of these is empty, drops go there, whatever the rule
};

extern const struct mechanism enclosing_mechanism;

// ---- enclosing_worth.c ----

// A hook: see position/mechanism.h.
int enclosing_assess(const struct part *part, const struct position *pos);

#endif
