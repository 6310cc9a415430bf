// SPDX-License-Identifier: GPL-3.0-or-later
// A command of the program: a table, from which its arguments are parsed and its help, manual page and
// completion are generated, and a function that does the work.
#ifndef LEAPER_CLI_COMMAND_H
#define LEAPER_CLI_COMMAND_H

#include "cli/line/argument.h"
#include "cli/line/complain.h"

enum { COMMAND_SHARED_MAX = 4 };

struct command {
    const char *name; // in full: "perft", "archive check"; "" is the program itself
    // One line without a final full stop, for lists; NULL: the command is internal and not listed.
    const char *summary;
    const char *text; // paragraphs, with a final newline; lines that begin with two spaces are not reflowed
    // One per line, with a final newline; text after three spaces is a comment. NULL: none.
    const char *examples;
    const char *synopsis; // only if the table is not enough: the text after the name, one line for each form

    // The command's own rows, and shared tables with the offset of their struct in the settings.
    const struct argument *operands, *options; // NULL: none
    struct {
        const struct argument_group *group;
        size_t offset;
    } shared[COMMAND_SHARED_MAX];
    const char *no_more; // a hint for a superfluous argument, or NULL

    size_t size;                // of the settings
    int (*run)(void *settings); // an exit status

    // Or, instead of all of these, a list of subcommands that ends with NULL.
    const struct command *const *subcommands;
    // Or a function that gets the raw arguments; argv[0] is the full name.
    int (*main)(int argc, char **argv);
};

// Whether the command has a manual page and is completed: it is not internal, and this program was built with it.
static inline bool command_is_documented(const struct command *command)
{
    return command->summary && !command->main;
}

#endif
