// SPDX-License-Identifier: GPL-3.0-or-later
// Every round of a parallel loop is done once, whatever the number of threads.
#include "base/parallel.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

enum { ROUNDS = 1000 };

struct loop {
    int threads;
    uint64_t count;
    atomic_int done[ROUNDS];
    atomic_bool bad_thread;
};

static void round_of(void *context, uint64_t i, int thread)
{
    struct loop *loop = context;
    atomic_fetch_add(&loop->done[i], 1);
    if (thread < 0 || thread >= loop->threads || (uint64_t)thread >= loop->count)
        atomic_store(&loop->bad_thread, true);
}

static void test_each_round_once(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 5; threads++)
        for (uint64_t count = 0; count <= ROUNDS; count += count < 4 ? 1 : ROUNDS / 4 - 1) {
            struct loop *loop = calloc(1, sizeof *loop);
            loop->threads = threads;
            loop->count = count;
            parallel_for(threads, count, round_of, loop);
            for (uint64_t i = 0; i < ROUNDS; i++)
                assert_int_equal(loop->done[i], i < count);
            assert_false(loop->bad_thread);
            free(loop);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_each_round_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
