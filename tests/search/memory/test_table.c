// SPDX-License-Identifier: GPL-3.0-or-later
// The transposition table finds what was stored, replaces the least useful entry first, and never confuses positions.
#include "search/memory/table.h"

#include "base/random.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static const struct table_found example = {
    .best = 0x3ffffff, .score = -31997, .depth = 93, .bound = BOUND_UPPER};

static void test_finds_what_was_stored(void **state)
{
    (void)state;
    struct table table;
    struct table_found found;
    assert_true(table_init(&table, 1, NULL));
    assert_false(table_find(&table, 12345, &found));
    table_store(&table, 12345, &example);
    assert_true(table_find(&table, 12345, &found));
    assert_int_equal(found.best, example.best);
    assert_int_equal(found.score, example.score);
    assert_int_equal(found.depth, example.depth);
    assert_int_equal(found.bound, example.bound);
    // The same bucket, another position.
    assert_false(table_find(&table, 12346, &found));
    table_forget(&table);
    assert_false(table_find(&table, 12345, &found));
    table_clear(&table);
}

static void test_keeps_the_move(void **state)
{
    (void)state;
    struct table table;
    struct table_found found, bound = {.best = MOVE_NONE, .score = 5, .depth = 92, .bound = BOUND_EXACT};
    assert_true(table_init(&table, 1, NULL));
    table_store(&table, 7, &example);
    table_store(&table, 7, &bound);
    assert_true(table_find(&table, 7, &found));
    assert_int_equal(found.best, example.best);
    assert_int_equal(found.score, 5);
    table_clear(&table);
}

static void test_old_and_shallow_go_first(void **state)
{
    (void)state;
    struct table table;
    struct table_found found, entry = {.best = 1, .depth = 40, .bound = BOUND_LOWER};
    assert_true(table_init(&table, 1, NULL));
    // The upper half of a hash chooses the bucket: these share one.
    for (uint64_t i = 1; i <= TABLE_BUCKET; i++) {
        entry.depth = i == 2 ? 3 : 40;
        table_store(&table, i, &entry);
    }
    entry.depth = 1;
    table_store(&table, 100, &entry);
    assert_false(table_find(&table, 2, &found));
    assert_true(table_find(&table, 1, &found));
    for (int year = 0; year < 6; year++)
        table_grow_old(&table);
    for (uint64_t i = 200; i < 200 + TABLE_BUCKET; i++)
        table_store(&table, i, &entry);
    for (uint64_t i = 200; i < 200 + TABLE_BUCKET; i++)
        assert_true(table_find(&table, i, &found));
    table_clear(&table);
}

// A search that begins again at depth 1 must not wipe out what the one before has found, unless it knows the exact score.
static void test_deep_results_outlive_a_turn(void **state)
{
    (void)state;
    struct table table;
    struct table_found found, deep = {.best = 1, .score = 50, .depth = 12, .bound = BOUND_LOWER},
                              shallow = {.best = 2, .score = 10, .depth = 2, .bound = BOUND_UPPER};
    assert_true(table_init(&table, 1, NULL));
    table_store(&table, 7, &deep);
    table_grow_old(&table);
    table_store(&table, 7, &shallow);
    assert_true(table_find(&table, 7, &found));
    assert_int_equal(found.depth, 12);
    assert_int_equal(found.score, 50);
    shallow.bound = BOUND_EXACT;
    table_store(&table, 7, &shallow);
    assert_true(table_find(&table, 7, &found));
    assert_int_equal(found.depth, 2);
    table_clear(&table);
}

static void test_overfull(void **state)
{
    (void)state;
    struct table table;
    struct random random = {1};
    assert_true(table_init(&table, 1, NULL));
    for (unsigned i = 0; i < 300000; i++) {
        uint64_t hash = random_next(&random);
        struct table_found found,
            entry = {.best = (move)(hash & 0xffffff), .score = (int)(hash % 1000), .depth = 5};
        table_store(&table, hash, &entry);
        assert_true(table_find(&table, hash, &found));
        assert_int_equal(found.best, entry.best);
        assert_int_equal(found.score, entry.score);
    }
    assert_true(table_used(&table) > 900);
    table_clear(&table);
}

static void test_no_memory(void **state)
{
    (void)state;
    struct table table = {.count = 7};
    struct error err;
    // Four million gigabytes are refused at once.
    assert_false(table_init(&table, UINT32_MAX, &err));
    assert_int_equal(err.code, ERROR_SYSTEM);
    assert_int_equal(table.count, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_finds_what_was_stored),
        cmocka_unit_test(test_keeps_the_move),
        cmocka_unit_test(test_old_and_shallow_go_first),
        cmocka_unit_test(test_deep_results_outlive_a_turn),
        cmocka_unit_test(test_overfull),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
