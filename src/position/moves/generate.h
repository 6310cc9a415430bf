// SPDX-License-Identifier: GPL-3.0-or-later
// Generating piece moves; position_actions() and the games' hooks are built on this.
#ifndef LEAPER_POSITION_GENERATE_H
#define LEAPER_POSITION_GENERATE_H

#include "position/position.h"

// Appends all moves of pieces and castlings of the side to move that leave its king safe.
void generate_legal(const struct position *pos, struct move_list *list);

// Appends those of them that bring a piece of one type to one location, castling excepted.
void generate_legal_to(const struct position *pos, piece_type type, square to, struct move_list *list);

// Appends those of them that are castlings.
void generate_castlings(const struct position *pos, struct move_list *list);

// Appends all moves without regard to the king's safety, except for the conditions of castling; if kings are not
// royal, these are the legal moves.
void generate_pseudo(const struct position *pos, struct move_list *list);

// Appends the legal en-passant captures only.
void generate_en_passant(const struct position *pos, struct move_list *list);

// Whether a pseudo-legal action of the side to move leaves its king safe; plays it on a copy.
bool generate_is_safe(const struct position *pos, move m);

#endif
