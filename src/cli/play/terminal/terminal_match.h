// SPDX-License-Identifier: GPL-3.0-or-later
// Matches of several games, with running totals.
#ifndef LEAPER_CLI_TERMINAL_MATCH_H
#define LEAPER_CLI_TERMINAL_MATCH_H

#include "cli/play/terminal/terminal_game.h"

// The command `rematch`: the next game of the match, with colours exchanged, once the current one is over.
enum terminal_answer terminal_rematch(struct terminal_game *terminal, const char *rest);

// The command `score`: the score of the match.
enum terminal_answer terminal_score(struct terminal_game *terminal, const char *rest);

// Appends a line with the totals, including the current game if it is over.
void terminal_write_totals(const struct terminal_game *terminal, struct buffer *out);

#endif
