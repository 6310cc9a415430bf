// SPDX-License-Identifier: GPL-3.0-or-later
// Clocks run forward, in the units that their names say.
#include "base/clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

static void test_units_agree(void **state)
{
    (void)state;
    int64_t before = clock_nanoseconds();
    int64_t micro = clock_microseconds(), milli = clock_milliseconds();
    double seconds = clock_seconds();
    int64_t after = clock_nanoseconds();
    assert_true(before <= after);
    assert_in_range(micro, before / 1000, after / 1000);
    assert_in_range(milli, before / 1000000, after / 1000000);
    assert_true(seconds >= (double)before / 1e9 && seconds <= (double)after / 1e9);
}

static void test_wall_clock_is_that_of_the_system(void **state)
{
    (void)state;
    // time() may lag behind by one tick of the kernel.
    int64_t before = (int64_t)time(NULL), now = clock_wall_milliseconds(), after = (int64_t)time(NULL);
    assert_in_range(now, before * 1000, after * 1000 + 1100);
}

static void test_processor_time_grows_with_work(void **state)
{
    (void)state;
    double before = clock_process_seconds();
    volatile uint64_t work = 0;
    while (clock_process_seconds() < before + 0.01)
        work = work + 1;
    assert_true(work > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_units_agree),
        cmocka_unit_test(test_wall_clock_is_that_of_the_system),
        cmocka_unit_test(test_processor_time_grows_with_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
