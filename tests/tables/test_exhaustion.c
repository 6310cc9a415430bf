// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that runs out at every possible moment while tables are built, proved and read.
#include "position/fen.h"
#include "support/exhaustion.h"
#include "support/scene.h"
#include "tables/build/plan.h"
#include "tables/build/retro.h"
#include "tables/build/verify.h"
#include "tables/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static struct folder folder;

static void build(void)
{
    struct men men;
    struct error err = {0};
    char path[64];
    snprintf(path, sizeof path, "%s/new%s", folder.path, TABLE_SUFFIX);
    assert_true(men_read(folder.variant, "KWK", &men, NULL));
    struct paces *paces = paces_new(folder.variant);
    if (!paces)
        return;
    struct retro_request request = {.paces = paces, .reader = folder.reader, .men = &men, .threads = 1};
    bool built = retro_build(&request, path, &err);
    free(paces);
    exhaustion_pause();
    if (built)
        assert_int_equal(access(path, F_OK), 0);
    else
        exhaustion_check(&err);
    unlink(path);
}

static void read_again(void)
{
    struct error err = {0};
    struct position pos;
    unsigned value;
    struct shelf *shelf = shelf_new();
    struct reader *reader = NULL;
    if (shelf && shelf_add_folders(shelf, folder.path, NULL, &err))
        reader = reader_new(shelf, folder.variant);
    else if (shelf)
        exhaustion_check(&err);
    assert_true(fen_read(&pos, folder.variant, "8/8/8/4k3/8/8/8/K6W w - - 0 1", NULL));
    if (reader && reader_position(reader, &pos, &value, &err) != READ_VALUE)
        exhaustion_check(&err);
    reader_free(reader);
    shelf_free(shelf);
}

static void prove(void)
{
    struct error err = {0};
    struct men men;
    struct verified verified;
    assert_true(men_read(folder.variant, "KWK", &men, NULL));
    struct verify_request request = {
        .variant = folder.variant, .reader = folder.reader, .men = &men, .every = 997, .threads = 1};
    if (verify_table(&request, &verified, &err))
        assert_false(verified.wrong);
    else
        exhaustion_check(&err);
}

static void make_plan(void)
{
    struct plan plan = {0};
    const piece_type types[] = {TYPE_PAWN, type_of_letter('W')};
    if (plan_add_all(&plan, folder.variant, 4, types, 2))
        assert_true(plan.count > 20);
    else
        assert_true(exhaustion_has_struck());
    vector_clear(&plan);
}

static int begin(void **state)
{
    (void)state;
    folder_init(&folder, scene_variant("chess", "white=clobberers"));
    folder_build(&folder, "KWK");
    folder_verify(&folder, "KWK", 1); // keeps what it has read
    return 0;
}

static int end(void **state)
{
    (void)state;
    folder_clear(&folder);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        EXHAUSTION_TEST(build),
        EXHAUSTION_TEST(read_again),
        EXHAUSTION_TEST(prove),
        EXHAUSTION_TEST(make_plan),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
