// SPDX-License-Identifier: GPL-3.0-or-later
// Time controls: how much time players have for their turns, and how that is written.
#ifndef LEAPER_SESSION_TIME_CONTROL_H
#define LEAPER_SESSION_TIME_CONTROL_H

#include "base/buffer.h"
#include "base/error.h"

#include <stdint.h>

enum time_mode {
    TIME_UNLIMITED,
    TIME_FISCHER, // time for the whole game, to which each turn adds some (R. J. Fischer's patent, US 4,884,255)
    TIME_BRONSTEIN, // time for the whole game; after each turn its player gets back what it took, up to a delay
    TIME_FIXED      // so much time for each turn
};

// Times are in milliseconds.
struct time_control {
    enum time_mode mode;
    int64_t main;  // for the game, or with TIME_FIXED for a turn
    int64_t extra; // the increment or the delay
};

// The limits of what can be agreed on, in milliseconds.
#define TIME_MAIN_LEAST INT64_C(1000)
#define TIME_MAIN_MOST  (INT64_C(24) * 60 * 60 * 1000)
#define TIME_EXTRA_MOST (INT64_C(10) * 60 * 1000)
#define TIME_TURN_MOST  (INT64_C(60) * 24 * 60 * 60 * 1000)

// Instead of the time that somebody has left, where that is not known.
#define NO_TIME INT64_C(-1)

// Reads a time control: `5+3` is five minutes and an increment of three seconds, `5d3` the same with a delay, `0.5+0` half a minute;
// `30s`, `2m`, `12h` and `3days` are times for each turn; `none`. Minutes have at most two decimals. ERROR_REQUEST.
bool time_control_read(const char *text, struct time_control *control, struct error *err);

// Writes it so that time_control_read() reads the same.
void time_control_write(const struct time_control *control, struct buffer *out);

// Writes it for PGN's tag TimeControl: `300+3`, `300d3`, `1/30`, `-`, in whole seconds, rounded down. The letter d is ours, since PGN has no delays.
void time_control_write_pgn(const struct time_control *control, struct buffer *out);

// Writes a time as PGN's command %clk has it, rounded down: `0:04:59`; less than zero is zero. With `tenths`, `0:04:59.3`.
void time_write_clock(int64_t milliseconds, bool tenths, struct buffer *out);

// Reads what time_write_clock() writes, up to 9999 hours. False for anything else.
bool time_read_clock(const char *text, int64_t *milliseconds);

#endif
