// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of bounded length: their ends, their bounds, and being woken.
#include "protocols/lines.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { LONGEST = 10 };

// A pipe that holds the text and is closed behind it.
static int pipe_with(const char *text, size_t length)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], text, length), (int)length);
    close(ends[1]);
    return ends[0];
}

static void expect(struct lines *lines, const char *expected)
{
    char *line;
    size_t length;
    assert_int_equal(lines_next(lines, -1, &line, &length), LINES_LINE);
    assert_string_equal(line, expected);
    assert_int_equal(length, strlen(expected));
}

static void expect_status(struct lines *lines, enum lines_status status)
{
    char *line;
    size_t length;
    assert_int_equal(lines_next(lines, -1, &line, &length), status);
}

static void begin(struct lines *lines, const char *text)
{
    assert_true(lines_init(lines, pipe_with(text, strlen(text)), LONGEST));
}

static void end(struct lines *lines)
{
    expect_status(lines, LINES_END);
    expect_status(lines, LINES_END);
    close(lines->input);
    lines_clear(lines);
}

static void test_ends(void **state)
{
    struct lines lines;
    (void)state;
    begin(&lines, "one\ntwo\r\n\n\r\nlast");
    expect(&lines, "one");
    expect(&lines, "two");
    expect(&lines, "");
    expect(&lines, "");
    expect(&lines, "last");
    end(&lines);
    begin(&lines, "");
    end(&lines);
}

static void test_longest(void **state)
{
    struct lines lines;
    (void)state;
    begin(&lines, "0123456789\n0123456789\r\n0123456789a\nb\n");
    expect(&lines, "0123456789");
    expect(&lines, "0123456789");
    expect_status(&lines, LINES_TOO_LONG);
    expect(&lines, "b");
    end(&lines);
}

// However long a line is, it is one answer, and the next line is read.
static void test_much_too_long(void **state)
{
    (void)state;
    for (size_t size = LONGEST + 1; size < 60; size++) {
        struct lines lines;
        char text[80];
        memset(text, 'x', size);
        memcpy(text + size, "\nok\n", 5);
        begin(&lines, text);
        expect_status(&lines, LINES_TOO_LONG);
        expect(&lines, "ok");
        end(&lines);
        text[size] = '\0';
        begin(&lines, text);
        expect_status(&lines, LINES_TOO_LONG);
        end(&lines);
    }
}

static void test_zero_bytes(void **state)
{
    struct lines lines;
    char *line;
    size_t length;
    (void)state;
    assert_true(lines_init(&lines, pipe_with("a\0b\nc\n", 6), LONGEST));
    assert_int_equal(lines_next(&lines, -1, &line, &length), LINES_LINE);
    assert_int_equal(length, 3);
    assert_memory_equal(line, "a\0b", 4);
    expect(&lines, "c");
    end(&lines);
}

static void test_pieces_and_waking(void **state)
{
    struct lines lines;
    char *line;
    size_t length;
    int input[2], wake[2];
    (void)state;
    assert_int_equal(pipe(input), 0);
    assert_int_equal(pipe(wake), 0);
    assert_true(lines_init(&lines, input[0], LONGEST));
    assert_int_equal(write(wake[1], "", 1), 1);
    assert_int_equal(write(input[1], "ab", 2), 2);
    // Half a line does not keep from being woken, nor is it lost.
    assert_int_equal(lines_next(&lines, wake[0], &line, &length), LINES_WOKEN);
    assert_int_equal(read(wake[0], (char[1]){0}, 1), 1);
    assert_int_equal(write(input[1], "c\nd\n", 4), 4);
    assert_int_equal(lines_next(&lines, wake[0], &line, &length), LINES_LINE);
    assert_string_equal(line, "abc");
    // A line that is there comes before waking.
    assert_int_equal(write(wake[1], "", 1), 1);
    assert_int_equal(lines_next(&lines, wake[0], &line, &length), LINES_LINE);
    assert_string_equal(line, "d");
    assert_int_equal(lines_next(&lines, wake[0], &line, &length), LINES_WOKEN);
    lines_clear(&lines);
    for (int i = 0; i < 2; i++) {
        close(input[i]);
        close(wake[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_longest),
        cmocka_unit_test(test_zero_bytes),
        cmocka_unit_test(test_much_too_long),
        cmocka_unit_test(test_pieces_and_waking),
    };
    return cmocka_run_group_tests_name("lines", tests, NULL, NULL);
}
