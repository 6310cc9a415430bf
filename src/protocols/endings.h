// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of endings for an engine, as users name them: by folders.
#ifndef LEAPER_PROTOCOLS_ENDINGS_H
#define LEAPER_PROTOCOLS_ENDINGS_H

#include "search/search.h"
#include "tables/shelf.h"

// Has the engine ask the tables in these folders, whose names are separated by ':'; none if the text is empty. `shelf` is what it asked
// before, or NULL: it is freed, and gets the new one, which the caller frees after the engine. False and an error, with nothing changed, if a
// folder cannot be read or there is no table in any. No search may be running.
bool endings_set(struct engine *engine, struct shelf **shelf, const char *folders, struct error *err);

// Puts the tables of the folders on a new shelf; NULL and an error as above.
struct shelf *endings_open(const char *folders, struct error *err);

// Has the engine ask that shelf, or nobody any more if it is NULL. Many engines may share one.
void endings_give(struct engine *engine, struct shelf *shelf);

#endif
