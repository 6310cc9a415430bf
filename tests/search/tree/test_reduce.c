// SPDX-License-Identifier: GPL-3.0-or-later
// By how much late moves are reduced.
#include "search/tree/reduce.h"

#include "search/evaluation/features.h"
#include "support/desk.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

enum { DEPTH = 6 };

static const char *const rooks = "4k3/5ppp/8/8/8/8/PPP5/R3K3 w - - 0 1";

// A node with a null window; the root, or the one below it.
static struct node node_of(struct frame *f)
{
    return (struct node){.frame = f, .window = {0, 1}, .depth = DEPTH};
}

// The reduction of the quiet move number `tried`, of no history.
static int reduction(const struct desk *desk, const struct node *node, unsigned tried)
{
    static const struct scored_move candidate = {MOVE_NONE, 0};
    return reduce_move(desk->worker, node, &candidate, true, tried);
}

static void test_late_moves_are_reduced(void **state)
{
    (void)state;
    struct desk *desk = desk_new("chess", "", rooks, FEATURES_ALL);
    struct node node = node_of(worker_root(desk->worker));
    assert_int_equal(reduction(desk, &node, 1), 0);
    assert_true(reduction(desk, &node, 2) > 0);
    assert_true(reduction(desk, &node, 20) > reduction(desk, &node, 2));
    node.depth = 2;
    assert_int_equal(reduction(desk, &node, 20), 0);
    node.depth = DEPTH;
    node.frame->check = true;
    assert_int_equal(reduction(desk, &node, 20), 0);
    desk_free(desk);
}

static void test_more_after_refuted_moves(void **state)
{
    (void)state;
    struct desk *desk = desk_new("chess", "", rooks, FEATURES_ALL);
    struct node node = node_of(worker_root(desk->worker));
    int few = reduction(desk, &node, 5);
    node.frame[1].cutoffs = 3;
    assert_int_equal(reduction(desk, &node, 5), few);
    node.frame[1].cutoffs = 4;
    assert_int_equal(reduction(desk, &node, 5), few + 1);
    desk_free(desk);
}

// By how much the depth changes at a node below an action that was reduced, where the evaluations of both sides were these.
static int hindsight_at(struct desk *desk, int depth, int reduced, int before, int now)
{
    struct frame *above = worker_root(desk->worker), *f = above + 1;
    above->reduced = reduced;
    above->eval = before;
    above->begins = true;
    f->eval = now;
    f->begins = true;
    struct node node = node_of(f);
    node.depth = depth;
    return reduce_in_hindsight(desk->worker, &node);
}

static int hindsight(struct desk *desk, int reduced, int before, int now)
{
    return hindsight_at(desk, DEPTH, reduced, before, now);
}

static void test_hindsight(void **state)
{
    (void)state;
    struct desk *desk = desk_new("chess", "", rooks, FEATURES_ALL);
    assert_int_equal(hindsight(desk, 3, 50, -50), 1);
    assert_int_equal(hindsight(desk, 3, 50, -49), 0); // a little was lost
    assert_int_equal(hindsight(desk, 2, 50, -50), 0); // it was not reduced by much
    assert_int_equal(hindsight(desk, 1, 50, 50), 0);
    assert_int_equal(hindsight(desk, 1, 50, 51), -1);
    assert_int_equal(hindsight(desk, 3, 50, 51), -1);
    assert_int_equal(hindsight(desk, 0, 50, 51), 0);
    assert_int_equal(hindsight_at(desk, 2, 1, 50, 51), -1);
    assert_int_equal(hindsight_at(desk, 1, 1, 50, 51), 0);         // nothing is left to take away
    assert_int_equal(hindsight(desk, 3, -SCORE_INFINITE, -50), 0); // it was in check
    struct frame *f = worker_root(desk->worker) + 1;
    f->excluded = 1;
    assert_int_equal(hindsight(desk, 3, 50, -50), 0);
    f->excluded = MOVE_NONE;
    f->check = true;
    assert_int_equal(hindsight(desk, 3, 50, -50), 0);
    f->check = false;
    worker_root(desk->worker)->begins = false;
    struct node node = node_of(f);
    assert_int_equal(reduce_in_hindsight(desk->worker, &node), 0);
    // What lies above the root was not played.
    struct frame *root = worker_root(desk->worker);
    root->begins = true;
    root->reduced = 3;
    root->eval = 0;
    root[-1] = root[0];
    node = node_of(root);
    assert_int_equal(reduce_in_hindsight(desk->worker, &node), 0);
    desk_free(desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_late_moves_are_reduced),
        cmocka_unit_test(test_more_after_refuted_moves),
        cmocka_unit_test(test_hindsight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
