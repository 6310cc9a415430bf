// SPDX-License-Identifier: GPL-3.0-or-later
// Tables found in folders.
#include "tables/shelf.h"

#include "base/buffer.h"
#include "base/memory.h"
#include "base/vector.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct shelf {
    struct VECTOR_OF(struct table *) tables;
};

// ---- The shelf ----

struct shelf *shelf_new(void)
{
    return memory_try_zeroed(1, sizeof(struct shelf));
}

void shelf_free(struct shelf *shelf)
{
    if (!shelf)
        return;
    for (size_t i = 0; i < shelf->tables.count; i++)
        table_close(shelf->tables.items[i]);
    vector_clear(&shelf->tables);
    free(shelf);
}

bool shelf_add(struct shelf *shelf, const char *path, struct error *err)
{
    struct table *table = table_open(path, err);
    if (!table)
        return false;
    if (shelf_find(shelf, table->header.name, table->header.hash)) {
        table_close(table);
        return true;
    }
    if (!vector_push(&shelf->tables, table)) {
        table_close(table);
        return error_no_memory(err);
    }
    return true;
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length > tail && strcmp(text + length - tail, end) == 0;
}

static bool add_folder(struct shelf *shelf, const char *folder, unsigned *passed, struct error *err)
{
    DIR *dir = opendir(folder);
    if (!dir)
        return error_set(err, ERROR_SYSTEM, "", "cannot read the folder '%s': %s", folder, strerror(errno));
    bool fine = true;
    for (const struct dirent *entry; fine && (entry = readdir(dir));) {
        struct buffer path;
        struct error why = {0};
        if (!ends_with(entry->d_name, TABLE_SUFFIX))
            continue;
        buffer_init(&path);
        buffer_addf(&path, "%s/%s", folder, entry->d_name);
        if (path.failed) {
            fine = error_no_memory(err);
        } else if (!shelf_add(shelf, buffer_text(&path), &why)) {
            if (why.no_memory)
                fine = error_no_memory(err);
            else
                *passed += 1;
        }
        buffer_clear(&path);
    }
    closedir(dir);
    return fine;
}

bool shelf_add_folders(struct shelf *shelf, const char *folders, unsigned *passed, struct error *err)
{
    unsigned unread = 0;
    char *copy = memory_try_copy_text(folders), *rest = NULL;
    if (!copy)
        return error_no_memory(err);
    bool fine = true;
    for (char *folder = strtok_r(copy, ":", &rest); folder && fine; folder = strtok_r(NULL, ":", &rest))
        fine = add_folder(shelf, folder, &unread, err);
    free(copy);
    if (passed)
        *passed = unread;
    return fine;
}

size_t shelf_count(const struct shelf *shelf)
{
    return shelf->tables.count;
}

struct table *shelf_table(const struct shelf *shelf, size_t number)
{
    return shelf->tables.items[number];
}

struct table *shelf_find(const struct shelf *shelf, const char *name, uint64_t hash)
{
    for (size_t i = 0; i < shelf->tables.count; i++) {
        struct table *table = shelf->tables.items[i];
        if (table->header.hash == hash && strcmp(table->header.name, name) == 0)
            return table;
    }
    return NULL;
}
