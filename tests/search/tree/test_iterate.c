// SPDX-License-Identifier: GPL-3.0-or-later
// Iterations: how much of the last search from the root the best move took.
#include "search/evaluation/features.h"
#include "support/desk.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

// At less depth, the best move at the start may happen to take nearly as much as a recapture does.
enum { DEPTH = 11 };

// How much of the nodes the best move took, in percent.
static unsigned share_of_best(const char *fen, unsigned lines)
{
    struct desk *desk = desk_new("chess", "", fen, FEATURES_ALL);
    desk->shared.depth_limit = DEPTH;
    desk->shared.lines = lines;
    worker_run(desk->worker);
    assert_int_equal(desk->worker->finished, DEPTH);
    uint64_t best = desk->worker->best_nodes, all = desk->worker->root_nodes;
    assert_true(best > 0 && best <= all);
    desk_free(desk);
    return all ? (unsigned)(100 * best / all) : 0;
}

static void test_share_of_the_best_move(void **state)
{
    (void)state;
    static const char *const recapture = "r1b1kbnr/pppp1ppp/2n5/4p3/4P3/3q1N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1";
    // White takes the queen back, or is lost; at the start, nothing is much better than something else.
    unsigned forced = share_of_best(recapture, 1), open = share_of_best("startpos", 1);
    assert_true(forced > open + 10);
    // It is the first of several lines that counts.
    assert_true(share_of_best(recapture, 3) > 90 && share_of_best(recapture, 6) > 90);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_share_of_the_best_move)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
