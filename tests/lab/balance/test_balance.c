// SPDX-License-Identifier: GPL-3.0-or-later
// The games of a study: the same for a seed, whatever plays them; they add up; and they can be ended early.
#include "lab/balance/study.h"

#include "position/fen.h"
#include "support/network.h"
#include "support/scene.h"

#include <math.h>
#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

struct request {
    struct trial_plan plan;
    uint64_t games;
    unsigned threads;
    int processes;
};

static struct request request_of(uint64_t games, unsigned threads)
{
    return (struct request){.plan = {.nodes = 30, .opening = 3, .longest = 120, .seed = 4},
                            .games = games,
                            .threads = threads,
                            .processes = 1};
}

// One process of a study (a thread, here).
struct process {
    struct study study;
    struct parameters parameters;
    struct spread_transport transport;
    struct study_means means;
    atomic_bool stop;
    bool good;
    int lost;
    struct error err;
};

static void *run(void *argument)
{
    struct process *process = argument;
    process->means.transport = &process->transport;
    process->means.stop = &process->stop;
    process->means.patience = 60;
    process->good =
        study_run(&process->study, &process->parameters, &process->means, &process->lost, &process->err);
    return NULL;
}

static void set_up(struct process *process, const struct variant *variant, const struct request *request)
{
    *process =
        (struct process){.study = {.game = variant->game, .plan = request->plan, .games = request->games},
                         .parameters = variant->parameters,
                         .transport.count = 1,
                         .means.threads = request->threads};
}

static struct balance find(const char *game, const char *parameters, struct request request)
{
    struct variant *variant = scene_variant(game, parameters);
    struct process processes[NETWORK_PROCESSES_MAX];
    pthread_t threads[NETWORK_PROCESSES_MAX] = {0};
    struct network network;
    network_init(&network);
    for (int i = request.processes; i--;) {
        set_up(&processes[i], variant, &request);
        processes[i].transport = network_transport(&network, i, request.processes);
        if (i)
            assert_int_equal(pthread_create(&threads[i], NULL, run, &processes[i]), 0);
        else
            run(&processes[i]);
    }
    for (int i = 0; i < request.processes; i++) {
        if (i)
            pthread_join(threads[i], NULL);
        assert_true(processes[i].good);
        assert_int_equal(processes[i].study.count, i == 0);
        assert_int_equal(processes[i].lost, 0);
    }
    struct balance balance = processes[0].study.points[0].balance;
    for (int i = 0; i < request.processes; i++)
        study_clear(&processes[i].study);
    network_clear(&network);
    variant_free(variant);
    return balance;
}

static void check_sums(const struct balance *balance)
{
    uint64_t games = 0, by_reason = 0, by_length = 0;
    for (int result = 0; result <= RESULT_NONE; result++)
        games += balance->results[result];
    for (int reason = 0; reason < REASONS; reason++)
        by_reason += balance_ended(balance, (enum reason)reason);
    for (int i = 0; i < BALANCE_LENGTHS; i++)
        by_length += balance->lengths[i];
    assert_int_equal(games, balance->games);
    assert_int_equal(by_reason, balance->games);
    assert_int_equal(by_length, balance->games);
    for (int i = 0; i < 4; i++)
        assert_true(balance->quartiles[i] <= balance->quartiles[i + 1]);
    assert_true(balance->turns.value >= balance->quartiles[0] &&
                balance->turns.value <= balance->quartiles[4]);
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
    struct balance one = find("gardner", "", request_of(100, 1)),
                   three = find("gardner", "", request_of(100, 3));
    assert_true(one.worth.count > 0);
    assert_memory_equal(&one, &three, sizeof one);
}

static void test_processes_do_not_matter(void **state)
{
    (void)state;
    struct request request = request_of(100, 1);
    struct balance one = find("gardner", "", request);
    request.processes = 3;
    request.threads = 2;
    struct balance many = find("gardner", "", request);
    assert_memory_equal(&one, &many, sizeof one);
}

static void test_the_seed_matters(void **state)
{
    (void)state;
    struct request request = request_of(4, 1);
    struct balance first = find("fuel", "fuel=3", request);
    request.plan.seed++;
    struct balance second = find("fuel", "fuel=3", request);
    assert_memory_not_equal(&first, &second, sizeof first);
}

// With fuel for one step each, the turns run out after 28 of them: Black has the last one, and nothing can prevent it.
static void test_what_is_measured(void **state)
{
    (void)state;
    struct balance balance = find("fuel", "fuel=1", request_of(40, 2));
    check_sums(&balance);
    assert_int_equal(balance.results[RESULT_BLACK], 40);
    assert_int_equal(balance.reasons[REASON_NO_FUEL][RESULT_BLACK], 40);
    assert_int_equal(balance.quartiles[0], 28);
    assert_int_equal(balance.quartiles[4], 28);
    assert_true(fabs(balance.turns.low - 28) < 1e-9 && fabs(balance.turns.high - 28) < 1e-9);
    // Agresti and Coull by hand: 2 of 44 points; 1.96 times the root of 0.04545 · 0.95455 / 44 is 0.06155.
    assert_true(balance.share.value == 0 && balance.share.low == 0);
    assert_true(fabs(balance.share.high - 0.10700) < 1e-4);
    assert_true(balance.choices.low < balance.choices.value && balance.choices.value < balance.choices.high);
    assert_true(balance.choices.value > 2 && balance.choices.value < 20);
}

static void test_games_are_ended(void **state)
{
    (void)state;
    struct request request = request_of(3, 1);
    request.plan.longest = 5;
    struct balance balance = find("chess", "", request);
    assert_int_equal(balance.results[RESULT_ONGOING], 3);
    assert_int_equal(balance_ended(&balance, REASON_NONE), 3);
    assert_int_equal(balance.quartiles[4], 5);
    assert_true(fabs(balance.share.value - 0.5) < 1e-12);
    assert_true(fabs(balance.drawn.value - 1) < 1e-12);
}

static void test_games_that_repeat_others_are_noticed(void **state)
{
    (void)state;
    struct request request = request_of(5, 2);
    assert_int_equal(find("chess", "", request).different, 5);
    request.plan.opening = 0;
    assert_int_equal(find("chess", "", request).different, 1);
}

static void test_openings_that_end_the_game(void **state)
{
    (void)state;
    struct request request = request_of(2, 1);
    struct variant *variant = scene_variant("fuel", "fuel=1");
    struct process process;
    request.plan.opening = 60;
    set_up(&process, variant, &request);
    run(&process);
    assert_false(process.good);
    assert_int_equal(process.err.code, ERROR_REQUEST);
    assert_non_null(strstr(process.err.message, "60 random turns"));
    study_clear(&process.study);
    variant_free(variant);
}

static void stop_after_two(void *context, const struct spread_progress *now)
{
    struct process *process = context;
    assert_int_equal(now->units, 2 * process->study.games);
    if (now->done >= 2)
        atomic_store(&process->stop, true);
}

// Games that are being played when the work is ended do not count.
static void test_stopping(void **state)
{
    (void)state;
    const struct request request = request_of(200, 1);
    struct variant *variant = scene_variant("fuel", "");
    struct process process;
    struct error err;
    set_up(&process, variant, &request);
    process.means.progress = stop_after_two;
    process.means.context = &process;
    assert_true(sweep_read(process.study.game, "fuel=2,3", &process.study.sweep, &err));
    run(&process);
    assert_true(process.good);
    assert_int_equal(process.study.count, 1);
    assert_in_range(process.study.points[0].balance.games, 2, 199);
    assert_false(study_is_complete(&process.study));
    study_clear(&process.study);
    variant_free(variant);
}

static void test_too_many_games(void **state)
{
    (void)state;
    const struct request request = request_of(STUDY_GAMES_MAX / 2 + 1, 1);
    struct variant *variant = scene_variant("fuel", "");
    struct process process;
    struct error err;
    set_up(&process, variant, &request);
    assert_true(sweep_read(process.study.game, "fuel=2,3", &process.study.sweep, &err));
    run(&process);
    assert_false(process.good);
    assert_int_equal(process.err.code, ERROR_PARAMETER);
    study_clear(&process.study);
    variant_free(variant);
}

static unsigned count_of(const struct variant *variant, const char *fen, const char *text)
{
    struct position pos;
    struct error err;
    assert_true(fen_read(&pos, variant, fen, &err));
    struct surplus surplus = surplus_of(&pos);
    return (unsigned)surplus.of[variant_type_of_text(variant, text, strlen(text))];
}

// In hand as on the board; a queen that was a pawn is a queen, a tokin is none of the pawns.
static void test_material(void **state)
{
    (void)state;
    struct variant *crazyhouse = scene_variant("crazyhouse", ""), *shogi = scene_variant("shogi", "");
    const char *house = "4k3/8/8/8/8/8/Q~PP5/4K3[PQQn] w - - 0 1",
               *gold = "4k4/9/9/9/9/9/9/+P+PPP5/4K4[P] w - - 0 1";
    assert_int_equal(count_of(crazyhouse, house, "Q"), 3);
    assert_int_equal(count_of(crazyhouse, house, "P"), 3);
    assert_int_equal((int)count_of(crazyhouse, house, "N"), -1);
    assert_int_equal(count_of(shogi, gold, "+P"), 2);
    assert_int_equal(count_of(shogi, gold, "P"), 3);
    variant_free(crazyhouse);
    variant_free(shogi);
}

static void test_points_are_added_up(void **state)
{
    (void)state;
    struct balance balance = find("hamiltonian", "", request_of(10, 2));
    assert_int_equal(balance.results[RESULT_ONGOING] + balance.results[RESULT_DRAW], 0);
    // Whoever wins gains at least two points.
    double wins = (double)balance.results[RESULT_WHITE], losses = (double)balance.results[RESULT_BLACK];
    assert_true(balance.points.value * 10 >= 2 * wins - 16 * losses);
    assert_true(balance.points.value * 10 <= 16 * wins - 2 * losses);
    assert_true(balance.points.high > balance.points.low);
    assert_true(find("chess", "", request_of(2, 1)).points.value == 0);
}

static void test_the_page_is_complete(void **state)
{
    (void)state;
    struct variant *variant = scene_variant("gardner", "");
    const struct request request = request_of(100, 2);
    struct process process;
    struct buffer page;
    set_up(&process, variant, &request);
    run(&process);
    assert_true(process.good);
    assert_true(study_is_complete(&process.study));
    buffer_init(&page);
    study_write_page(&process.study, &page);
    const char *text = buffer_text(&page);
    static const char *const parts[] = {"<svg", "Endings", "100 games", "worth more than", "</html>"};
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!strstr(text, parts[i]))
            fail_msg("there is no '%s' in the page", parts[i]);
    assert_null(strstr(text, "src="));
    assert_null(strstr(text, "href="));
    assert_null(strstr(text, "nan"));
    buffer_clear(&page);
    study_clear(&process.study);
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads_do_not_matter),
        cmocka_unit_test(test_processes_do_not_matter),
        cmocka_unit_test(test_the_seed_matters),
        cmocka_unit_test(test_what_is_measured),
        cmocka_unit_test(test_games_are_ended),
        cmocka_unit_test(test_games_that_repeat_others_are_noticed),
        cmocka_unit_test(test_openings_that_end_the_game),
        cmocka_unit_test(test_stopping),
        cmocka_unit_test(test_too_many_games),
        cmocka_unit_test(test_material),
        cmocka_unit_test(test_points_are_added_up),
        cmocka_unit_test(test_the_page_is_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
