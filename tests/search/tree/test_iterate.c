// SPDX-License-Identifier: GPL-3.0-or-later
// Iterations: how much of the last search from the root the best move took.
#include "search/evaluation/features.h"
#include "search/tree/worker.h"
#include "support/thought.h"

#include <stdlib.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

enum { DEPTH = 8 };

// How much of the nodes the best move took, in percent, after a search of the position by one worker.
static unsigned share_of_best(const char *fen, unsigned lines)
{
    struct thought thought;
    struct table table;
    struct error err;
    _Atomic int64_t hit = 0;
    atomic_bool stop = false;
    thought_init(&thought, "chess", "", fen);
    struct worker *worker = worker_new(0);
    struct shared *shared = calloc(1, sizeof *shared);
    assert_true(worker && shared && table_init(&table, 1, &err));
    const struct search_request request = {.position = &thought.position};
    evaluator_init(&shared->evaluator, thought.variant, FEATURES_ALL);
    shared->table = &table;
    shared->request = &request;
    shared->depth_limit = DEPTH;
    shared->lines = lines;
    shared->plan = (struct time_plan){-1, -1};
    shared->hit = &hit;
    shared->known = -SCORE_INFINITE;
    shared->workers = &worker;
    shared->worker_count = 1;
    shared->stop = &stop;
    position_actions(&thought.position, &shared->root);
    worker_forget(worker);
    worker_prepare(worker, shared);
    worker_run(worker);
    assert_int_equal(worker->finished, DEPTH);
    uint64_t best = worker->best_nodes, all = worker->root_nodes;
    assert_true(best > 0 && best <= all);
    table_clear(&table);
    free(shared);
    worker_free(worker);
    thought_clear(&thought);
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
