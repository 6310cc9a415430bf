// SPDX-License-Identifier: GPL-3.0-or-later
// Retrograde analysis: the values of all positions of an ending, from mate backwards.
//
// First every position is looked at once, and what captures and promotions bring is read from the tables of smaller endings. Then
// come levels: in level n, whatever can move to a position that is lost in n-1 turns is won in n, and whatever can move to one that is
// won in n-1 turns is looked at again and lost in n if all its moves lead to such positions. What is never decided is a draw.
#ifndef LEAPER_TABLES_RETRO_H
#define LEAPER_TABLES_RETRO_H

#include "tables/moves.h"
#include "tables/shelf.h"

struct retro_request {
    const struct paces *paces;
    const struct reader *reader; // has the tables of all endings to which captures and promotions lead
    const struct men *men;       // settled
    int threads;
    // Asked now and then, by any thread: whether to stop. `level` is the number of turns until mate. May be NULL.
    bool (*stop)(void *context, unsigned level);
    void *context;
};

// Builds the ending and writes its file to `path`. False and an error, also if it was stopped: ERROR_BUSY.
bool retro_build(const struct retro_request *request, const char *path, struct error *err);

#endif
