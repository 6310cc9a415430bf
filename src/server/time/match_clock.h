// SPDX-License-Identifier: GPL-3.0-or-later
// The clock of a match in its row: what turns, takebacks, joining and the end of the game do to it. Times are those of served.h.
//
// Neither side's first turn takes time from its clock. Instead there is a period of grace for each of them, at the end of which the
// match is aborted without a result.
#ifndef LEAPER_SERVER_MATCH_CLOCK_H
#define LEAPER_SERVER_MATCH_CLOCK_H

#include "archive/archived.h"
#include "base/buffer.h"

// The time for a first turn, in milliseconds. Where a longer time for each turn has been agreed on, it is that.
enum { CLOCK_GRACE = 30000 };

// The most that is not counted of a turn because the network was slow, in milliseconds; flags fall that much later. A client can delay
// acknowledgements to look far away, so each side has a total for all its turns, of which a part comes back with each turn.
enum { CLOCK_LAG = 250, CLOCK_LAG_TOTAL = 1000, CLOCK_LAG_PART = 60 };

// What is given back for a request that was `lag` milliseconds on its way, if the side has `total` for all its turns.
int64_t clock_lag(int64_t total, int64_t lag);

// The same for a turn, which takes it from the total.
int64_t clock_allow_lag(int64_t *total, int64_t lag);

// The side to move has made its turn, in time; `lag` is what is given back of that. Returns what the side has left, which is
// its whole time if its clock did not run. To be followed by clock_settle(), once ply, side and outcome are those after the turn.
int64_t clock_press(struct archived_match *row, int64_t lag, int64_t now);

// Runs the time of the side to move, or stops the clock if nobody's time may run, and sets the deadline.
void clock_settle(struct archived_match *row, int64_t now);

// Does so if the match has changed in such a way, that is, turns, seats or the outcome have.
void clock_follow(const struct archived_match *before, struct archived_match *after, int64_t now);

// Whether the deadline has come; then, with a running clock, its side has lost on time, else the match is to be aborted.
bool clock_is_up(const struct archived_match *row, int64_t now);

// Whether the time of its side has run out, which is then no longer allowed to make a turn.
bool clock_has_run_out(const struct archived_match *row, int64_t lag, int64_t now);

// Appends the members "clock" and "served" of a match (docs/api.md), each after a comma; nothing without a clock.
void clock_write(const struct archived_match *row, int64_t now, struct buffer *out);

#endif
