// SPDX-License-Identifier: GPL-3.0-or-later
// Pairings and their ranks and slots correspond one to one; circuits are summed as a plain walk counts them.
#include "tours/matching/circuit_sums.h"

#include "base/random.h"
#include "tours/matching/perfect_hash.h"

#include <stdbool.h>
#include <stdlib.h>
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
    static const uint32_t counts[] = {1, 1, 3, 15, 105, 945, 10395};
    for (int k = 1; k <= 6; k++) {
        assert_int_equal(pairing_count(2 * k), counts[k]);
        for (uint32_t rank = 0; rank < counts[k]; rank++) {
            uint8_t partner[PAIRING_POINTS_MAX];
            pairing_unrank(2 * k, rank, partner);
            for (int i = 0; i < 2 * k; i++) {
                assert_int_not_equal(partner[i], i);
                assert_int_equal(partner[partner[i]], i);
            }
            assert_int_equal(pairing_rank(2 * k, partner), rank);
        }
    }
    assert_int_equal(pairing_count(20), 654729075);
    uint8_t partner[PAIRING_POINTS_MAX];
    pairing_unrank(20, 654729074, partner);
    assert_int_equal(partner[0], 19);
    assert_int_equal(pairing_rank(20, partner), 654729074);
}

static void test_slots_are_different(void **state)
{
    (void)state;
    for (int points = 2; points <= 12; points += 2) {
        struct pairing_slots slots;
        pairing_slots_init(&slots, points);
        bool *seen = calloc((size_t)slots.slot_mask + 1, sizeof *seen);
        for (uint32_t rank = 0; rank < pairing_count(points); rank++) {
            uint8_t partner[PAIRING_POINTS_MAX];
            uint64_t hash = 0;
            pairing_unrank(points, rank, partner);
            for (int i = 0; i < points; i++)
                if (partner[i] > i)
                    hash += slots.either[partner[i]][i];
            assert_int_equal(pairing_slot(&slots, hash), slots.slot[rank]);
            assert_false(seen[slots.slot[rank]]);
            seen[slots.slot[rank]] = true;
        }
        free(seen);
        pairing_slots_clear(&slots);
    }
}

static bool makes_circuit(int points, uint32_t a, uint32_t b)
{
    uint8_t first[PAIRING_POINTS_MAX], second[PAIRING_POINTS_MAX];
    pairing_unrank(points, a, first);
    pairing_unrank(points, b, second);
    int at = 0, steps = 0;
    do {
        at = second[first[at]];
        steps += 2;
    } while (at);
    return steps == points;
}

static void test_circuits(void **state)
{
    (void)state;
    struct pairing_tables tables;
    struct random random = {1};
    enum { TERMS = 40 };
    uint64_t *sums = malloc(pairing_count(14) * sizeof *sums),
             *scratch = malloc(pairing_count(14) * sizeof *sums);
    pairing_tables_init(&tables);
    for (int points = 2; points <= 14; points += 2) {
        struct pairing_term terms[TERMS];
        for (int i = 0; i < TERMS; i++)
            terms[i] = (struct pairing_term){random_below(&random, pairing_count(points)),
                                             random_below(&random, 1000) + 1};
        pairing_circuits(&tables, points, terms, TERMS, sums, scratch);
        // All of the few, a sample of the many.
        for (uint32_t rank = 0; rank < pairing_count(points); rank += points < 12 ? 1 : 97) {
            uint64_t sum = 0;
            for (int i = 0; i < TERMS; i++)
                if (makes_circuit(points, rank, terms[i].rank))
                    sum += terms[i].count;
            assert_int_equal(sums[rank], sum);
        }
    }
    pairing_tables_clear(&tables);
    free(sums);
    free(scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_slots_are_different),
        cmocka_unit_test(test_circuits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
