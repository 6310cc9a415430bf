// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of blasts: captures take away the capturing piece, and those around, or turn it into a wall.
#ifndef LEAPER_MECHANICS_BLAST_H
#define LEAPER_MECHANICS_BLAST_H

#include "position/mechanism.h"

struct blast_settings {
    bool blasts;       // every capture is an explosion
    uint64_t immune;   // bits of types that no explosion removes
    uint64_t petrify;  // bits of types that become walls where they capture
    bool walls_around; // what an explosion removes beside the capturing piece becomes walls, too
};

extern const struct mechanism blast_mechanism;

#endif
