// SPDX-License-Identifier: GPL-3.0-or-later
// A side that has run out of certain pieces loses or wins; or the last of them are royal.
#ifndef LEAPER_MECHANICS_ENDINGS_EXTINCTION_H
#define LEAPER_MECHANICS_ENDINGS_EXTINCTION_H

#include "position/key.h"
#include "position/mechanism.h"

struct extinction_settings {
    enum value value;      // for the side that has run out; VALUE_NONE: nothing
    bool claim;            // only pieces of the opponent's count when it is the other side's turn
    bool pseudo_royal;     // the last ones are royal instead
    bool duple_check;      // it is check, too, when all of them are attacked
    uint64_t types;        // bits; bit 0: all types together
    int at_most;           // so many pieces are as good as none
    int opponent_at_least; // so many of them must the other side have
};

extern const struct mechanism extinction_mechanism;

#endif
