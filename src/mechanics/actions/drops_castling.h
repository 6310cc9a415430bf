// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of castling with dropped pieces, as in Placement Chess.
#ifndef LEAPER_MECHANICS_ACTIONS_DROPS_CASTLING_H
#define LEAPER_MECHANICS_ACTIONS_DROPS_CASTLING_H

#include "position/mechanism.h"

struct drops_castling_settings {
    bool castles; // kings and rooks that are dropped where such pieces start may castle
};

extern const struct mechanism drops_castling_mechanism;

#endif
