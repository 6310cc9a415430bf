// SPDX-License-Identifier: GPL-3.0-or-later
// Reading and writing Portable Game Notation; docs/pgn.md describes our dialect.
#ifndef LEAPER_NOTATION_PGN_H
#define LEAPER_NOTATION_PGN_H

#include "base/buffer.h"
#include "base/error.h"
#include "notation/record.h"

enum pgn_flags {
    PGN_PLAIN = 0,
    PGN_FUEL = 1, // write the fuel left after each move as a comment: Nf3 {48}
    // Read on after repetition or the 50-move rule has ended the game: in other programs a player must claim these.
    PGN_PAST_DRAWS = 2,
    PGN_TEXT = 4, // write the text that defines a game of a file; that of a private text is always written
    // Keep variations when reading (they are written in any case). What is not legal in one becomes a comment.
    PGN_VARIATIONS = 8
};

// Appends the game: the seven tags of the roster ("?" where the record has none), its other tags, the variant,
// parameters and start position unless they are those of chess, then the turns in lines of at most 80 columns, and an
// empty line.
void pgn_write(const struct record *record, unsigned flags, struct buffer *out);

// Limits on what is read; more is ERROR_TOO_LARGE.
enum {
    PGN_SIZE_MAX = 64 * 1024 * 1024, // bytes in a stream of games
    PGN_GAME_SIZE_MAX = 1024 * 1024, // bytes in one game
    PGN_TAG_MAX = 4096,              // bytes in the value of a tag …
    PGN_TAG_TEXT_MAX = 128 * 1024,   // … and of [VariantText]
    PGN_TAGS_MAX = 128,              // tags of a game
    PGN_TURNS_MAX = 5000,            // turns of a game
    PGN_DEPTH_MAX = 64,              // variations within variations
    PGN_VARIATIONS_MAX = 20000       // variations of a game, if they are kept
};

struct pgn_fault;

// Where things stand in a game that was read: lines, counted from 1.
struct pgn_places {
    struct VECTOR_OF(unsigned) turns; // of the game, without variations
    unsigned time_control;            // the tag TimeControl; 0: there is none
};

// Reads games one by one from a text in memory, which is borrowed.
struct pgn_reader {
    const char *text;
    size_t length, at;
    size_t start;          // where the current game begins
    unsigned line, column; // of `at`, counted from 1; a column is a UTF-8 character
    unsigned game;         // number of games begun so far
    unsigned flags;        // enum pgn_flags
    // The rest is for the caller to set after pgn_reader_init(); borrowed.
    const struct game *game_meant;             // the game if there is no [Variant]; NULL: chess
    const struct parameters *parameters_meant; // of game_meant, unless tags give them; NULL: its defaults
    struct pgn_fault *fault;                   // filled in when a turn stops the reading; NULL: not wanted
    struct pgn_places *places; // filled in for each game; the caller clears its vector; NULL: not wanted
    // Where a variant is kept from game to game, initially NULL: records borrow it until the next game is read, and
    // the caller finally frees it. NULL: each record owns its variant, which takes longer to build than a game takes
    // to read.
    struct variant **lent;
    bool *
        touched; // set when reading comes near the end of the text, for notation/pgn/pgn_stream.h; NULL: not wanted
};

enum { PGN_WORD_MAX = 96 };

// The first turn of a game that is illegal or cannot be read.
struct pgn_fault {
    bool found;              // if false after pgn_read(), the rest is meaningless
    struct record record;    // the game up to that turn; the caller clears it
    char text[PGN_WORD_MAX]; // the turn as written, truncated to the size
    unsigned line, column;   // of its text, or of the action in it that is wrong
    struct error reason;
    struct pgn_reader behind; // is just after the turn
};

void pgn_reader_init(struct pgn_reader *reader, const char *text, size_t length, unsigned flags);

enum pgn_status { PGN_GAME, PGN_END, PGN_ERROR };

// Reads the next game. PGN_GAME: `record` (which need not be initialised) has been filled in, and the caller clears
// it; it owns the variant, which was built from the tags (chess without [Variant]). PGN_END: there are no more games.
// PGN_ERROR: `record` is unchanged; the error's place is "line L, column C", its message names the game and the move,
// and its code is that of the reason (ERROR_PGN for syntax, ERROR_ILLEGAL_MOVE, ERROR_FEN, ERROR_PARAMETER …). The
// reader is then before the next line that begins with "[Event " or, after an empty line, with any tag, or, if the
// turn was in a game without tags, after that game's result: the caller may go on.
enum pgn_status pgn_read(struct pgn_reader *reader, struct record *record, struct error *err);

// The position before the fault.
void pgn_fault_position(const struct pgn_fault *fault, struct position *pos);

// How many half-moves of the text after the fault are legal if `turn` replaces what was written.
unsigned pgn_fault_follow(const struct pgn_fault *fault, const struct turn *turn);

#endif
