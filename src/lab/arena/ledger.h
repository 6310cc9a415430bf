// SPDX-License-Identifier: GPL-3.0-or-later
// The file of a match: each game as PGN, on disk as soon as it is over, from which the match can be resumed.
#ifndef LEAPER_LAB_ARENA_LEDGER_H
#define LEAPER_LAB_ARENA_LEDGER_H

#include "lab/arena/bout.h"

struct ledger {
    int file;
    const char *settings; // what must be the same when a match is resumed, in words; borrowed
    struct VECTOR_OF(struct bout_summary) games; // by number; those that were there already; owned
    size_t size;                                 // of the file, in bytes
};

// Opens the file at `path` for a match. If it exists, the match is resumed if `resumes`; a last game that is torn is cut off. False
// with an error if it exists although it should not, is not the file of this match, or cannot be written; ledger_close() need not be called then.
bool ledger_open(struct ledger *ledger, const char *path, bool resumes, const struct variant *variant,
                 struct error *err);
void ledger_close(struct ledger *ledger);

// What a game is called in the file: its match in words, and its two players.
struct ledger_names {
    const char *settings;
    const struct rival_spec *rivals;
};

// Writes game `number`, counted from 0, of which every other one is played with colours exchanged, as it is to stand in the file. The record
// gets its tags. `out` fails without memory.
void ledger_describe(const struct ledger_names *names, unsigned number, struct record *record,
                     struct buffer *out);

// Appends a game that was described to the file, and waits until it is on disk. False with an error if that fails, or if the file would be
// too large to be read again.
bool ledger_append(struct ledger *ledger, const char *text, size_t length, struct error *err);

#endif
