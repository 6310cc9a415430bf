// SPDX-License-Identifier: GPL-3.0-or-later
// Clocks at their edges: the last millisecond, increments, delays, interruptions, takebacks.
#include "session/game_clock.h"

#include "session/session.h"
#include "variants/games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static struct game_clock begin(const char *text)
{
    struct time_control control;
    struct game_clock clock;
    assert_true(time_control_read(text, &control, NULL));
    game_clock_begin(&clock, &control);
    return clock;
}

// A turn that takes so long, made in time.
static void play(struct game_clock *clock, enum color side, int64_t *now, int64_t takes)
{
    game_clock_start(clock, side, *now);
    *now += takes;
    assert_false(game_clock_has_run_out(clock, *now));
    game_clock_press(clock, *now);
}

static void test_fischer_adds_after_each_turn(void **state)
{
    struct game_clock clock = begin("1+2");
    int64_t now = 1000000;
    (void)state;
    play(&clock, WHITE, &now, 500);
    assert_int_equal(game_clock_left(&clock, WHITE, now), 61500);
    play(&clock, BLACK, &now, 10000);
    assert_int_equal(game_clock_left(&clock, BLACK, now), 52000);
    assert_int_equal(game_clock_left(&clock, WHITE, now), 61500);
    play(&clock, WHITE, &now, 61499);
    assert_int_equal(game_clock_left(&clock, WHITE, now), 2001);
    game_clock_start(&clock, BLACK, now);
    assert_int_equal(game_clock_deadline(&clock), now + 52000);
    assert_false(game_clock_has_run_out(&clock, now + 51999));
    assert_true(game_clock_has_run_out(&clock, now + 52000));
    assert_int_equal(game_clock_left(&clock, BLACK, now + 52007), -7);
}

static void test_bronstein_gives_back_what_was_used(void **state)
{
    struct game_clock clock = begin("1d3");
    int64_t now = 0;
    (void)state;
    play(&clock, WHITE, &now, 1000);
    assert_int_equal(game_clock_left(&clock, WHITE, now), 60000);
    play(&clock, BLACK, &now, 3000);
    assert_int_equal(game_clock_left(&clock, BLACK, now), 60000);
    play(&clock, WHITE, &now, 10000);
    assert_int_equal(game_clock_left(&clock, WHITE, now), 53000);
    play(&clock, BLACK, &now, 0);
    assert_int_equal(game_clock_left(&clock, BLACK, now), 60000);
    // The delay does not help once all time is gone.
    play(&clock, WHITE, &now, 52999);
    assert_int_equal(game_clock_left(&clock, WHITE, now), 3001);
    game_clock_start(&clock, WHITE, now);
    assert_true(game_clock_has_run_out(&clock, now + 3001));
}

static void test_fixed_time_begins_anew(void **state)
{
    struct game_clock clock = begin("30s");
    int64_t now = 77;
    (void)state;
    play(&clock, WHITE, &now, 29999);
    assert_int_equal(game_clock_left(&clock, WHITE, now), 30000);
    play(&clock, BLACK, &now, 1);
    assert_int_equal(game_clock_left(&clock, BLACK, now), 30000);
    game_clock_start(&clock, WHITE, now);
    assert_true(game_clock_has_run_out(&clock, now + 30000));
}

static void test_an_interrupted_turn_goes_on(void **state)
{
    struct game_clock bronstein = begin("1d3"), fixed = begin("30s");
    (void)state;
    game_clock_start(&bronstein, WHITE, 0);
    game_clock_stop(&bronstein, 2000);
    assert_int_equal(game_clock_deadline(&bronstein), INT64_MAX);
    assert_false(game_clock_has_run_out(&bronstein, INT64_MAX - 1));
    game_clock_start(&bronstein, WHITE, 900000);
    assert_int_equal(game_clock_left(&bronstein, WHITE, 900000), 58000);
    game_clock_press(&bronstein, 905000); // after seven seconds in all
    assert_int_equal(game_clock_left(&bronstein, WHITE, 905000), 56000);
    game_clock_start(&fixed, BLACK, 0);
    game_clock_stop(&fixed, 20000);
    game_clock_start(&fixed, BLACK, 50000);
    assert_int_equal(game_clock_deadline(&fixed), 60000);
    assert_int_equal(game_clock_press(&fixed, 59999), 1);
    assert_int_equal(game_clock_left(&fixed, BLACK, 0), 30000);
}

static void test_a_takeback_passes_the_turn(void **state)
{
    struct game_clock clock = begin("1d5");
    int64_t now = 0;
    (void)state;
    play(&clock, WHITE, &now, 10000);
    game_clock_start(&clock, BLACK, now);
    now += 4000;
    // White takes back: Black has lost four seconds of a turn that is not made, and White's turn begins anew.
    game_clock_start(&clock, WHITE, now);
    assert_int_equal(game_clock_left(&clock, BLACK, now), 56000);
    now += 1000;
    game_clock_press(&clock, now);
    assert_int_equal(game_clock_left(&clock, WHITE, now), 55000);
    game_clock_start(&clock, BLACK, now);
    now += 1000;
    game_clock_press(&clock, now);
    assert_int_equal(game_clock_left(&clock, BLACK, now), 56000);
}

static struct session *played(const char *const turns[], size_t count)
{
    struct session *session = session_new(game_find("chess", NULL), NULL, NULL, NULL);
    struct turn turn;
    for (size_t i = 0; i < count; i++)
        assert_true(session_read(session, turns[i], &turn, NULL) && session_play(session, &turn, NULL));
    return session;
}

static void test_turns_that_are_taken_back_bring_nothing(void **state)
{
    static const char *const turns[] = {"e4", "e5", "Nf3", "Nc6"};
    struct session *session = played(turns, 4);
    (void)state;
    // Ten seconds of thought in each turn, but Black's last one was within the delay.
    const int64_t fischer[] = {293000, 293000, 286000, 286000}, delay[] = {293000, 293000, 286000, 293000};
    struct game_clock clock = begin("5+3");
    clock.left[WHITE] = clock.left[BLACK] = 286000;
    assert_true(game_clock_take_back(&clock, session, 2, fischer, 4, 0, NULL));
    assert_int_equal(clock.left[WHITE], 283000);
    assert_int_equal(clock.left[BLACK], 283000);
    clock.left[WHITE] = clock.left[BLACK] = 286000;
    assert_true(game_clock_take_back(&clock, session, 0, fischer, 4, 0, NULL));
    assert_int_equal(clock.left[WHITE], 280000);
    assert_int_equal(clock.left[BLACK], 280000);
    clock = begin("5d3");
    clock.left[WHITE] = 286000;
    clock.left[BLACK] = 293000;
    assert_true(game_clock_take_back(&clock, session, 2, delay, 4, 0, NULL));
    assert_int_equal(clock.left[WHITE], 283000);
    assert_int_equal(clock.left[BLACK], 293000);
    // Turns from before the clock ran, as those of a game that was loaded, brought nothing; the next one began with all of the time.
    const int64_t loaded[] = {NO_TIME, NO_TIME, 293000, 300000};
    clock.left[WHITE] = 293000;
    clock.left[BLACK] = 300000;
    assert_true(game_clock_take_back(&clock, session, 0, loaded, 4, 0, NULL));
    assert_int_equal(clock.left[WHITE], 290000);
    assert_int_equal(clock.left[BLACK], 300000);
    clock = begin("30s");
    clock.left[WHITE] = 5;
    assert_true(game_clock_take_back(&clock, session, 2, fischer, 4, 0, NULL));
    assert_int_equal(clock.left[WHITE], 5);
    session_free(session);
}

static void test_no_takeback_leaves_a_side_without_time(void **state)
{
    static const char *const turns[] = {"e4", "e5", "Nf3"};
    struct session *session = played(turns, 3);
    const int64_t left[] = {6000, 6000, 5001};
    struct error err;
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct game_clock clock = begin(i ? "0.1+5" : "0.1d5");
        clock.left[WHITE] = 5001;
        game_clock_start(&clock, BLACK, 0);
        struct game_clock before = clock;
        assert_true(game_clock_take_back(&clock, session, 2, left, 3, 5999, NULL));
        assert_int_equal(game_clock_left(&clock, WHITE, 5999), 1);
        clock = before;
        clock.left[WHITE] = 5000;
        assert_false(game_clock_take_back(&clock, session, 2, left, 3, 5999, &err));
        assert_string_equal(err.message, "taking back would leave White no time");
        assert_int_equal(clock.left[WHITE], 5000);
        // The running time counts up to now.
        clock = before;
        assert_false(game_clock_take_back(&clock, session, 2, left, 3, 6000, &err));
        assert_string_equal(err.message, "taking back would leave Black no time");
    }
    session_free(session);
}

static void test_without_limit_nothing_runs(void **state)
{
    struct game_clock clock = begin("none");
    (void)state;
    assert_false(game_clock_is_used(&clock));
    game_clock_start(&clock, WHITE, 0);
    assert_int_equal(game_clock_deadline(&clock), INT64_MAX);
    game_clock_press(&clock, 1000);
    assert_int_equal(game_clock_left(&clock, WHITE, 1000), 0);
    assert_true(game_clock_is_used(&(struct game_clock){.control.mode = TIME_FIXED}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fischer_adds_after_each_turn),
        cmocka_unit_test(test_bronstein_gives_back_what_was_used),
        cmocka_unit_test(test_fixed_time_begins_anew),
        cmocka_unit_test(test_an_interrupted_turn_goes_on),
        cmocka_unit_test(test_a_takeback_passes_the_turn),
        cmocka_unit_test(test_turns_that_are_taken_back_bring_nothing),
        cmocka_unit_test(test_no_takeback_leaves_a_side_without_time),
        cmocka_unit_test(test_without_limit_nothing_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
