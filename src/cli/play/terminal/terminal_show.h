// SPDX-License-Identifier: GPL-3.0-or-later
// Displays a game in the terminal.
#ifndef LEAPER_CLI_TERMINAL_SHOW_H
#define LEAPER_CLI_TERMINAL_SHOW_H

#include "cli/play/terminal/terminal_game.h"

// Prints the board, the last turn, and the state of the game.
void terminal_show(const struct terminal_game *terminal);

#endif
