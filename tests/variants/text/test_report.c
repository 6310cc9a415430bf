// SPDX-License-Identifier: GPL-3.0-or-later
// How faults are shown.

#include "variants/text/report.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char text[] = "[a]\nkey = größer wert\n\tindented = x\n";
static const struct source source = {"test.ini", text, sizeof text - 1};

static size_t at(const char *word)
{
    return (size_t)(strstr(text, word) - text);
}

static void shows(const struct report *report, const char *expected)
{
    struct buffer out;
    buffer_init(&out);
    for (size_t i = 0; i < report->faults.count; i++)
        fault_write(&report->faults.items[i], &out);
    assert_string_equal(buffer_text(&out), expected);
    buffer_clear(&out);
}

static void test_caret(void **state)
{
    (void)state;
    struct report report = {0};
    report_add(&report, &source, at("größer"), strlen("größer"), "no such %s", "thing");
    shows(&report, "test.ini:2:7: error: no such thing\n"
                   "    key = größer wert\n"
                   "          ^~~~~~\n");
    report_other(&report, &source, at("a]"), "it is here");
    shows(&report, "test.ini:2:7: error: no such thing\n"
                   "    key = größer wert\n"
                   "          ^~~~~~\n"
                   "test.ini:1:2: note: it is here\n"
                   "    [a]\n"
                   "     ^\n");
    report_clear(&report);
    report_add(&report, &source, at("wert"), 0, "here");
    report_add(&report, &source, at("x\n"), 100, "there");
    shows(&report, "test.ini:2:14: error: here\n"
                   "    key = größer wert\n"
                   "                 ^\n"
                   "test.ini:3:13: error: there\n"
                   "     indented = x\n"
                   "                ^\n");
    report_clear(&report);
}

// What several readers refuse for one reason is said once.
static void test_once(void **state)
{
    (void)state;
    struct report report = {0};
    assert_true(report_is_empty(&report));
    for (int i = 0; i < 3; i++)
        report_add(&report, &source, 5, 1, "wrong");
    report_add(&report, &source, 6, 1, "wrong");
    report_add(&report, &source, 6, 1, "also wrong");
    assert_int_equal(report_count(&report), 3);
    for (size_t i = 0; i < FAULTS_MAX; i++)
        report_add(&report, &source, i, 1, "number %zu", i);
    assert_int_equal(report.faults.count, FAULTS_MAX);
    assert_int_equal(report_count(&report), FAULTS_MAX + 3);
    report_clear(&report);
}

// A reader that goes over a text several times finds faults in any order.
static void test_sorted(void **state)
{
    (void)state;
    struct report report = {0};
    static const size_t places[] = {7, 3, 9, 3, 0};
    for (size_t i = 0; i < 5; i++)
        report_add(&report, &source, places[i], 1, "number %zu", i);
    report_sort(&report);
    static const char *const sorted[] = {"number 4", "number 1", "number 3", "number 0", "number 2"};
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(report.faults.items[i].message, sorted[i]);
    report_clear(&report);
}

static void test_error(void **state)
{
    (void)state;
    struct report report = {0};
    struct error err;
    report_add(&report, &source, at("wert"), 4, "here");
    assert_false(report_error(&report, &err));
    assert_int_equal(err.code, ERROR_VARIANT);
    assert_string_equal(err.at, "test.ini:2:14");
    assert_string_equal(err.message, "here");
    report_clear(&report);
    report.no_memory = true;
    assert_false(report_error(&report, &err));
    assert_true(err.no_memory);
}

// A long line is shown around the place.
static void test_long_line(void **state)
{
    (void)state;
    static char line[1000];
    memset(line, 'x', sizeof line - 1);
    for (size_t i = 0; i < 5; i++)
        line[500 + i] = "fault"[i];
    const struct source wide = {"wide.ini", line, sizeof line - 1};
    struct report report = {0};
    struct buffer out;
    buffer_init(&out);
    report_add(&report, &wide, 500, 5, "here");
    fault_write(report.faults.items, &out);
    assert_non_null(strstr(buffer_text(&out), "fault"));
    assert_true(out.length < 400);
    const char *shown = strstr(buffer_text(&out), "fault"), *caret = strchr(buffer_text(&out), '^');
    const char *line_start = strchr(buffer_text(&out), '\n') + 1, *caret_start = strchr(line_start, '\n') + 1;
    assert_int_equal(shown - line_start, caret - caret_start);
    buffer_clear(&out);
    report_clear(&report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_caret), cmocka_unit_test(test_once),      cmocka_unit_test(test_sorted),
        cmocka_unit_test(test_error), cmocka_unit_test(test_long_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
