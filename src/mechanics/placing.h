// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of placing: the game begins with an empty board, on which each side places the opponent's pieces.
#ifndef LEAPER_MECHANICS_PLACING_H
#define LEAPER_MECHANICS_PLACING_H

#include "pieces/piece.h"
#include "position/mechanism.h"

// Whose pieces a player places.
enum { PLACING_NONE, PLACING_OPPONENT };

struct placing_settings {
    int placing; // PLACING_…
    uint8_t most
        [LETTER_TYPES]; // how many pieces of each type a side can have; filled in when the variant is built
};

extern const struct mechanism placing_mechanism;

#endif
