// SPDX-License-Identifier: GPL-3.0-or-later
// Generates the output of --help from a command's table.
#ifndef LEAPER_CLI_HELP_H
#define LEAPER_CLI_HELP_H

#include "base/buffer.h"
#include "cli/command.h"

// Prints the help of a command, or of a list of subcommands.
void help_print(const struct command *command);

// Prints a table of options under a heading.
void help_print_group(const struct argument_group *group);

// Appends the synopsis, one line for each form: "perft GAME DEPTH [options]".
void help_write_synopsis(const struct command *command, struct buffer *out);

// Appends how an option is written: "--fen FEN".
void help_write_option(const struct argument *row, struct buffer *out);

#endif
