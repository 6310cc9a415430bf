// SPDX-License-Identifier: GPL-3.0-or-later
// From where the games of a match begin: random turns that leave the game in balance, or a file.
#ifndef LEAPER_LAB_ARENA_OPENINGS_H
#define LEAPER_LAB_ARENA_OPENINGS_H

#include "search/search.h"
#include "session/session.h"

// An opening of a file.
struct book_line {
    struct position start;
    struct turn *turns; // owned
    size_t count;
};

// The openings of a file, in its order; all are of one variant.
struct book VECTOR_OF(struct book_line);

struct openings {
    unsigned turns; // random ones; with a book: at most so many of each line, 0: all
    int balance;    // the largest score of either side that is accepted, in centipawns
    uint64_t seed;
    const struct book *book; // NULL: random turns
};

// Plays the opening of that pair on the session, which is at the variant's start: the same for the same seed, whoever asks. `engine`
// judges random ones. If none of very many is in balance, it is the most balanced of them. False if there is no memory.
bool openings_play(const struct openings *openings, unsigned pair, struct engine *engine,
                   struct session *session, struct error *err);

// Reads a file of openings: PGN, or a position string on each line, where what follows a semicolon and lines that begin with '#' are skipped.
// False with an error that names the place. The book must be cleared in any case.
bool book_read(const char *path, const struct variant *variant, struct book *book, struct error *err);
void book_clear(struct book *book);

// A fingerprint of all its openings, in their order.
uint64_t book_print(const struct book *book);

#endif
