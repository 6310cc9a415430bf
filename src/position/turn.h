// SPDX-License-Identifier: GPL-3.0-or-later
// Whole turns: playing them and walking through all that are legal.
#ifndef LEAPER_POSITION_TURN_H
#define LEAPER_POSITION_TURN_H

#include "position/position.h"

// Plays all actions of a legal turn and ends it (with MOVE_END_TURN where the
// game would let it go on). Cannot be undone: keep a copy of the position.
void turn_play(struct position *pos, const struct turn *turn);

// A turn may have several stages, each of one mechanism: a square is placed, say, and then a path is announced. Where one stage may
// end and another follows, the text of a turn says nothing. So whoever plays a turn action by action calls this before each: it
// ends stages, if that is legal, until one has actions like `m`. If none has, it leaves the position as it is.
void turn_reach(struct position *pos, move m);

// Ends the turn that is under way, stage by stage, as far as that is legal. Returns whether no turn is under way any more.
bool turn_end(struct position *pos);

// Whether the actions make one legal turn from `pos`, which is at the start of a turn. Any turn may be
// passed, even one that could never be generated.
bool turn_is_legal(const struct position *pos, const struct turn *turn);

// Called for each turn; false stops the walk.
typedef bool turn_visitor(void *context, const struct turn *turn);

// Visits every legal turn from `pos`, which is at the start of a turn, in
// generation order and without holding them all. Announcements are claims and
// not turns: they are left out. False when it was stopped.
bool turn_each(const struct position *pos, turn_visitor *visit, void *context);

#endif
