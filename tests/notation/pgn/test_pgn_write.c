// SPDX-License-Identifier: GPL-3.0-or-later
// Writing PGN: its form, and that every game reads back as it was.
#include "base/random.h"
#include "notation/fen.h"
#include "notation/pgn/pgn.h"
#include "position/game.h"
#include "position/integrity.h"
#include "support/effort.h"
#include "support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void read_one(const char *text, struct record *record)
{
    struct pgn_reader reader;
    struct error err = {0};
    pgn_reader_init(&reader, text, strlen(text), PGN_PLAIN);
    if (pgn_read(&reader, record, &err) != PGN_GAME)
        fail_msg("%s\n%s: %s", text, err.at, err.message);
}

// Reads the one text and writes the other.
static void rewrites(const char *text, unsigned flags, const char *expected)
{
    struct record record;
    struct buffer written;
    buffer_init(&written);
    read_one(text, &record);
    pgn_write(&record, flags, &written);
    assert_string_equal(buffer_text(&written), expected);
    buffer_clear(&written);
    record_clear(&record);
}

#define ROSTER                                                                                               \
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n"

static void test_plain_chess_needs_no_variant(void **state)
{
    (void)state;
    rewrites("1. e4 e5", PGN_PLAIN,
             ROSTER "[Result \"*\"]\n[Termination \"unterminated\"]\n\n1. e4 e5 *\n\n");
    rewrites("[Variant \"chess\"] 1. f3 e5 2. g4 Qh4", PGN_PLAIN,
             ROSTER "[Result \"0-1\"]\n[Termination \"normal\"]\n[Reason \"checkmate\"]\n\n"
                    "1. f3 e5 2. g4 Qh4# 0-1\n\n");
}

static void test_variant_parameters_and_start(void **state)
{
    (void)state;
    rewrites("[BlackArmy \"nutters\"] *", PGN_PLAIN,
             ROSTER "[Result \"*\"]\n[Variant \"Chess\"]\n[WhiteArmy \"fide\"]\n[BlackArmy \"nutters\"]\n"
                    "[Termination \"unterminated\"]\n\n*\n\n");
    rewrites("[Variant \"fuel\"] [FEN \"4k3/8/8/8/8/8/8/4K2R b K - 3 17 9\"] 17... Kd7 18. O-O", PGN_PLAIN,
             ROSTER "[Result \"*\"]\n[Variant \"Fuel Chess\"]\n[Fuel \"50\"]\n[SetUp \"1\"]\n"
                    "[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 3 17 9x3\"]\n[Termination \"unterminated\"]\n\n"
                    "17... Kd7 18. O-O *\n\n");
}

static void test_tags(void **state)
{
    (void)state;
    rewrites(
        "[Annotator \"\\\"me\\\" \\\\\"]\n[Black \"B\"]\n[Event \"E\"]\n[Termination \"adjudication\"]\n1. e4 1-0",
        PGN_PLAIN,
        "[Event \"E\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"B\"]\n"
        "[Result \"1-0\"]\n[Annotator \"\\\"me\\\" \\\\\"]\n[Termination \"adjudication\"]\n\n1. e4 1-0\n\n");
    rewrites("[Reason \"time\"]\n1. e4 1-0", PGN_PLAIN,
             ROSTER "[Result \"1-0\"]\n[Termination \"time forfeit\"]\n[Reason \"time\"]\n\n1. e4 1-0\n\n");
}

static void test_comments_and_glyphs(void **state)
{
    (void)state;
    rewrites("{first} 1. e4 $14 {a} e5? ; b } c\n2. Nf3", PGN_PLAIN,
             ROSTER "[Result \"*\"]\n[Termination \"unterminated\"]\n\n"
                    "{first} 1. e4 $14 {a} 1... e5 $2 {b ) c} 2. Nf3 *\n\n");
}

static void test_fuel_as_comments(void **state)
{
    (void)state;
    const char *tags = ROSTER "[Result \"*\"]\n[Variant \"Fuel Chess\"]\n[Fuel \"3\"]\n[Termination "
                              "\"unterminated\"]\n\n";
    char expected[600];
    snprintf(expected, sizeof expected, "%s1. e4 {1} 1... e5 {1} {good} 2. d3 {2} *\n\n", tags);
    rewrites("[Variant \"fuel\"][Fuel \"3\"] 1. e4 {77} e5 {good} 2. d3", PGN_FUEL, expected);
    snprintf(expected, sizeof expected, "%s1. e4 e5 {good} 2. d3 *\n\n", tags);
    rewrites("[Variant \"fuel\"][Fuel \"3\"] 1. e4 {1} e5 {1} {good} 2. d3 {2}", PGN_PLAIN, expected);
    rewrites("1. e4", PGN_FUEL, ROSTER "[Result \"*\"]\n[Termination \"unterminated\"]\n\n1. e4 *\n\n");
}

static void check_lines(const char *text)
{
    const char *moves = strstr(text, "\n\n") + 2;
    size_t column = 0;
    for (const char *c = moves; *c; c++) {
        column = *c == '\n' ? 0 : column + (((unsigned char)*c & 0xc0) != 0x80);
        assert_true(column <= 80);
        assert_false(column == 1 && *c == '%');
        assert_false(*c == ' ' && (c[1] == '\n' || (c[-1] == '\n' && c[1] != '%')));
    }
}

static void test_lines_of_eighty_columns(void **state)
{
    (void)state;
    struct buffer text;
    buffer_init(&text);
    buffer_add(&text, "1. e4 {");
    for (int i = 1; i < 60; i++)
        buffer_addf(&text, " \xc3\xa4 %.*s %%x", i % 23, "abcdefghijklmnopqrstuvwxyz");
    buffer_add(&text,
               "} 1... e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3");
    struct record record;
    read_one(buffer_text(&text), &record);
    buffer_reset(&text);
    pgn_write(&record, PGN_PLAIN, &text);
    check_lines(buffer_text(&text));
    buffer_clear(&text);
    record_clear(&record);
}

// ---- Games that read back ----

static void check_same(const struct record *a, const struct record *b)
{
    assert_ptr_equal(a->variant->game, b->variant->game);
    assert_memory_equal(&a->variant->parameters, &b->variant->parameters, sizeof a->variant->parameters);
    struct position start = b->start;
    start.variant = a->variant;
    assert_true(position_equal(&a->start, &start));
    assert_int_equal(a->outcome.result, b->outcome.result);
    assert_int_equal(a->outcome.reason, b->outcome.reason);
    assert_int_equal(a->turns.count, b->turns.count);
    for (size_t i = 0; i < a->turns.count; i++) {
        const struct record_turn *x = &a->turns.items[i], *y = &b->turns.items[i];
        assert_int_equal(x->turn.count, y->turn.count);
        assert_memory_equal(x->turn.actions, y->turn.actions, x->turn.count * sizeof x->turn.actions[0]);
        assert_int_equal(x->nag_count, y->nag_count);
        assert_memory_equal(x->nags, y->nags, x->nag_count);
        assert_string_equal(x->comment ? x->comment : "", y->comment ? y->comment : "");
    }
    assert_int_equal(a->tags.count, b->tags.count);
    for (size_t i = 0; i < a->tags.count; i++)
        assert_string_equal(record_tag(b, a->tags.items[i].name), a->tags.items[i].value);
}

static void check_round_trip(const struct record *record, unsigned flags)
{
    struct buffer text, again;
    struct record read;
    buffer_init(&text);
    buffer_init(&again);
    pgn_write(record, flags, &text);
    check_lines(buffer_text(&text));
    read_one(buffer_text(&text), &read);
    check_same(record, &read);
    pgn_write(&read, flags, &again);
    assert_string_equal(buffer_text(&text), buffer_text(&again));
    buffer_clear(&text);
    buffer_clear(&again);
    record_clear(&read);
}

static void remark(struct record *record, struct random *random)
{
    static const char *const comments[] = {"good", "a (b) [c] ; d", "\xe2\x99\x9e leaps", "%"};
    struct record_turn *turn = &record->turns.items[record->turns.count - 1];
    if (random_below(random, 5) == 0)
        turn->comment = strdup(comments[random_below(random, 4)]);
    if (random_below(random, 5) == 0)
        turn->nags[turn->nag_count++] = (uint8_t)(1 + random_below(random, 255));
}

// A random game, broken off, resigned or played to its end.
static void check_random_game(const struct variant *variant, struct random *random)
{
    struct record record;
    struct position pos;
    struct history history;
    record_init(&record, variant, NULL);
    record_set_tag(&record, "White", "A \"quoted\" \\ name");
    record_set_tag(&record, "Annotator", "nobody");
    history_init(&history);
    pos = record.start;
    unsigned plies = random_below(random, 160);
    for (unsigned ply = 0; ply < plies; ply++) {
        record.outcome = position_outcome(&pos, &history);
        if (record.outcome.result != RESULT_ONGOING)
            break;
        struct move_list legal;
        position_actions(&pos, &legal);
        struct turn turn = {1, {legal.moves[random_below(random, legal.count)]}};
        record_add_turn(&record, &turn);
        remark(&record, random);
        history_push(&history, &pos);
        turn_play(&pos, &turn);
    }
    record.outcome = position_outcome(&pos, &history);
    if (record.outcome.result == RESULT_ONGOING && random_below(random, 2))
        record.outcome = (struct outcome){RESULT_WHITE, REASON_RESIGNATION};
    check_round_trip(&record, random_below(random, 2) ? PGN_FUEL : PGN_PLAIN);
    history_clear(&history);
    record_clear(&record);
}

static void check_variant(const char *game, const char *parameters, struct random *random)
{
    struct variant *variant = scene_variant(game, parameters);
    for (int i = 0; i < 8; i += EFFORT_DIVISOR)
        check_random_game(variant, random);
    variant_free(variant);
}

static void test_all_armies_round_trip(void **state)
{
    (void)state;
    static const char *const keys[] = {"fide", "clobberers", "nutters", "rookies"};
    struct random random = {5};
    for (int i = 0; i < 16; i++) {
        char parameters[64];
        snprintf(parameters, sizeof parameters, "white=%s black=%s", keys[i / 4], keys[i % 4]);
        check_variant("chess", parameters, &random);
    }
}

static void test_fuel_round_trips(void **state)
{
    (void)state;
    struct random random = {6};
    check_variant("fuel", "fuel=1", &random);
    check_variant("fuel", "fuel=3", &random);
    check_variant("fuel", "fuel=10", &random);
    check_variant("fuel", "fuel=50", &random);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_chess_needs_no_variant),
        cmocka_unit_test(test_variant_parameters_and_start),
        cmocka_unit_test(test_tags),
        cmocka_unit_test(test_comments_and_glyphs),
        cmocka_unit_test(test_fuel_as_comments),
        cmocka_unit_test(test_lines_of_eighty_columns),
        cmocka_unit_test(test_all_armies_round_trip),
        cmocka_unit_test(test_fuel_round_trips),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
