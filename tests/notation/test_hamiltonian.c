// SPDX-License-Identifier: GPL-3.0-or-later
// Placements and announcements on paper and as JSON: PGN written and read back, and what a state says of links.
#include "base/random.h"
#include "notation/json/describe.h"
#include "notation/pgn/pgn.h"
#include "notation/san.h"
#include "position/fen.h"
#include "support/effort.h"
#include "support/scene.h"
#include "support/turns.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define EXAMPLE "1B6/4n2q/B4R1k/r2r4/4N3/nR2b1N1/4K3/1b1Q4 w - - 0 1"

static void play(struct record *record, const char *text)
{
    struct position pos;
    struct turn turn;
    struct error err;
    record_position(record, record->turns.count, &pos, NULL);
    if (!san_read_turn(&pos, text, &turn, &err))
        fail_msg("%s: %s", text, err.message);
    record_add_turn(record, &turn);
    record_position(record, record->turns.count, &pos, NULL);
    record->outcome = position_outcome(&pos, NULL);
}

static void check_same(const struct record *record, const char *pgn)
{
    struct pgn_reader reader;
    struct record read;
    struct error err = {0};
    pgn_reader_init(&reader, pgn, strlen(pgn), PGN_PLAIN);
    if (pgn_read(&reader, &read, &err) != PGN_GAME)
        fail_msg("%s: %s\n%s", err.at, err.message, pgn);
    assert_int_equal(read.turns.count, record->turns.count);
    for (size_t i = 0; i < read.turns.count; i++) {
        assert_int_equal(read.turns.items[i].turn.count, record->turns.items[i].turn.count);
        assert_int_equal(read.turns.items[i].nag_count, 0);
        for (int k = 0; k < read.turns.items[i].turn.count; k++)
            assert_int_equal(read.turns.items[i].turn.actions[k], record->turns.items[i].turn.actions[k]);
    }
    assert_int_equal(read.outcome.result, record->outcome.result);
    assert_int_equal(read.outcome.reason, record->outcome.reason);
    struct buffer again;
    buffer_init(&again);
    pgn_write(&read, PGN_PLAIN, &again);
    assert_string_equal(buffer_text(&again), pgn);
    buffer_clear(&again);
    record_clear(&read);
}

// The game of these turns, and words that its PGN has.
static void writes(const char *parameters, const char *fen, const char *const *turns, const char *words)
{
    struct variant *variant = scene_variant("hamiltonian", parameters);
    struct position start;
    struct record record;
    struct buffer pgn;
    assert_true(fen_read(&start, variant, fen, NULL));
    record_init(&record, variant, &start);
    buffer_init(&pgn);
    for (; *turns; turns++)
        play(&record, *turns);
    pgn_write(&record, PGN_PLAIN, &pgn);
    if (!strstr(buffer_text(&pgn), words))
        fail_msg("'%s' is not in\n%s", words, buffer_text(&pgn));
    check_same(&record, buffer_text(&pgn));
    buffer_clear(&pgn);
    record_clear(&record);
    variant_free(variant);
}

static void test_announcements(void **state)
{
    (void)state;
    static const char linked[] = "k7/8/7q/8/8/8/8/R6R w - - 0 1", apart[] = "k7/8/7q/8/8/8/7R/R7 w - - 0 1";
    writes("", linked, (const char *const[]){"!", NULL}, "[Points \"4-0\"]\n\n1. ! 1-0\n");
    writes("", linked, (const char *const[]){"!a1h1", NULL}, "[Points \"2-0\"]\n\n1. !a1h1 1-0\n");
    writes("scoring=distance", linked, (const char *const[]){"!", NULL}, "[Points \"28-0\"]");
    writes("", apart, (const char *const[]){"Rhh1,!", NULL}, "1. Rhh1,! 1-0\n");
    writes("", apart, (const char *const[]){"Rhh1", ",!", NULL}, "1. Rhh1 ,! 1-0\n");
    writes("", apart, (const char *const[]){"Rhh1", "Kb8", "!h1a1h1", NULL}, "1. Rhh1 Kb8 2. !h1a1h1 1-0\n");
    writes("", EXAMPLE, (const char *const[]){",!e3h6h7e7d5a5a3b1", NULL}, "[Points \"0-0\"]");
}

static void test_placements(void **state)
{
    (void)state;
    writes("", "startpos", (const char *const[]){"N@e4", "Q@a1", "K@h8", NULL}, "1. N@e4 Q@a1 2. K@h8 *\n");
}

static void test_there_are_no_pawns(void **state)
{
    (void)state;
    struct scene scene;
    struct turn turn;
    struct error err;
    scene_init(&scene, "hamiltonian", "", EXAMPLE);
    assert_false(san_read_turn(&scene.position, "e4", &turn, &err));
    assert_string_equal(err.message, "White has no pawn");
    assert_false(san_read_turn(&scene.position, "exd5", &turn, &err));
    assert_string_equal(err.message, "White has no pawn on the e-file");
    scene_clear(&scene);
}

// A remark is none where announcements are made: "!" behind a blank must be true.
static void test_remarks(void **state)
{
    (void)state;
    static const char head[] =
        "[Variant \"hamiltonian\"]\n[SetUp \"1\"]\n[FEN \"k7/8/7q/8/8/8/7R/R7 w - - 0 1\"]\n\n";
    static const struct {
        const char *moves, *reason;
        unsigned nag;
    } games[] = {
        {"1. Rhh1! Kb8 *", NULL, 1},
        {"1. Rg2!? Kb8 *", NULL, 5},
        {"1. Rg2 !? Kb8 *", NULL, 5},
        {"1. Rg2 ! Kb8 *", "Black has neither", 0},
        {"1. Rg2,! Kb8 *", "White has neither", 0},
        {"1. Rg2 ,! *", "White has neither", 0},
        {"1. Rhh1 Kb8 2. !a1g1 *", "no piece of White stands on g1", 0},
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct buffer text;
        struct pgn_reader reader;
        struct record record;
        struct error err = {0};
        buffer_init(&text);
        buffer_addf(&text, "%s%s\n", head, games[i].moves);
        pgn_reader_init(&reader, buffer_text(&text), text.length, PGN_PLAIN);
        enum pgn_status status = pgn_read(&reader, &record, &err);
        assert_int_equal(status, games[i].reason ? PGN_ERROR : PGN_GAME);
        if (games[i].reason && !strstr(err.message, games[i].reason))
            fail_msg("%s: %s", games[i].moves, err.message);
        if (!games[i].reason) {
            assert_int_equal(record.turns.items[0].nags[0], games[i].nag);
            record_clear(&record);
        }
        buffer_clear(&text);
    }
}

// Random games, with an announcement as soon as there is something to announce.
static void test_games(void **state)
{
    (void)state;
    struct variant *variant = scene_variant("hamiltonian", "");
    for (uint64_t seed = 0; seed < 24; seed += EFFORT_DIVISOR) {
        struct random random = {seed};
        struct record record;
        struct position pos;
        struct buffer pgn;
        buffer_init(&pgn);
        record_init(&record, variant, NULL);
        pos = record.start;
        for (int ply = 0; ply < 200 && position_outcome(&pos, NULL).result == RESULT_ONGOING; ply++) {
            struct turn turn;
            turns_random(&pos, &random, &turn);
            record_add_turn(&record, &turn);
            turn_play(&pos, &turn);
        }
        record.outcome = position_outcome(&pos, NULL);
        pgn_write(&record, PGN_PLAIN, &pgn);
        check_same(&record, buffer_text(&pgn));
        buffer_clear(&pgn);
        record_clear(&record);
    }
    variant_free(variant);
}

static void state_is(const char *fen, const char *text)
{
    struct variant *variant = scene_variant("hamiltonian", "");
    struct position pos;
    assert_true(fen_read(&pos, variant, fen, NULL));
    json_t *whole = describe_state(&pos, NULL, DESCRIBE_NO_TURNS), *part = json_object();
    static const char *const members[] = {"links", "path", "circuit", "score", "points", "hands"};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (json_object_get(whole, members[i]))
            json_object_set(part, members[i], json_object_get(whole, members[i]));
    char *dump = json_dumps(part, JSON_COMPACT);
    assert_string_equal(dump, text);
    free(dump);
    json_decref(part);
    json_decref(whole);
    variant_free(variant);
}

static void test_states(void **state)
{
    (void)state;
    state_is(
        "k7/8/7q/8/8/8/8/R3B3 w - - 0 1",
        "{\"links\":{\"white\":{\"a1\":[\"e1\"],\"e1\":[]},\"black\":{\"h6\":[],\"a8\":[]}},"
        "\"path\":{\"white\":[\"a1\",\"e1\"],\"black\":null},\"circuit\":{\"white\":null,\"black\":null},"
        "\"score\":{\"white\":2,\"black\":0},\"hands\":{\"white\":{},\"black\":{}}}");
    state_is("8/8/8/8/8/8/8/R6R[Kk] w - - 0 1",
             "{\"links\":{\"white\":{\"a1\":[\"h1\"],\"h1\":[\"a1\"]},\"black\":{}},"
             "\"path\":{\"white\":null,\"black\":null},\"circuit\":{\"white\":null,\"black\":null},"
             "\"score\":{\"white\":0,\"black\":0},\"hands\":{\"white\":{\"K\":1},\"black\":{\"K\":1}}}");
    state_is(
        "7k/8/8/8/8/8/8/R3B3 w - - 0 1",
        "{\"links\":{\"white\":{\"a1\":[\"e1\"],\"e1\":[]},\"black\":{\"h8\":[]}},"
        "\"path\":{\"white\":[\"a1\",\"e1\"],\"black\":[\"h8\"]},\"circuit\":{\"white\":null,\"black\":[\"h8\",\"h8\"]},"
        "\"score\":{\"white\":2,\"black\":2},\"points\":{\"white\":0,\"black\":0},"
        "\"hands\":{\"white\":{},\"black\":{}}}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_announcements),
        cmocka_unit_test(test_placements),
        cmocka_unit_test(test_there_are_no_pawns),
        cmocka_unit_test(test_remarks),
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_states),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
