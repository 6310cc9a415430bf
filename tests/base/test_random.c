// SPDX-License-Identifier: GPL-3.0-or-later
// Random numbers: reproducible, within bounds, and not obviously lopsided.

#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// The first outputs of SplitMix64 from seed 1234567, as its reference implementation prints them.
static void test_known_stream(void **state)
{
    (void)state;
    struct random random = {1234567};
    assert_true(random_next(&random) == UINT64_C(6457827717110365317));
    assert_true(random_next(&random) == UINT64_C(3203168211198807973));
    assert_true(random_next(&random) == UINT64_C(9817491932198370423));
}

static void test_bounds(void **state)
{
    (void)state;
    struct random random = {5};
    static const uint32_t bounds[] = {1, 2, 3, 7, 64, 1000, UINT32_C(0x80000001), UINT32_MAX};
    for (size_t b = 0; b < sizeof bounds / sizeof *bounds; b++)
        for (int i = 0; i < 1000; i++)
            assert_true(random_below(&random, bounds[b]) < bounds[b]);
}

// The stream is fixed, so this cannot fail by chance; it fails when numbers are lost or preferred.
static void test_every_number_comes_up(void **state)
{
    (void)state;
    struct random random = {9};
    int seen[6] = {0};
    for (int i = 0; i < 6000; i++)
        seen[random_below(&random, 6)]++;
    for (int i = 0; i < 6; i++)
        assert_in_range(seen[i], 900, 1100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_stream),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_every_number_comes_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
