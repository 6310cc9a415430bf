// SPDX-License-Identifier: GPL-3.0-or-later
// Proves a table: the value of every position follows from those to which its legal moves lead. The moves are those of the game
// itself (position_actions()), so this shares nothing with the builder but the numbers of placements.
//
// It is a proof because a win and a loss are counted in turns: by induction on that number, what the table calls won in n turns is,
// and what is won in n turns is called so.
#ifndef LEAPER_TABLES_VERIFY_H
#define LEAPER_TABLES_VERIFY_H

#include "tables/shelf.h"

struct verify_request {
    const struct variant *variant;
    const struct reader *reader; // of this variant, with all tables to which moves lead
    const struct men *men;       // settled; the ending to be proved
    uint64_t every;              // every which number is looked at; 1: all
    int threads;
    bool (*stop)(void *context, uint64_t done); // asked now and then by any thread; `done` numbers are proved
    void *context;
};

struct verified {
    uint64_t positions; // that were proved
    bool wrong;         // one was found whose value does not follow …
    struct position position;
    unsigned value, follows; // … with what the table says and what follows
};

// Looks at the positions until one is wrong. False and an error if a table is missing or damaged, memory runs out or it was stopped
// (ERROR_BUSY).
bool verify_table(const struct verify_request *request, struct verified *verified, struct error *err);

#endif
