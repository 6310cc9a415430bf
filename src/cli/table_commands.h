// SPDX-License-Identifier: GPL-3.0-or-later
// What a person can say at the table: moves, and commands from one table.
#ifndef LEAPER_CLI_TABLE_COMMANDS_H
#define LEAPER_CLI_TABLE_COMMANDS_H

#include "cli/table.h"

enum table_answer {
    TABLE_SAME,    // the position is the same; ask again
    TABLE_CHANGED, // the position, or how it is drawn, has changed
    TABLE_QUIT
};

// Obeys one line: a command, or else a move. What is wrong is said on standard
// output and changes nothing. The line is cut into words.
enum table_answer table_obey(struct table *table, char *line);

#endif
