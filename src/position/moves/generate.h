// SPDX-License-Identifier: GPL-3.0-or-later
// Generating piece moves; position_actions() and the games' hooks are built on this.
#ifndef LEAPER_POSITION_GENERATE_H
#define LEAPER_POSITION_GENERATE_H

#include "position/position.h"

struct danger;

// Appends all moves of pieces and castlings of the side to move that leave its king safe.
void generate_legal(const struct position *pos, struct move_list *list);

// Appends those of them that are not simply the moves of a piece that may go anywhere: moves of a king and of pinned pieces, en
// passant, castling. `danger` is filled in. False, and nothing is appended, if the king is in check or legal moves do not follow from pins.
bool generate_bound(const struct position *pos, struct danger *danger, struct move_list *list);

// Appends those of them that bring a piece of one type to one location, castling excepted.
void generate_legal_to(const struct position *pos, piece_type type, square to, struct move_list *list);

// Appends the moves of the piece on one location without regard to the king's safety, en passant and castling excepted.
void generate_from(const struct position *pos, square from, struct move_list *list);

// Appends the actions of the phase that is under way, in which there are no others; false if there is none.
bool generate_phase(const struct position *pos, struct move_list *list);

// Appends those of them that are castlings.
void generate_castlings(const struct position *pos, struct move_list *list);

// Where a piece may be put without leaving the own king in check: `squares` are the locations, occupied ones included. False: this
// can only be found out for each action.
bool generate_shelters(const struct position *pos, struct set *squares);

// Removes the actions from list->moves[first] on that leave the own king in check, by playing each that could.
void generate_keep_safe(const struct position *pos, unsigned first, struct move_list *list);

// Appends all moves without regard to the king's safety, except for the conditions of castling; if kings are not
// royal, these are the legal moves.
void generate_pseudo(const struct position *pos, struct move_list *list);

// Appends the legal en-passant captures only.
void generate_en_passant(const struct position *pos, struct move_list *list);

// Whether a pseudo-legal action of the side to move leaves its king safe; plays it on a copy.
bool generate_is_safe(const struct position *pos, move m);

#endif
