// SPDX-License-Identifier: GPL-3.0-or-later
// The clock of a match at its edges: the period of grace, turns that were on their way, whose time runs when, and the deadline.
#include "server/time/match_clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { BEGUN = 5000000 };

static struct archived_match begin(const char *control)
{
    struct archived_match row = {.seats = {{.kind = SEAT_HUMAN}, {.kind = SEAT_HUMAN}}};
    struct time_control read;
    assert_true(time_control_read(control, &read, NULL));
    game_clock_begin(&row.clock, &read);
    clock_settle(&row, BEGUN);
    return row;
}

// Makes a turn, and returns what its player has left.
static int64_t turn(struct archived_match *row, int64_t lag, int64_t now)
{
    struct archived_match before = *row;
    int64_t left = clock_press(row, lag, now);
    row->ply++;
    row->side = other_color(row->side);
    clock_follow(&before, row, now);
    return left;
}

static void test_without_a_clock_nothing_happens(void **state)
{
    (void)state;
    struct archived_match row = begin("none");
    assert_true(row.deadline == NO_DEADLINE);
    turn(&row, 0, BEGUN + 1);
    turn(&row, 0, BEGUN + 2);
    assert_false(row.clock.running);
    assert_false(clock_is_up(&row, INT64_MAX - 1));
    struct buffer text;
    buffer_init(&text);
    clock_write(&row, BEGUN, &text);
    assert_string_equal(buffer_text(&text), "");
    buffer_clear(&text);
}

static void test_the_first_turn_of_each_side_takes_no_time(void **state)
{
    (void)state;
    struct archived_match row = begin("3+2");
    assert_int_equal(row.deadline, BEGUN + CLOCK_GRACE);
    assert_false(row.clock.running);
    assert_false(clock_is_up(&row, BEGUN + CLOCK_GRACE - 1));
    assert_true(clock_is_up(&row, BEGUN + CLOCK_GRACE));
    assert_int_equal(turn(&row, 0, BEGUN + 20000), 180000);
    assert_int_equal(row.deadline, BEGUN + 20000 + CLOCK_GRACE);
    assert_int_equal(turn(&row, 0, BEGUN + 40000), 180000);
    assert_true(row.clock.running);
    assert_int_equal(row.deadline, BEGUN + 40000 + 180000 + CLOCK_LAG);
    // From now on every turn takes time, and adds the increment.
    assert_int_equal(turn(&row, 0, BEGUN + 50000), 180000 - 10000 + 2000);
    assert_int_equal(row.clock.side, BLACK);
    assert_int_equal(turn(&row, 0, BEGUN + 50500), 180000 - 500 + 2000);
}

static void test_grace_is_as_long_as_a_turn_may_take(void **state)
{
    (void)state;
    const int64_t days = INT64_C(3) * 24 * 60 * 60 * 1000;
    struct archived_match slow = begin("3days"), quick = begin("5s");
    assert_true(slow.deadline == BEGUN + days);
    assert_int_equal(quick.deadline, BEGUN + CLOCK_GRACE);
}

static void test_nobodys_time_runs_while_a_seat_is_free_or_the_game_is_over(void **state)
{
    (void)state;
    struct archived_match row = begin("1+0"), next;
    row.seats[BLACK].kind = SEAT_OPEN;
    clock_settle(&row, BEGUN);
    assert_true(row.deadline == NO_DEADLINE);
    next = row;
    next.seats[BLACK].kind = SEAT_HUMAN;
    clock_follow(&row, &next, BEGUN + 100);
    assert_int_equal(next.deadline, BEGUN + 100 + CLOCK_GRACE);
    turn(&next, 0, BEGUN + 200);
    turn(&next, 0, BEGUN + 300);
    row = next;
    next.outcome = (struct outcome){RESULT_WHITE, REASON_RESIGNATION};
    clock_follow(&row, &next, BEGUN + 1300);
    assert_false(next.clock.running);
    assert_int_equal(next.clock.left[WHITE], 59000);
    assert_true(next.deadline == NO_DEADLINE);
}

static void test_other_changes_leave_the_clock_alone(void **state)
{
    (void)state;
    struct archived_match row = begin("1+0"), next = row;
    next.draw_offer = WHITE;
    clock_follow(&row, &next, BEGUN + 10000);
    assert_int_equal(next.deadline, BEGUN + CLOCK_GRACE);
    turn(&row, 0, BEGUN);
    turn(&row, 0, BEGUN);
    next = row;
    next.takeback = BLACK;
    clock_follow(&row, &next, BEGUN + 10000);
    assert_int_equal(next.clock.since, BEGUN);
    assert_int_equal(next.deadline, row.deadline);
}

static void test_lag_is_given_back_within_its_bounds(void **state)
{
    (void)state;
    struct archived_match row = begin("1+0");
    turn(&row, 0, BEGUN);
    turn(&row, 0, BEGUN);
    assert_int_equal(turn(&row, 120, BEGUN + 1000), 60000 - 880);
    // No more than the turn has taken.
    turn(&row, 0, BEGUN + 2000);
    assert_int_equal(turn(&row, 200, BEGUN + 2001), 60000 - 880);

    // Whoever is near has all of it whenever it is needed.
    int64_t total = CLOCK_LAG_TOTAL;
    assert_int_equal(clock_allow_lag(&total, 30), 30);
    assert_int_equal(total, CLOCK_LAG_TOTAL);
    // Whoever pretends to be far away gets a second, and then what comes back with each turn.
    int64_t sum = 0;
    for (int i = 0; i < 1000; i++) {
        int64_t back = clock_allow_lag(&total, 100000);
        assert_in_range(back, 0, CLOCK_LAG);
        sum += back;
    }
    assert_in_range(sum, CLOCK_LAG_TOTAL, CLOCK_LAG_TOTAL + 1000 * CLOCK_LAG_PART);
    assert_int_equal(clock_allow_lag(&total, 100000), CLOCK_LAG_PART);
}

static void test_time_runs_out_to_the_millisecond(void **state)
{
    (void)state;
    struct archived_match row = begin("1+0");
    turn(&row, 0, BEGUN);
    turn(&row, 0, BEGUN);
    const int64_t end = BEGUN + 60000;
    assert_false(clock_has_run_out(&row, 0, end - 1));
    assert_true(clock_has_run_out(&row, 0, end));
    assert_false(clock_has_run_out(&row, 100, end + 99));
    assert_true(clock_has_run_out(&row, 100, end + 100));
    assert_true(clock_has_run_out(&row, CLOCK_LAG, end + CLOCK_LAG));
    // The flag falls once no turn in time can arrive any more.
    assert_false(clock_is_up(&row, end + CLOCK_LAG - 1));
    assert_true(clock_is_up(&row, end + CLOCK_LAG));
}

static void test_a_fixed_time_is_new_for_every_turn(void **state)
{
    (void)state;
    struct archived_match row = begin("10s"), before;
    turn(&row, 0, BEGUN);
    turn(&row, 0, BEGUN);
    assert_int_equal(turn(&row, 0, BEGUN + 9000), 1000);
    assert_int_equal(row.deadline, BEGUN + 19000 + CLOCK_LAG);
    // Black has used half of its time when White takes its turn back, and has all of it again when White has moved.
    before = row;
    row.ply--;
    row.side = WHITE;
    clock_follow(&before, &row, BEGUN + 14000);
    assert_int_equal(game_clock_left(&row.clock, WHITE, BEGUN + 14000), 10000);
    turn(&row, 0, BEGUN + 15000);
    assert_int_equal(game_clock_left(&row.clock, BLACK, BEGUN + 15000), 10000);
}

static void test_words_for_clients(void **state)
{
    (void)state;
    struct archived_match row = begin("5d3");
    struct buffer text;
    buffer_init(&text);
    clock_write(&row, BEGUN + 7, &text);
    assert_string_equal(buffer_text(&text),
                        ",\"clock\":{\"left\":{\"white\":300000,\"black\":300000},\"abort\":5030000},"
                        "\"served\":5000007");
    turn(&row, 0, BEGUN);
    turn(&row, 0, BEGUN);
    turn(&row, 0, BEGUN + 5000);
    buffer_reset(&text);
    clock_write(&row, BEGUN + 6000, &text);
    assert_string_equal(buffer_text(&text),
                        ",\"clock\":{\"left\":{\"white\":298000,\"black\":300000},\"running\":\"black\","
                        "\"since\":5005000},\"served\":5006000");
    buffer_clear(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_without_a_clock_nothing_happens),
        cmocka_unit_test(test_the_first_turn_of_each_side_takes_no_time),
        cmocka_unit_test(test_grace_is_as_long_as_a_turn_may_take),
        cmocka_unit_test(test_nobodys_time_runs_while_a_seat_is_free_or_the_game_is_over),
        cmocka_unit_test(test_other_changes_leave_the_clock_alone),
        cmocka_unit_test(test_lag_is_given_back_within_its_bounds),
        cmocka_unit_test(test_time_runs_out_to_the_millisecond),
        cmocka_unit_test(test_a_fixed_time_is_new_for_every_turn),
        cmocka_unit_test(test_words_for_clients),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
