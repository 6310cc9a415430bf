// SPDX-License-Identifier: GPL-3.0-or-later
// Iterates over a command's table, for parsing, help, manual pages and completion.
#ifndef LEAPER_CLI_TABLE_H
#define LEAPER_CLI_TABLE_H

#include "cli/command.h"

// Calls `visit` with each option of a command: its own, then those of the groups it shares; `heading` is the group's. The offset
// is that of the member in the settings.
typedef void option_visitor(void *context, const struct argument *row, size_t offset, const char *heading);
void table_each_option(const struct command *command, option_visitor *visit, void *context);

// The last word of a command's name: "check" for "archive check".
const char *table_word(const struct command *command);

#endif
