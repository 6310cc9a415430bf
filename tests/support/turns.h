// SPDX-License-Identifier: GPL-3.0-or-later
// The real generator's turns as texts: all of them, some of them, or step by step.
#ifndef LEAPER_TESTS_SUPPORT_TURNS_H
#define LEAPER_TESTS_SUPPORT_TURNS_H

#include "base/random.h"
#include "position/turn.h"
#include "reference/reference.h"

// Fills `list` with all turns in coordinate notation, in byte order.
void turns_list(const struct position *pos, struct ref_list *list);

// The number of turns, or `most` if there are at least as many.
size_t turns_count(const struct position *pos, size_t most);

// Puts together a random turn; `pos` stands at the start of one, and there must be one.
void turns_random(const struct position *pos, struct random *random, struct turn *turn);

// Writes the turn in coordinate notation into `text` of REF_TURN_SIZE bytes.
void turns_write(const struct position *pos, const struct turn *turn, char *text);

// Plays the actions of `begun` (joined by commas, "" for none) on `pos`, which stands at the start of a turn; the
// turn need not be complete. False when they are not legal.
bool turns_begin(struct position *pos, const char *begun);

// Whether the turn that is under way may end now.
bool turns_may_end(const struct position *pos);

// Fills `list` with the actions, but for announcements, that may come now, in byte order; "" when the turn may end here, and it alone
// when `begun` has ended it.
void turns_next(const struct position *pos, const char *begun, struct ref_list *list);

#endif
