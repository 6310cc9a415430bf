// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of operations on matchings agree with the operations done point by point.
#include "tours/matching/matching_tables.h"

#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static void compare(struct matching_tables *tables, enum matching_operation operation, int pairs, int i,
                    int j)
{
    int after = matching_pairs_after(operation, pairs);
    const void *table = matching_table(tables, operation, pairs, i, j);
    // All ranks of small tables, a sample of large ones.
    uint64_t step = matching_count(pairs) / 2000 + 1;
    for (uint64_t rank = 0; rank < matching_count(pairs); rank += step) {
        uint64_t expected = matching_apply(operation, pairs, i, j, rank);
        uint64_t found =
            matching_is_short(after) ? ((const uint16_t *)table)[rank] : ((const uint32_t *)table)[rank];
        if (found != (expected == MATCHING_NONE ? matching_count(after) : expected))
            fail_msg("operation %d of %d pairs, %d, %d: rank %d", (int)operation, pairs, i, j, (int)rank);
    }
}

// matching_map() and matching_follow() agree with the operation done point by point.
static void compare_map(struct matching_tables *tables, enum matching_operation operation, int pairs, int i,
                        int j)
{
    uint64_t none = matching_count(matching_pairs_after(operation, pairs)),
             step = matching_count(pairs) / 50 + 1;
    struct matching_route route;
    const struct matching_change change = {operation, pairs, i, j};
    matching_route_prepare(&route, tables, &change);
    for (uint64_t rank = 0; rank < matching_count(pairs); rank += step) {
        uint64_t expected = matching_apply(operation, pairs, i, j, rank);
        if (expected == MATCHING_NONE)
            expected = none;
        if (matching_map(tables, &change, rank) != expected || matching_follow(&route, rank) != expected)
            fail_msg("operation %d of %d pairs, %d, %d: rank %lu", (int)operation, pairs, i, j, rank);
    }
    // "None" is mapped to "none".
    uint64_t all = matching_count(pairs);
    assert_true(matching_map(tables, &change, all) == none);
    assert_true(matching_follow(&route, all) == none);
}

static void each_operation(struct matching_tables *tables, int pairs, int stride,
                           void (*compare_one)(struct matching_tables *tables,
                                               enum matching_operation operation, int pairs, int i, int j))
{
    int points = 2 * pairs;
    for (int i = 0; i < points + 2; i += stride)
        for (int j = i + 1; j < points + 2; j += stride)
            compare_one(tables, MATCHING_INSERT, pairs, i, j);
    for (int i = 0; i < points; i += stride)
        for (int j = 0; j < points; j += stride)
            compare_one(tables, MATCHING_MOVE, pairs, i, j);
    for (int i = 0; i < points; i += stride)
        for (int j = i + 1; j < points; j += stride)
            compare_one(tables, MATCHING_CONTRACT, pairs, i, j);
    for (int i = 0; i + 1 < points; i++)
        compare_one(tables, MATCHING_SWAP, pairs, i, 0);
}

static void test_tables(void **state)
{
    (void)state;
    struct matching_tables *tables = matching_tables_new(NULL);
    for (int pairs = 0; pairs <= MATCHING_TABLE_PAIRS; pairs++)
        each_operation(tables, pairs, pairs < 6 ? 1 : 3, compare);
    matching_tables_free(tables);
}

static void test_map(void **state)
{
    (void)state;
    struct matching_tables *tables = matching_tables_new(NULL);
    for (int pairs = 1; pairs <= MATCHING_TABLE_PAIRS + 4; pairs++)
        each_operation(tables, pairs, 1, compare_map);
    matching_tables_free(tables);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
