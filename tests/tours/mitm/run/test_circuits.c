// SPDX-License-Identifier: GPL-3.0-or-later
// Sums for all matchings of four pairs at once agree with testing every pair of matchings.
#include "tours/mitm/run/circuits.h"

#include "base/random.h"

#include <stdio.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

// Whether two matchings form one circuit, by following it.
static bool make_one_circuit(uint32_t mine, uint32_t theirs)
{
    uint8_t a[2 * MITM_CIRCUITS_PAIRS], b[2 * MITM_CIRCUITS_PAIRS];
    int visited = 0;
    matching_unrank(MITM_CIRCUITS_PAIRS, mine, a);
    matching_unrank(MITM_CIRCUITS_PAIRS, theirs, b);
    for (int at = 0; !visited || at; at = b[a[at]])
        visited += 2;
    return visited == 2 * MITM_CIRCUITS_PAIRS;
}

static void check(const struct mitm_circuits *circuits, const uint32_t counts[MITM_CIRCUITS_ROOM])
{
    uint32_t sums[MITM_CIRCUITS_ROOM];
    mitm_circuits_sum(circuits, counts, sums);
    for (uint32_t mine = 0; mine < MITM_CIRCUITS_RANKS; mine++) {
        uint32_t expected = 0;
        for (uint32_t theirs = 0; theirs < MITM_CIRCUITS_RANKS; theirs++)
            expected += make_one_circuit(mine, theirs) ? counts[theirs] : 0;
        assert_int_equal(sums[mine], expected);
    }
}

static void test_sums(void **state)
{
    (void)state;
    struct matching_tables *tables = matching_tables_new(NULL);
    struct mitm_circuits circuits;
    struct random random = {7};
    mitm_circuits_init(&circuits, tables);
    for (uint32_t one = 0; one < MITM_CIRCUITS_RANKS; one++) {
        uint32_t counts[MITM_CIRCUITS_ROOM] = {0};
        counts[one] = UINT32_MAX;
        check(&circuits, counts);
    }
    for (int i = 0; i < 20; i++) {
        uint32_t counts[MITM_CIRCUITS_ROOM] = {0};
        for (int r = 0; r < MITM_CIRCUITS_RANKS; r++)
            counts[r] = random_below(&random, UINT32_MAX / MITM_CIRCUITS_RANKS);
        check(&circuits, counts);
    }
    matching_tables_free(tables);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums),
    };
    // cmocka's own skip() is a failure to meson 1.0.
    if (!mitm_circuits_available()) {
        puts("1..0 # SKIP this processor has no AVX-512");
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
