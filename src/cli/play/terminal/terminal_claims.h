// SPDX-License-Identifier: GPL-3.0-or-later
// The terminal's commands for links, and for announcing paths and circuits.
#ifndef LEAPER_CLI_TERMINAL_CLAIMS_H
#define LEAPER_CLI_TERMINAL_CLAIMS_H

#include "cli/play/terminal/terminal_game.h"

// The command `links [SQUARE]`: which piece protects which.
enum terminal_answer terminal_links(struct terminal_game *terminal, const char *rest);

// The command `announce [white|black] [SQUARES]`, on or off turn.
enum terminal_answer terminal_announce(struct terminal_game *terminal, const char *rest);

// Appends a line for each side with what it had when an announcement or a single piece ended the game;
// nothing after other endings.
void terminal_write_claims(const struct session *session, struct buffer *out);

#endif
