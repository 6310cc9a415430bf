// SPDX-License-Identifier: GPL-3.0-or-later
// Command-line options: one table a subcommand, from which they are parsed and the help is printed.
#ifndef LEAPER_CLI_OPTIONS_H
#define LEAPER_CLI_OPTIONS_H

#include "base/error.h"

#include <stdint.h>
#include <stdio.h>

// One option, and what was given for it. A table of them ends with a row whose name is NULL.
struct option {
    const char *name;  // without the dashes: "fen"
    const char *value; // what the help calls its value: "FEN"; NULL: a flag without a value
    const char *help;  // one line
    const char *given; // NULL when it was not given, "" for a flag; points into argv
};

// What a subcommand's --help says beside its options.
struct usage {
    const char *synopsis; // "leaper perft GAME DEPTH [options]", one line each
    const char *text;     // paragraphs, with final newline
    const char *examples; // lines, with final newline
    bool parameters;      // whether it takes the games' parameters (--fuel …) as well
};

enum { WORDS_MAX = 8, PARAMETERS_GIVEN_MAX = 8 };

// What the command line held.
struct arguments {
    int count; // of words that are no options
    const char *words[WORDS_MAX];
    int parameter_count; // of game parameters given, in order
    struct {
        const char *name, *text;
    } parameters[PARAMETERS_GIVEN_MAX];
};

enum { OPTIONS_GO_ON = -1 };

// Columns that the left side of a table in --help has.
enum { OPTIONS_COLUMN = 22 };

// Prints a row of such a table.
void options_print_row(const char *left, const char *right);

// Reads a command line (argv[0] is the subcommand). Takes `--name value`,
// `--name=value` and `--` (the rest are words); words and options may mix. A negative number is a word; a value that begins with two
// dashes is written behind '='.
// Answers OPTIONS_GO_ON, or the exit status to return at once: --help was
// printed, or an error was.
int options_read(const struct usage *usage, struct option *options, struct arguments *arguments, int argc,
                 char **argv);

// Complains on standard error as "leaper COMMAND: …" and returns EXIT_USAGE.
int usage_error(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

// The same from an error value; says the place when there is one.
int usage_report(const char *command, const struct error *err);

// Reads an option's value as a whole number. False after having complained.
bool option_number(const char *command, const struct option *option, long minimum, long maximum, long *value);

// Reads an option's value as a span of time: a whole number of days, or of what the letter behind it says (s, m, h, d), in
// seconds. False after having complained.
bool option_span(const char *command, const struct option *option, int64_t *seconds);

// Flushes standard output. EXIT_FINE, or EXIT_FAILED when it could not be
// written, with a complaint unless the reader just went away.
int output_finish(const char *command);

#endif
