// SPDX-License-Identifier: GPL-3.0-or-later
// Matches of several games at one table, with running totals.
#ifndef LEAPER_CLI_TERMINAL_MATCH_H
#define LEAPER_CLI_TERMINAL_MATCH_H

#include "cli/play/terminal_commands.h"

// The command `rematch`: the next game of the match, with colours exchanged, once the present one is over.
enum tabletop_answer tabletop_rematch(struct tabletop *table, const char *rest);

// The command `score`: how the match stands.
enum tabletop_answer tabletop_score(struct tabletop *table, const char *rest);

// Appends a line with the totals, the present game's included where it is over.
void tabletop_write_totals(const struct tabletop *table, struct buffer *out);

#endif
