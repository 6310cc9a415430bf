// SPDX-License-Identifier: GPL-3.0-or-later
// Sorting by rank keeps every pair and its count, in lists of any length.
#include "tours/mitm/layer/rank_sort.h"

#include "base/random.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

enum { MOST = 3000 };

static void check(size_t count, uint64_t ranks)
{
    static struct ranked list[MOST], room[MOST];
    uint64_t before = 0, after = 0;
    for (size_t i = 0; i < count; i++) {
        list[i] = (struct ranked){random_mix(i * 77 + count) % ranks, i};
        before += random_mix(list[i].rank ^ random_mix(list[i].count));
    }
    const struct ranked *sorted = rank_sort(list, room, count, ranks);
    assert_true(sorted == list || sorted == room);
    for (size_t i = 0; i < count; i++) {
        assert_true(i == 0 || sorted[i - 1].rank <= sorted[i].rank);
        after += random_mix(sorted[i].rank ^ random_mix(sorted[i].count));
    }
    assert_int_equal(before, after);
}

static void test_sort(void **state)
{
    (void)state;
    static const uint64_t ranks[] = {1, 2, 256, 257, 10395, 2027025, UINT64_C(6332659870762850625)};
    static const size_t counts[] = {0, 1, 2, 47, 48, 49, 100, MOST};
    for (size_t r = 0; r < sizeof ranks / sizeof *ranks; r++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
            check(counts[c], ranks[r]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sort),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
