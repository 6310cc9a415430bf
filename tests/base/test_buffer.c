// SPDX-License-Identifier: GPL-3.0-or-later
// Growing texts.

#include "base/buffer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_nothing_added(void **state)
{
    (void)state;
    struct buffer buffer;
    buffer_init(&buffer);
    assert_string_equal(buffer_text(&buffer), "");
    assert_int_equal(buffer.length, 0);
    buffer_reset(&buffer); // also before anything was added
    char *text = buffer_take(&buffer);
    assert_string_equal(text, "");
    free(text);
    buffer_clear(&buffer);
}

static void test_adding(void **state)
{
    (void)state;
    struct buffer buffer;
    buffer_init(&buffer);
    buffer_add(&buffer, "fuel ");
    buffer_add_char(&buffer, '=');
    buffer_addf(&buffer, " %d of %s", 48, "50");
    buffer_add_bytes(&buffer, "!?", 1);
    buffer_add(&buffer, "");
    assert_string_equal(buffer_text(&buffer), "fuel = 48 of 50!");
    assert_int_equal(buffer.length, 16);
    buffer_truncate(&buffer, 4);
    assert_string_equal(buffer_text(&buffer), "fuel");
    buffer_reset(&buffer);
    assert_string_equal(buffer_text(&buffer), "");
    buffer_add(&buffer, "x");
    assert_string_equal(buffer_text(&buffer), "x");
    buffer_clear(&buffer);
}

static void test_growth_keeps_what_was_there(void **state)
{
    (void)state;
    struct buffer buffer;
    buffer_init(&buffer);
    for (int i = 0; i < 10000; i++)
        buffer_addf(&buffer, "%04d", i);
    assert_int_equal(buffer.length, 40000);
    assert_int_equal(strlen(buffer_text(&buffer)), 40000);
    assert_memory_equal(buffer_text(&buffer), "00000001", 8);
    assert_string_equal(buffer_text(&buffer) + 39996, "9999");
    buffer_clear(&buffer);
}

// One piece that is larger than any doubling foresees.
static void test_one_large_piece(void **state)
{
    (void)state;
    struct buffer buffer;
    char *large = malloc(100001);
    assert_non_null(large);
    memset(large, 'z', 100000);
    large[100000] = '\0';
    buffer_init(&buffer);
    buffer_addf(&buffer, "<%s>", large);
    assert_int_equal(buffer.length, 100002);
    assert_int_equal(buffer_text(&buffer)[100001], '>');
    free(large);
    buffer_clear(&buffer);
}

static void test_take_gives_the_text_away(void **state)
{
    (void)state;
    struct buffer buffer;
    buffer_init(&buffer);
    buffer_add(&buffer, "mine");
    char *text = buffer_take(&buffer);
    buffer_add(&buffer, "other");
    assert_string_equal(text, "mine");
    assert_string_equal(buffer_text(&buffer), "other");
    free(text);
    buffer_clear(&buffer);
    assert_string_equal(buffer_text(&buffer), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_added),
        cmocka_unit_test(test_adding),
        cmocka_unit_test(test_growth_keeps_what_was_there),
        cmocka_unit_test(test_one_large_piece),
        cmocka_unit_test(test_take_gives_the_text_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
