// SPDX-License-Identifier: GPL-3.0-or-later
// Generating piece moves; what position_actions() and games' hooks are made of.
#ifndef LEAPER_POSITION_GENERATE_H
#define LEAPER_POSITION_GENERATE_H

#include "position/position.h"

#ifdef __cplusplus
extern "C" {
#endif

// Appends all moves of pieces and castlings of the side to move that leave its king safe.
void generate_legal(const struct position *pos, struct move_list *list);

// Appends those of them that bring a piece of one type to one location; castlings are not among them.
void generate_legal_to(const struct position *pos, piece_type type, square to, struct move_list *list);

// Appends those of them that are castlings.
void generate_castlings(const struct position *pos, struct move_list *list);

// All of them without asking about the king's safety, except for castling's own
// conditions; all there is to ask where kings are not royal.
void generate_pseudo(const struct position *pos, struct move_list *list);

// Appends the legal en-passant captures only.
void generate_en_passant(const struct position *pos, struct move_list *list);

// Whether the side to move may play a pseudo-legal action without leaving its
// king attacked; plays it on a copy.
bool generate_is_safe(const struct position *pos, move m);

#ifdef __cplusplus
}
#endif

#endif
