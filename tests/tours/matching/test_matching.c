// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks are a bijection, and operations do what they say.
#include "tours/matching/matching.h"

#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static void test_ranks(void **state)
{
    (void)state;
    assert_int_equal(matching_count(0), 1);
    assert_int_equal(matching_count(8), 2027025);
    for (int pairs = 0; pairs <= 6; pairs++)
        for (uint64_t rank = 0; rank < matching_count(pairs); rank++) {
            uint8_t partner[12];
            matching_unrank(pairs, rank, partner);
            for (int p = 0; p < 2 * pairs; p++)
                assert_true(partner[p] != p && partner[partner[p]] == p);
            assert_int_equal(matching_rank(pairs, partner), rank);
        }
    static const uint8_t crossing[4] = {2, 3, 0, 1};
    assert_int_equal(matching_rank(2, crossing), 1);
    uint8_t last[2 * MATCHING_PAIRS_MAX];
    uint64_t rank = matching_count(MATCHING_PAIRS_MAX) - 1;
    matching_unrank(MATCHING_PAIRS_MAX, rank, last);
    assert_int_equal(last[0], 2 * MATCHING_PAIRS_MAX - 1);
    assert_int_equal(matching_rank(MATCHING_PAIRS_MAX, last), rank);
}

// Operations do what they mean, shown on chords between labelled points.
static void test_operations(void **state)
{
    (void)state;
    // 0-3 1-2: a pair inserted at 1 and 4 gives 0-5 2-3 1-4.
    static const uint8_t nested[4] = {3, 2, 1, 0}, inserted[6] = {5, 4, 3, 2, 1, 0};
    uint64_t rank = matching_rank(2, nested);
    assert_int_equal(matching_apply(MATCHING_INSERT, 2, 1, 4, rank), matching_rank(3, inserted));
    // Point 0 moves behind all others: 2-3 0-1.
    static const uint8_t moved[4] = {1, 0, 3, 2};
    assert_int_equal(matching_apply(MATCHING_MOVE, 2, 0, 3, rank), matching_rank(2, moved));
    // 0 and 1 contract: 2-3 remain; 0 and 3 are a pair already.
    assert_int_equal(matching_apply(MATCHING_CONTRACT, 2, 0, 1, rank), 0);
    assert_true(matching_apply(MATCHING_CONTRACT, 2, 0, 3, rank) == MATCHING_NONE);
    // 0 and 1 change places: 1-3 0-2.
    static const uint8_t swapped[4] = {2, 3, 0, 1};
    assert_int_equal(matching_apply(MATCHING_SWAP, 2, 0, 0, rank), matching_rank(2, swapped));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_operations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
