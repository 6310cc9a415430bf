// SPDX-License-Identifier: GPL-3.0-or-later
// Budgets count what is held, let nothing exceed a bound, and report the first reason for which they ended.
#include "tours/budget.h"

#include <string.h>
#include <time.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static void test_memory(void **state)
{
    (void)state;
    struct budget budget;
    struct error err;
    budget_init(&budget, &(struct budget_bounds){.memory = 1000});
    assert_true(budget_hold(&budget, 600, 0));
    assert_false(budget_hold(&budget, 300, 800));
    assert_true(budget_hold(&budget, 400, 0));
    assert_false(budget_hold(&budget, 1, 0));
    // budget_hold() does not end the budget, budget_take() does.
    assert_true(budget_lasts(&budget));
    budget_give(&budget, 100);
    assert_true(budget_take(&budget, 100));
    assert_false(budget_take(&budget, 1));
    assert_false(budget_lasts(&budget) || budget_poll(&budget));
    assert_int_equal(budget.held, 1000);
    assert_int_equal(budget.peak, 1000);
    assert_false(budget_error(&budget, &err));
    assert_int_equal(err.code, ERROR_TOO_LARGE);
    assert_string_equal(err.at, "memory");
    budget_clear(&budget);
}

static void test_blocks(void **state)
{
    (void)state;
    struct budget budget;
    budget_init(&budget, &(struct budget_bounds){.memory = 1 << 20});
    uint32_t *block = budget_renew(&budget, NULL, 0, 1000, sizeof *block);
    assert_non_null(block);
    assert_int_equal(budget.held, 4000);
    assert_null(budget_renew(&budget, block, 1000, 1 << 20, sizeof *block));
    assert_int_equal(budget.held, 0);
    // Work without bounds needs no budget.
    block = budget_renew(NULL, NULL, 0, 10, sizeof *block);
    budget_free(NULL, block, 10, sizeof *block);
    assert_true(budget_poll(NULL) && budget_take(NULL, SIZE_MAX));
    budget_clear(&budget);
}

static void test_disk(void **state)
{
    (void)state;
    struct budget budget;
    struct error err;
    budget_init(&budget, &(struct budget_bounds){.memory = 1000, .disk = 500});
    assert_true(budget_take_disk(&budget, 500));
    budget_give_disk(&budget, 200);
    assert_true(budget_take_disk(&budget, 200));
    assert_int_equal(budget.spilled, 700);
    assert_false(budget_take_disk(&budget, 1));
    budget_finish(&budget, BUDGET_CANCELLED);
    budget_error(&budget, &err);
    assert_string_equal(err.at, "disk");
    budget_clear(&budget);
    budget_init(&budget, &(struct budget_bounds){.memory = 1000});
    assert_false(budget_take_disk(&budget, 1));
    budget_error(&budget, &err);
    assert_string_equal(err.at, "memory");
    budget_clear(&budget);
}

static bool count_down(void *context)
{
    return --*(int *)context > 0;
}

static void test_asking(void **state)
{
    (void)state;
    struct budget budget;
    struct error err;
    int left = 3;
    long polls = 0;
    const struct timespec moment = {0, 100000};
    budget_init(&budget, &(struct budget_bounds){.goes_on = count_down, .context = &left});
    for (; budget_poll(&budget); polls++)
        nanosleep(&moment, NULL);
    assert_int_equal(left, 0);
    budget_error(&budget, &err);
    assert_int_equal(err.code, ERROR_BUSY);
    // Not asked again once it has ended.
    assert_false(budget_poll(&budget));
    assert_int_equal(left, 0);
    budget_clear(&budget);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_disk),
        cmocka_unit_test(test_asking),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
