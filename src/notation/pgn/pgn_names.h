// SPDX-License-Identifier: GPL-3.0-or-later
// The words shared by writing and reading PGN; private to pgn_*.c.
#ifndef LEAPER_NOTATION_PGN_NAMES_H
#define LEAPER_NOTATION_PGN_NAMES_H

#include "position/moves/outcome.h"

struct pgn_roster_tag {
    const char *name, *unknown; // what is written if it is unknown
};

// The seven-tag roster without Result, in order; ends with a NULL name.
extern const struct pgn_roster_tag pgn_roster[];

// The roster's row with that name, or NULL.
const struct pgn_roster_tag *pgn_roster_find(const char *name);

// "1-0", "0-1", "1/2-1/2", "*". Static storage.
const char *pgn_result_text(enum result result);

// The inverse; false if the text is none of them.
bool pgn_result_of(const char *text, enum result *result);

// The reason with that name ("resignation"), or REASON_NONE.
enum reason pgn_reason_of(const char *name);

#endif
