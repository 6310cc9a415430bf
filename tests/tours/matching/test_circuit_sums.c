// SPDX-License-Identifier: GPL-3.0-or-later
// Sums over single circuits agree with following each circuit point by point.
#include "tours/matching/circuit_sums.h"

#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { TERMS = 40 };

static uint64_t sum_slowly(const struct matching_vector *vector, uint64_t rank)
{
    uint8_t mine[2 * CIRCUIT_SUMS_PAIRS], theirs[2 * CIRCUIT_SUMS_PAIRS];
    uint64_t sum = 0;
    matching_unrank(vector->pairs, rank, mine);
    for (uint64_t i = 0; i < vector->term_count; i++) {
        matching_unrank(vector->pairs, vector->terms[i].rank, theirs);
        int at = 0, steps = 0;
        do {
            at = theirs[mine[at]];
            steps++;
        } while (at);
        if (steps == vector->pairs)
            sum += vector->terms[i].count;
    }
    return sum;
}

static void test_circuit_sums(void **state)
{
    (void)state;
    struct circuit_tables tables;
    struct random random = {1};
    size_t most = matching_count(CIRCUIT_SUMS_PAIRS);
    uint64_t *sums = malloc(most * sizeof *sums), *scratch = malloc(most * sizeof *scratch);
    assert_true(circuit_tables_init(&tables));
    for (int pairs = 1; pairs <= CIRCUIT_SUMS_PAIRS; pairs++) {
        uint32_t count = (uint32_t)matching_count(pairs);
        struct matching_term terms[TERMS];
        struct matching_vector vector = {pairs, terms, TERMS};
        for (int i = 0; i < TERMS; i++)
            terms[i] = (struct matching_term){random_below(&random, count), random_below(&random, 1000) + 1};
        circuit_sums(&tables, &vector, sums, scratch);
        // All ranks where they are few, a sample where they are many.
        for (uint32_t rank = 0; rank < count; rank += pairs < 6 ? 1 : 97)
            assert_int_equal(sums[rank], sum_slowly(&vector, rank));
    }
    circuit_tables_clear(&tables);
    free(sums);
    free(scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_circuit_sums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
