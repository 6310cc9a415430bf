// SPDX-License-Identifier: GPL-3.0-or-later
// Clocks in records of games: the tag TimeControl, and the times after turns, %clk in comments.
#ifndef LEAPER_SESSION_CLOCK_RECORD_H
#define LEAPER_SESSION_CLOCK_RECORD_H

#include "notation/record.h"
#include "session/time_control.h"

// Adds the control, unless there is none, and what the player of each of the first `count` turns had left after it, in milliseconds or NO_TIME,
// to turns without a comment. False when there is no memory.
bool clock_record(struct record *record, const struct time_control *control, const int64_t *left,
                  size_t count);

enum clock_comment { CLOCK_MISSING, CLOCK_FOUND, CLOCK_UNREADABLE };

// Reads the time in a turn's comment.
enum clock_comment clock_comment_read(const struct record_turn *turn, int64_t *left);

// The time in a turn's comment, or NO_TIME.
int64_t clock_recorded(const struct record_turn *turn);

#endif
