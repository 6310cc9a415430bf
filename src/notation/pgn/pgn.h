// SPDX-License-Identifier: GPL-3.0-or-later
// Portable Game Notation, written and read; docs/pgn.md describes our dialect.
#ifndef LEAPER_NOTATION_PGN_H
#define LEAPER_NOTATION_PGN_H

#include "base/buffer.h"
#include "base/error.h"
#include "notation/record.h"

#ifdef __cplusplus
extern "C" {
#endif

enum pgn_flags {
    PGN_PLAIN = 0,
    PGN_FUEL = 1, // write the fuel left behind each move as a comment of its own: Nf3 {48}
    // Read on where repetition or the 50-move rule has ended the game: elsewhere a player must claim these.
    PGN_PAST_DRAWS = 2
};

// Appends the game: the seven tags of the roster ("?" where the record has
// none), its other tags, variant, parameters and start as far as they are not
// chess's own, then the turns in lines of at most 80 columns, and an empty line.
void pgn_write(const struct record *record, unsigned flags, struct buffer *out);

// Bounds of what is read; beyond them is ERROR_TOO_LARGE.
enum {
    PGN_SIZE_MAX = 64 * 1024 * 1024, // bytes in a stream of games
    PGN_GAME_SIZE_MAX = 1024 * 1024, // bytes in one game
    PGN_TAG_MAX = 4096,              // bytes in the value of a tag
    PGN_TAGS_MAX = 128,              // tags of a game
    PGN_TURNS_MAX = 5000,            // turns of a game
    PGN_DEPTH_MAX = 64               // variations within variations
};

struct pgn_fault;

// Reads one game after the other from a text in memory, which is borrowed.
struct pgn_reader {
    const char *text;
    size_t length, at;
    size_t start;          // where the present game begins
    unsigned line, column; // of `at`, both from 1; a column is a UTF-8 character
    unsigned game;         // number of games begun
    unsigned flags;        // enum pgn_flags
    // The rest is for the caller to set after pgn_reader_init(); borrowed.
    const struct game *game_meant;             // what a game without [Variant] is; NULL: chess
    const struct parameters *parameters_meant; // of game_meant, where its tags do not say; NULL: its own
    struct pgn_fault *fault;                   // filled when a turn stops the reading; NULL: not wanted
    // Where a variant is kept from game to game, NULL at first: records borrow it, and it lives until the next game is read. The
    // caller frees it in the end. NULL: each record gets a variant of its own, which takes longer to build than a game to read.
    struct variant **lent;
    bool *
        touched; // set when reading comes near the end of the text, as in notation/pgn/pgn_stream.h; NULL: not wanted
};

enum { PGN_WORD_MAX = 96 };

// The first turn of a game that is not legal or cannot be read.
struct pgn_fault {
    bool found;              // false after pgn_read(): all the rest means nothing
    struct record record;    // the game up to that turn; the caller clears it
    char text[PGN_WORD_MAX]; // the turn as it was written, cut to the size
    unsigned line, column;   // where its text stands, or the action that is wrong in it
    struct error reason;
    struct pgn_reader behind; // stands behind the turn
};

void pgn_reader_init(struct pgn_reader *reader, const char *text, size_t length, unsigned flags);

enum pgn_status { PGN_GAME, PGN_END, PGN_ERROR };

// Reads the next game. PGN_GAME: `record` (which need not be initialised) was
// filled; the caller clears it; it owns the variant, which was built from the
// tags (chess without [Variant]). PGN_END: there is no further game.
// PGN_ERROR: `record` is untouched; the error's place is "line L, column C",
// its message names the game and the move; its code is that of the reason
// (ERROR_PGN for the form, ERROR_ILLEGAL_MOVE, ERROR_FEN, ERROR_PARAMETER …).
// The reader then stands before the next line that begins with "[Event ", or
// behind an empty line with any tag, or, after a turn that failed in a game
// without tags, behind that game's result: the caller may go on.
enum pgn_status pgn_read(struct pgn_reader *reader, struct record *record, struct error *err);

// The position before the fault.
void pgn_fault_position(const struct pgn_fault *fault, struct position *pos);

// How many half-moves of the text behind the fault are legal if `turn` takes the place of what was written.
unsigned pgn_fault_follow(const struct pgn_fault *fault, const struct turn *turn);

#ifdef __cplusplus
}
#endif

#endif
