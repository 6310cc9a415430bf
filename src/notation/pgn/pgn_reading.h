// SPDX-License-Identifier: GPL-3.0-or-later
// A game that is being read, and its moves; private to pgn_*.c.
#ifndef LEAPER_NOTATION_PGN_READING_H
#define LEAPER_NOTATION_PGN_READING_H

#include "notation/pgn/pgn.h"
#include "notation/pgn/pgn_tags.h"
#include "notation/pgn/pgn_token.h"
#include "position/moves/history.h"

// A line of moves that is being read: the game's, or a variation's.
struct reading_line {
    struct record_turns *turns; // where its turns go …
    char **opening;             // … and a comment before the first of them
    struct buffer comment;      // after the last turn, so far
    struct position before;     // the last turn, where a variation would begin; set only if they are kept
    struct position now;
    unsigned depth; // how many lines it branches off from; 0: the game's
};

// A game that is being read.
struct reading {
    struct pgn_reader *reader;
    struct pgn_reader mark; // where the last tag or token began: the search for the next game starts there
    struct pgn_tags tags;
    struct token token;
    struct record record;
    struct reading_line line; // the one that is being read
    struct history history;   // of that line
    unsigned variations;      // read so far
    bool has_marker;          // the moves end with a result
    enum result marker;
    bool turn_failed; // as opposed to a tag, comment or the like
    struct error *err;
};

// Fails at the token that was read last.
bool reading_fail(struct reading *reading, enum error_code code, const char *message);
bool reading_fail_memory(struct reading *reading);

// Reads the moves after the tags, up to the result or to what follows the game.
bool reading_moves(struct reading *reading);

// Skips to the end of a variation, whose beginning has been read.
bool reading_skip_variation(struct reading *reading);

// Plays one turn, given as text. The error has no place in the text of the game.
bool reading_play(struct reading *reading, const char *text, struct turn *turn, struct error *err);

#endif
