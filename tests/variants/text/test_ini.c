// SPDX-License-Identifier: GPL-3.0-or-later
// Sections, entries, and what is said about lines that are neither.

#include "variants/text/ini.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct reading {
    struct source source;
    struct pool pool;
    struct ini ini;
    struct report report;
};

static void read_bytes(struct reading *reading, const char *text, size_t length)
{
    *reading = (struct reading){.source = {"test.ini", text, length}};
    ini_read(&reading->ini, &reading->source, &reading->pool, &reading->report);
}

static void read_text(struct reading *reading, const char *text)
{
    read_bytes(reading, text, strlen(text));
}

static void finish(struct reading *reading)
{
    ini_clear(&reading->ini);
    report_clear(&reading->report);
    pool_clear(&reading->pool);
}

static void test_sections(void **state)
{
    (void)state;
    struct reading reading;
    read_text(&reading, "# comment\r\n\r\n[one]\r\na = 1\r\n; another\nb=2 # not a comment \n  \n"
                        "[ two : one ] ; comment\nlong = first\n  second\n\tthird\n  # comment\nx = y = z");
    assert_true(report_is_empty(&reading.report));
    assert_int_equal(reading.ini.sections.count, 2);
    const struct ini_section *one = &reading.ini.sections.items[0], *two = &reading.ini.sections.items[1];
    const struct ini_entry *entries = reading.ini.entries.items;
    assert_string_equal(one->name, "one");
    assert_null(one->parent);
    assert_int_equal(one->count, 2);
    assert_string_equal(entries[0].key, "a");
    assert_string_equal(entries[0].value, "1");
    assert_string_equal(entries[1].key, "b");
    assert_string_equal(entries[1].value, "2 # not a comment");
    assert_string_equal(two->name, "two");
    assert_string_equal(two->parent, "one");
    assert_int_equal(two->first, 2);
    assert_string_equal(entries[2].value, "first second third");
    assert_int_equal(entries[2].lines, 3);
    assert_string_equal(entries[3].value, "y = z");
    struct place place = source_place(&reading.source, entries[1].value_at);
    assert_int_equal(place.line, 6);
    assert_int_equal(place.column, 3);
    finish(&reading);
}

// Checks that the only fault of the text is at that place and says so.
static void refuses(const char *text, unsigned line, unsigned column, const char *word)
{
    struct reading reading;
    read_text(&reading, text);
    if (report_count(&reading.report) != 1)
        fail_msg("'%s': %zu faults", text, report_count(&reading.report));
    const struct fault *fault = reading.report.faults.items;
    struct place place = source_place(&reading.source, fault->at);
    if (place.line != line || place.column != column || !strstr(fault->message, word))
        fail_msg("'%s': %u:%u: %s", text, place.line, place.column, fault->message);
    finish(&reading);
}

static void test_faults(void **state)
{
    (void)state;
    refuses("a = 1\n", 1, 1, "begins with [name]");
    refuses("[a]\nkey\n", 2, 4, "= is expected");
    refuses("[a]\n= 1\n", 2, 1, "a key is expected");
    refuses("[a]\nkey =  \n", 2, 6, "a value is expected");
    refuses("[a\nkey = 1\n", 1, 3, "] is expected");
    refuses("[a] x\n", 1, 5, "nothing is expected");
    refuses("[]\n", 1, 2, "a name is expected");
    refuses("[a:]\n", 1, 4, "a name is expected");
    refuses("[a/b]\n", 1, 3, "letters, digits");
    refuses("[a]\n  more\n", 2, 3, "none above");
    refuses("  more\n", 1, 3, "none above");
    refuses("[a]\nb = \x01\n", 2, 5, "0x01");
    refuses("[a]\nb = \xff\n", 1, 1, "UTF-8");
    refuses("[a]\nb = c\rd\n", 2, 6, "0x0d");
    refuses("[äb]\n", 1, 2, "letters, digits");
    refuses("[a]\nü\n", 2, 2, "= is expected");
}

// The entries of a section without a name are passed over, not given to the one above.
static void test_skipped(void **state)
{
    (void)state;
    struct reading reading;
    read_text(&reading, "[a]\nx = 1\n[]\ny = 2\n more\n[b]\nz = 3\n");
    assert_int_equal(report_count(&reading.report), 1);
    assert_int_equal(reading.ini.sections.count, 2);
    assert_int_equal(reading.ini.lost, 1);
    assert_int_equal(reading.ini.sections.items[0].count, 1);
    assert_int_equal(reading.ini.sections.items[1].count, 1);
    assert_string_equal(reading.ini.entries.items[1].key, "z");
    finish(&reading);
}

static void test_mark(void **state)
{
    (void)state;
    struct reading reading;
    read_text(&reading, "\xef\xbb\xbf[a]\nx = 1\n");
    assert_true(report_is_empty(&reading.report));
    assert_int_equal(reading.ini.sections.count, 1);
    finish(&reading);
    read_bytes(&reading, "[a]\0[b]", 7);
    assert_int_equal(report_count(&reading.report), 1);
    finish(&reading);
    read_text(&reading, "");
    assert_true(report_is_empty(&reading.report));
    finish(&reading);
}

// Whether the first fault has these words.
static bool says_first(const struct reading *reading, const char *words)
{
    return reading->report.faults.count && strstr(reading->report.faults.items->message, words);
}

// Repeats a line after a head until the text has that many bytes.
static char *repeated(const char *head, const char *line, size_t length)
{
    struct buffer text;
    buffer_init(&text);
    buffer_add(&text, head);
    while (text.length < length)
        buffer_add(&text, line);
    return buffer_take(&text);
}

static void test_limits(void **state)
{
    (void)state;
    struct reading reading;
    char *text = repeated("", "[a]\n", SOURCE_MAX + 1);
    read_text(&reading, text);
    assert_int_equal(report_count(&reading.report), 1);
    assert_true(says_first(&reading, "256 KiB"));
    finish(&reading);
    text[SOURCE_MAX - 100] = '\0';
    read_text(&reading, text);
    assert_int_equal(reading.ini.sections.count, SECTIONS_MAX);
    assert_int_equal(reading.ini.lost, (SOURCE_MAX - 100) / 4 - SECTIONS_MAX);
    assert_true(says_first(&reading, "2000 variants"));
    finish(&reading);
    free(text);
    // A value that grows by many short lines costs no more memory than it has bytes, and has its limit.
    text = repeated("[a]\nrule = x\n", " y\n", SOURCE_MAX - 10);
    read_text(&reading, text);
    assert_true(strlen(reading.ini.entries.items->value) <= VALUE_MAX_BYTES);
    assert_true(reading.pool.blocks.count < 40);
    assert_non_null(strstr(reading.report.faults.items->message, "8192"));
    finish(&reading);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sections), cmocka_unit_test(test_faults), cmocka_unit_test(test_skipped),
        cmocka_unit_test(test_mark),     cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
