// SPDX-License-Identifier: GPL-3.0-or-later
// What a piece attacks, for boards that show it.
#ifndef LEAPER_POSITION_ATTACKED_SQUARES_H
#define LEAPER_POSITION_ATTACKED_SQUARES_H

#include "position/position.h"

// The squares that the piece on `from` attacks: those where it could capture an enemy, as far as its movement, its fuel and what
// stands in its way are concerned. Squares of its own side are among them, for it protects what stands there.
struct set attacked_squares(const struct position *pos, square from);

#endif
