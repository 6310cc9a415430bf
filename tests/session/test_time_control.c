// SPDX-License-Identifier: GPL-3.0-or-later
// Time controls as text, for PGN, and times as PGN writes them.
#include "session/time_control.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const struct control_case {
    const char *text, *again, *pgn; // again: how it is written
    struct time_control control;
} cases[] = {
    {"none", "none", "-", {TIME_UNLIMITED, 0, 0}},
    {"5+3", "5+3", "300+3", {TIME_FISCHER, 300000, 3000}},
    {"5+0", "5+0", "300", {TIME_FISCHER, 300000, 0}},
    {"0.5+2", "0.5+2", "30+2", {TIME_FISCHER, 30000, 2000}},
    {"0.50+2", "0.5+2", "30+2", {TIME_FISCHER, 30000, 2000}},
    {"0.25+0", "0.25+0", "15", {TIME_FISCHER, 15000, 0}},
    {"1.05+0", "1.05+0", "63", {TIME_FISCHER, 63000, 0}},
    {"0.33+0", "0.33+0", "19", {TIME_FISCHER, 19800, 0}},
    {"0.33+5", "0.33+5", "19+5", {TIME_FISCHER, 19800, 5000}},
    {"1440+600", "1440+600", "86400+600", {TIME_FISCHER, 86400000, 600000}},
    {"5d3", "5d3", "300d3", {TIME_BRONSTEIN, 300000, 3000}},
    {"30s", "30s", "1/30", {TIME_FIXED, 30000, 0}},
    {"30seconds", "30s", "1/30", {TIME_FIXED, 30000, 0}},
    {"90s", "90s", "1/90", {TIME_FIXED, 90000, 0}},
    {"120s", "2m", "1/120", {TIME_FIXED, 120000, 0}},
    {"12h", "12h", "1/43200", {TIME_FIXED, 43200000, 0}},
    {"24h", "1day", "1/86400", {TIME_FIXED, 86400000, 0}},
    {"1day", "1day", "1/86400", {TIME_FIXED, 86400000, 0}},
    {"60days", "60days", "1/5184000", {TIME_FIXED, 5184000000, 0}},
};

static void expect_text(struct buffer *text, const char *expected)
{
    assert_string_equal(buffer_text(text), expected);
    buffer_clear(text);
}

static void test_controls_are_read_and_written(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct time_control control;
        struct error err = {0};
        struct buffer text;
        assert_true(time_control_read(cases[i].text, &control, &err));
        assert_int_equal(control.mode, cases[i].control.mode);
        assert_int_equal(control.main, cases[i].control.main);
        assert_int_equal(control.extra, cases[i].control.extra);
        buffer_init(&text);
        time_control_write(&control, &text);
        expect_text(&text, cases[i].again);
        buffer_init(&text);
        time_control_write_pgn(&control, &text);
        expect_text(&text, cases[i].pgn);
    }
}

static void test_what_is_no_control_is_refused(void **state)
{
    static const char *const wrong[] = {
        "",      "5",    "+3",      "5+",     "5 + 3", "5+3x",         "5+-3",
        "-5+3",  "5.+3", "5.123+3", "5d",     "d3",    "3dogs",        "s",
        "1.5s",  "0s",   "61days",  "1441+0", "1441h", "5+601",        "5d601",
        "0+0",   "0+5",  "0.01+1",  "NONE",   "5+3+3", "9999999999+1", "99999999999999s",
        "5+3\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct time_control control = {TIME_FIXED, 1, 2};
        struct error err = {0};
        if (time_control_read(wrong[i], &control, &err))
            fail_msg("'%s' was read", wrong[i]);
        assert_int_equal(err.code, ERROR_REQUEST);
        assert_true(err.message[0]);
        assert_true(control.mode == TIME_FIXED && control.main == 1 && control.extra == 2);
    }
}

static void test_clocks_are_written_rounded_down(void **state)
{
    static const struct {
        int64_t time;
        const char *seconds, *tenths;
    } times[] = {
        {0, "0:00:00", "0:00:00.0"},           {-5, "0:00:00", "0:00:00.0"},
        {999, "0:00:00", "0:00:00.9"},         {59949, "0:00:59", "0:00:59.9"},
        {299999, "0:04:59", "0:04:59.9"},      {3600000, "1:00:00", "1:00:00.0"},
        {259200000, "72:00:00", "72:00:00.0"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        struct buffer text;
        buffer_init(&text);
        time_write_clock(times[i].time, false, &text);
        expect_text(&text, times[i].seconds);
        buffer_init(&text);
        time_write_clock(times[i].time, true, &text);
        expect_text(&text, times[i].tenths);
    }
}

static void test_clocks_are_read(void **state)
{
    static const char *const wrong[] = {"",         "5",        "0:05",       "0:60:00",
                                        "0:00:60",  "0:00:00.", "0:00:00.10", "a:00:00",
                                        "0:00:00 ", "-1:00:00", "10000:00:00"};
    int64_t time = -1;
    (void)state;
    assert_true(time_read_clock("0:04:59", &time));
    assert_int_equal(time, 299000);
    assert_true(time_read_clock("72:00:01.7", &time));
    assert_int_equal(time, 259201700);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (time_read_clock(wrong[i], &time))
            fail_msg("'%s' was read", wrong[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_controls_are_read_and_written),
        cmocka_unit_test(test_what_is_no_control_is_refused),
        cmocka_unit_test(test_clocks_are_written_rounded_down),
        cmocka_unit_test(test_clocks_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
