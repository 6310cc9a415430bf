// SPDX-License-Identifier: GPL-3.0-or-later
// What is odd about a recorded game although all its turns are legal: its clocks.
#ifndef LEAPER_CLI_PGN_WARNINGS_H
#define LEAPER_CLI_PGN_WARNINGS_H

#include "notation/pgn/pgn.h"

// More of a game are only counted.
enum { PGN_WARNINGS_MAX = 5 };

struct pgn_warning {
    unsigned line, move; // move 0: it is about a tag
    enum color side;
    char message[200];
};

struct pgn_warnings {
    struct pgn_warning list[PGN_WARNINGS_MAX];
    size_t count; // of all, also of those that the list has no room for
};

// Finds the warnings about a game that was read with these places.
void pgn_warnings_find(struct pgn_warnings *warnings, const struct record *record,
                       const struct pgn_places *places);

#endif
