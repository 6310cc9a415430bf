// SPDX-License-Identifier: GPL-3.0-or-later
// Whoever brings pieces into a row, a block, or a chain between two regions wins.
#ifndef LEAPER_MECHANICS_ENDINGS_CONNECT_H
#define LEAPER_MECHANICS_ENDINGS_CONNECT_H

#include "board/set.h"
#include "position/key.h"
#include "position/mechanism.h"

struct connect_settings {
    int in_row, block, in_line; // how many pieces; 0: they do not count
    uint64_t types;             // bits of those that count; bit 0: all
    bool horizontal, vertical, diagonal;
    struct set from[2], to[2]; // by colour: regions to be connected
    enum value value;          // for whoever has connected them
};

extern const struct mechanism connect_mechanism;

#endif
