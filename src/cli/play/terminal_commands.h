// SPDX-License-Identifier: GPL-3.0-or-later
// What a person can type: moves, and the commands of one table.
#ifndef LEAPER_CLI_TERMINAL_COMMANDS_H
#define LEAPER_CLI_TERMINAL_COMMANDS_H

#include "cli/play/terminal_game.h"

// Carries out one line: a command, or else a move. Errors are printed on standard
// output and change nothing. The line is split into words in place.
enum terminal_answer terminal_obey(struct terminal_game *terminal, char *line);

// Offers each word that a line may begin with: the commands, and the legal actions in algebraic notation.
void terminal_offer(const struct terminal_game *terminal, void (*offer)(void *sink, const char *word),
                    void *sink);

#endif
