// SPDX-License-Identifier: GPL-3.0-or-later
// Perft of the variants of others, deeper than test_perft.c goes.
#include "support/perft_suite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_variants(void **state)
{
    (void)state;
    perft_suite_check("variants-deep.perft", 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_variants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
