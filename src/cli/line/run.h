// SPDX-License-Identifier: GPL-3.0-or-later
// From the words of a command line to the command that they name.
#ifndef LEAPER_CLI_RUN_H
#define LEAPER_CLI_RUN_H

#include "cli/command.h"

// Runs the command, or the subcommand that argv[1] names, with the words after argv[0]. An exit status.
int command_run(const struct command *command, int argc, char **argv);

// The subcommand with that word as its name; NULL after having complained.
const struct command *command_find(const struct command *list, const char *word);

#endif
