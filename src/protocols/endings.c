// SPDX-License-Identifier: GPL-3.0-or-later
// Opens tables of endings for engines.
#include "protocols/endings.h"

#include "tables/table_oracle.h"

struct shelf *endings_open(const char *folders, struct error *err)
{
    struct shelf *shelf = shelf_new();
    if (!shelf) {
        error_set_no_memory(err);
        return NULL;
    }
    if (shelf_add_folders(shelf, folders, NULL, err)) {
        if (shelf_count(shelf))
            return shelf;
        error_set(err, ERROR_NOT_FOUND, "", "'%s' has no tables of endings", folders);
    }
    shelf_free(shelf);
    return NULL;
}

void endings_give(struct engine *engine, struct shelf *shelf)
{
    struct oracle oracle = table_oracle(shelf);
    engine_set_oracle(engine, &oracle);
}

bool endings_set(struct engine *engine, struct shelf **shelf, const char *folders, struct error *err)
{
    struct shelf *opened = *folders ? endings_open(folders, err) : NULL;
    if (*folders && !opened)
        return false;
    endings_give(engine, opened);
    shelf_free(*shelf);
    *shelf = opened;
    return true;
}
