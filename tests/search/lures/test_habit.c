// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine learns of an enemy: from taking and from leaving, and nothing where there is nothing to take.
#include "position/fen.h"
#include "position/variant.h"
#include "search/lures/habit.h"
#include "variants/games.h"

#include <stdlib.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

enum { UNKNOWN = 500 };

static const char offered[] = "4k3/8/8/3q4/4P3/8/4R3/4K3 b - - 0 1", // the queen may take on e4
    quiet[] = "4k3/8/8/3q4/8/8/8/4K3 b - - 0 1";

static struct variant *variant;
static struct valuation *valuation;

static int set_up(void **state)
{
    (void)state;
    variant = variant_new(game_find("misere", NULL), NULL, NULL);
    valuation = malloc(sizeof *valuation);
    if (!variant || !valuation)
        return -1;
    valuation_init(valuation, variant, false);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    variant_free(variant);
    free(valuation);
    return 0;
}

static struct position position_of(const char *fen)
{
    struct position pos;
    assert_true(fen_read(&pos, variant, fen, NULL));
    return pos;
}

static bool takes(const struct position *pos, move m)
{
    return is_piece(position_captured(pos, m));
}

// The enemy answers in this position, by taking or not.
static void answer(struct habit *habit, const char *fen, bool by_taking)
{
    struct position pos = position_of(fen);
    struct move_list list;
    struct undo undo;
    unsigned i = 0;
    habit_leave(habit, valuation, &pos);
    position_actions(&pos, &list);
    while (i < list.count && takes(&pos, list.moves[i]) != by_taking)
        i++;
    assert_true(i < list.count);
    position_apply(&pos, list.moves[i], &undo);
    habit_learn(habit, &pos);
}

static void test_learning(void **state)
{
    (void)state;
    struct habit habit;
    habit_forget(&habit);
    assert_int_equal(habit.greed, UNKNOWN);
    answer(&habit, quiet, false);
    assert_int_equal(habit.greed, UNKNOWN);
    answer(&habit, offered, true);
    assert_true(habit.greed > 900);
    answer(&habit, offered, true);
    assert_true(habit.greed > 950);
    // It is never certain, and two turns of another kind change its mind.
    answer(&habit, offered, false);
    answer(&habit, offered, false);
    assert_true(habit.greed < 500);
}

static void test_strangers(void **state)
{
    (void)state;
    struct habit habit;
    struct position pos = position_of(offered), other = position_of(quiet);
    habit_forget(&habit);
    answer(&habit, offered, true);
    habit_leave(&habit, valuation, &pos);
    habit_learn(&habit, &other);
    assert_int_equal(habit.greed, UNKNOWN);
}

// The sum of the weights of what takes, or of what does not.
static int weight_of(const struct habit *habit, const char *fen, bool by_taking)
{
    struct position pos = position_of(fen);
    struct move_list list;
    int weights[MOVE_LIST_MAX], sum = 0;
    position_actions(&pos, &list);
    habit_weigh(habit, valuation, &pos, &list, weights);
    for (unsigned i = 0; i < list.count; i++) {
        assert_true(weights[i] > 0);
        sum += takes(&pos, list.moves[i]) == by_taking ? weights[i] : 0;
    }
    return sum;
}

static void test_weights(void **state)
{
    (void)state;
    struct habit habit;
    habit_forget(&habit);
    answer(&habit, offered, true);
    assert_true(weight_of(&habit, offered, true) > 9 * weight_of(&habit, offered, false));
    assert_in_range(weight_of(&habit, quiet, false), HABIT_SURE - 100, HABIT_SURE + 100);
    answer(&habit, offered, false);
    answer(&habit, offered, false);
    assert_true(weight_of(&habit, offered, true) < weight_of(&habit, offered, false));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_learning),
        cmocka_unit_test(test_strangers),
        cmocka_unit_test(test_weights),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
