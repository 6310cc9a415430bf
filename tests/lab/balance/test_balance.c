// SPDX-License-Identifier: GPL-3.0-or-later
// The games of a study: the same for a seed, whatever plays them; they add up; and they can be ended early.
#include "lab/balance/study.h"

#include "support/scene.h"

#include <math.h>
#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static struct balance_request request_of(uint64_t games, int threads)
{
    return (struct balance_request){
        .plan = {.nodes = 30, .opening = 3, .longest = 120, .seed = 4}, .games = games, .threads = threads};
}

static struct balance find(const char *game, const char *parameters, struct balance_request request)
{
    struct variant *variant = scene_variant(game, parameters);
    struct balance balance;
    struct error err;
    request.plan.variant = variant;
    assert_true(balance_find(&request, &balance, &err));
    variant_free(variant);
    return balance;
}

static void check_sums(const struct balance *balance)
{
    uint64_t games = 0, by_reason = 0, by_length = 0;
    for (int result = 0; result <= RESULT_NONE; result++) {
        games += balance->results[result];
        for (int reason = 0; reason < REASONS; reason++)
            by_reason += balance->reasons[reason][result];
    }
    for (int i = 0; i < BALANCE_LENGTHS; i++)
        by_length += balance->lengths[i];
    assert_int_equal(games, balance->games);
    assert_int_equal(by_reason, balance->games);
    assert_int_equal(by_length, balance->games);
    for (int i = 0; i < 4; i++)
        assert_true(balance->quartiles[i] <= balance->quartiles[i + 1]);
    assert_true(balance->turns >= balance->quartiles[0] && balance->turns <= balance->quartiles[4]);
}

static void test_threads_do_not_matter(void **state)
{
    (void)state;
    static const char *const games[] = {"chess", "fuel", "hamiltonian", "hans38", "crazyhouse", "misere"};
    for (unsigned i = 0; i < sizeof games / sizeof *games; i++) {
        struct balance one = find(games[i], "", request_of(4, 1)),
                       three = find(games[i], "", request_of(4, 3));
        assert_memory_equal(&one, &three, sizeof one);
        assert_int_equal(one.games, 4);
        check_sums(&one);
    }
}

static void test_the_seed_matters(void **state)
{
    (void)state;
    struct balance_request request = request_of(4, 1);
    struct balance first = find("fuel", "fuel=3", request);
    request.plan.seed++;
    struct balance second = find("fuel", "fuel=3", request);
    assert_memory_not_equal(&first, &second, sizeof first);
}

// With fuel for one step each, nobody can avoid that the turns run out: there are no draws, and all games are short.
static void test_what_is_measured(void **state)
{
    (void)state;
    struct balance balance = find("fuel", "fuel=1", request_of(40, 2));
    check_sums(&balance);
    assert_int_equal(balance.results[RESULT_DRAW] + balance.results[RESULT_ONGOING], 0);
    assert_true(balance.quartiles[4] <= 64);
    assert_true(balance.choices > 2 && balance.choices < 40);
    double share = (double)balance.results[RESULT_WHITE] / 40;
    assert_true(fabs(balance.share - share) < 1e-12);
    assert_true(balance.margin > 0);
}

static void test_games_are_ended(void **state)
{
    (void)state;
    struct balance_request request = request_of(3, 1);
    request.plan.longest = 5;
    struct balance balance = find("chess", "", request);
    assert_int_equal(balance.results[RESULT_ONGOING], 3);
    assert_int_equal(balance.quartiles[4], 5);
    assert_true(fabs(balance.share - 0.5) < 1e-12);
}

static bool stop_after_two(void *context, uint64_t done)
{
    (void)context;
    return done < 2;
}

static void test_stopping(void **state)
{
    (void)state;
    struct balance_request request = request_of(50, 1);
    struct study study = {.plan = request.plan};
    struct parameters parameters;
    struct variant *variant = scene_variant("fuel", "");
    struct error err;
    study.game = variant->game;
    game_defaults(study.game, &parameters);
    assert_true(sweep_read(study.game, "fuel=2,3", &study.sweep, &err));
    request.progress = stop_after_two;
    assert_true(study_run(&study, &parameters, &request, &err));
    assert_int_equal(study.count, 1);
    assert_int_equal(study.points[0].balance.games, 2);
    study_clear(&study);
    variant_free(variant);
}

// Promoted pieces count as what they are, and pieces in hand as those on the board.
static void test_columns(void **state)
{
    (void)state;
    struct variant *chess = scene_variant("chess", ""), *crazyhouse = scene_variant("crazyhouse", "");
    assert_int_equal(trial_column(chess, type_of_letter('N')), type_of_letter('N'));
    unsigned promoted = 0;
    for (piece_type type = LETTER_TYPES; type < PIECE_TYPES; type++)
        if (*crazyhouse->pieces[type].text[WHITE] == 'Q') {
            assert_int_equal(trial_column(crazyhouse, type), type_of_letter('Q'));
            promoted++;
        }
    assert_int_equal(promoted, 1);
    variant_free(chess);
    variant_free(crazyhouse);
}

static void test_the_page_is_complete(void **state)
{
    (void)state;
    struct balance_request request = request_of(30, 2);
    struct study study = {.plan = request.plan};
    struct parameters parameters;
    struct variant *variant = scene_variant("chess", "");
    struct error err;
    struct buffer page;
    study.game = variant->game;
    game_defaults(study.game, &parameters);
    assert_true(study_run(&study, &parameters, &request, &err));
    buffer_init(&page);
    study_write_page(&study, &page);
    const char *text = buffer_text(&page);
    assert_non_null(strstr(text, "<svg"));
    assert_non_null(strstr(text, "Endings"));
    assert_non_null(strstr(text, "</html>"));
    assert_null(strstr(text, "src="));
    assert_null(strstr(text, "href="));
    assert_null(strstr(text, "nan"));
    buffer_clear(&page);
    study_clear(&study);
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads_do_not_matter),
        cmocka_unit_test(test_the_seed_matters),
        cmocka_unit_test(test_what_is_measured),
        cmocka_unit_test(test_games_are_ended),
        cmocka_unit_test(test_stopping),
        cmocka_unit_test(test_columns),
        cmocka_unit_test(test_the_page_is_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
