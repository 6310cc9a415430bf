// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a command line into the settings of a command, as its table says.
#ifndef LEAPER_CLI_PARSE_H
#define LEAPER_CLI_PARSE_H

#include "cli/command.h"

enum { PARSED = -1 };

// Fills in `settings`, `command->size` bytes of zeros. Takes `--name value`, `--name=value` and `--` (the rest are operands);
// operands and options may mix. A negative number is an operand; a value that begins with two dashes is written after '='.
//
// PARSED, or the exit status to return at once: --help was printed, or an error was. Operands are gathered at the beginning of argv,
// which words point into.
int parse_line(const struct command *command, int argc, char **argv, void *settings);

// Whether a word that begins with a dash is a number: -1, -.5.
bool is_negative_number(const char *word);

#endif
