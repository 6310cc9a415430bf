// SPDX-License-Identifier: GPL-3.0-or-later
// Moves near the leaves: which are skipped; quiet ones that give check are seen as such, and stay when the others are dropped.
#include "search/tree/prune.h"

#include "notation/coordinate_read.h"
#include "search/evaluation/features.h"
#include "support/desk.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static bool gives_check(const char *game, const char *fen, const char *text)
{
    struct desk *desk = desk_new(game, "", fen, FEATURES_ALL);
    struct turn turn;
    assert_true(coordinate_read_turn(&desk->thought.position, text, &turn, NULL));
    bool gives = prune_gives_check(desk->worker, turn.actions[0]);
    desk_free(desk);
    return gives;
}

static void test_checks_are_seen(void **state)
{
    (void)state;
    static const char *const rooks = "4k3/8/8/8/8/3P4/8/RN2K3 w - - 0 1";
    assert_true(gives_check("chess", rooks, "a1a8"));
    assert_false(gives_check("chess", rooks, "a1a7"));
    assert_false(gives_check("chess", rooks, "b1c3"));
    // So is what a piece unmasks, but not if it stays in between, or another one stands there.
    assert_true(gives_check("chess", "4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1", "e4c5"));
    assert_true(gives_check("chess", "4k3/8/8/3p4/4P3/8/8/4R1K1 w - - 0 1", "e4d5"));
    assert_false(gives_check("chess", "4k3/8/8/8/4P3/8/8/4R1K1 w - - 0 1", "e4e5"));
    assert_false(gives_check("chess", "4k3/8/4p3/8/4N3/8/8/4R1K1 w - - 0 1", "e4c5"));
    assert_false(gives_check("chess", "4k3/8/8/8/4N3/8/8/4B1K1 w - - 0 1", "e4c5"));
    // A dropped piece is not looked at.
    assert_false(gives_check("crazyhouse", "4k3/8/8/8/8/8/8/4K3[R] w - - 0 1", "R@e4"));
}

static void test_checks_are_kept(void **state)
{
    (void)state;
    struct desk *desk = desk_new("chess", "", "4k3/8/8/8/8/8/p7/R3K3 w - - 0 1", FEATURES_ALL);
    struct move_list list;
    struct scored_move moves[MOVE_LIST_MAX];
    position_actions(&desk->thought.position, &list);
    for (unsigned i = 0; i < list.count; i++)
        moves[i] = (struct scored_move){list.moves[i], 0};
    // The capture on a2 is left; the rook cannot give check.
    unsigned count = prune_drop_quiets(desk->worker, moves, 0, list.count);
    assert_int_equal(count, 1);
    assert_false(order_is_quiet(&desk->thought.position, moves[0].move));
    desk_free(desk);
    desk = desk_new("chess", "", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", FEATURES_ALL);
    position_actions(&desk->thought.position, &list);
    for (unsigned i = 0; i < list.count; i++)
        moves[i] = (struct scored_move){list.moves[i], 0};
    count = prune_drop_quiets(desk->worker, moves, 0, list.count);
    assert_int_equal(count, 1);
    assert_int_equal(move_to(moves[0].move), square_at(0, 7));
    // What stands before `from` is not looked at.
    assert_int_equal(prune_drop_quiets(desk->worker, moves, 1, 1), 1);
    desk_free(desk);
}

// Whether the move is skipped at a node of depth 3 whose evaluation is so far below alpha.
static bool is_skipped(const char *game, const char *fen, const char *text, int below, bool pv)
{
    struct desk *desk = desk_new(game, "", fen, FEATURES_ALL);
    struct frame *f = worker_root(desk->worker);
    struct node node = {.frame = f, .window = {0, pv ? 100 : 1}, .depth = 3};
    struct turn turn;
    assert_true(coordinate_read_turn(&desk->thought.position, text, &turn, NULL));
    struct scored_move candidate = {turn.actions[0], 0};
    f->eval = -below;
    bool skipped = prune_move(desk->worker, &node, &candidate,
                              order_is_quiet(&desk->thought.position, candidate.move), 0);
    desk_free(desk);
    return skipped;
}

static void test_futile_moves_are_skipped(void **state)
{
    (void)state;
    static const char *const fen = "4k3/q7/8/7p/8/8/3N4/R3K2R w - - 0 1";
    // A quiet move may gain 90 + 3 · 80 …
    assert_true(is_skipped("chess", fen, "d2f3", 330, false));
    assert_false(is_skipped("chess", fen, "d2f3", 329, false));
    // … but one that gives check may gain more, and in a principal variation nothing is skipped.
    assert_false(is_skipped("chess", "4k3/8/8/8/8/8/3P4/RN2K3 w - - 0 1", "a1a8", 1000, false));
    assert_false(is_skipped("chess", fen, "d2f3", 1000, true));
    assert_false(is_skipped("chess", "4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1", "e4c5", 1000, false));
    // A capture gains what it takes besides: a pawn or a queen.
    assert_true(is_skipped("chess", fen, "h1h5", 900, false));
    assert_false(is_skipped("chess", fen, "a1a7", 900, false));
    assert_true(is_skipped("chess", fen, "a1a7", 3000, false));
    // Where pieces are dropped, quiet moves are searched, and where captures are compulsory, all moves.
    assert_false(is_skipped("crazyhouse", "4k3/q7/8/7p/8/8/3N4/R3K2R[] w - - 0 1", "d2f3", 1000, false));
    // A quiet move may win at once where a king wins by reaching the hill.
    assert_false(is_skipped("kingofthehill", "7k/8/8/8/8/4K3/8/8 w - - 0 1", "e3e4", 1000, false));
    assert_false(is_skipped("antichess", "4k3/8/8/8/8/8/3N4/R3K2R w - - 0 1", "d2f3", 1000, false));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_checks_are_seen),
        cmocka_unit_test(test_checks_are_kept),
        cmocka_unit_test(test_futile_moves_are_skipped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
