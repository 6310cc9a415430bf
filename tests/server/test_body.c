// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies at the limits of what is allowed; tests/server/api.py tests the rest over HTTP.
#include "server/body.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// Nobody is charged for texts.
static const struct texts no_texts;

static bool read_name(const char *name, struct create_body *body, struct problem *problem)
{
    char text[512];
    snprintf(text, sizeof text, "{\"game\":\"chess\",\"name\":\"%s\"}", name);
    bool fine = body_read_create(body, (struct body_source){text, strlen(text)}, &no_texts, problem);
    create_body_clear(body);
    return fine;
}

static void test_names(void **state)
{
    (void)state;
    struct create_body body;
    struct problem problem = {.code = PROBLEM_NONE};
    assert_true(read_name(" \\t Ada \\n", &body, &problem));
    assert_string_equal(body.name, "Ada");
    assert_true(read_name("   ", &body, &problem));
    assert_string_equal(body.name, "");
    // Forty characters of four bytes each are the longest.
    char longest[41 * 4 + 1] = "";
    for (int i = 0; i < 40; i++)
        memcpy(longest + (size_t)i * 4, "\xf0\x9f\x90\xb4", 5);
    assert_true(read_name(longest, &body, &problem));
    assert_string_equal(body.name, longest);
    memcpy(longest + 160, "x", 2);
    assert_false(read_name(longest, &body, &problem));
    assert_int_equal(problem.code, PROBLEM_BAD_FIELD);
    assert_string_equal(problem.at, "name");
    // Control characters of both kinds, inside the name too.
    assert_false(read_name("a\\u0007b", &body, &problem));
    assert_false(read_name("a\\u007fb", &body, &problem));
    assert_false(read_name("a\\u0085b", &body, &problem));
    assert_true(read_name("a\\u00a0b", &body, &problem));
}

// Such a character would reverse the text after the name, in every list that shows it.
static void test_names_that_change_the_direction_of_text(void **state)
{
    (void)state;
    static const char *const refused[] = {"061c", "200e", "200f", "2028", "2029", "202a", "202b",
                                          "202c", "202d", "202e", "2066", "2067", "2068", "2069"};
    struct create_body body;
    struct problem problem = {.code = PROBLEM_NONE};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        char name[16];
        snprintf(name, sizeof name, "a\\u%sb", refused[i]);
        assert_false(read_name(name, &body, &problem));
        assert_int_equal(problem.code, PROBLEM_BAD_FIELD);
        assert_string_equal(problem.at, "name");
    }
    // The neighbouring code points, the joiner of emoji, and right-to-left letters are allowed.
    static const char *const fine[] = {"061b", "200d", "2010", "202f", "2065", "206a", "05d0", "0627"};
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++) {
        char name[16];
        snprintf(name, sizeof name, "a\\u%sb", fine[i]);
        assert_true(read_name(name, &body, &problem));
    }
}

static void test_text_without_a_final_zero(void **state)
{
    (void)state;
    static const char text[] = "{\"ply\":3}{\"ply\":4}";
    size_t ply = 0;
    struct problem problem = {.code = PROBLEM_NONE};
    assert_true(body_read_ply(&ply, text, 9, &problem));
    assert_int_equal(ply, 3);
    assert_false(body_read_ply(&ply, text, strlen(text), &problem));
    assert_int_equal(problem.code, PROBLEM_BAD_JSON);
    assert_int_equal(ply, 3);
}

static void test_nesting_depth(void **state)
{
    (void)state;
    char text[128];
    struct problem problem = {.code = PROBLEM_NONE};
    // Brackets in a string do not count, and an escaped quotation mark does not end it.
    snprintf(text, sizeof text, "{\"x\":\"\\\"[[[[[[[[[[[[[[[[[[[[[[[[[[\"}");
    assert_false(body_read_empty(text, strlen(text), &problem));
    assert_int_equal(problem.code, PROBLEM_UNKNOWN_FIELD);
    snprintf(text, sizeof text, "{\"x\":[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]}");
    assert_false(body_read_empty(text, strlen(text), &problem));
    assert_int_equal(problem.code, PROBLEM_UNKNOWN_FIELD);
    snprintf(text, sizeof text, "{\"x\":[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]}");
    assert_false(body_read_empty(text, strlen(text), &problem));
    assert_int_equal(problem.code, PROBLEM_BAD_JSON);
    assert_int_equal(problem.offset, 20);
}

static void test_complete_create(void **state)
{
    (void)state;
    static const char text[] = "{\"game\":\"FUEL\",\"parameters\":{\"fuel\":7},\"color\":\"black\","
                               "\"opponent\":{\"kind\":\"engine\",\"level\":\"full\"},\"fen\":\"startpos\"}";
    struct create_body body;
    struct problem problem = {.code = PROBLEM_NONE};
    assert_true(body_read_create(&body, (struct body_source){text, strlen(text)}, &no_texts, &problem));
    assert_string_equal(body.game->name, "fuel");
    assert_int_equal(body.parameters.value[0], 7);
    assert_int_equal(body.color, CHOOSE_BLACK);
    assert_int_equal(body.opponent, OPPONENT_ENGINE);
    assert_string_equal(body.level->key, "full");
    assert_string_equal(body.fen, "startpos");
    create_body_clear(&body);
}

static bool read_announce(const char *text, struct announce_body *body, struct problem *problem)
{
    return body_read_announce(body, text, strlen(text), problem);
}

static void test_announcements(void **state)
{
    (void)state;
    struct announce_body body;
    struct problem problem = {.code = PROBLEM_NONE};
    assert_true(read_announce("{\"ply\":3}", &body, &problem));
    assert_int_equal(body.count, 0);
    // Repeating the first square at the end makes a circuit; it is stored once.
    assert_true(read_announce("{\"ply\":3,\"squares\":[\"a1\",\"p16\",\"a1\"]}", &body, &problem));
    assert_int_equal(body.count, 2);
    assert_int_equal(body.squares[1], square_at(15, 15));
    assert_true(body.circuit && body.repeated);
    assert_true(read_announce("{\"ply\":3,\"squares\":[\"a1\",\"b2\"],\"circuit\":true}", &body, &problem));
    assert_true(body.circuit && !body.repeated);
    assert_true(read_announce("{\"ply\":3,\"squares\":[\"a1\"]}", &body, &problem));
    assert_true(body.count == 1 && !body.circuit);
    // Nine squares only if the first one is repeated at the end.
    assert_false(read_announce("{\"ply\":3,\"squares\":[\"a1\",\"a2\",\"a3\",\"a4\",\"a5\",\"a6\",\"a7\","
                               "\"a8\",\"a9\"]}",
                               &body, &problem));
    assert_string_equal(problem.at, "squares");
    assert_false(read_announce("{\"ply\":3,\"squares\":[\"a1\",\"a17\"]}", &body, &problem));
    assert_string_equal(problem.at, "squares.1");
    assert_false(read_announce("{\"ply\":3,\"squares\":[\"a1\",\"a2x\"]}", &body, &problem));
    assert_false(read_announce("{\"ply\":3,\"circuit\":false}", &body, &problem));
    assert_string_equal(problem.at, "circuit");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_names_that_change_the_direction_of_text),
        cmocka_unit_test(test_text_without_a_final_zero),
        cmocka_unit_test(test_nesting_depth),
        cmocka_unit_test(test_complete_create),
        cmocka_unit_test(test_announcements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
