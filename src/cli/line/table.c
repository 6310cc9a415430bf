// SPDX-License-Identifier: GPL-3.0-or-later
// Iterates over the rows of a command's table and of its shared tables.
#include "cli/line/table.h"

#include <string.h>

const char *table_word(const struct command *command)
{
    const char *blank = strrchr(command->name, ' ');
    return blank ? blank + 1 : command->name;
}

void table_each_option(const struct command *command, option_visitor *visit, void *context)
{
    for (const struct argument *row = command->options; row && row->name; row++)
        visit(context, row, row->offset, NULL);
    for (int i = 0; i < COMMAND_SHARED_MAX && command->shared[i].group; i++)
        for (const struct argument *row = command->shared[i].group->rows(); row->name; row++)
            visit(context, row, command->shared[i].offset + row->offset, command->shared[i].group->heading);
}
