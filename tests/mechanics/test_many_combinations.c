// SPDX-License-Identifier: GPL-3.0-or-later
// Random combinations of rules: many. With a number as its argument, those that follow from this number.
#include "support/combined_games.h"
#include "support/effort.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static uint64_t first = 2;

static void test_many_combinations(void **state)
{
    (void)state;
    for (uint64_t seed = first; seed < first + 5; seed++)
        combined_games_play(seed, 80 / EFFORT_DIVISOR);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        first = strtoull(argv[1], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_many_combinations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
