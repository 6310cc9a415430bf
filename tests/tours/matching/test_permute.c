// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of permuted ranks agree with permuting one matching at a time.
#include "tours/matching/permute.h"

#include "base/random.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static void check(struct permuter *permuter, int pairs, uint64_t seed)
{
    uint8_t places[2 * MATCHING_TABLE_PAIRS];
    for (int p = 0; p < 2 * pairs; p++)
        places[p] = (uint8_t)p;
    for (int p = 2 * pairs - 1; p > 0; p--) {
        int other = (int)(random_mix(seed + (uint64_t)p) % ((uint64_t)p + 1));
        uint8_t swap = places[p];
        places[p] = places[other];
        places[other] = swap;
    }
    const uint16_t *table = permuter_table(permuter, pairs, places);
    for (uint64_t rank = 0; rank<matching_count(pairs); rank += pairs> 5 ? 37 : 1)
        assert_int_equal(table ? table[rank] : rank, permute_rank(pairs, places, rank));
    // The second time, the table is found and not made again.
    assert_ptr_equal(permuter_table(permuter, pairs, places), table);
}

static void test_tables(void **state)
{
    (void)state;
    struct permuter permuter;
    struct matching_tables *tables = matching_tables_new(NULL);
    permuter_init(&permuter, tables);
    for (int pairs = 1; pairs <= MATCHING_TABLE_PAIRS; pairs++)
        for (uint64_t i = 0; i < 60; i++)
            check(&permuter, pairs, i * 1000);
    permuter_clear(&permuter);
    matching_tables_free(tables);
}

static void test_nothing_moves(void **state)
{
    (void)state;
    static const uint8_t places[4] = {0, 1, 2, 3};
    struct permuter permuter;
    struct matching_tables *tables = matching_tables_new(NULL);
    permuter_init(&permuter, tables);
    assert_null(permuter_table(&permuter, 2, places));
    // 0-1 2-3 under the exchange of 1 and 2 becomes 0-2 1-3.
    static const uint8_t exchanged[4] = {0, 2, 1, 3};
    assert_int_equal(permute_rank(2, exchanged, 0), 1);
    permuter_clear(&permuter);
    matching_tables_free(tables);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_nothing_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
