// SPDX-License-Identifier: GPL-3.0-or-later
// The search with tables: it says exactly when it is mate, plays so, and minds the fifty-move rule.
#include "position/fen.h"
#include "position/moves/outcome.h"
#include "position/turn.h"
#include "support/effort.h"
#include "support/scene.h"
#include "tables/folder.h"
#include "tables/table_oracle.h"

#include "search/ladder.h"
#include "search/search.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static struct folder folder;
static struct engine *engine;

static struct position read_fen(const char *fen)
{
    struct position pos;
    struct error err;
    if (!fen_read(&pos, folder.variant, fen, &err))
        fail_msg("%s: %s", fen, err.message);
    return pos;
}

static struct search_result search(const struct position *pos, const struct history *history,
                                   const char *level)
{
    struct search_request request = {.position = pos, .history = history, .limits = {.depth = 4}};
    struct search_result result;
    request.handicap = level ? ladder_level(folder.variant->game, level_find(level, NULL)) : 0;
    engine_clear(engine);
    engine_search(engine, &request, &result);
    return result;
}

static void expect(const char *fen, enum score_kind kind, int value)
{
    struct position pos = read_fen(fen);
    struct search_result result = search(&pos, NULL, NULL);
    assert_int_equal(result.score.kind, kind);
    assert_int_equal(result.score.value, value);
}

static void test_scores_are_exact(void **state)
{
    (void)state;
    // The longest win of king and rook takes 16 turns.
    expect("8/8/8/8/8/8/2k5/K6R w - - 0 1", SCORE_WON,
           (int)folder_value(&folder, "8/8/8/8/8/8/2k5/K6R w - - 0 1") / 2);
    expect("8/8/8/3k4/8/8/8/KR6 b - - 0 1", SCORE_LOST,
           (int)folder_value(&folder, "8/8/8/3k4/8/8/8/KR6 b - - 0 1") / 2);
    expect("8/8/8/8/8/1k6/R7/7K b - - 0 1", SCORE_CENTIPAWNS, 0);
    // One capture before the ending is known.
    struct position pos = read_fen("8/8/8/3k4/8/8/8/KRn5 w - - 0 1");
    struct search_result result = search(&pos, NULL, NULL);
    assert_int_equal(result.score.kind, SCORE_WON);
    assert_int_equal(move_to(result.best), square_at(2, 0));
}

// The win is too late for the fifty-move rule, so the table is not asked.
static void test_the_fifty_move_rule(void **state)
{
    (void)state;
    const char *fen = "8/8/8/3k4/8/8/8/KR6 w - - %u 80";
    unsigned value = folder_value(&folder, "8/8/8/3k4/8/8/8/KR6 w - - 0 80");
    for (unsigned more = 0; more < 2; more++) {
        struct buffer text;
        buffer_init(&text);
        buffer_addf(&text, fen, 100 - (value - 1) + more);
        struct position pos = read_fen(buffer_text(&text));
        buffer_clear(&text);
        struct search_result result = search(&pos, NULL, NULL);
        assert_int_equal(result.score.kind == SCORE_WON, !more);
    }
}

static void test_weak_levels_do_not_know(void **state)
{
    (void)state;
    struct position pos = read_fen("8/8/8/3k4/8/8/8/KR6 w - - 0 1");
    assert_int_equal(search(&pos, NULL, NULL).score.kind, SCORE_WON);
    assert_int_equal(search(&pos, NULL, "beginner").score.kind, SCORE_CENTIPAWNS);
}

// Both sides play what the engine finds: it is mate after as many turns as the table says, and each score is one less.
static void test_games_end_when_they_should(void **state)
{
    (void)state;
    static const char *const fens[] = {"8/8/8/3k4/8/8/8/KR6 w - - 0 1", "8/8/2k5/8/8/8/8/K6R b - - 30 1",
                                       "7k/8/8/8/8/8/8/RK6 w - - 60 1"};
    for (unsigned i = 0; i < sizeof fens / sizeof *fens; i++) {
        struct position pos = read_fen(fens[i]);
        struct history history;
        history_init(&history);
        unsigned left = folder_value(&folder, fens[i]) - 1;
        while (position_outcome(&pos, &history).result == RESULT_ONGOING) {
            struct search_result result = search(&pos, &history, NULL);
            assert_int_equal(result.score.kind, left % 2 ? SCORE_WON : SCORE_LOST);
            assert_int_equal(result.score.value, (left + 1) / 2);
            assert_true(left > 0);
            left--;
            assert_true(history_push(&history, &pos));
            turn_play(&pos, &result.turn);
        }
        assert_int_equal(position_outcome(&pos, &history).reason, REASON_CHECKMATE);
        assert_int_equal(left, 0);
        history_clear(&history);
    }
}

static void keep_line(void *context, const struct search_info *info)
{
    *(unsigned *)context = info->pv_count;
}

static void test_the_line_goes_on_until_mate(void **state)
{
    (void)state;
    struct position pos = read_fen("8/8/8/3k4/8/8/8/KR6 w - - 0 1");
    unsigned length = 0;
    struct search_request request = {
        .position = &pos, .limits = {.depth = 2}, .report = keep_line, .context = &length};
    struct search_result result;
    engine_search(engine, &request, &result);
    assert_int_equal(length, folder_value(&folder, "8/8/8/3k4/8/8/8/KR6 w - - 0 1") - 1);
}

static void test_other_games_and_nobody(void **state)
{
    (void)state;
    struct variant *fuel = scene_variant("fuel", "");
    struct position pos = read_fen("8/8/8/3k4/8/8/8/KR6 w - - 0 1"), other;
    assert_true(fen_read(&other, fuel, "8/8/8/3k4/8/8/8/KR6 w - - 0 1", NULL));
    assert_int_not_equal(search(&other, NULL, NULL).score.kind, SCORE_WON);
    assert_int_equal(search(&pos, NULL, NULL).score.kind, SCORE_WON); // and back again
    engine_set_oracle(engine, NULL);
    assert_int_equal(search(&pos, NULL, NULL).score.kind, SCORE_CENTIPAWNS);
    struct oracle oracle = table_oracle(folder.shelf);
    engine_set_oracle(engine, &oracle);
    assert_int_equal(search(&pos, NULL, NULL).score.kind, SCORE_WON);
    variant_free(fuel);
}

static int begin(void **state)
{
    (void)state;
    folder_init(&folder, scene_variant("chess", ""));
    folder_build(&folder, "KRK");
    folder_build(&folder, "KNK");
    engine = engine_new(1, 1, NULL);
    struct oracle oracle = table_oracle(folder.shelf);
    engine_set_oracle(engine, &oracle);
    return engine == NULL;
}

static int end(void **state)
{
    (void)state;
    engine_free(engine);
    folder_clear(&folder);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scores_are_exact),
        cmocka_unit_test(test_the_fifty_move_rule),
        cmocka_unit_test(test_weak_levels_do_not_know),
        cmocka_unit_test(test_games_end_when_they_should),
        cmocka_unit_test(test_the_line_goes_on_until_mate),
        cmocka_unit_test(test_other_games_and_nobody),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
