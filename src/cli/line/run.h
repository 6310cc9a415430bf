// SPDX-License-Identifier: GPL-3.0-or-later
// Finds and runs the command that a command line names.
#ifndef LEAPER_CLI_RUN_H
#define LEAPER_CLI_RUN_H

#include "cli/command.h"

// Runs the command, or the subcommand that argv[1] names, with the arguments after argv[0]. Returns an exit
// status.
int command_run(const struct command *command, int argc, char **argv);

// The subcommand of that name. If there is none, prints an error and returns NULL.
const struct command *command_find(const struct command *list, const char *word);

#endif
