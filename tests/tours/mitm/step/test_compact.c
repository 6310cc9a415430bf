// SPDX-License-Identifier: GPL-3.0-or-later
// Compaction gathers all entries that are not 0, in order, and clears the array.
#include "tours/mitm/step/compact.h"

#include "base/random.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static void check(size_t size, unsigned share)
{
    enum { MOST = 1000 };
    static uint32_t sums[MOST + MITM_COMPACT_SPARE], counts[MOST + MITM_COMPACT_SPARE], copy[MOST];
    static uint16_t ranks[MOST + MITM_COMPACT_SPARE];
    uint32_t all, any = 0;
    size_t found = 0;
    for (size_t i = 0; i < size; i++) {
        uint64_t random = random_mix(size * 1000003 + i * 17 + share);
        sums[i] = copy[i] = random % 100 < share ? (uint32_t)(random >> 32) : 0;
        any |= copy[i];
    }
    size_t states = mitm_compact(sums, size, ranks, counts, &all);
    for (size_t i = 0; i < size; i++) {
        if (!copy[i])
            continue;
        assert_true(found < states);
        assert_int_equal(ranks[found], i);
        assert_int_equal(counts[found++], copy[i]);
    }
    assert_int_equal(found, states);
    assert_int_equal(all, any);
    for (size_t i = 0; i < size + MITM_COMPACT_SPARE; i++)
        assert_int_equal(sums[i], 0);
}

static void test_collect(void **state)
{
    (void)state;
    static const unsigned shares[] = {0, 3, 50, 97, 100};
    for (size_t size = 0; size <= 70; size++)
        for (size_t i = 0; i < sizeof shares / sizeof *shares; i++)
            check(size, shares[i]);
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++)
        check(945, shares[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_collect),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
