// SPDX-License-Identifier: GPL-3.0-or-later
// The clock of a game in the terminal, and the times after its turns. It runs by the monotonic clock while the program runs.
#ifndef LEAPER_CLI_TERMINAL_CLOCK_H
#define LEAPER_CLI_TERMINAL_CLOCK_H

#include "base/vector.h"
#include "notation/record.h"
#include "search/search.h"
#include "session/game_clock.h"
#include "session/session.h"

struct terminal_clock {
    struct game_clock game;
    struct VECTOR_OF(int64_t) left; // what the player of each turn had left after it, or NO_TIME
};

// Sets the clock to the beginning of a game.
void terminal_clock_begin(struct terminal_clock *clock, const struct time_control *control);
void terminal_clock_clear(struct terminal_clock *clock);

// To be called after every change of the session: presses the clock after a turn, and runs the time of the side to move.
void terminal_clock_follow(struct terminal_clock *clock, const struct session *session);

// The last `back` turns of the session are to be taken back: takes away what they brought. False, with the clock unchanged and an error, if a
// side would have nothing left.
bool terminal_clock_take_back(struct terminal_clock *clock, const struct session *session, size_t back,
                              struct error *err);

// Ends the game if the time of the side to move has run out. Returns whether it has.
bool terminal_clock_judge(struct terminal_clock *clock, struct session *session);

// Milliseconds until the running time runs out, at least 0; -1 if none is running.
int64_t terminal_clock_wait(const struct terminal_clock *clock);

// Lets a search of the side to move go by the clock. Nothing happens in a game without one.
void terminal_clock_limit(const struct terminal_clock *clock, struct limits *limits);

// Appends what a side has left, as people write it: "4:58", "1:00:00", and "9.8" in the last ten seconds.
void terminal_clock_write_left(const struct terminal_clock *clock, enum color side, struct buffer *out);

// Whether a side has less than ten seconds left.
bool terminal_clock_is_short(const struct terminal_clock *clock, enum color side);

// Milliseconds until terminal_clock_write_left() writes something else; -1: it will not.
int terminal_clock_stays(const struct terminal_clock *clock, enum color side);

// The same for both sides: "White 4:58, Black 5:00."
void terminal_clock_write(const struct terminal_clock *clock, struct buffer *out);

// Adds PGN's TimeControl and the times after turns to the record of the session. False when there is no memory.
bool terminal_clock_annotate(const struct terminal_clock *clock, struct record *record);

// Writes the state of the clock as one line for terminal_clock_restore(): "5+3 298000 300000 white 1200".
void terminal_clock_keep(const struct terminal_clock *clock, struct buffer *out);

// Continues a clock that terminal_clock_keep() and terminal_clock_annotate() have written. It does not run yet. False, with the clock
// unchanged, if the line cannot be read or there is no memory.
bool terminal_clock_restore(struct terminal_clock *clock, const char *line, const struct record *record);

#endif
