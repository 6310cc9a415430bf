// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that runs out at every possible moment of every public function: each call reports LEAPER_ERROR_NO_MEMORY or does its work,
// nothing crashes, nothing leaks, and existing objects still work.
#include <leaper/leaper.h>

#include "support/exhaustion.h"
#include "variants/games.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// ---- Checking calls ----

static struct leaper_error error;

// Whether a call succeeded. It may fail only because memory ran out.
static bool done(bool fine)
{
    if (fine)
        return true;
    if (!exhaustion_has_struck() || error.code != LEAPER_ERROR_NO_MEMORY || !error.message[0])
        fail_msg("failed with %d: %s", (int)error.code, error.message);
    error = (struct leaper_error){.code = LEAPER_OK};
    return false;
}

// Checks and frees a text.
static void spend(char *text)
{
    if (done(text != NULL))
        assert_true(text[0] == '{' || strlen(text) < 4096);
    leaper_free(text);
}

static struct leaper_position *begin(const char *game, const char *fen)
{
    struct leaper_variant *variant = leaper_variant_new(game, NULL, 0, &error);
    if (!done(variant != NULL))
        return NULL;
    struct leaper_position *position = leaper_position_new(variant, fen, &error);
    leaper_variant_free(variant);
    return done(position != NULL) ? position : NULL;
}

// ---- Scenes ----

// Small positions, because describing one takes an allocation for each word.
static const char *const positions[][2] = {
    {"fuel", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 3"},
    {"hamiltonian", "8/3k4/8/1K1q4/8/4n3/2R5/8 w - - 4 20"},
    {"hans38-postal",
     "****k***/********/********/********/********/****1***/****P***/****K*** w - - 0 5 1/0 -/- -"},
};
static const char *const *place;

static void scene_variant(void)
{
    const struct leaper_setting settings[] = {{"white", "nutters"}};
    struct leaper_variant *variant = leaper_variant_new("chess", settings, 1, &error);
    if (!done(variant != NULL))
        return;
    spend(leaper_variant_value(variant, 0, &error));
    leaper_variant_free(variant);
}

static void play_some(struct leaper_position *position)
{
    size_t count, turns;
    leaper_action *actions = leaper_position_actions(position, &count, &error);
    if (done(actions != NULL) && count) {
        spend(leaper_action_write(position, actions[0], LEAPER_SAN, &error));
        spend(leaper_line_write(position, actions, 1, LEAPER_SAN, &error));
        if (done(leaper_position_act(position, actions[0], &error))) {
            assert_true(leaper_position_undo(position, &error));
        }
    }
    leaper_free(actions);
    struct leaper_turn *list = leaper_position_turns(position, &turns, &error);
    if (done(list != NULL) && turns) {
        spend(leaper_turn_write(position, &list[0], LEAPER_COORDINATE, &error));
        spend(leaper_turn_write(position, &list[turns - 1], LEAPER_SAN, &error));
        done(leaper_position_play(position, &list[0], &error));
    }
    leaper_free(list);
}

static void scene_position(void)
{
    struct leaper_position *position = begin(place[0], place[1]);
    if (!position)
        return;
    play_some(position);
    size_t turns = leaper_position_turn_count(position);
    struct leaper_position *copy = leaper_position_copy(position, &error);
    if (done(copy != NULL)) {
        play_some(copy);
        assert_int_equal(leaper_position_turn_count(position), turns);
    }
    leaper_position_free(copy);
    spend(leaper_position_fen(position, &error));
    spend(leaper_position_json(position, LEAPER_DESCRIBE_PLAIN, &error));
    spend(leaper_position_turn_json(position, &error));
    leaper_position_free(position);
}

static void read_pgn(const char *pgn)
{
    struct leaper_pgn_reader *reader = leaper_pgn_reader_of_text(pgn, strlen(pgn), &error);
    if (!done(reader != NULL))
        return;
    struct leaper_record *record;
    enum leaper_pgn_status status = leaper_pgn_next(reader, &record, &error);
    if (done(status == LEAPER_PGN_GAME)) {
        struct leaper_session *session = leaper_session_of_record(record, &error);
        if (done(session != NULL))
            assert_int_equal(leaper_session_turn_count(session), leaper_record_turn_count(record));
        leaper_session_free(session);
        struct leaper_position *position = leaper_record_position(record, 1, &error);
        done(position != NULL);
        leaper_position_free(position);
        leaper_record_free(record);
    } else {
        assert_null(record);
    }
    leaper_pgn_reader_free(reader);
}

static void keep_record(const struct leaper_session *session)
{
    struct leaper_record *record = leaper_session_record(session, &error);
    if (!done(record != NULL))
        return;
    done(leaper_record_set_tag(record, "Event", "scene", &error));
    done(leaper_record_set_comment(record, SIZE_MAX, "before", &error));
    done(leaper_record_set_comment(record, 0, "behind", &error));
    char *pgn = leaper_record_pgn(record, true, &error);
    if (done(pgn != NULL))
        read_pgn(pgn);
    leaper_free(pgn);
    leaper_record_free(record);
}

static void scene_session(void)
{
    struct leaper_variant *variant = leaper_variant_new("fuel", NULL, 0, &error);
    if (!done(variant != NULL))
        return;
    struct leaper_session *session = leaper_session_new(variant, NULL, &error);
    leaper_variant_free(variant);
    if (!done(session != NULL))
        return;
    if (done(leaper_session_play_text(session, "e4", &error)) &&
        done(leaper_session_play_text(session, "d7d5", &error))) {
        struct leaper_position *position = leaper_session_position(session, 2, &error);
        if (done(position != NULL)) {
            struct leaper_record *record = leaper_record_new(position, &error);
            struct leaper_turn turn;
            if (done(record != NULL) && done(leaper_turn_read(position, "exd5", &turn, &error)))
                done(leaper_record_add(record, &turn, &error));
            leaper_record_free(record);
        }
        leaper_position_free(position);
        keep_record(session);
        assert_true(leaper_session_take_back(session, 1, &error));
    }
    leaper_session_free(session);
}

static void scene_engine(void)
{
    struct leaper_position *position = begin("chess", NULL);
    struct leaper_engine *engine = leaper_engine_new(1, 2, &error);
    if (done(engine != NULL)) {
        struct leaper_search search = {.nodes = 200};
        struct leaper_search_result result;
        done(leaper_engine_set_threads(engine, 3, &error));
        done(leaper_engine_set_hash(engine, 2, &error));
        if (position && done(leaper_engine_search(engine, position, &search, &result, &error)))
            assert_true(result.turn.count > 0);
    }
    leaper_engine_free(engine);
    leaper_position_free(position);
}

static bool always(void *context, const int *tour)
{
    return *(int *)context >= 0 && tour[0] == 0;
}

static void draw(const struct leaper_tours *tours, const int *tour)
{
    struct leaper_tours_verdict verdict;
    if (done(leaper_tours_check(tours, tour, leaper_tours_length(tours), &verdict, &error)))
        assert_int_equal(verdict.fault, LEAPER_TOUR_FINE);
    spend(leaper_tours_cell_name(tours, tour[1], &error));
    char *text = leaper_tours_text(tours, tour, LEAPER_TOURS_GRID, &error);
    int again[36];
    if (done(text != NULL) && done(leaper_tours_read(tours, text, again, &error)))
        assert_memory_equal(again, tour, leaper_tours_length(tours) * sizeof *again);
    leaper_free(text);
    char *svg = leaper_tours_svg(tours, tour, LEAPER_TOURS_NUMBERED, 0, &error);
    done(svg != NULL);
    leaper_free(svg);
}

static struct leaper_tours *begin_tours(const char *board)
{
    const struct leaper_tours_spec spec = {.board = board};
    struct leaper_tours *tours = leaper_tours_new(&spec, &error);
    return done(tours != NULL) ? tours : NULL;
}

// One thread, so that allocations come in the same order every time; little memory, so that the sampler's tables are small.
static const struct leaper_tours_options alone = {.threads = 1, .memory = (uint64_t)64 << 20};

static void scene_find(void)
{
    struct leaper_tours *tours = begin_tours("3x10");
    struct leaper_tours_finding finding;
    int tour[36], zero = 0;
    if (!tours)
        return;
    if (done(leaper_tours_find(tours, &alone, tour, &finding, &error))) {
        // A method for which there was no memory may have left the question to others.
        if (finding.status == LEAPER_TOURS_FOUND)
            draw(tours, tour);
        assert_int_not_equal(finding.status, LEAPER_TOURS_NONE);
    }
    leaper_tours_finding_clear(&finding);
    done(leaper_tours_list(tours, &alone, always, &zero, &error));
    leaper_tours_free(tours);
}

static void scene_count(void)
{
    struct leaper_tours *tours = begin_tours("5x6");
    struct leaper_tours_number number;
    if (!tours)
        return;
    if (done(leaper_tours_count(tours, &alone, &number, &error)))
        assert_string_equal(number.tours, "8");
    leaper_tours_number_clear(&number);
    leaper_tours_free(tours);
}

static void scene_sample(void)
{
    struct leaper_tours *tours = begin_tours("3x10");
    struct leaper_tours_estimate estimate;
    int tour[36];
    if (!tours)
        return;
    struct leaper_tours_sampler *sampler = leaper_tours_sampler_new(tours, &alone, &error);
    if (done(sampler != NULL))
        done(leaper_tours_sampler_next(sampler, tour, &error));
    leaper_tours_sampler_free(sampler);
    done(leaper_tours_estimate_number(tours, 10, &alone, &estimate, &error));
    leaper_tours_free(tours);
}

static const char *request;

static void scene_request(void)
{
    char *answer = leaper_request(request, strlen(request));
    if (!answer)
        assert_true(exhaustion_has_struck());
    else if (strstr(answer, "{\"error\""))
        fail_msg("%s: %s", request, answer);
    leaper_free(answer);
}

// ---- The tests ----

static void test_variants(void **state)
{
    (void)state;
    exhaust_within(scene_variant, 100);
}

static void test_positions(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        place = positions[i];
        exhaust_within(scene_position, 20000);
    }
}

static void test_sessions(void **state)
{
    (void)state;
    exhaust_within(scene_session, 2000);
}

static void test_engines(void **state)
{
    (void)state;
    exhaust_within(scene_engine, 200);
}

static void test_tours(void **state)
{
    (void)state;
    exhaust_within(scene_find, 20000);
    exhaust_within(scene_count, 20000);
    exhaust_within(scene_sample, 20000);
}

static void test_requests(void **state)
{
    (void)state;
    static const char *const requests[] = {
        ("{\"do\":\"edit\",\"game\":\"hans38-postal\",\"fen\":\"****k***/********/********/********/********/****1***/****P***/****K*** "
         "w - - 0 5 1/0 -/- -\",\"edits\":[{\"at\":\"e2\",\"kind\":\"square\"},{\"at\":\"e3\",\"owner\":\"black\"}]}"),
        "{\"game\":\"hamiltonian\",\"fen\":\"1B6/4n2q/B4R1k/r2r4/4N3/nR2b1N1/4K3/1b1Q4 w - - 0 1\"}",
        "{\"do\":\"actions\",\"game\":\"hans38\",\"moves\":[\"@@e3\"]}",
        "{\"do\":\"perft\",\"game\":\"chess\",\"depth\":2,\"armies\":[\"fide\",\"rookies\"]}",
        "{\"do\":\"search\",\"game\":\"fuel\",\"nodes\":100,\"hash\":1,\"level\":\"club\"}",
        "{\"do\":\"solve\",\"game\":\"chess\",\"turns\":1,\"hash\":1,\"fen\":\"k7/8/1K6/8/8/8/8/7R w - - 0 1\"}",
        "{\"do\":\"play\",\"game\":\"hans38\",\"moves\":[\"@@e3\"]}",
        "{\"do\":\"play\",\"game\":\"my\",\"variants\":\"[my:chess]\",\"moves\":[\"e4\"]}",
        "{\"do\":\"check\",\"variants\":\"[my:chess]\\n[your:chess]\\nking = 1\"}",
        "{\"do\":\"definition\",\"game\":\"fuel\"}",
        "{\"do\":\"pgn\",\"variations\":true,\"pgn\":\"{a} 1. e4 $1 {b} (1. d4 {c} d5 x) *\"}",
        "{\"do\":\"record\",\"game\":\"chess\",\"moves\":[\"e4\"],\"tags\":{\"White\":\"x\"},\"notes\":[{\"comment\":\"b\",\"variations\":[{\"turns\":[{\"turn\":\"d4\"}]}]}]}",
        "{\"do\":\"keys\"}",
        "{\"do\":\"version\"}",
        "{\"do\":\"tours\",\"ask\":\"count\",\"board\":\"8/7*/7*\"}",
        "{\"do\":\"tours\",\"ask\":\"count\",\"board\":\"7x7\"}",
        "{\"do\":\"tours\",\"ask\":\"random\",\"board\":\"3x4\",\"open\":true,\"count\":2}",
        "{\"do\":\"tours\",\"ask\":\"estimate\",\"board\":\"8x8\",\"seconds\":1}",
        "{\"do\":\"tours\",\"ask\":\"draw\",\"board\":\"1x1\",\"open\":true,\"squares\":[\"a1\"]}",
        "{\"do\":\"tours\"}",
    };
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        request = requests[i];
        exhaust_within(scene_request, 20000);
    }
}

// The linker does not redirect the calls inside jansson's own library, so jansson is given the functions that fail, by which
// these names are replaced here.
static int route_json(void **state)
{
    (void)state;
    json_set_alloc_funcs(malloc, free);
    return 0;
}

int main(void)
{
    // The registry of games is read once and kept.
    assert_non_null(*games_all());
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_variants), cmocka_unit_test(test_positions), cmocka_unit_test(test_sessions),
        cmocka_unit_test(test_engines),  cmocka_unit_test(test_requests),  cmocka_unit_test(test_tours),
    };
    return cmocka_run_group_tests_name("no memory at the public face", tests, route_json, NULL);
}
