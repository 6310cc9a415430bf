// SPDX-License-Identifier: GPL-3.0-or-later
// Perft tables and random games of every kind, through the public functions only: the counts are those in tests/data, and every
// step agrees with the internal modules.
#include <leaper/leaper.h>

#include "base/random.h"
#include "position/fen.h"
#include "session/session.h"
#include "support/effort.h"
#include "support/suite.h"
#include "variants/games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Returns what a call returned; if that is NULL, fails the test and prints the error.
static void *got(void *object, const struct leaper_error *error)
{
    if (!object)
        print_message("%s: %s\n", error->place, error->message);
    assert_non_null(object);
    return object;
}

// ---- Tables ----

enum { COUNT_MAX = 15000 / EFFORT_DIVISOR };

// Counts turns action by action, as a bot would.
static uint64_t walk(struct leaper_position *position, int depth)
{
    struct leaper_error error;
    size_t count;
    uint64_t turns = 0;
    leaper_action *actions = got(leaper_position_actions(position, &count, &error), &error);
    for (size_t i = 0; i < count; i++) {
        if (leaper_action_explain(actions[i]).kind == LEAPER_ACTION_ANNOUNCE)
            continue;
        assert_true(leaper_position_act(position, actions[i], &error));
        bool ended = !leaper_position_action_count(position);
        turns += ended && depth == 1 ? 1 : walk(position, ended ? depth - 1 : depth);
        assert_true(leaper_position_undo_action(position, &error));
    }
    leaper_free(actions);
    return turns;
}

// "white=fide black=nutters" as settings; cuts the text.
static size_t read_settings(char *text, struct leaper_setting settings[4])
{
    size_t count = 0;
    char *rest = text;
    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL; count++) {
        char *value = strchr(word, '=');
        *value = '\0';
        settings[count] = (struct leaper_setting){word, value + 1};
    }
    return count;
}

static void check_entry(const struct suite_entry *entry)
{
    struct leaper_error error;
    struct leaper_setting settings[4];
    char *parameters = strdup(entry->parameters);
    size_t count = read_settings(parameters, settings);
    struct leaper_variant *variant = got(leaper_variant_new(entry->game, settings, count, &error), &error);
    struct leaper_position *position = got(leaper_position_new(variant, entry->fen, &error), &error);
    // The position keeps the variant alive.
    leaper_variant_free(variant);
    for (int i = 0; i < entry->count; i++) {
        uint64_t turns;
        if (entry->turns[i] > COUNT_MAX)
            continue;
        assert_true(leaper_position_perft(position, entry->depth[i], NULL, &turns, &error));
        assert_int_equal(turns, entry->turns[i]);
        // Repetition and the 50-move rule end a game, but not a count.
        if (leaper_position_halfmove(position) + entry->depth[i] < 100)
            assert_int_equal(walk(position, entry->depth[i]), entry->turns[i]);
    }
    leaper_position_free(position);
    free(parameters);
}

static void test_tables(void **state)
{
    (void)state;
    static const char *const names[] = {"armies.perft",      "chess.perft", "fuel.perft",
                                        "hamiltonian.perft", "hnefa.perft", "squares.perft"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct suite suite;
        struct suite_entry entry;
        suite_open(&suite, names[i]);
        while (suite_next(&suite, &entry))
            check_entry(&entry);
        suite_close(&suite);
    }
}

// ---- Random games ----

static void check_text(const char *expected, char *text)
{
    assert_non_null(text);
    assert_string_equal(text, expected);
    leaper_free(text);
}

// The internal position is the same as the public one.
static void check_same(const struct leaper_position *position, const struct session *session)
{
    struct buffer fen;
    buffer_init(&fen);
    fen_write(&session->position, &fen);
    check_text(buffer_text(&fen), leaper_position_fen(position, NULL));
    buffer_clear(&fen);
    struct leaper_outcome outcome = leaper_position_outcome(position);
    assert_string_equal(leaper_result_name(outcome.result), result_name(session->outcome.result));
    assert_string_equal(leaper_reason_name(outcome.reason), reason_name(session->outcome.reason));
    assert_int_equal(leaper_position_points(position, outcome), session_points(session));
    assert_int_equal(leaper_position_in_check(position), position_in_check(&session->position));
    for (int i = -1; i <= LEAPER_SQUARES; i++) {
        struct leaper_square what;
        leaper_position_square(position, i, &what);
        bool inside = i >= 0 && i < LEAPER_SQUARES;
        piece p = inside ? session->position.pieces[i] : HOLE;
        assert_int_equal(what.letter, is_piece(p) ? variant_piece_letter(session->variant, p) : 0);
        assert_int_equal(what.kind == LEAPER_SQUARE_EMPTY, p == EMPTY);
    }
}

// Every text of a turn is read back as that turn.
static void check_notation(const struct leaper_position *position, const struct leaper_turn *turn)
{
    static const enum leaper_notation notations[] = {LEAPER_COORDINATE, LEAPER_SAN, LEAPER_SAN_FUEL};
    for (size_t i = 0; i < sizeof notations / sizeof *notations; i++) {
        struct leaper_error error;
        struct leaper_turn again;
        char *text = got(leaper_turn_write(position, turn, notations[i], &error), &error);
        if (!leaper_turn_read(position, text, &again, &error))
            fail_msg("%s: %s", text, error.message);
        assert_memory_equal(&again, turn, sizeof again);
        leaper_free(text);
    }
}

// Playing a turn action by action gives the same position as playing it at once, and undoing it restores the old one.
static void check_steps(const struct leaper_position *position, const struct leaper_turn *turn)
{
    struct leaper_error error;
    struct leaper_position *whole = got(leaper_position_copy(position, &error), &error);
    struct leaper_position *steps = got(leaper_position_copy(position, &error), &error);
    char *before = leaper_position_fen(position, &error);
    assert_true(leaper_position_play(whole, turn, &error));
    for (unsigned i = 0; i < turn->count; i++) {
        assert_true(leaper_position_is_legal(steps, turn->actions[i]));
        leaper_free(got(leaper_action_write(steps, turn->actions[i], LEAPER_SAN, &error), &error));
        leaper_free(got(leaper_position_turn_json(steps, &error), &error));
        assert_true(leaper_position_act(steps, turn->actions[i], &error));
    }
    if (leaper_position_action_count(steps)) {
        assert_null(leaper_position_fen(steps, &error));
        assert_int_equal(error.code, LEAPER_ERROR_REQUEST);
        struct leaper_position *middle = got(leaper_position_copy(steps, &error), &error);
        assert_true(leaper_position_undo(middle, &error));
        check_text(before, leaper_position_fen(middle, &error));
        leaper_position_free(middle);
        assert_true(leaper_position_act(steps, (leaper_action)LEAPER_ACTION_END_TURN << 16, &error));
    }
    char *after = got(leaper_position_fen(whole, &error), &error);
    check_text(after, leaper_position_fen(steps, &error));
    assert_int_equal(leaper_position_key(whole), leaper_position_key(steps));
    assert_int_equal(leaper_position_turn_count(whole), leaper_position_turn_count(position) + 1);
    assert_true(leaper_position_undo(steps, &error));
    check_text(before, leaper_position_fen(steps, &error));
    assert_int_equal(leaper_position_key(steps), leaper_position_key(position));
    leaper_free(before);
    leaper_free(after);
    leaper_position_free(whole);
    leaper_position_free(steps);
}

// The game is written as PGN and read again.
static void check_record(const struct leaper_session *session)
{
    struct leaper_error error;
    struct leaper_record *record = got(leaper_session_record(session, &error), &error), *again;
    assert_true(leaper_record_set_tag(record, "White", "A \"quoted\" name", &error));
    char *pgn = got(leaper_record_pgn(record, true, &error), &error);
    struct leaper_pgn_reader *reader = got(leaper_pgn_reader_of_text(pgn, strlen(pgn), &error), &error);
    if (leaper_pgn_next(reader, &again, &error) != LEAPER_PGN_GAME)
        fail_msg("%s: %s\n%s", error.place, error.message, pgn);
    assert_int_equal(leaper_record_turn_count(again), leaper_session_turn_count(session));
    for (size_t i = 0; i < leaper_record_turn_count(again); i++) {
        struct leaper_turn one, other;
        assert_true(leaper_record_turn(again, i, &one));
        assert_true(leaper_session_turn(session, i, &other, NULL));
        assert_memory_equal(&one, &other, sizeof one);
    }
    assert_string_equal(leaper_record_tag(again, "White"), "A \"quoted\" name");
    assert_int_equal(leaper_record_outcome(again).result, leaper_session_outcome(session).result);
    struct leaper_session *resumed = got(leaper_session_of_record(again, &error), &error);
    assert_int_equal(leaper_session_turn_count(resumed), leaper_session_turn_count(session));
    leaper_session_free(resumed);
    leaper_record_free(again);
    assert_int_equal(leaper_pgn_next(reader, &again, &error), LEAPER_PGN_END);
    assert_null(again);
    leaper_pgn_reader_free(reader);
    leaper_free(pgn);
    leaper_record_free(record);
}

// Plays one turn in the position, the public session and the internal session.
static void play_one(struct leaper_position *position, struct leaper_session *played, struct session *below,
                     const struct leaper_turn *turn)
{
    struct leaper_error error;
    struct error err;
    char *text = got(leaper_turn_write(position, turn, LEAPER_COORDINATE, &error), &error);
    check_notation(position, turn);
    check_steps(position, turn);
    assert_true(leaper_position_play(position, turn, &error));
    assert_true(leaper_session_play_text(played, text, &error));
    assert_true(session_play_text(below, text, &err));
    check_same(position, below);
    leaper_free(text);
}

static void play_game(const char *name, uint64_t seed)
{
    enum { TURNS_MAX = 50 };
    struct leaper_error error;
    struct error err;
    struct random random = {seed};

    struct leaper_variant *variant = got(leaper_variant_new(name, NULL, 0, &error), &error);
    struct leaper_position *position = got(leaper_position_new(variant, NULL, &error), &error);
    struct leaper_session *played = got(leaper_session_new(variant, NULL, &error), &error);
    struct session *below = session_new(game_find(name, &err), NULL, NULL, &err);
    leaper_variant_free(variant);
    for (int i = 0; i < TURNS_MAX && session_is_ongoing(below); i++) {
        size_t count;
        struct leaper_turn *turns = got(leaper_position_turns(position, &count, &error), &error), claim;
        enum leaper_color side = leaper_position_side(position);
        if (leaper_session_winning_claim(played, side, &claim))
            turns[0] = claim;
        else if (count)
            turns[0] = turns[random_next(&random) % count];
        else
            fail_msg("there is no turn, but the game goes on");
        play_one(position, played, below, &turns[0]);
        leaper_free(turns);
    }
    assert_int_equal(leaper_session_turn_count(played), below->count);
    assert_int_equal(leaper_session_outcome(played).result, (int)below->outcome.result);
    struct leaper_position *there =
        got(leaper_session_position(played, leaper_session_turn_count(played), &error), &error);
    check_same(there, below);
    leaper_position_free(there);
    check_record(played);
    // All the way back.
    while (leaper_position_turn_count(position))
        assert_true(leaper_position_undo(position, &error));
    assert_false(leaper_position_undo(position, &error));
    assert_true(session_take_back(below, below->count, &err));
    check_same(position, below);
    session_free(below);
    leaper_session_free(played);
    leaper_position_free(position);
}

// Of each kind.
#ifdef EFFORT_SANITIZED
enum { GAMES = 1 };
#else
enum { GAMES = 3 };
#endif

static void test_random_games(void **state)
{
    (void)state;
    for (size_t i = 0; i < leaper_game_count(); i++)
        for (uint64_t seed = 1; seed <= GAMES; seed++)
            play_game(leaper_game_name(leaper_game_at(i)), seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_tables), cmocka_unit_test(test_random_games)};
    return cmocka_run_group_tests_name("random games through the public interface", tests, NULL, NULL);
}
