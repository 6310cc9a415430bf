// SPDX-License-Identifier: GPL-3.0-or-later
// Parses a command line into the settings of a command, according to its table.
#ifndef LEAPER_CLI_PARSE_H
#define LEAPER_CLI_PARSE_H

#include "cli/command.h"

enum { PARSED = -1 };

// Fills in `settings`, which has `command->size` bytes, all zero. Takes `--name value`, `--name=value` and
// `--` (the rest are operands); operands and options may mix. A negative number is an operand; a value that
// begins with two dashes is written after '='.
//
// Returns PARSED, or an exit status if --help or an error was printed. Operands are moved to the beginning of
// argv, into which the settings point.
int parse_line(const struct command *command, int argc, char **argv, void *settings);

// Whether a word that begins with a dash is a number: -1, -.5.
bool is_negative_number(const char *word);

#endif
