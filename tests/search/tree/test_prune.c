// SPDX-License-Identifier: GPL-3.0-or-later
// Moves near the leaves: quiet ones that give check are seen as such, and stay when the others are dropped.
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_checks_are_seen),
        cmocka_unit_test(test_checks_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
