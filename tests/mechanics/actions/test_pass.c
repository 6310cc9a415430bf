// SPDX-License-Identifier: GPL-3.0-or-later
// Passing: who may, and when.

#include "mechanics/actions/pass.h"
#include "position/fen.h"
#include "position/move.h"
#include "position/moves/history.h"
#include "position/moves/outcome.h"
#include "support/composed.h"
#include "support/fide.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static bool white_passes(struct variant *variant, struct error *err)
{
    const struct pass_settings settings = {.allowed = {true, false}, .on_stalemate = {false, true}};
    return fide_prepare(variant, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", err) &&
           variant_use(variant, &pass_mechanism, &settings, err);
}

static void test_passing(void **state)
{
    (void)state;
    struct variant *variant = composed_new(8, 8, white_passes);
    composed_plays(variant, "startpos", "e2e4 e7e5 e1e1",
                   "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 1 2");
    composed_refused(variant, "4r2k/8/8/8/8/8/8/4K3 w - - 0 1", "e1e1", "a pass is no answer to a check");
    // UCI's null move.
    composed_plays(variant, "startpos", "e2e4 e7e5 0000",
                   "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 1 2");
    composed_refused(variant, "4r2k/8/8/8/8/8/8/4K3 w - - 0 1", "0000", "a pass is no answer to a check");
    composed_refused(variant, "7k/8/6K1/8/8/8/8/8 b - - 0 1", "0000", "only if there is no other legal turn");
    composed_refused(variant, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "0000", "the game is over");
    // Black passes only if there is nothing else to do and no check to answer.
    composed_only(variant, "7k/8/6K1/8/8/8/8/8 b - - 0 1", "", "h8g8");
    composed_only(variant, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", "h8h8");
    composed_only(variant, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "", "");
    composed_random(variant, 4, 80);
    variant_free(variant);
}

static bool pass_at_all_times(struct variant *variant, struct error *err)
{
    const struct pass_settings settings = {.allowed = {true, true}, .on_stalemate = {true, true}};
    return fide_prepare(variant, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", err) &&
           variant_use(variant, &pass_mechanism, &settings, err);
}

// Who may pass at all times and in stalemate may do so at all times.
static void test_both_permissions(void **state)
{
    (void)state;
    struct variant *variant = composed_new(8, 8, pass_at_all_times);
    composed_only(variant, "7k/8/6K1/8/8/8/8/8 b - - 0 1", "", "h8g8 h8h8");
    composed_only(variant, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", "h8h8");
    variant_free(variant);
}

static bool both_pass(struct variant *variant, struct error *err)
{
    const struct pass_settings settings = {.allowed = {true, true}};
    return fide_prepare(variant, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", err) &&
           variant_use(variant, &pass_mechanism, &settings, err);
}

static void play(struct position *pos, struct history *history, move m)
{
    struct undo undo;
    assert_true(history_push(history, pos));
    position_apply(pos, m, &undo);
}

static void test_two_passes_end_the_game(void **state)
{
    (void)state;
    struct variant *variant = composed_new(8, 8, both_pass);
    struct history history;
    struct position pos;
    square king = square_at(4, 0), beside = square_at(3, 0), other = square_at(4, 7);
    move pass = move_make(MOVE_PASS, king, king, 0), away = move_make(MOVE_NORMAL, king, beside, 0),
         back = move_make(MOVE_NORMAL, beside, king, 0), answer = move_make(MOVE_PASS, other, other, 0);
    history_init(&history);
    assert_true(fen_read(&pos, variant, "4k3/8/8/8/8/8/7P/4K3 w - - 0 1", NULL));
    play(&pos, &history, pass);
    assert_int_equal(position_outcome(&pos, &history).result, RESULT_ONGOING);
    // One pass and a move are no two passes, nor is the position there and back.
    play(&pos, &history, move_make(MOVE_NORMAL, other, square_at(3, 7), 0));
    play(&pos, &history, away);
    play(&pos, &history, move_make(MOVE_NORMAL, square_at(3, 7), other, 0));
    play(&pos, &history, back);
    assert_int_equal(position_outcome(&pos, &history).result, RESULT_ONGOING);
    play(&pos, &history, answer);
    assert_int_equal(position_outcome(&pos, &history).result, RESULT_ONGOING);
    play(&pos, &history, pass);
    assert_int_equal(position_outcome(&pos, &history).result, RESULT_DRAW);
    history_clear(&history);
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_passing),
                                       cmocka_unit_test(test_both_permissions),
                                       cmocka_unit_test(test_two_passes_end_the_game)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
