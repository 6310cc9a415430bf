// SPDX-License-Identifier: GPL-3.0-or-later
// A command of the program: a table, from which its command line is read and its help, manual page and completion are made,
// and a function that does the work.
#ifndef LEAPER_CLI_COMMAND_H
#define LEAPER_CLI_COMMAND_H

#include "cli/line/argument.h"
#include "cli/line/complain.h"

enum { COMMAND_SHARED_MAX = 4 };

struct command {
    const char *name; // in full: "perft", "archive check"; "" is the program itself
    const char
        *summary; // one line without a final stop, for lists; NULL: the command is internal and not listed
    const char
        *text; // paragraphs, with a final newline; lines that begin with two blanks are kept as they are
    const char
        *examples; // one a line, with a final newline; what follows three blanks is a comment. NULL: none
    const char
        *synopsis; // only where the table does not say it all: what follows the name, one line for each form

    // The command's own rows, and the tables that it shares with others, each with the offset of its struct in the settings.
    const struct argument *operands, *options; // NULL: none
    struct {
        const struct argument_group *group;
        size_t offset;
    } shared[COMMAND_SHARED_MAX];
    const char *no_more; // what to do instead of giving a further word; NULL: nothing to say

    size_t size;                // of the settings
    int (*run)(void *settings); // an exit status

    // In place of all of these: a list of subcommands, up to NULL.
    const struct command *const *subcommands;
    // Or a function that takes the words as they are; argv[0] is the full name.
    int (*main)(int argc, char **argv);
};

// Whether the command has a manual page and is completed: it is not internal, and this program was built with it.
static inline bool command_is_documented(const struct command *command)
{
    return command->summary && !command->main;
}

#endif
