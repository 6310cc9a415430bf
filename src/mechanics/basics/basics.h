// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanisms of chess itself, which nearly every variant has in some form.
#ifndef LEAPER_MECHANICS_BASICS_H
#define LEAPER_MECHANICS_BASICS_H

#include "position/mechanism.h"

extern const struct mechanism castling_mechanism, mobility_mechanism, pawns_mechanism, promotions_mechanism,
    walls_mechanism;

// pawnTypes is read by two of them.
#define PAWN_TYPES_HELP                                                                                      \
    "what promotes like pawns, captures en passant, and resets the count of the n-move rule by moves that "  \
    "it could not take back"

#endif
