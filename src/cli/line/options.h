// SPDX-License-Identifier: GPL-3.0-or-later
// The command lines of `leaper tours`, until its subcommands have tables as the others have (cli/command.h).
#ifndef LEAPER_CLI_OPTIONS_H
#define LEAPER_CLI_OPTIONS_H

#include "base/error.h"
#include "cli/line/complain.h"

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
    bool parameters;      // false
};

enum { WORDS_MAX = 8 };

// What the command line held.
struct arguments {
    int count; // of words that are no options
    const char *words[WORDS_MAX];
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

// Reads an option's value as a whole number. False after having complained.
bool option_number(const char *command, const struct option *option, long minimum, long maximum, long *value);

#endif
