// SPDX-License-Identifier: GPL-3.0-or-later
// Playing turns from texts: what is remembered, and that nothing happens when one is refused.
#include "notation/line.h"
#include "position/fen.h"
#include "position/integrity.h"
#include "position/moves/outcome.h"
#include "support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

// Plays the texts; the last one must fail with the code, and change nothing.
static void check(const char *game, const char *const *texts, enum error_code code, const char *reason)
{
    struct variant *variant = scene_variant(game, "");
    struct position pos;
    struct history history;
    struct error err = {0};
    history_init(&history);
    assert_true(fen_read(&pos, variant, "startpos", NULL));
    for (; texts[1]; texts++)
        if (!line_play(&pos, &history, texts[0], NULL, &err))
            fail_msg("%s: %s", texts[0], err.message);
    struct position before = pos;
    size_t remembered = history.count;
    assert_false(line_play(&pos, &history, texts[0], NULL, &err));
    assert_int_equal(err.code, code);
    assert_non_null(strstr(err.message, reason));
    assert_true(position_equal(&before, &pos));
    assert_int_equal(history.count, remembered);
    history_clear(&history);
    variant_free(variant);
}

static void test_refusals_change_nothing(void **state)
{
    (void)state;
    check("chess", (const char *const[]){"e4", "e7e5", "Ke3", NULL}, ERROR_ILLEGAL_MOVE, "the king cannot");
    check("chess", (const char *const[]){"e4", "e7-e5", "?", NULL}, ERROR_MOVE_SYNTAX, "");
}

static void test_nothing_is_played_after_the_end(void **state)
{
    (void)state;
    check("chess", (const char *const[]){"f3", "e5", "g4", "Qh4", "a3", NULL}, ERROR_GAME_OVER,
          "Black has won (checkmate)");
    check("chess", (const char *const[]){"Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8", "e4", NULL},
          ERROR_GAME_OVER, "a draw (the same position for the third time)");

    // Fuel Chess knows no repetition: only the rooks are refused here, which cannot leap.
    check("fuel", (const char *const[]){"Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8", "Ra3", NULL},
          ERROR_ILLEGAL_MOVE, "no rook can");
}

// The reason is told in words, not by the name that programs read.
static void test_the_end_is_told_in_words(void **state)
{
    (void)state;
    struct variant *variant = scene_variant("fuel", "");
    struct position pos;
    struct history history;
    struct error err = {0};
    history_init(&history);
    assert_true(fen_read(&pos, variant, "7k/8/8/8/8/8/8/K7 b - - 0 1 0,1", NULL));
    assert_false(line_play(&pos, &history, "h8h7", NULL, &err));
    assert_string_equal(err.message, "the game is over: White has won (out of fuel)");
    history_clear(&history);
    variant_free(variant);
    for (int reason = REASON_CHECKMATE; reason < REASONS; reason++) {
        const char *words = reason_words((enum reason)reason);
        assert_true(words[0] != '\0');
        assert_null(strchr(words, '-'));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refusals_change_nothing),
        cmocka_unit_test(test_nothing_is_played_after_the_end),
        cmocka_unit_test(test_the_end_is_told_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
