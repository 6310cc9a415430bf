// SPDX-License-Identifier: GPL-3.0-or-later
// Every result and reason has a sentence that names the right side.
#include "protocols/words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void expect(enum result result, enum reason reason, enum color side, const char *expected)
{
    struct outcome outcome = {result, reason};
    struct buffer text;
    buffer_init(&text);
    words_outcome(&outcome, side, &text);
    assert_string_equal(buffer_text(&text), expected);
    buffer_clear(&text);
}

static void test_sentences(void **state)
{
    (void)state;
    expect(RESULT_ONGOING, REASON_NONE, BLACK, "Black to move.");
    expect(RESULT_WHITE, REASON_NO_FUEL, BLACK, "Black has no legal move: out of fuel. White wins.");
    expect(RESULT_BLACK, REASON_CHECKMATE, WHITE, "White is checkmated. Black wins.");
    expect(RESULT_WHITE, REASON_CORNER, BLACK, "White's king has reached a corner. White wins.");
    expect(RESULT_BLACK, REASON_RESIGNATION, WHITE, "White resigns. Black wins.");
    expect(RESULT_DRAW, REASON_STALEMATE, WHITE, "Draw: no legal move and no check: stalemate.");
    expect(RESULT_DRAW, REASON_REPETITION, WHITE, "Draw: the same position for the third time.");
}

static void test_every_reason(void **state)
{
    (void)state;
    for (int result = RESULT_WHITE; result <= RESULT_DRAW; result++)
        for (int reason = REASON_NONE; reason < REASONS; reason++) {
            struct outcome outcome = {(enum result)result, (enum reason)reason};
            struct buffer text;
            buffer_init(&text);
            words_outcome(&outcome, WHITE, &text);
            assert_true(text.length > 10 && text.text[text.length - 1] == '.');
            assert_non_null(strstr(text.text, result == RESULT_WHITE   ? "White wins."
                                              : result == RESULT_BLACK ? "Black wins."
                                                                       : "Draw: "));
            buffer_clear(&text);
        }
}

static void test_points(void **state)
{
    (void)state;
    static const struct {
        enum result result;
        unsigned points;
        const char *expected;
    } cases[] = {{RESULT_WHITE, 16, "White scores 16 points."},
                 {RESULT_BLACK, 1, "Black scores 1 point."},
                 {RESULT_DRAW, 0, ""}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct outcome outcome = {cases[i].result, REASON_ANNOUNCEMENT};
        struct buffer text;
        buffer_init(&text);
        words_points(&outcome, cases[i].points, &text);
        assert_string_equal(buffer_text(&text), cases[i].expected);
        buffer_clear(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sentences),
        cmocka_unit_test(test_every_reason),
        cmocka_unit_test(test_points),
    };
    return cmocka_run_group_tests_name("words", tests, NULL, NULL);
}
