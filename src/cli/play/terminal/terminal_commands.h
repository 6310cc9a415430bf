// SPDX-License-Identifier: GPL-3.0-or-later
// Executes what a person types: moves, and the commands in a table.
#ifndef LEAPER_CLI_TERMINAL_COMMANDS_H
#define LEAPER_CLI_TERMINAL_COMMANDS_H

#include "cli/play/terminal/terminal_game.h"

// Carries out one line: a command, or else a move. Errors are printed on standard
// output and change nothing. The line is split into words in place.
enum terminal_answer terminal_obey(struct terminal_game *terminal, char *line);

// Offers each word with which a line may begin: the commands, and the legal actions in algebraic notation.
void terminal_offer(const struct terminal_game *terminal, void (*offer)(void *sink, const char *word),
                    void *sink);

#endif
