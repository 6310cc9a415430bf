// SPDX-License-Identifier: GPL-3.0-or-later
// See desk.h.
#include "support/desk.h"

#include <stdlib.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

struct desk *desk_new(const char *game, const char *parameters, const char *fen, unsigned features)
{
    struct desk *desk = calloc(1, sizeof *desk);
    assert_non_null(desk);
    thought_init(&desk->thought, game, parameters, fen);
    assert_true(table_init(&desk->table, 1, NULL));
    desk->request.position = &desk->thought.position;
    desk->worker = worker_new(0);
    assert_non_null(desk->worker);
    struct shared *shared = &desk->shared;
    shared->table = &desk->table;
    shared->request = &desk->request;
    shared->hit = &desk->hit;
    shared->stop = &desk->stop;
    shared->workers = &desk->worker;
    shared->worker_count = shared->lines = 1;
    shared->plan = (struct time_plan){-1, -1};
    shared->known = -SCORE_INFINITE;
    position_actions(&desk->thought.position, &shared->root);
    evaluator_init(&shared->evaluator, desk->thought.variant, features);
    worker_prepare(desk->worker, shared);
    return desk;
}

void desk_free(struct desk *desk)
{
    worker_free(desk->worker);
    evaluator_clear(&desk->shared.evaluator);
    table_clear(&desk->table);
    thought_clear(&desk->thought);
    free(desk);
}

void desk_go_to(struct desk *desk, const struct position *pos)
{
    desk->thought.position = *pos;
    position_actions(pos, &desk->shared.root);
    table_forget(&desk->table);
    worker_forget(desk->worker);
    worker_prepare(desk->worker, &desk->shared);
}
