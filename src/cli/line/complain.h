// SPDX-License-Identifier: GPL-3.0-or-later
// How a command ends: exit statuses, error messages, and checking that all output was written.
#ifndef LEAPER_CLI_COMPLAIN_H
#define LEAPER_CLI_COMPLAIN_H

#include "base/error.h"

// What a command returns, and the process with it.
enum {
    EXIT_FINE = 0,
    EXIT_FAILED = 1, // the system or the work itself failed; the reason is on standard error
    EXIT_USAGE = 2   // the command line or another input is wrong; the reason is on standard error
};

// Prints "leaper COMMAND: …" on standard error and returns EXIT_USAGE. `command` is the full name, as in "archive check"; ""
// is the program itself.
int usage_error(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

// The same for an error value, with its place when it has one.
int usage_report(const char *command, const struct error *err);

// The same for a failure that is not the user's fault: returns EXIT_FAILED.
int failure_report(const char *command, const struct error *err);

// Flushes standard output. Returns EXIT_FINE, or EXIT_FAILED if output could not be written; prints an error
// unless the reader of a pipe has simply gone away.
int output_finish(const char *command);

#endif
