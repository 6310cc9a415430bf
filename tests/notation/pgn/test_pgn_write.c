// SPDX-License-Identifier: GPL-3.0-or-later
// Writing PGN: its form, and that every game reads back as it was.
#include "base/random.h"
#include "notation/pgn/pgn.h"
#include "position/fen.h"
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

// With all variations.
static void read_one(const char *text, struct record *record)
{
    struct pgn_reader reader;
    struct error err = {0};
    pgn_reader_init(&reader, text, strlen(text), PGN_VARIATIONS);
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
                    "{first} 1. e4 $14 {a} 1... e5 $2\n; b } c\n2. Nf3 *\n\n");
}

// A closing brace ends a comment in braces, and in games with fuel a number in braces is skipped: these stand on lines of their own.
static void test_comments_that_braces_cannot_hold(void **state)
{
    (void)state;
    const char *tags = ROSTER "[Result \"*\"]\n";
    static const char *const texts[][3] = {
        {"", "; } first\n1. e4 (;}\n1. d4 ;{b}\n) ;48\n e5 *",
         "[Termination \"unterminated\"]\n\n; } first\n1. e4 {48} (\n; }\n1. d4\n; {b}\n) 1... e5 *\n\n"},
        {"[Variant \"fuel\"]\n", "1. e4 {48} e5 ; 48\n",
         "[Variant \"Fuel Chess\"]\n[Fuel \"50\"]\n[Termination \"unterminated\"]\n\n1. e4 e5\n; 48\n*\n\n"},
        // Lines of at most 80 columns, and a word that is longer than that.
        {"", "1. e4 ; } aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa bb cc\n",
         "[Termination \"unterminated\"]\n\n1. e4\n; } aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n"
         "; bb cc\n*\n\n"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char text[600], expected[600];
        snprintf(text, sizeof text, "%s\n%s", texts[i][0], texts[i][1]);
        snprintf(expected, sizeof expected, "%s%s", tags, texts[i][2]);
        rewrites(text, PGN_PLAIN, expected);
        rewrites(expected, PGN_PLAIN, expected);
    }
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

static void test_variations(void **state)
{
    (void)state;
    const char *tags = ROSTER "[Result \"*\"]\n[Termination \"unterminated\"]\n\n";
    static const char *const texts[][2] = {
        {"1. e4 (1. d4 {closed} d5 (1... Nf6 2. c4) 2. c4 $1) e5 2. Nf3 (2. f4!? exf4) (2. Bc4)",
         "1. e4 (1. d4 {closed} 1... d5 (1... Nf6 2. c4) 2. c4 $1) 1... e5 2. Nf3 (2. f4\n$5 exf4) (2. Bc4) *\n\n"},
        {"1. e4 {a} ({before} 1. d4 {b}) {c} e5", "1. e4 {a c} ({before} 1. d4 {b}) 1... e5 *\n\n"},
        // A turn, and what was played instead of one of a variation's own alternatives.
        {"1. e4 (1. d4 (1. c4 (1. b4)))", "1. e4 (1. d4 (1. c4 (1. b4))) *\n\n"},
        // What is not legal becomes a comment of the last turn that is.
        {"1. e4 e5 (1... Nc6 2. -- {threat} (2. Nf3 $1) 2... Nd4) 2. d4",
         "1. e4 e5 (1... Nc6 {-- (threat) (Nf3) Nd4}) 2. d4 *\n\n"},
        {"1. e4 (1. e5 d5) (1. d4) e5", "1. e4 {e5 d5} (1. d4) 1... e5 *\n\n"},
        {"1. e4 () e5 ( {only words} )", "1. e4 e5 {only words} *\n\n"},
        {"1. e4 (1. d4 1-0) *", "1. e4 (1. d4) *\n\n"},
        // Nothing can be played instead of what has not been played.
        {"(1. d4) 1. e4 *", "1. e4 *\n\n"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char expected[600];
        snprintf(expected, sizeof expected, "%s%s", tags, texts[i][1]);
        rewrites(texts[i][0], PGN_PLAIN, expected);
    }
}

// A variation sees the history before it and leaves it as it was.
static void test_variations_and_repetition(void **state)
{
    (void)state;
    const char *shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1";
    char text[200], expected[400];
    snprintf(text, sizeof text, "%s Rg8 (4... Ng8 5. a3) 5. a3", shuffle);
    snprintf(expected, sizeof expected,
             ROSTER "[Result \"*\"]\n[Termination \"unterminated\"]\n\n%s Rg8 (4... Ng8 {a3}) 5. a3 *\n\n",
             shuffle);
    rewrites(text, PGN_PLAIN, expected);
    snprintf(text, sizeof text, "%s (4. Rg1 a6 5. a3) Ng8", shuffle);
    snprintf(
        expected, sizeof expected,
        ROSTER
        "[Result \"1/2-1/2\"]\n[Termination \"normal\"]\n[Reason \"repetition\"]\n\n%s (4. Rg1 a6 5. a3) 4... Ng8 1/2-1/2\n\n",
        shuffle);
    rewrites(text, PGN_PLAIN, expected);
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

static void check_same_turns(const struct record_turns *a, const struct record_turns *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        const struct record_turn *x = &a->items[i], *y = &b->items[i];
        assert_int_equal(x->turn.count, y->turn.count);
        assert_memory_equal(x->turn.actions, y->turn.actions, x->turn.count * sizeof x->turn.actions[0]);
        assert_int_equal(x->nag_count, y->nag_count);
        assert_memory_equal(x->nags, y->nags, x->nag_count);
        assert_string_equal(x->comment ? x->comment : "", y->comment ? y->comment : "");
        assert_int_equal(x->variations.count, y->variations.count);
        for (size_t k = 0; k < x->variations.count; k++)
            check_same_turns(&x->variations.items[k].turns, &y->variations.items[k].turns);
    }
}

static void check_same(const struct record *a, const struct record *b)
{
    assert_ptr_equal(a->variant->game, b->variant->game);
    assert_memory_equal(&a->variant->parameters, &b->variant->parameters, sizeof a->variant->parameters);
    struct position start = b->start;
    start.variant = a->variant;
    assert_true(position_equal(&a->start, &start));
    assert_int_equal(a->outcome.result, b->outcome.result);
    assert_int_equal(a->outcome.reason, b->outcome.reason);
    check_same_turns(&a->turns, &b->turns);
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

static void remark(struct record_turn *turn, struct random *random)
{
    static const char *const comments[] = {"good", "a (b) [c] ; d", "\xe2\x99\x9e leaps", "%"};
    if (random_below(random, 5) == 0)
        turn->comment = strdup(comments[random_below(random, 4)]);
    if (random_below(random, 5) == 0)
        turn->nags[turn->nag_count++] = (uint8_t)(1 + random_below(random, 255));
}

// Where random turns are added.
struct place {
    struct record_turns *turns;
    struct position pos;
    struct history history;
};

static bool add_random_turn(struct place *place, struct random *random);

// Some turns that could be played instead of the one that is about to be.
static void branch(struct record_turn *turn, const struct place *trunk, struct random *random)
{
    vector_push(&turn->variations,
                (struct record_line){.comment = random_below(random, 4) ? NULL : strdup("or")});
    struct place place = {&vector_last(&turn->variations)->turns, trunk->pos, {0}};
    history_copy(&place.history, &trunk->history);
    for (unsigned plies = 1 + random_below(random, 4); plies && add_random_turn(&place, random); plies--)
        ;
    history_clear(&place.history);
}

// False if the game is over.
static bool add_random_turn(struct place *place, struct random *random)
{
    if (position_outcome(&place->pos, &place->history).result != RESULT_ONGOING)
        return false;
    struct move_list legal;
    position_actions(&place->pos, &legal);
    struct turn turn = {1, {legal.moves[random_below(random, legal.count)]}};
    vector_push(place->turns, (struct record_turn){.turn = turn});
    remark(vector_last(place->turns), random);
    while (random_below(random, 8) == 0)
        branch(vector_last(place->turns), place, random);
    history_push(&place->history, &place->pos);
    turn_play(&place->pos, &turn);
    return true;
}

// A random game, broken off, resigned or played to its end.
static void check_random_game(const struct variant *variant, struct random *random)
{
    struct record record;
    record_init(&record, variant, NULL);
    record_set_tag(&record, "White", "A \"quoted\" \\ name");
    record_set_tag(&record, "Annotator", "nobody");
    struct place place = {&record.turns, record.start, {0}};
    for (unsigned plies = random_below(random, 160); plies && add_random_turn(&place, random); plies--)
        ;
    record.outcome = position_outcome(&place.pos, &place.history);
    if (record.outcome.result == RESULT_ONGOING && random_below(random, 2))
        record.outcome = (struct outcome){RESULT_WHITE, REASON_RESIGNATION};
    check_round_trip(&record, random_below(random, 2) ? PGN_FUEL : PGN_PLAIN);
    history_clear(&place.history);
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
        cmocka_unit_test(test_comments_that_braces_cannot_hold),
        cmocka_unit_test(test_variations),
        cmocka_unit_test(test_variations_and_repetition),
        cmocka_unit_test(test_fuel_as_comments),
        cmocka_unit_test(test_lines_of_eighty_columns),
        cmocka_unit_test(test_all_armies_round_trip),
        cmocka_unit_test(test_fuel_round_trips),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
