// SPDX-License-Identifier: GPL-3.0-or-later
// The primitives by which rules change a position.
//
// Each keeps sets, hash and journal up to date. A game's hooks use nothing else, and so need no undo of their own.
#ifndef LEAPER_POSITION_EDIT_H
#define LEAPER_POSITION_EDIT_H

#include "position/position.h"

// Puts a piece (or EMPTY, or HOLE) with its fuel on a location in place of whatever was there, and records the change
// in `undo` (NULL while a position is being set up).
void position_put(struct position *pos, square s, piece p, unsigned fuel, struct undo *undo);

// Changes the location as position_put() does; the piece there leaves the board as if it had been captured.
void position_remove(struct position *pos, square s, piece left, struct undo *undo);

// Takes one piece of that code from the hand, which must have one, or puts one there. position_apply() saves the hands.
void position_take_from_hand(struct position *pos, piece p);
void position_add_to_hand(struct position *pos, piece p);

// A piece has been captured: where captures go to a hand, the enemy of the piece gets it.
void position_hand_over(struct position *pos, piece captured);

// The following change only `state`, and need no journal.
void position_set_en_passant(struct position *pos, unsigned target); // and no far target
void position_set_en_passant_far(struct position *pos, unsigned target);
void position_set_castling(struct position *pos, unsigned rights);
void position_set_reserve(struct position *pos, enum color color, unsigned count);
void position_set_frozen(struct position *pos, int index, unsigned s);
void position_remember(struct position *pos, int index, unsigned value); // state.memory
void position_count_action(struct position *pos);
void position_set_stage(struct position *pos, unsigned stage);

void position_set_resets(struct position *pos, unsigned resets); // adds RESETS_…

// Gives an empty square to a side, or to nobody with owner = -1.
void position_set_owner(struct position *pos, square s, int owner);

// Ends the turn: counts it and gives the move to the other side.
void position_end_turn(struct position *pos);

#endif
