// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's interface: limits, stopping, reproducible searches, threads, unusual positions.
#include "base/clock.h"
#include "notation/coordinate_read.h"
#include "notation/coordinate_write.h"
#include "position/fen.h"
#include "position/moves/outcome.h"
#include "position/turn.h"
#include "support/effort.h"
#include "support/texted.h"
#include "support/thought.h"

#include <pthread.h>
#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static void test_refuses_what_is_out_of_range(void **state)
{
    (void)state;
    struct error err;
    assert_null(engine_new(0, 1, &err));
    assert_int_equal(err.code, ERROR_PARAMETER);
    assert_string_equal(err.at, "hash");
    assert_null(engine_new(1, 0, &err));
    assert_string_equal(err.at, "threads");
    assert_null(engine_new(1, ENGINE_THREADS_MAX + 1, &err));
    assert_null(engine_new(ENGINE_HASH_MAX + 1, 1, &err));
    struct engine *engine = engine_new(1, 1, &err);
    assert_false(engine_resize(engine, 0, &err));
    assert_false(engine_set_threads(engine, 0, &err));
    assert_true(engine_resize(engine, 2, &err));
    assert_true(engine_set_threads(engine, 3, &err));
    assert_true(engine_set_threads(engine, 1, &err));
    engine_free(engine);
    engine_free(NULL);
}

static void test_limits(void **state)
{
    (void)state;
    struct thought thought;
    thought_init(&thought, "chess", "", NULL);
    struct search_result result = thought_search(&thought, 4);
    assert_int_equal(result.depth, 4);
    struct search_request request = {.position = &thought.position, .limits.nodes = 3000};
    engine_clear(thought.engine);
    engine_search(thought.engine, &request, &result);
    assert_int_equal(result.nodes, 3000);
    // However tight the limits, a move is returned.
    request.limits.nodes = 1;
    engine_search(thought.engine, &request, &result);
    assert_true(position_is_legal(&thought.position, result.best));
    request.limits = (struct limits){.clock = true, .time = {0, 0}};
    engine_search(thought.engine, &request, &result);
    assert_true(position_is_legal(&thought.position, result.best));
    thought_clear(&thought);
}

static void test_repeats_itself(void **state)
{
    (void)state;
    static const char *const games[][2] = {
        {"chess", ""}, {"fuel", "fuel=5"}, {"chess", "white=nutters black=rookies"}};
    for (size_t i = 0; i < 3; i++) {
        struct thought thought;
        thought_init(&thought, games[i][0], games[i][1], NULL);
        struct search_result first = thought_search(&thought, 6), second = thought_search(&thought, 6);
        assert_int_equal(first.nodes, second.nodes);
        assert_int_equal(first.best, second.best);
        assert_int_equal(first.score.value, second.score.value);
        thought_clear(&thought);
    }
}

static void test_finished_games(void **state)
{
    (void)state;
    static const struct {
        const char *game, *fen;
        enum score_kind kind;
    } ends[] = {
        {"chess", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", SCORE_LOST},
        {"chess", "k7/P7/1K6/8/8/8/8/8 b - - 0 1", SCORE_CENTIPAWNS},
        {"chess", "k7/8/1K6/8/8/8/8/7R w - - 100 90", SCORE_CENTIPAWNS},
        {"fuel", "k7/P7/1K6/8/8/8/8/8 b - - 0 1", SCORE_LOST},
        {"fuel", "k7/8/8/8/8/8/8/K7 w - - 0 1 5,0", SCORE_LOST},
    };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct thought thought;
        thought_init(&thought, ends[i].game, "", ends[i].fen);
        struct search_result result = thought_search(&thought, 5);
        assert_int_equal(result.best, MOVE_NONE);
        assert_int_equal(result.turn.count, 0);
        assert_int_equal(result.score.kind, ends[i].kind);
        assert_int_equal(result.score.value, 0);
        thought_clear(&thought);
    }
}

struct stopper {
    struct thought thought;
    struct search_result result;
};

static void *search_forever(void *context)
{
    struct stopper *stopper = context;
    struct search_request request = {.position = &stopper->thought.position, .limits.infinite = true};
    engine_search(stopper->thought.engine, &request, &stopper->result);
    return NULL;
}

static void test_stops(void **state)
{
    (void)state;
    struct stopper stopper;
    thought_init(&stopper.thought, "chess", "", NULL);
    // From another thread, whether or not the search has begun …
    for (int i = 0; i < 5; i++) {
        pthread_t thread;
        engine_ready(stopper.thought.engine);
        assert_int_equal(pthread_create(&thread, NULL, search_forever, &stopper), 0);
        engine_stop(stopper.thought.engine);
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_true(position_is_legal(&stopper.thought.position, stopper.result.best));
    }
    // … and of a search that has nothing to do.
    engine_stop(stopper.thought.engine);
    search_forever(&stopper);
    assert_int_not_equal(stopper.result.best, MOVE_NONE);
    // A stop that was cancelled stops nothing.
    engine_stop(stopper.thought.engine);
    engine_ready(stopper.thought.engine);
    assert_int_equal(thought_search(&stopper.thought, 5).depth, 5);
    thought_clear(&stopper.thought);
}

static void check_legal_turn(const struct position *pos, const struct search_result *result)
{
    struct buffer text;
    struct turn turn;
    struct error err;
    buffer_init(&text);
    coordinate_write_turn(pos, &result->turn, &text);
    assert_true(coordinate_read_turn(pos, buffer_text(&text), &turn, &err));
    assert_int_equal(result->turn.actions[0], result->best);
    buffer_clear(&text);
}

// Plays whole games, beyond the capacity of the table; every turn must be legal.
static void play_games(const char *game, const char *parameters, unsigned threads, unsigned rounds)
{
    struct thought thought;
    struct random random = {threads};
    thought_init(&thought, game, parameters, NULL);
    assert_true(engine_set_threads(thought.engine, threads, NULL));
    struct position start = thought.position;
    for (unsigned i = 0; i < rounds; i++) {
        thought.position = start;
        thought_wander(&thought.position, &random, random_below(&random, 60));
        struct search_request request = {.position = &thought.position,
                                         .limits = {.depth = 5, .nodes = 20000}};
        struct search_result result;
        engine_search(thought.engine, &request, &result);
        check_legal_turn(&thought.position, &result);
    }
    thought_clear(&thought);
}

static void test_plays_legally(void **state)
{
    (void)state;
    play_games("chess", "", 1, 60 / EFFORT_DIVISOR);
    play_games("chess", "white=clobberers black=nutters", 1, 60 / EFFORT_DIVISOR);
    play_games("fuel", "fuel=4", 1, 60 / EFFORT_DIVISOR);
}

static void test_plays_legally_with_threads(void **state)
{
    (void)state;
    play_games("chess", "", 3, 16 / EFFORT_DIVISOR);
    play_games("fuel", "fuel=6", 3, 16 / EFFORT_DIVISOR);
}

struct heard {
    unsigned reports, lines;
    int last; // worth of the line above
    move first[8];
    int score[8];
};

// A number that is larger for a better score.
static int worth_of(struct search_score score)
{
    return score.kind == SCORE_WON    ? 100000 - score.value
           : score.kind == SCORE_LOST ? score.value - 100000
                                      : score.value;
}

static void hear(void *context, const struct search_info *info)
{
    struct heard *heard = context;
    heard->reports++;
    assert_in_range(info->line, 1, 4);
    assert_true(info->pv_count > 0);
    heard->lines = info->line > heard->lines ? info->line : heard->lines;
    // Best first.
    if (info->line > 1)
        assert_true(worth_of(info->score) <= heard->last);
    heard->last = worth_of(info->score);
    heard->first[info->line] = info->pv[0];
    heard->score[info->line] = info->score.value;
}

static void test_several_lines(void **state)
{
    (void)state;
    struct thought thought;
    struct heard heard = {0};
    thought_init(&thought, "chess", "", "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1");
    struct search_request request = {
        .position = &thought.position, .limits.depth = 4, .lines = 4, .report = hear, .context = &heard};
    struct search_result result;
    engine_search(thought.engine, &request, &result);
    assert_int_equal(heard.reports, 16);
    assert_int_equal(heard.lines, 4);
    assert_int_equal(heard.first[1], result.best);
    for (int i = 1; i <= 4; i++)
        for (int k = 1; k < i; k++)
            assert_int_not_equal(heard.first[i], heard.first[k]);
    assert_int_equal(result.score.kind, SCORE_WON);
    thought_clear(&thought);
}

static void test_several_lines_by_every_number_of_nodes(void **state)
{
    (void)state;
    struct thought thought;
    thought_init(&thought, "chess", "", "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9");
    for (uint64_t nodes = 1000; nodes < 16000; nodes += 250) {
        struct heard heard = {0};
        struct search_request request = {.position = &thought.position,
                                         .limits.nodes = nodes,
                                         .lines = 4,
                                         .report = hear,
                                         .context = &heard};
        struct search_result result;
        engine_clear(thought.engine);
        engine_search(thought.engine, &request, &result);
        assert_int_equal(heard.first[1], result.best);
        assert_int_equal(heard.reports % 4, 0);
        for (int i = 1; i <= 4; i++)
            for (int k = 1; k < i; k++)
                assert_int_not_equal(heard.first[i], heard.first[k]);
    }
    thought_clear(&thought);
}

static void count_call(void *context, const struct search_progress *progress)
{
    unsigned *calls = context;
    assert_true(progress->depth >= 1 && progress->nodes > 0);
    ++*calls;
}

// A search that, according to its limits, began long ago reports progress.
static void test_progress(void **state)
{
    (void)state;
    struct thought thought;
    unsigned calls = 0;
    thought_init(&thought, "chess", "", "startpos");
    struct search_request request = {.position = &thought.position,
                                     .limits = {.depth = 9, .start = clock_microseconds() - 10000000},
                                     .progress = count_call,
                                     .context = &calls};
    struct search_result result;
    engine_search(thought.engine, &request, &result);
    assert_true(calls > 0);
    assert_true(result.elapsed >= 10000);
    // One whose time is already up plays at once.
    request.limits = (struct limits){.movetime = 5000, .start = clock_microseconds() - 10000000};
    engine_search(thought.engine, &request, &result);
    assert_int_equal(result.depth, 1);
    thought_clear(&thought);
}

static void *hit(void *engine)
{
    engine_ponderhit(engine);
    return NULL;
}

static void hit_at_depth_3(void *engine, const struct search_info *info)
{
    if (info->depth == 3)
        engine_ponderhit(engine);
}

// Limits apply only after the ponder hit; even with nothing left to search, the engine waits for it.
static void test_ponderhit(void **state)
{
    (void)state;
    static const struct limits all[] = {{.depth = 1, .ponder = true},
                                        {.nodes = 100, .ponder = true},
                                        {.movetime = 1, .ponder = true},
                                        {.clock = true, .ponder = true}};
    struct thought going_on, over;
    thought_init(&going_on, "chess", "", "startpos");
    thought_init(&over, "chess", "", "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct search_request request = {.position = &going_on.position,
                                         .limits = all[i],
                                         .report = hit_at_depth_3,
                                         .context = going_on.engine};
        struct search_result result;
        engine_search(going_on.engine, &request, &result);
        assert_true(result.depth >= 3 && result.best != MOVE_NONE);
        pthread_t hitter;
        request = (struct search_request){.position = &over.position, .limits = all[i]};
        assert_int_equal(pthread_create(&hitter, NULL, hit, over.engine), 0);
        engine_search(over.engine, &request, &result);
        pthread_join(hitter, NULL);
        assert_true(result.best == MOVE_NONE);
    }
    thought_clear(&going_on);
    thought_clear(&over);
}

static void test_only_some_moves(void **state)
{
    (void)state;
    struct thought thought;
    thought_init(&thought, "chess", "", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    move only[2] = {move_make(MOVE_NORMAL, square_at(0, 0), square_at(1, 0), 0), 0xffffff};
    struct search_request request = {
        .position = &thought.position, .limits.depth = 4, .only = only, .only_count = 2};
    struct search_result result;
    engine_search(thought.engine, &request, &result);
    assert_int_equal(result.best, only[0]);
    thought_clear(&thought);
}

static void test_history_makes_draws(void **state)
{
    (void)state;
    // The knights have gone out and back once; going out again repeats the position for the third time.
    struct thought thought;
    thought_init(&thought, "chess", "", "7k/8/8/8/8/8/q7/7K w - - 10 40");
    struct history history;
    history_init(&history);
    static const char *const turns[] = {"h1g1", "h8g8", "g1h1", "g8h8", "h1g1", "h8g8", "g1h1"};
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        struct turn turn;
        assert_true(coordinate_read_turn(&thought.position, turns[i], &turn, NULL));
        history_push(&history, &thought.position);
        turn_play(&thought.position, &turn);
    }
    struct search_request request = {.position = &thought.position, .history = &history, .limits.depth = 6};
    struct search_result result;
    engine_search(thought.engine, &request, &result);
    // Black, far ahead, will not allow the third repetition.
    assert_true(result.best != move_make(MOVE_NORMAL, square_at(6, 7), square_at(7, 7), 0));
    assert_true(result.score.kind == SCORE_WON || result.score.value > 300);
    history_clear(&history);
    thought_clear(&thought);
}

// 112 pieces, none of which may be lost: to search the 900 actions at the root takes minutes, whatever the limits.
static void test_does_not_wait_for_ever(void **state)
{
    (void)state;
    static const char text[] =
        "[crowd]\nmaxFile = 16\nmaxRank = 16\ncustomPiece1 = a:QNNCC\nextinctionPieceTypes = a\n"
        "extinctionPseudoRoyal = true\nextinctionPieceCount = 0\n"
        "startFen = a1a1a1a1a1a1a1a1/a1a1a1a1a1a1a1a1/1a1a1a1a1a1a1a1a/a1a1a1a1a1a1a1a1/1a1a1a1a1a1a1a1a/"
        "a1a1a1a1a1a1a1a1/1a1a1a1a1a1a1a1a/16/16/A1A1A1A1A1A1A1A1/1A1A1A1A1A1A1A1A/A1A1A1A1A1A1A1A1/"
        "1A1A1A1A1A1A1A1A/A1A1A1A1A1A1A1A1/1A1A1A1A1A1A1A1A/A1A1A1A1A1A1A1A1 w - - 0 1\n";
    struct variant *variant = texted_new("crowd", text);
    struct position pos;
    struct error err;
    assert_true(fen_read(&pos, variant, "startpos", &err));
    struct engine *engine = engine_new(1, 1, &err);
    struct search_request request = {.position = &pos, .limits = {.movetime = 1}};
    struct search_result result;
    engine_search(engine, &request, &result);
    assert_int_equal(result.depth, 0);
    assert_true(result.turn.count && position_is_legal(&pos, result.turn.actions[0]));
    engine_free(engine);
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refuses_what_is_out_of_range),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_repeats_itself),
        cmocka_unit_test(test_finished_games),
        cmocka_unit_test(test_stops),
        cmocka_unit_test(test_does_not_wait_for_ever),
        cmocka_unit_test(test_plays_legally),
        cmocka_unit_test(test_plays_legally_with_threads),
        cmocka_unit_test(test_several_lines),
        cmocka_unit_test(test_several_lines_by_every_number_of_nodes),
        cmocka_unit_test(test_progress),
        cmocka_unit_test(test_ponderhit),
        cmocka_unit_test(test_only_some_moves),
        cmocka_unit_test(test_history_makes_draws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
