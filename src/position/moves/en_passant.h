// SPDX-License-Identifier: GPL-3.0-or-later
// En passant: what may be captured after a move of several steps, and by what.
#ifndef LEAPER_POSITION_EN_PASSANT_H
#define LEAPER_POSITION_EN_PASSANT_H

#include "position/position.h"

// Appends the en-passant captures of the side to move, without regard to its king's safety.
void en_passant_list(const struct position *pos, struct move_list *list);

// Sets the targets after the side to move has gone from one square to the other in several steps: the squares between, up
// to two, on which the other side may capture.
void en_passant_offer(struct position *pos, square from, square to);

#endif
