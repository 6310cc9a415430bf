// SPDX-License-Identifier: GPL-3.0-or-later
// What MPI launchers put into the environment is understood.
#include "spread/mpi.h"

#include <stdlib.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE", "PMI_SIZE",
                                    "PMIX_RANK", "MPI_LOCALNRANKS"};

static void forget(void)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unsetenv(names[i]);
}

static void test_without_a_launcher(void **state)
{
    (void)state;
    forget();
    assert_false(mpi_launched());
    assert_int_equal(mpi_processes_on_this_machine(), 1);
}

static void test_launchers(void **state)
{
    (void)state;
    forget();
    setenv("OMPI_COMM_WORLD_SIZE", "6", 1);
    setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "3", 1);
    assert_true(mpi_launched());
    assert_int_equal(mpi_processes_on_this_machine(), 3);
    forget();
    setenv("PMI_SIZE", "4", 1);
    assert_true(mpi_launched());
    assert_int_equal(mpi_processes_on_this_machine(), 1);
    setenv("MPI_LOCALNRANKS", "2", 1);
    assert_int_equal(mpi_processes_on_this_machine(), 2);
    forget();
    setenv("PMIX_RANK", "0", 1);
    assert_true(mpi_launched());
    forget();
}

static void test_nonsense(void **state)
{
    (void)state;
    forget();
    setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "many", 1);
    assert_int_equal(mpi_processes_on_this_machine(), 1);
    setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "0", 1);
    assert_int_equal(mpi_processes_on_this_machine(), 1);
    forget();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_without_a_launcher),
        cmocka_unit_test(test_launchers),
        cmocka_unit_test(test_nonsense),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
