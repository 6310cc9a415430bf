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

// The nodes of the best move and of all, after a search of the position by one worker.
static void search(const char *fen, unsigned lines, uint64_t *best, uint64_t *all)
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
    *best = worker->best_nodes;
    *all = worker->root_nodes;
    table_clear(&table);
    free(shared);
    worker_free(worker);
    thought_clear(&thought);
}

static void test_share_of_the_best_move(void **state)
{
    (void)state;
    uint64_t forced[2], open[2], lines[2];
    // White takes the queen back, or is lost; at the start, nothing is much better than something else.
    search("r1b1kbnr/pppp1ppp/2n5/4p3/4P3/3q1N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1", 1, &forced[0], &forced[1]);
    search("startpos", 1, &open[0], &open[1]);
    for (int i = 0; i < 2; i++)
        assert_true(forced[i] > 0 && open[i] > 0);
    assert_true(forced[0] <= forced[1] && open[0] < open[1]);
    assert_true(100 * forced[0] / forced[1] > 100 * open[0] / open[1] + 10);
    // Several lines say nothing else: it is the first that counts, of which the best move has the greatest part.
    search("r1b1kbnr/pppp1ppp/2n5/4p3/4P3/3q1N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1", 3, &lines[0], &lines[1]);
    assert_true(lines[0] > 0 && lines[0] <= lines[1]);
    assert_true(100 * lines[0] / lines[1] > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_share_of_the_best_move)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
