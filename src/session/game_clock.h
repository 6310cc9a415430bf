// SPDX-License-Identifier: GPL-3.0-or-later
// The clock of a game: how much time both players have left, and whose time is running.
//
// It never looks at the time itself: every function is told it, in milliseconds since any fixed moment. So the owner decides
// which time counts, and tests move it.
#ifndef LEAPER_SESSION_GAME_CLOCK_H
#define LEAPER_SESSION_GAME_CLOCK_H

#include "base/error.h"
#include "pieces/piece.h"
#include "session/time_control.h"

#include <stddef.h>

struct session;

struct game_clock {
    struct time_control control;
    int64_t left[2]; // by colour, at `since`
    bool running;
    enum color side; // whose time runs, or ran last
    int64_t since;   // while it runs: from when
    int64_t used;    // of the turn of `side` before that
};

// A clock that has not been started yet. With TIME_UNLIMITED it never runs.
void game_clock_begin(struct game_clock *clock, const struct time_control *control);

static inline bool game_clock_is_used(const struct game_clock *clock)
{
    return clock->control.mode != TIME_UNLIMITED;
}

// Starts the time of a side, whose turn it is or, after game_clock_stop(), still is; the other side's does not run any more.
void game_clock_start(struct game_clock *clock, enum color side, int64_t now);

// Stops it in the middle of a turn, or when the game is over.
void game_clock_stop(struct game_clock *clock, int64_t now);

// What a side has left now; zero or less if its time has run out.
int64_t game_clock_left(const struct game_clock *clock, enum color side, int64_t now);

// When the running time runs out; INT64_MAX if none is running.
int64_t game_clock_deadline(const struct game_clock *clock);

static inline bool game_clock_has_run_out(const struct game_clock *clock, int64_t now)
{
    return now >= game_clock_deadline(clock);
}

// The side whose time is running has made its turn, in time: it gets what the control adds, and the clock stops. Returns what it has left
// after the turn; with a time for each turn, what was left of that.
int64_t game_clock_press(struct game_clock *clock, int64_t now);

// The turns of the session from `from` on, which still has them, are to be taken back. What they used is not given back, and what they
// brought is taken away. `left` is what the player of each of its first `count` turns had left after it, or NO_TIME. Afterwards the time
// of the side to move is to be started. False with ERROR_REQUEST and the clock unchanged if a side would have nothing left.
bool game_clock_take_back(struct game_clock *clock, const struct session *session, size_t from,
                          const int64_t *left, size_t count, int64_t now, struct error *err);

#endif
