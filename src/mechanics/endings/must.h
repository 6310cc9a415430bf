// SPDX-License-Identifier: GPL-3.0-or-later
// Capturing is compulsory, or dropping pieces is.
#ifndef LEAPER_MECHANICS_ENDINGS_MUST_H
#define LEAPER_MECHANICS_ENDINGS_MUST_H

#include "pieces/piece.h"
#include "position/mechanism.h"

struct must_settings {
    bool capture, drop;
    piece_type drop_type; // which piece must be dropped; ANY_TYPE
};

extern const struct mechanism must_mechanism;

#endif
