// SPDX-License-Identifier: GPL-3.0-or-later
// What a game in the terminal looks like.
#ifndef LEAPER_CLI_TERMINAL_SHOW_H
#define LEAPER_CLI_TERMINAL_SHOW_H

#include "cli/play/terminal_game.h"

// Prints the board, the last turn, and how the game stands.
void terminal_show(const struct terminal_game *terminal);

#endif
