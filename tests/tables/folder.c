// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of tables for tests.
#include "tables/folder.h"

#include "position/fen.h"
#include "tables/build/plan.h"
#include "tables/build/retro.h"
#include "tables/build/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

void folder_init(struct folder *folder, struct variant *variant)
{
    *folder = (struct folder){.path = "/tmp/leaper-tables-XXXXXX", .variant = variant};
    assert_non_null(mkdtemp(folder->path));
    folder->shelf = shelf_new();
    assert_non_null(folder->shelf);
    folder->reader = reader_new(folder->shelf, variant);
    assert_non_null(folder->reader);
}

void folder_clear(struct folder *folder)
{
    for (size_t i = 0; i < shelf_count(folder->shelf); i++)
        unlink(shelf_table(folder->shelf, i)->path);
    rmdir(folder->path);
    reader_free(folder->reader);
    shelf_free(folder->shelf);
    variant_free(folder->variant);
}

static struct men men_of_name(const struct folder *folder, const char *ending)
{
    struct men men;
    assert_true(men_read(folder->variant, ending, &men, NULL));
    return men;
}

void folder_build(struct folder *folder, const char *ending)
{
    struct men men = men_of_name(folder, ending);
    struct plan plan = {0};
    struct paces *paces = paces_new(folder->variant);
    assert_non_null(paces);
    assert_true(plan_add(&plan, folder->variant, &men));
    for (size_t i = 0; i < plan.count; i++) {
        char name[MEN_NAME_SIZE], path[128];
        struct error err = {0};
        men_name(folder->variant, &plan.items[i], name);
        if (shelf_find(folder->shelf, name, table_hash(folder->variant, &plan.items[i])))
            continue;
        snprintf(path, sizeof path, "%s/%s%s", folder->path, name, TABLE_SUFFIX);
        struct retro_request request = {
            .paces = paces, .reader = folder->reader, .men = &plan.items[i], .threads = 2};
        if (!retro_build(&request, path, &err) || !shelf_add(folder->shelf, path, &err))
            fail_msg("%s: %s", name, err.message);
        reader_free(folder->reader);
        folder->reader = reader_new(folder->shelf, folder->variant);
        assert_non_null(folder->reader);
    }
    free(paces);
    vector_clear(&plan);
}

struct table *folder_table(const struct folder *folder, const char *ending)
{
    char name[MEN_NAME_SIZE];
    struct men men = men_of_name(folder, ending);
    men_name(folder->variant, &men, name);
    struct table *table = shelf_find(folder->shelf, name, table_hash(folder->variant, &men));
    assert_non_null(table);
    return table;
}

void folder_verify(const struct folder *folder, const char *ending, uint64_t every)
{
    struct men men = men_of_name(folder, ending);
    struct verify_request request = {
        .variant = folder->variant, .reader = folder->reader, .men = &men, .every = every, .threads = 2};
    struct verified verified;
    struct error err = {0};
    if (!verify_table(&request, &verified, &err))
        fail_msg("%s: %s", ending, err.message);
    if (verified.wrong) {
        struct buffer fen;
        buffer_init(&fen);
        fen_write(&verified.position, &fen);
        fail_msg("%s: %s has value %u, %u follows", ending, buffer_text(&fen), verified.value,
                 verified.follows);
    }
    assert_true(verified.positions > folder_table(folder, ending)->header.size / every / 2);
}

unsigned folder_value(const struct folder *folder, const char *fen)
{
    struct position pos;
    struct error err = {0};
    unsigned value;
    if (!fen_read(&pos, folder->variant, fen, &err))
        fail_msg("%s: %s", fen, err.message);
    assert_int_equal(reader_position(folder->reader, &pos, &value, &err), READ_VALUE);
    return value;
}
