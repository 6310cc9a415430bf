// SPDX-License-Identifier: GPL-3.0-or-later
// The subcommands of the program: one file each, all listed in main.c's table.
#ifndef LEAPER_CLI_COMMAND_H
#define LEAPER_CLI_COMMAND_H

// What a command returns, and the process with it.
enum {
    EXIT_FINE = 0,
    EXIT_FAILED = 1, // the system or the work itself failed; a reason is on standard error
    EXIT_USAGE = 2   // the command line or another input was wrong; a reason is on standard error
};

// One row of the table. `run` gets its own name as argv[0].
struct command {
    const char *name;
    const char *summary; // one line without a final period; NULL: not for people, and in no list
    int (*run)(int argc, char **argv);
};

#endif
