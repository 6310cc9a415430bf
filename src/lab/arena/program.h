// SPDX-License-Identifier: GPL-3.0-or-later
// A child process that speaks in lines over pipes: started, talked to with bounded waits, timed by its processor clock, and ended.
//
// It gets the signal SIGKILL when the thread that has started it ends, in whatever way: no child outlives a match. Only one thread at a time
// may use a program.
#ifndef LEAPER_LAB_ARENA_PROGRAM_H
#define LEAPER_LAB_ARENA_PROGRAM_H

#include "base/buffer.h"
#include "base/error.h"

#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

// Longer lines are cut off.
enum { PROGRAM_LINE_MAX = 16384 };

struct program {
    pid_t pid;       // 0: none is running
    int input;       // where it reads from
    int output;      // where it writes to
    int status;      // as waitpid() has it, once it has ended
    int64_t used;    // processor time when it was last seen running, in microseconds
    bool skips;      // what follows belongs to a line that was cut off
    size_t from, to; // the bytes in `bytes` that have not been read yet
    FILE *log;       // gets every line in both directions, or NULL; not owned
    const char *log_name;
    char bytes[PROGRAM_LINE_MAX];
};

// Starts the program, which is searched for in PATH if the name has no slash; the last argument is followed by a NULL. What it writes to
// standard error is discarded. The struct is zero before the first start; `log` and `log_name` are kept. False with ERROR_SYSTEM.
bool program_start(struct program *program, const char *const *arguments, struct error *err);

// Sends a line, to which the line break is added. False if the program has ended or has not read for some seconds.
bool program_say(struct program *program, const char *format, ...) __attribute__((format(printf, 2, 3)));

// The same for a text of any length.
bool program_say_text(struct program *program, const char *text);

enum program_event {
    PROGRAM_LINE,
    PROGRAM_LATE, // nothing until the deadline, or so much that reading it has taken till then
    PROGRAM_ENDED // it has closed its output
};

// Waits until clock_microseconds() is `deadline` for a line, without its line break; it is valid until the next call. Control
// characters in it are replaced by blanks.
enum program_event program_read(struct program *program, int64_t deadline, const char **line);

// The processor time of all its threads so far, in microseconds.
int64_t program_used(struct program *program);

// Closes its input and waits for its end for as many milliseconds; then kills it and all that it has started. May be called
// when none is running.
void program_end(struct program *program, int64_t patience);

// After program_end(): "signal 11", "status 1".
void program_write_status(const struct program *program, struct buffer *out);

#endif
