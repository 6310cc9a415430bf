// SPDX-License-Identifier: GPL-3.0-or-later
// Time management: plans are computed here, not waited for.
#include "search/tree/time_plan.h"

#include "search/score.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static const struct losses none;

static void test_no_limit(void **state)
{
    (void)state;
    struct time_plan plan = time_plan(&(struct limits){.depth = 5}, WHITE, &none);
    assert_int_equal(plan.most, -1);
    plan = time_plan(&(struct limits){.infinite = true, .clock = true, .time = {5, 5}}, WHITE, &none);
    assert_int_equal(plan.enough, -1);
}

static void test_time_for_a_move(void **state)
{
    (void)state;
    struct time_plan plan = time_plan(&(struct limits){.movetime = 1000}, BLACK, &none);
    assert_in_range(plan.most, 900, 1000);
    assert_true(time_plan(&(struct limits){.movetime = 1}, BLACK, &none).most >= 1);
}

// Time that every turn loses is not available for thinking.
static void test_overhead(void **state)
{
    (void)state;
    struct limits exact = {.movetime = 1000, .overhead = 100};
    assert_in_range(time_plan(&exact, BLACK, &none).most, 850, 900);
    exact.overhead = 5000;
    assert_in_range(time_plan(&exact, BLACK, &none).most, 1, 500);
    struct time_plan before = {.enough = INT64_MAX, .most = INT64_MAX};
    for (int64_t overhead = 0; overhead <= 5000; overhead += 10) {
        struct limits limits = {.clock = true, .time = {60000}, .increment = {600}, .overhead = overhead};
        struct time_plan plan = time_plan(&limits, WHITE, &none);
        assert_true(plan.enough >= 1 && plan.enough <= plan.most);
        assert_true(plan.enough <= before.enough && plan.most <= before.most);
        before = plan;
    }
    assert_true(before.most < 2000);
    // With one second left and an increment of a hundredth, little more than the increment is used.
    struct limits bullet = {.clock = true, .time = {300}, .increment = {10}, .overhead = 20};
    assert_true(time_plan(&bullet, WHITE, &none).enough <= 10);
    struct limits nearly_gone = {.clock = true, .time = {15}, .overhead = 20};
    assert_int_equal(time_plan(&nearly_gone, WHITE, &none).most, 1);
}

// The longest wait is kept in reserve, and costs each turn only its part of that; what turns usually lose is taken from each.
static void test_losses_in_plans(void **state)
{
    (void)state;
    struct limits limits = {.clock = true, .time = {10000}, .increment = {100}, .overhead = 20};
    struct losses stalled = {.longest = 280}, slow = {.usual = 50}, quick = {.usual = 10};
    int64_t usually = time_plan(&limits, WHITE, &none).enough;
    assert_int_equal(usually - time_plan(&limits, WHITE, &stalled).enough, 25);
    assert_in_range(usually - time_plan(&limits, WHITE, &slow).enough, 27, 29);
    // What the user says is lost is believed, even if the clock shows less.
    assert_int_equal(time_plan(&limits, WHITE, &quick).enough, usually);
    // Where twice the longest is too much, half of the time is kept, but no less than the longest.
    limits.time[WHITE] = 520;
    assert_int_equal(time_plan(&limits, WHITE, &stalled).most, (520 - 20 - 280) / 2);
}

// Plays a turn of 200 milliseconds on a clock of 100 milliseconds a turn, which loses some more, and returns what it shows then.
static int64_t lose(struct losses *losses, int64_t time, int64_t loss)
{
    struct limits limits = {.clock = true, .time = {0, time}, .increment = {0, 100}};
    losses_expect(losses, &limits, BLACK, 200, 3);
    limits.time[BLACK] = time - 200 + 100 - loss;
    losses_compare(losses, &limits, BLACK);
    return limits.time[BLACK];
}

static void test_losses_are_learned(void **state)
{
    (void)state;
    struct losses losses = none;
    // One loss alone is kept in reserve, but not expected again.
    int64_t time = lose(&losses, 60000, 40);
    assert_int_equal(losses.usual, 0);
    assert_int_equal(losses.longest, 40);
    time = lose(&losses, time, 64);
    assert_int_equal(losses.usual, 40);
    assert_int_equal(losses.longest, 64);
    // They are forgotten more slowly than they are learned.
    time = lose(&losses, time, 0);
    assert_int_equal(losses.usual, 35);
    assert_int_equal(losses.longest, 60);
    // A clock that has gained time has lost none. Another game's clock tells nothing.
    time = lose(&losses, time, -1800000);
    assert_int_equal(losses.usual, 30);
    time = lose(&losses, time, 0);
    lose(&losses, time, 5000);
    assert_int_equal(losses.usual, 26);
    assert_true(losses.longest < 64);
    // Nor does it tell what a machine that was asleep has lost.
    losses_expect(&losses, &(struct limits){.infinite = true}, BLACK, 600000, 600000);
    assert_int_equal(losses.longest, 1000);
}

// The longest loss in turns of 300 milliseconds on a clock that always shows five seconds, and a last one of 1300 after which it shows 4690 milliseconds.
static int64_t loss_on_a_clock_that_stands(bool delay)
{
    struct losses losses = none;
    struct limits limits = {.clock = true, .delay = delay, .time = {5000, 5000}, .increment = {1000, 1000}};
    for (int turn = 0; turn < 3; turn++) {
        losses_compare(&losses, &limits, WHITE);
        losses_expect(&losses, &limits, WHITE, 300, 0);
    }
    if (delay)
        assert_int_equal(losses.usual, 0);
    losses_compare(&losses, &limits, WHITE);
    losses_expect(&losses, &limits, WHITE, 1300, 0);
    limits.time[WHITE] = 4690;
    losses_compare(&losses, &limits, WHITE);
    return losses.longest;
}

// A delay gives back no more than a turn has used, so the clock never grows.
static void test_delays_lose_nothing(void **state)
{
    (void)state;
    assert_int_equal(loss_on_a_clock_that_stands(true), 10);
    assert_in_range(loss_on_a_clock_that_stands(false), 600, 700);
}

// Whether a turn of White with these limits and the next one, of the colour `second`, were compared. 300 milliseconds were lost.
static bool are_compared(const struct limits *limits, enum color second)
{
    struct losses losses = none;
    struct limits later = {.clock = true, .time = {600, 600}};
    losses_expect(&losses, limits, WHITE, 100, 0);
    losses_compare(&losses, &later, second);
    assert_true(losses.longest == 0 || losses.longest == 300);
    return losses.longest;
}

static void test_losses_need_two_turns_with_a_clock(void **state)
{
    (void)state;
    struct limits limits = {.clock = true, .time = {1000, 1000}}, free = {.infinite = true};
    assert_true(are_compared(&limits, WHITE));
    assert_false(are_compared(&limits, BLACK));
    assert_false(are_compared(&(struct limits){.movetime = 100, .time = {1000, 1000}}, WHITE));
    // How much of these searches the clock has counted is not known.
    limits.ponder = true;
    assert_false(are_compared(&limits, WHITE));
    limits.ponder = false;
    limits.infinite = true;
    assert_false(are_compared(&limits, WHITE));
    // A search on the enemy's time, which has no clock, changes nothing; a new game does.
    limits.infinite = false;
    struct limits later = {.clock = true, .time = {600, 600}};
    struct losses losses = none;
    losses_expect(&losses, &limits, WHITE, 100, 0);
    losses_compare(&losses, &free, WHITE);
    losses_expect(&losses, &free, WHITE, 5000, 0);
    struct losses forgotten = losses;
    losses_compare(&losses, &later, WHITE);
    assert_int_equal(losses.longest, 300);
    losses_forget_game(&forgotten);
    losses_compare(&forgotten, &later, WHITE);
    assert_int_equal(forgotten.longest, 0);
}

// After each turn, the engine thinks on the enemy's time as if its turn had come, and the enemy moves otherwise.
static void test_losses_are_learned_beside_pondering(void **state)
{
    (void)state;
    struct losses losses = none;
    struct limits turn = {.clock = true, .time = {60000}}, ponder = turn;
    ponder.ponder = true;
    for (int turns = 0; turns < 3; turns++) {
        losses_compare(&losses, &turn, WHITE);
        losses_expect(&losses, &turn, WHITE, 200, 0);
        turn.time[WHITE] -= 250;
        ponder.time[WHITE] = turn.time[WHITE];
        losses_compare(&losses, &ponder, WHITE);
        losses_expect(&losses, &ponder, WHITE, 700, 0);
    }
    assert_int_equal(losses.usual, 50);
    // What the last game has lost is no reason to believe the first loss of the next one.
    losses = none;
    lose(&losses, 60000, 40);
    losses_forget_game(&losses);
    lose(&losses, 60000, 40);
    assert_int_equal(losses.usual, 0);
}

// Plays out a clock where every `every`th turn loses `loss`, and each search stops at the latest time that its plan allows.
static void play_with_losses(int64_t loss, int every)
{
    struct losses losses = none;
    struct limits limits = {.clock = true, .time = {60000}, .increment = {100}, .overhead = 20};
    for (int turn = 0; turn < 500; turn++) {
        losses_compare(&losses, &limits, WHITE);
        int64_t spent = time_plan(&limits, WHITE, &losses).most;
        losses_expect(&losses, &limits, WHITE, spent, 1);
        limits.time[WHITE] -= spent + (turn % every ? 0 : loss);
        assert_true(limits.time[WHITE] > 0);
        limits.time[WHITE] += limits.increment[WHITE];
    }
}

static void test_no_flag_falls_by_losses_that_come_again(void **state)
{
    (void)state;
    for (int64_t loss = 0; loss < 100; loss += 9)
        play_with_losses(loss, 1);
    for (int64_t loss = 0; loss < 200; loss += 9)
        play_with_losses(loss, 2);
    for (int64_t loss = 0; loss < 350; loss += 35)
        play_with_losses(loss, 10);
}

static void test_clocks_never_run_out(void **state)
{
    (void)state;
    for (int64_t left = 50; left < 10000000; left = left * 3 / 2)
        for (int64_t increment = 0; increment <= 30000; increment += 10000)
            for (int turns = 0; turns <= 40; turns += 8) {
                struct limits limits = {
                    .clock = true, .time = {left, 1}, .increment = {increment, 0}, .moves_to_go = turns};
                struct time_plan plan = time_plan(&limits, WHITE, &none);
                assert_true(plan.enough >= 1 && plan.enough <= plan.most);
                assert_true(plan.most <= left / 2 + 1);
            }
}

static void test_own_clock_counts(void **state)
{
    (void)state;
    struct limits limits = {.clock = true, .time = {600000, 1000}};
    assert_true(time_plan(&limits, WHITE, &none).enough > 20 * time_plan(&limits, BLACK, &none).enough);
    struct limits last = {.clock = true, .time = {10000, 10000}, .moves_to_go = 1};
    assert_true(time_plan(&last, WHITE, &none).most > 8000 && time_plan(&last, WHITE, &none).most < 10000);
    struct limits gone = {.clock = true, .time = {-500, 0}};
    assert_int_equal(time_plan(&gone, WHITE, &none).most, 1);
}

static void test_unrest_takes_more_time(void **state)
{
    (void)state;
    struct course course = {.share = COURSE_USUAL};
    assert_int_equal(course_stretch(&course, 1000), 1300);
    int64_t before = INT64_MAX;
    for (int depth = 1; depth <= 10; depth++) {
        course_note(&course, depth, 30, depth > 1, COURSE_USUAL);
        assert_int_equal(course.fallen, 0);
        assert_true(course_stretch(&course, 1000) <= before);
        before = course_stretch(&course, 1000);
    }
    assert_int_equal(before, 700);
    // A score that rises is no reason to wait; one that has fallen is, for as long as that is not long ago.
    course_note(&course, 11, 80, true, COURSE_USUAL);
    assert_int_equal(course_stretch(&course, 1000), 700);
    course_note(&course, 12, -20, true, COURSE_USUAL);
    assert_int_equal(course.fallen, 50);
    assert_int_equal(course_stretch(&course, 1000), 1050);
    course_note(&course, 13, -500, true, COURSE_USUAL);
    assert_int_equal(course_stretch(&course, 1000), 1400);
    for (int depth = 14; depth < 18; depth++)
        course_note(&course, depth, -500, true, COURSE_USUAL);
    assert_int_equal(course_stretch(&course, 1000), 700);
    course_note(&course, 18, -500, false, COURSE_USUAL);
    assert_int_equal(course_stretch(&course, 1000), 1300);
    // Being mated costs twice the time, not more. The first iterations have nothing to look back to.
    course_note(&course, 19, -SCORE_WIN, false, COURSE_USUAL);
    assert_int_equal(course_stretch(&course, 1000), 2600);
    course = (struct course){0};
    for (int depth = 1; depth <= 4; depth++)
        course_note(&course, depth, -100 * depth, true, COURSE_USUAL);
    assert_int_equal(course.fallen, 0);
}

// The less of an iteration the best move took, the more time is enough.
static void test_rivals_of_the_best_move_take_more_time(void **state)
{
    (void)state;
    static const int expected[] = {3120, 2886, 2652, 2418, 2184, 1950, 1716, 1482, 1248, 1014, 780};
    for (int share = 0; share <= 100; share += 10) {
        struct course course = {0};
        course_note(&course, 1, 0, false, share);
        assert_int_equal(course_stretch(&course, 1000), expected[share / 10]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_limit),
        cmocka_unit_test(test_time_for_a_move),
        cmocka_unit_test(test_overhead),
        cmocka_unit_test(test_losses_in_plans),
        cmocka_unit_test(test_losses_are_learned),
        cmocka_unit_test(test_delays_lose_nothing),
        cmocka_unit_test(test_losses_are_learned_beside_pondering),
        cmocka_unit_test(test_no_flag_falls_by_losses_that_come_again),
        cmocka_unit_test(test_losses_need_two_turns_with_a_clock),
        cmocka_unit_test(test_clocks_never_run_out),
        cmocka_unit_test(test_own_clock_counts),
        cmocka_unit_test(test_unrest_takes_more_time),
        cmocka_unit_test(test_rivals_of_the_best_move_take_more_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
