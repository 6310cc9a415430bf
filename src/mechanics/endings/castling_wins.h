// SPDX-License-Identifier: GPL-3.0-or-later
// Certain castlings win, and losing the right to them loses.
#ifndef LEAPER_MECHANICS_ENDINGS_CASTLING_WINS_H
#define LEAPER_MECHANICS_ENDINGS_CASTLING_WINS_H

#include "position/mechanism.h"

struct castling_wins_settings {
    uint8_t rights; // CASTLING_…
};

extern const struct mechanism castling_wins_mechanism;

#endif
