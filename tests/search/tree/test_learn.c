// SPDX-License-Identifier: GPL-3.0-or-later
// What the search learns from evaluations.
#include "search/tree/learn.h"

#include "search/evaluation/features.h"
#include "support/desk.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

enum { RAW = 50, DEPTH = 6 };

// The root as a node whose score has been found exactly.
static struct node node_of(struct desk *desk, int score)
{
    struct frame *f = worker_root(desk->worker);
    f->raw = RAW;
    f->eval = learn_corrected(desk->worker, f, RAW);
    return (struct node){.frame = f,
                         .window = {-SCORE_INFINITE, SCORE_INFINITE},
                         .alpha = -SCORE_INFINITE,
                         .best = score,
                         .depth = DEPTH};
}

static void learn(struct desk *desk, int score, int times)
{
    for (int i = 0; i < times; i++) {
        struct node node = node_of(desk, score);
        learn_error(desk->worker, &node);
    }
}

static int corrected(const struct desk *desk)
{
    return learn_corrected(desk->worker, worker_root(desk->worker), RAW);
}

// Goes to another position without forgetting what was learned.
static void go_on_to(struct desk *desk, const char *fen)
{
    struct thought other;
    thought_init(&other, "chess", "", fen);
    desk->worker->pos = other.position;
    desk->worker->pos.variant = desk->thought.variant;
    balance_init(&worker_root(desk->worker)->balance, &desk->shared.evaluator.valuation, &desk->worker->pos);
    thought_clear(&other);
}

static const char *const rooks = "4k3/5ppp/8/8/8/8/PPP5/R3K3 w - - 0 1";

static void test_errors_are_made_up_for(void **state)
{
    (void)state;
    struct desk *desk = desk_new("chess", "", rooks, FEATURES_ALL);
    assert_int_equal(corrected(desk), RAW);
    learn(desk, RAW + 40, 1);
    int once = corrected(desk);
    assert_true(once > RAW && once < RAW + 40);
    learn(desk, RAW + 40, 200);
    assert_in_range(corrected(desk), RAW + 38, RAW + 40);
    learn(desk, RAW - 40, 400);
    assert_in_range(corrected(desk), RAW - 40, RAW - 38);
    desk_free(desk);
}

static void test_likeness_counts(void **state)
{
    (void)state;
    struct desk *desk = desk_new("chess", "", rooks, FEATURES_ALL);
    learn(desk, RAW + 40, 200);
    int all = corrected(desk);
    // White's pieces are elsewhere, then the pawns, too, and then Black's king; after the same last actions (none).
    go_on_to(desk, "4k3/5ppp/8/8/8/8/PPP5/4KR2 w - - 0 1");
    int without_pieces = corrected(desk);
    go_on_to(desk, "4k3/8/8/8/8/8/8/4KR2 w - - 0 1");
    int without_pawns = corrected(desk);
    go_on_to(desk, "3k4/8/8/8/8/8/8/4KR2 w - - 0 1");
    int by_actions = corrected(desk);
    assert_true(all > without_pieces && without_pieces > without_pawns && without_pawns > by_actions &&
                by_actions > RAW);
    worker_root(desk->worker)[-1].context = 1;
    assert_int_equal(corrected(desk), RAW);
    // The other side to move learns for itself.
    go_on_to(desk, "4k3/5ppp/8/8/8/8/PPP5/R3K3 b - - 0 1");
    worker_root(desk->worker)[-1].context = 0;
    assert_int_equal(corrected(desk), RAW);
    desk_free(desk);
}

static void test_corrections_are_bounded(void **state)
{
    (void)state;
    struct desk *desk = desk_new("chess", "", rooks, FEATURES_ALL);
    learn(desk, RAW + 2000, 10000);
    int most = corrected(desk);
    assert_in_range(most, RAW + 200, RAW + 256);
    learn(desk, RAW - 2000, 10000);
    assert_int_equal(corrected(desk), 2 * RAW - most);
    desk_free(desk);
}

static void test_what_tells_nothing_is_not_learned(void **state)
{
    (void)state;
    struct desk *desk = desk_new("chess", "", rooks, FEATURES_ALL);
    struct node node = node_of(desk, SCORE_WIN - 5);
    learn_error(desk->worker, &node);
    assert_int_equal(corrected(desk), RAW);
    // The score is at least this, and the evaluation said more.
    node = node_of(desk, RAW - 100);
    node.window.beta = RAW - 110;
    learn_error(desk->worker, &node);
    assert_int_equal(corrected(desk), RAW);
    // The score is at most this, and the evaluation said less.
    node = node_of(desk, RAW + 100);
    node.alpha = RAW + 110;
    learn_error(desk->worker, &node);
    assert_int_equal(corrected(desk), RAW);
    node = node_of(desk, RAW + 100);
    node.frame->check = true;
    learn_error(desk->worker, &node);
    node.frame->check = false;
    assert_int_equal(corrected(desk), RAW);
    // A capture, since it changes what is evaluated.
    go_on_to(desk, "4k3/8/8/8/8/8/p7/R3K3 w - - 0 1");
    node = node_of(desk, RAW + 40);
    node.best_move = move_make(MOVE_NORMAL, square_at(0, 0), square_at(0, 1), 0);
    learn_error(desk->worker, &node);
    assert_int_equal(corrected(desk), RAW);
    desk_free(desk);
    desk = desk_new("chess", "", rooks, FEATURES_ALL & ~(unsigned)FEATURE_CORRECTION);
    learn(desk, RAW + 40, 10);
    assert_int_equal(corrected(desk), RAW);
    desk_free(desk);
}

// Whether an action is quiet, and the first of its turn.
struct action {
    bool quiet, begins;
};

static const struct action quiet = {true, true}, capture = {false, true}, second = {true, false};

// What history says of a move to a square after the evaluation has become `eval` for the enemy, from `before` for the mover.
static int history_after(struct desk *desk, int before, int eval, struct action action)
{
    move m = move_make(MOVE_NORMAL, square_at(0, 0), square_at(0, 4), 0);
    struct worker *w = desk->worker;
    struct frame *above = worker_root(w), *f = above + 1;
    worker_forget(w);
    worker_prepare(w, &desk->shared);
    above->eval = before;
    above->current = m;
    above->moved = piece_of(type_of_letter('R'), WHITE);
    above->quiet = action.quiet;
    above->begins = action.begins;
    f->eval = eval;
    f->begins = true;
    learn_change(w, f);
    return w->histories.history[above->moved][move_to(m)];
}

static void test_changes_are_learned(void **state)
{
    (void)state;
    struct desk *desk = desk_new("chess", "", rooks, FEATURES_ALL);
    int gained = history_after(desk, 10, -50, quiet);
    assert_true(gained > 0);
    assert_int_equal(history_after(desk, 10, 30, quiet), -gained); // 40 lost instead of 40 gained
    assert_true(history_after(desk, 10, -30, quiet) < gained);
    assert_int_equal(history_after(desk, 10, -10, quiet), 0);
    // An outlier counts no more than a pawn.
    assert_int_equal(history_after(desk, 0, -2000, quiet), history_after(desk, 0, -100, quiet));
    // Captures are not quiet, and in check there is no evaluation.
    assert_int_equal(history_after(desk, 10, -50, capture), 0);
    assert_int_equal(history_after(desk, -SCORE_INFINITE, -50, quiet), 0);
    // In the middle of a turn they do not compare.
    assert_int_equal(history_after(desk, 10, -50, second), 0);
    // What lies above the root was not played.
    struct frame *root = worker_root(desk->worker);
    root->begins = root->quiet = true;
    root[-1] = root[0];
    int before = desk->worker->histories.history[root[-1].moved][move_to(root[-1].current)];
    learn_change(desk->worker, root);
    assert_int_equal(desk->worker->histories.history[root[-1].moved][move_to(root[-1].current)], before);
    desk_free(desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_errors_are_made_up_for),
        cmocka_unit_test(test_likeness_counts),
        cmocka_unit_test(test_corrections_are_bounded),
        cmocka_unit_test(test_what_tells_nothing_is_not_learned),
        cmocka_unit_test(test_changes_are_learned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
