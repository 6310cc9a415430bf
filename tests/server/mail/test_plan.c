// SPDX-License-Identifier: GPL-3.0-or-later
// When messages are sent, and what about.
#include "server/mail/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define HOUR  (INT64_C(60) * 60 * 1000)
#define DAY   (24 * HOUR)
#define BEGUN (INT64_C(5) * DAY)

// White is to move since BEGUN, after two turns.
static struct archived_match begin(const char *control)
{
    struct archived_match row = {.seats = {{.kind = SEAT_HUMAN}, {.kind = SEAT_HUMAN}}, .ply = 2};
    struct time_control read;
    assert_true(time_control_read(control, &read, NULL));
    game_clock_begin(&row.clock, &read);
    row.deadline = BEGUN + read.main;
    return row;
}

static struct archived_mail confirmed(void)
{
    return (struct archived_mail){.color = WHITE, .state = MAIL_CONFIRMED, .due = BEGUN};
}

static struct mail_plan plan_at(struct archived_mail *mail, const struct archived_match *row, int64_t now,
                                bool watching)
{
    struct mail_plan plan;
    mail_plan(mail, &(struct mail_view){row, watching, now}, &plan);
    *mail = plan.after;
    return plan;
}

static void test_a_turn_is_told_once_and_again_when_time_is_short(void **state)
{
    (void)state;
    struct archived_match row = begin("3days");
    struct archived_mail mail = confirmed();
    assert_int_equal(plan_at(&mail, &row, BEGUN + MAIL_DELAY - 1, false).letter, LETTER_NONE);
    assert_int_equal(mail.due, BEGUN + MAIL_DELAY);
    assert_int_equal(plan_at(&mail, &row, BEGUN + MAIL_DELAY, false).letter, LETTER_TURN);
    assert_int_equal(mail.due, BEGUN + 2 * DAY);
    assert_int_equal(plan_at(&mail, &row, BEGUN + 2 * DAY - 1, false).letter, LETTER_NONE);
    assert_int_equal(mail.due, BEGUN + 2 * DAY);
    assert_int_equal(plan_at(&mail, &row, BEGUN + 2 * DAY, false).letter, LETTER_SHORT);
    assert_true(mail.due == NO_DEADLINE);
    assert_int_equal(plan_at(&mail, &row, BEGUN + 3 * DAY - 1, false).letter, LETTER_NONE);
    assert_true(mail.due == NO_DEADLINE);
    // Two turns later it is White's turn again.
    row.ply = 4;
    row.deadline += DAY;
    assert_int_equal(plan_at(&mail, &row, BEGUN + DAY + MAIL_DELAY, false).letter, LETTER_TURN);
}

static void test_a_message_when_time_is_short_already_is_the_only_one(void **state)
{
    (void)state;
    struct archived_match row = begin("1h");
    struct archived_mail mail = confirmed();
    assert_int_equal(plan_at(&mail, &row, BEGUN + HOUR - HOUR / 4, false).letter, LETTER_TURN);
    assert_true(mail.due == NO_DEADLINE);
    assert_int_equal(plan_at(&mail, &row, BEGUN + HOUR - 1, false).letter, LETTER_NONE);
}

static void test_who_is_there_or_not_to_move_gets_none(void **state)
{
    (void)state;
    struct archived_match row = begin("3days");
    struct archived_mail mail = confirmed();
    assert_int_equal(plan_at(&mail, &row, BEGUN + HOUR, true).letter, LETTER_NONE);
    assert_int_equal(mail.due, BEGUN + HOUR + MAIL_DELAY);
    row.side = BLACK;
    assert_int_equal(plan_at(&mail, &row, BEGUN + HOUR, false).letter, LETTER_NONE);
    assert_true(mail.due == NO_DEADLINE);
    row.side = WHITE;
    row.seats[BLACK].kind = SEAT_OPEN;
    row.deadline = NO_DEADLINE;
    assert_int_equal(plan_at(&mail, &row, BEGUN + HOUR, false).letter, LETTER_NONE);
}

static void test_the_end_is_told_and_the_address_forgotten(void **state)
{
    (void)state;
    struct archived_match row = begin("3days");
    row.outcome = (struct outcome){RESULT_WHITE, REASON_RESIGNATION};
    struct archived_mail mail = confirmed();
    struct mail_plan plan = plan_at(&mail, &row, BEGUN, false);
    assert_int_equal(plan.letter, LETTER_OVER);
    assert_true(plan.forget);
    plan = plan_at(&mail, &row, BEGUN, true);
    assert_int_equal(plan.letter, LETTER_NONE);
    assert_true(plan.forget);
    // Nobody has confirmed it, so it gets no message.
    mail.state = MAIL_ASKED;
    plan = plan_at(&mail, &row, BEGUN, false);
    assert_int_equal(plan.letter, LETTER_NONE);
    assert_true(plan.forget);
}

static void test_an_address_is_asked_once(void **state)
{
    (void)state;
    struct archived_match row = begin("3days");
    struct archived_mail mail = {.state = MAIL_NEW};
    struct mail_plan plan = plan_at(&mail, &row, BEGUN, true);
    assert_int_equal(plan.letter, LETTER_CONFIRM);
    assert_false(plan.forget);
    assert_int_equal(mail.state, MAIL_ASKED);
    assert_int_equal(mail.due, BEGUN + MAIL_PATIENCE);
    plan = plan_at(&mail, &row, BEGUN + MAIL_PATIENCE, false);
    assert_int_equal(plan.letter, LETTER_NONE);
    assert_true(plan.forget);
}

static void test_attempts_come_to_an_end(void **state)
{
    (void)state;
    struct archived_match row = begin("3days");
    struct archived_mail mail = confirmed();
    int64_t now = BEGUN + HOUR, pause = 60000;
    for (int failures = 1; failures < 10; failures++) {
        struct mail_plan plan;
        mail_plan(&mail, &(struct mail_view){&row, false, now}, &plan);
        assert_int_equal(plan.letter, LETTER_TURN);
        mail_plan_again(&mail, now, &plan);
        assert_int_equal(plan.after.failures, failures);
        assert_int_equal(plan.after.due, now + (pause < 4 * HOUR ? pause : 4 * HOUR));
        assert_int_equal(plan.after.told, 0);
        mail = plan.after;
        pause *= 2;
    }
    struct mail_plan last;
    mail_plan(&mail, &(struct mail_view){&row, false, now}, &last);
    mail_plan_again(&mail, now, &last);
    assert_int_equal(last.after.told, 3);
    assert_int_equal(last.after.failures, 0);
    assert_false(last.forget);
}

static void test_which_matches_and_moments(void **state)
{
    (void)state;
    struct archived_match row = begin("3days"), next = row;
    assert_true(mail_suits(&row));
    next.draw_offer = WHITE;
    assert_int_equal(mail_moment(&row, &next, BEGUN), 0);
    next.ply++;
    assert_int_equal(mail_moment(&row, &next, BEGUN), BEGUN + MAIL_DELAY);
    next.outcome.result = RESULT_WHITE;
    assert_int_equal(mail_moment(&row, &next, BEGUN), BEGUN);
    row.local = true;
    assert_false(mail_suits(&row));
    row = begin("30m");
    assert_false(mail_suits(&row));
    row = begin("60+0");
    assert_false(mail_suits(&row));
    assert_int_equal(mail_moment(&row, &next, BEGUN), BEGUN);
    assert_int_equal(mail_moment(&next, &row, BEGUN), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_turn_is_told_once_and_again_when_time_is_short),
        cmocka_unit_test(test_a_message_when_time_is_short_already_is_the_only_one),
        cmocka_unit_test(test_who_is_there_or_not_to_move_gets_none),
        cmocka_unit_test(test_the_end_is_told_and_the_address_forgotten),
        cmocka_unit_test(test_an_address_is_asked_once),
        cmocka_unit_test(test_attempts_come_to_an_end),
        cmocka_unit_test(test_which_matches_and_moments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
