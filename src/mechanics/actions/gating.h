// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of gating, as in S-Chess: when a piece leaves its first square, a piece from the hand may be put there.
#ifndef LEAPER_MECHANICS_GATING_H
#define LEAPER_MECHANICS_GATING_H

#include "board/set.h"
#include "position/mechanism.h"

struct gating_settings {
    bool rights;          // which pieces have not moved yet is part of a position …
    bool gates;           // … and when such a piece moves, one from the hand may take its place
    bool pawns;           // also a pawn
    int rank;             // from the side's own edge: where the pieces stand that have the right
    struct set region[2]; // by colour: where pieces may come in
};

extern const struct mechanism gating_mechanism;

#endif
