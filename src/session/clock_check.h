// SPDX-License-Identifier: GPL-3.0-or-later
// Judges the clocks in the record of a game: whether TimeControl and the times after turns can be read, and whether they agree.
#ifndef LEAPER_SESSION_CLOCK_CHECK_H
#define LEAPER_SESSION_CLOCK_CHECK_H

#include "notation/record.h"

// Instead of the number of a turn: the remark is about the tag TimeControl.
#define CLOCK_TAG SIZE_MAX

// Told what is wrong: the number of the turn, counted from 0, or CLOCK_TAG, and the position before that turn (the start, for the tag).
typedef void clock_remark(void *context, size_t ply, const struct position *before, const char *message);

// Calls `remark` for everything that is wrong, the tag first. Times may be a second off, since they are written in whole seconds.
void clock_check(const struct record *record, clock_remark *remark, void *context);

#endif
