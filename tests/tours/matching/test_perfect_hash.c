// SPDX-License-Identifier: GPL-3.0-or-later
// No two matchings share a slot, and the slot is the one that the weights of the pairs lead to.
#include "tours/matching/perfect_hash.h"

#include "tours/matching/matching.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static void test_slots_are_different(void **state)
{
    (void)state;
    for (int pairs = 1; pairs < PERFECT_HASH_PAIRS; pairs++) {
        struct perfect_hash hash;
        assert_true(perfect_hash_init(&hash, pairs));
        bool *seen = calloc((size_t)hash.slot_mask + 1, sizeof *seen);
        for (uint64_t rank = 0; rank < matching_count(pairs); rank++) {
            uint8_t partner[PERFECT_HASH_POINTS];
            uint64_t either = 0, weight = 0;
            matching_unrank(pairs, rank, partner);
            for (int i = 0; i < 2 * pairs; i++) {
                weight += hash.weight[i][partner[i]];
                if (partner[i] > i)
                    either += hash.either[partner[i]][i];
            }
            assert_int_equal(perfect_hash_slot(&hash, either), hash.slot[rank]);
            assert_int_equal(perfect_hash_slot(&hash, weight), hash.slot[rank]);
            assert_false(seen[hash.slot[rank]]);
            seen[hash.slot[rank]] = true;
        }
        free(seen);
        perfect_hash_clear(&hash);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slots_are_different),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
