// SPDX-License-Identifier: GPL-3.0-or-later
// What a person can say at the table: moves, and commands from one table.
#ifndef LEAPER_CLI_TERMINAL_COMMANDS_H
#define LEAPER_CLI_TERMINAL_COMMANDS_H

#include "cli/play/terminal_game.h"

enum tabletop_answer {
    TABLETOP_SAME,    // the position is the same; ask again
    TABLETOP_CHANGED, // the position, or how it is drawn, has changed
    TABLETOP_QUIT
};

// Obeys one line: a command, or else a move. What is wrong is said on standard
// output and changes nothing. The line is cut into words.
enum tabletop_answer tabletop_obey(struct tabletop *table, char *line);

// Offers each word that a line may begin with: the commands, and the legal actions in human notation.
void tabletop_offer(const struct tabletop *table, void (*offer)(void *sink, const char *word), void *sink);

#endif
