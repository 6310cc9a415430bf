// SPDX-License-Identifier: GPL-3.0-or-later
// A game in progress: playing, refusing, taking back, ending, and going to paper and back.
#include "session/session.h"

#include "notation/coordinate_write.h"
#include "position/fen.h"
#include "position/integrity.h"
#include "variants/games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct session *begin(const char *game, const char *fen)
{
    struct error err = {0};
    struct session *session = session_new(game_find(game, NULL), NULL, fen, &err);
    if (!session)
        fail_msg("%s: %s", game, err.message);
    return session;
}

static void play(struct session *session, const char *const *texts)
{
    struct error err = {0};
    for (; *texts; texts++)
        if (!session_play_text(session, *texts, &err))
            fail_msg("%s: %s", *texts, err.message);
}

static void assert_fen(const struct position *pos, const char *expected)
{
    struct buffer fen;
    buffer_init(&fen);
    fen_write(pos, &fen);
    assert_string_equal(buffer_text(&fen), expected);
    buffer_clear(&fen);
}

static const char *const fools_mate[] = {"f2f3", "e5", "g2-g4", "Qh4#", NULL};

static void test_plays_any_notation_to_mate(void **state)
{
    (void)state;
    struct session *session = begin("chess", NULL);
    play(session, fools_mate);
    assert_int_equal(session->count, 4);
    assert_int_equal(session->history.count, 4);
    assert_int_equal(session->outcome.result, RESULT_BLACK);
    assert_int_equal(session->outcome.reason, REASON_CHECKMATE);
    session_free(session);
}

static void test_refuses_and_changes_nothing(void **state)
{
    (void)state;
    struct session *session = begin("chess", NULL);
    struct position before = session->position;
    struct error err = {0};
    assert_false(session_play_text(session, "e2e5", &err));
    assert_int_equal(err.code, ERROR_ILLEGAL_MOVE);
    assert_false(session_play_text(session, "hello", &err));
    assert_int_equal(err.code, ERROR_MOVE_SYNTAX);
    assert_int_equal(session->count, 0);
    assert_true(position_equal(&before, &session->position));
    play(session, fools_mate);
    assert_false(session_play_text(session, "a3", &err));
    assert_int_equal(err.code, ERROR_GAME_OVER);
    assert_int_equal(session->count, 4);
    session_free(session);
}

// Whatever actions a turn is made of, it is played only when a generator could have made it.
static void test_refuses_turns_that_no_generator_makes(void **state)
{
    (void)state;
    struct session *session = begin("chess", NULL);
    struct turn turn;
    assert_true(session_read(session, "e2e4", &turn, NULL));
    struct turn twice = {.count = 2, .actions = {turn.actions[0], turn.actions[0]}};
    struct turn empty = {.count = 0}, long_turn = {.count = TURN_ACTIONS_MAX + 1};
    struct turn wild = {.count = 1, .actions = {UINT32_MAX}};
    struct error err = {0};
    assert_false(session_play(session, &twice, &err));
    assert_int_equal(err.code, ERROR_ILLEGAL_MOVE);
    assert_false(session_play(session, &empty, &err));
    assert_false(session_play(session, &long_turn, &err));
    assert_false(session_play(session, &wild, &err));
    assert_int_equal(session->count, 0);
    assert_true(session_play(session, &turn, &err));
    session_free(session);
}

static void test_takes_back(void **state)
{
    (void)state;
    struct session *session = begin("chess", NULL);
    struct error err = {0};
    assert_false(session_take_back(session, 1, &err));
    assert_int_equal(err.code, ERROR_REQUEST);
    play(session, fools_mate);
    assert_true(session_take_back(session, 3, &err));
    assert_int_equal(session->count, 1);
    assert_int_equal(session->history.count, 1);
    assert_true(session_is_ongoing(session));
    assert_fen(&session->position, "rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1");
    assert_true(session_take_back(session, 1, &err));
    assert_true(position_equal(&session->position, &session->start));
    session_free(session);
}

// The keys of taken-back positions must not count as repetitions.
static void test_repetition_survives_takeback(void **state)
{
    (void)state;
    static const char *const round[] = {"g1f3", "g8f6", "f3g1", "f6g8", NULL};
    struct session *session = begin("chess", NULL);
    play(session, round);
    assert_true(session_take_back(session, 4, NULL));
    play(session, round);
    assert_true(session_is_ongoing(session));
    play(session, round);
    assert_int_equal(session->outcome.reason, REASON_REPETITION);
    assert_true(session_take_back(session, 1, NULL));
    assert_true(session_is_ongoing(session));
    session_free(session);
}

// What was written down is restored with its history and its end; what is not legal is refused.
static void test_restores_what_was_played(void **state)
{
    (void)state;
    static const char *const mate[] = {"f2f3", "e7e5", "g2g4", "d8h4"}, *const repeated[] = {"g1f3", "g8f6",
                                                                                             "f3g1", "f6g8",
                                                                                             "g1f3", "g8f6",
                                                                                             "f3g1", "f6g8"},
                             *const wrong[] = {"e2e4", "e2e4"}, *const human[] = {"e4"};
    const struct game *chess = game_find("chess", NULL);
    struct error err = {0};
    struct session *session = session_new(chess, NULL, NULL, NULL);
    assert_true(session_restore(session, mate, 4, NULL));
    assert_int_equal(session->outcome.reason, REASON_CHECKMATE);
    assert_int_equal(session->count, 4);
    assert_true(session_take_back(session, 1, NULL));
    assert_true(session_is_ongoing(session));
    session_free(session);
    session = session_new(chess, NULL, NULL, NULL);
    assert_true(session_restore(session, repeated, 7, NULL));
    assert_true(session_is_ongoing(session));
    assert_true(session_play_text(session, repeated[7], NULL));
    assert_int_equal(session->outcome.reason, REASON_REPETITION);
    session_free(session);
    session = session_new(chess, NULL, NULL, NULL);
    assert_false(session_restore(session, wrong, 2, &err));
    assert_int_equal(err.code, ERROR_ILLEGAL_MOVE);
    session_free(session);
    session = session_new(chess, NULL, NULL, NULL);
    assert_false(session_restore(session, human, 1, &err));
    assert_int_equal(err.code, ERROR_MOVE_SYNTAX);
    session_free(session);
}

static void test_ends_by_declaration(void **state)
{
    (void)state;
    struct session *session = begin("chess", NULL);
    struct error err = {0};
    assert_true(session_resign(session, WHITE, &err));
    assert_int_equal(session->outcome.result, RESULT_BLACK);
    assert_int_equal(session->outcome.reason, REASON_RESIGNATION);
    assert_false(session_agree_draw(session, &err));
    assert_int_equal(err.code, ERROR_GAME_OVER);
    assert_true(session_reset(session, NULL, &err));
    assert_true(session_agree_draw(session, &err));
    assert_int_equal(session->outcome.reason, REASON_AGREEMENT);
    session_free(session);
}

static void test_whoever_runs_out_of_time_loses_in_every_game(void **state)
{
    static const char *const names[] = {"chess", "fuel", "hamiltonian", "hnefa"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (int loser = WHITE; loser <= BLACK; loser++) {
            struct session *session = begin(names[i], NULL);
            assert_true(session_lose_on_time(session, (enum color)loser, NULL));
            assert_int_equal(session->outcome.result, loser == WHITE ? RESULT_BLACK : RESULT_WHITE);
            assert_int_equal(session->outcome.reason, REASON_TIME);
            session_free(session);
        }
}

static void test_cancels_only_what_has_not_begun(void **state)
{
    (void)state;
    struct session *session = begin("chess", NULL);
    struct error err = {0};
    assert_true(session_play_text(session, "e4", &err));
    assert_false(session_cancel(session, &err));
    assert_int_equal(err.code, ERROR_REQUEST);
    assert_true(session_is_ongoing(session));
    assert_true(session_reset(session, NULL, &err));
    assert_true(session_cancel(session, &err));
    assert_int_equal(session->outcome.result, RESULT_NONE);
    assert_false(session_cancel(session, &err));
    assert_int_equal(err.code, ERROR_GAME_OVER);
    session_free(session);
}

static void test_aborts_only_what_is_young(void **state)
{
    (void)state;
    struct session *session = begin("chess", NULL);
    struct error err = {0};
    assert_true(session_play_text(session, "e4", &err));
    assert_true(session_abort(session, &err));
    assert_int_equal(session->outcome.result, RESULT_NONE);
    assert_int_equal(session->outcome.reason, REASON_ABORTED);
    assert_false(session_abort(session, &err));
    assert_int_equal(err.code, ERROR_GAME_OVER);
    assert_true(session_reset(session, NULL, &err));
    assert_true(session_play_text(session, "e4", &err) && session_play_text(session, "e5", &err));
    assert_false(session_abort(session, &err));
    assert_int_equal(err.code, ERROR_REQUEST);
    assert_true(session_is_ongoing(session));
    session_free(session);
}

static void test_abandons(void **state)
{
    (void)state;
    struct session *session = begin("chess", NULL);
    struct error err = {0};
    assert_true(session_abandon(session, BLACK, false, &err));
    assert_int_equal(session->outcome.result, RESULT_WHITE);
    assert_int_equal(session->outcome.reason, REASON_ABANDONED);
    assert_false(session_abandon(session, WHITE, true, &err));
    assert_int_equal(err.code, ERROR_GAME_OVER);
    assert_true(session_reset(session, NULL, &err));
    assert_true(session_abandon(session, WHITE, true, &err));
    assert_int_equal(session->outcome.result, RESULT_DRAW);
    session_free(session);
    session = begin("fuel", NULL);
    assert_false(session_abandon(session, WHITE, true, &err));
    assert_int_equal(err.code, ERROR_REQUEST);
    assert_true(session_abandon(session, WHITE, false, &err));
    assert_int_equal(session->outcome.result, RESULT_BLACK);
    session_free(session);
}

static void test_fuel_knows_no_draws(void **state)
{
    (void)state;
    struct session *session = begin("fuel", NULL);
    struct error err = {0};
    assert_false(session_agree_draw(session, &err));
    assert_int_equal(err.code, ERROR_REQUEST);
    assert_true(session_is_ongoing(session));
    session_free(session);
}

static void test_begins_elsewhere(void **state)
{
    (void)state;
    static const char start[] = "4k3/8/8/8/8/8/4p3/K7 b - - 0 7";
    struct session *session = begin("chess", start);
    struct error err = {0};
    assert_int_equal(session_side_at(session, 0), BLACK);
    assert_int_equal(session_side_at(session, 1), WHITE);
    assert_false(session_reset(session, "8/8/8/8/8/8/8/8 w - - 0 1", &err));
    assert_int_equal(err.code, ERROR_FEN);
    assert_fen(&session->position, start);
    session_free(session);
    assert_null(session_new(game_find("chess", NULL), NULL, "nonsense", &err));
    struct parameters empty_tank = {{0}};
    assert_null(session_new(game_find("fuel", NULL), &empty_tank, NULL, &err));
    assert_int_equal(err.code, ERROR_PARAMETER);
    session = begin("chess", "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1");
    assert_int_equal(session->outcome.reason, REASON_CHECKMATE);
    session_free(session);
}

static void collect(void *context, size_t ply, const struct position *before, const struct turn *turn,
                    const struct position *after)
{
    struct buffer *texts = context;
    buffer_addf(texts, "%zu:", ply);
    coordinate_write_turn(before, turn, texts);
    buffer_add_char(texts, position_side(after) == WHITE ? 'w' : 'b');
    buffer_add_char(texts, ' ');
}

static void test_walks_through_its_turns(void **state)
{
    (void)state;
    struct session *session = begin("chess", NULL);
    struct buffer texts;
    struct position pos;
    buffer_init(&texts);
    session_each(session, 0, collect, &texts);
    assert_string_equal(buffer_text(&texts), "");
    play(session, fools_mate);
    session_each(session, 0, collect, &texts);
    assert_string_equal(buffer_text(&texts), "0:f2f3b 1:e7e5w 2:g2g4b 3:d8h4w ");
    buffer_reset(&texts);
    session_each(session, 3, collect, &texts);
    assert_string_equal(buffer_text(&texts), "3:d8h4w ");
    session_position_at(session, 0, &pos);
    assert_true(position_equal(&pos, &session->start));
    session_position_at(session, 4, &pos);
    assert_true(position_equal(&pos, &session->position));
    buffer_clear(&texts);
    session_free(session);
}

// More turns than the list has room for at first.
static void test_long_games(void **state)
{
    (void)state;
    static const char *const round[] = {"g1f3", "g8f6", "f3g1", "f6g8", NULL};
    struct parameters full = {{FUEL_MAX}};
    struct session *session = session_new(game_find("fuel", NULL), &full, NULL, NULL);
    for (int i = 0; i < 100; i++)
        play(session, round);
    assert_int_equal(session->count, 400);
    assert_true(session_take_back(session, 399, NULL));
    assert_int_equal(session->count, 1);
    assert_true(position_ok(&session->position));
    session_free(session);
}

static void test_finds_winning_claims(void **state)
{
    (void)state;
    struct turn turn = {.count = 0};
    // White has a circuit; both have paths; Black has one and White is to move; pieces are in hand.
    struct session *session = begin("hamiltonian", "k7/8/7q/8/8/8/8/R3R3 w - - 0 9");
    assert_false(session_find_winning_claim(session, BLACK, &turn));
    assert_true(session_find_winning_claim(session, WHITE, &turn));
    assert_true(session_play(session, &turn, NULL));
    assert_int_equal(session->outcome.result, RESULT_WHITE);
    assert_int_equal(session_points(session), 4);
    assert_false(session_find_winning_claim(session, WHITE, &turn));
    assert_true(session_reset(session, "kq6/8/8/8/8/8/8/R3R3 w - - 0 9", NULL));
    assert_false(session_find_winning_claim(session, WHITE, &turn));
    assert_true(session_reset(session, "kq6/8/8/8/8/8/8/N5B1 w - - 0 9", NULL));
    assert_true(session_find_winning_claim(session, BLACK, &turn));
    assert_true(session_play(session, &turn, NULL));
    assert_int_equal(session->outcome.result, RESULT_BLACK);
    assert_int_equal(session_player_of(session, 0), BLACK);
    assert_true(session_reset(session, "kq6/8/8/8/8/8/8/N5B1[Rr] w - - 0 8", NULL));
    assert_false(session_find_winning_claim(session, BLACK, &turn));
    session_free(session);
    session = begin("chess", NULL);
    assert_false(session_find_winning_claim(session, WHITE, &turn));
    session_free(session);
}

static void test_goes_to_paper_and_back(void **state)
{
    (void)state;
    struct session *session = begin("fuel", NULL);
    static const char *const turns[] = {"e4", "e5", "Nf3", NULL};
    play(session, turns);
    assert_true(session_resign(session, BLACK, NULL));
    struct record record;
    struct error err = {0};
    assert_true(session_to_record(session, &record, NULL));
    assert_int_equal(record.turns.count, 3);
    struct session *copy = session_from_record(&record, &err);
    assert_non_null(copy);
    assert_ptr_not_equal(copy->variant, session->variant);
    struct buffer fen;
    buffer_init(&fen);
    fen_write(&session->position, &fen);
    assert_fen(&copy->position, buffer_text(&fen));
    buffer_clear(&fen);
    assert_int_equal(copy->outcome.reason, REASON_RESIGNATION);
    session_free(copy);
    // White's turn is none for Black.
    record.turns.items[1] = record.turns.items[0];
    assert_null(session_from_record(&record, &err));
    assert_string_equal(err.at, "turns[1]");
    record_clear(&record);
    session_free(session);
}

// Two games of one variant: what one has played the other gets by an exchange, and only the lender frees the variant,
// which the sanitizers watch.
static void test_beside_another_session(void **state)
{
    (void)state;
    struct session *lender = session_new(game_find("chess", NULL), NULL, NULL, NULL);
    struct session *borrower = session_beside(lender, NULL);
    assert_non_null(borrower);
    assert_ptr_equal(borrower->variant, lender->variant);
    assert_true(session_play_text(borrower, "e4", NULL));
    assert_true(session_play_text(borrower, "e5", NULL));
    assert_int_equal(lender->count, 0);
    session_swap(lender, borrower);
    assert_int_equal(lender->count, 2);
    assert_int_equal(lender->history.count, 2);
    assert_int_equal(borrower->count, 0);
    assert_int_equal(borrower->history.count, 0);
    assert_true(session_play_text(lender, "Nf3", NULL));
    assert_true(session_play_text(borrower, "d4", NULL));
    assert_true(session_take_back(lender, 3, NULL));
    assert_true(position_equal(&lender->position, &lender->start));
    session_free(borrower);
    assert_true(session_play_text(lender, "e4", NULL));
    session_free(lender);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plays_any_notation_to_mate),
        cmocka_unit_test(test_refuses_and_changes_nothing),
        cmocka_unit_test(test_refuses_turns_that_no_generator_makes),
        cmocka_unit_test(test_takes_back),
        cmocka_unit_test(test_repetition_survives_takeback),
        cmocka_unit_test(test_restores_what_was_played),
        cmocka_unit_test(test_ends_by_declaration),
        cmocka_unit_test(test_whoever_runs_out_of_time_loses_in_every_game),
        cmocka_unit_test(test_cancels_only_what_has_not_begun),
        cmocka_unit_test(test_aborts_only_what_is_young),
        cmocka_unit_test(test_abandons),
        cmocka_unit_test(test_fuel_knows_no_draws),
        cmocka_unit_test(test_begins_elsewhere),
        cmocka_unit_test(test_walks_through_its_turns),
        cmocka_unit_test(test_long_games),
        cmocka_unit_test(test_finds_winning_claims),
        cmocka_unit_test(test_goes_to_paper_and_back),
        cmocka_unit_test(test_beside_another_session),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
