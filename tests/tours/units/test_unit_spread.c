// SPDX-License-Identifier: GPL-3.0-or-later
// The total of the units does not depend on the number of processes (threads, here); units are kept and found again.
#include "tours/units/unit_spread.h"

#include "support/network.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

// ---- A count of 6×8 ----

struct fixture {
    struct tour_graph graph;
    struct cycle_graph cycles;
    struct unit_job job;
    struct network network;
    bool followed[NETWORK_PROCESSES_MAX];
    struct error errors[NETWORK_PROCESSES_MAX];
};

static struct fixture *set_up(void)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    struct tour_board board;
    struct leaper leaper;
    struct tour_constraint ends = {false, -1, -1};
    assert_true(tour_board_read(&board, "6x8", NULL));
    assert_true(leaper_read(&leaper, "N", NULL));
    assert_true(tour_graph_init(&fixture->graph, &board, &leaper, NULL, NULL));
    assert_true(cycle_graph_init(&fixture->cycles, &fixture->graph, &ends, NULL));
    tour_board_clear(&board);
    struct unit_subject subject = {&fixture->graph, &fixture->cycles, "6x8", "N", "closed", "", ""};
    assert_true(unit_job_init(&fixture->job, &subject, 4, NULL));
    network_init(&fixture->network);
    return fixture;
}

static void tear_down(struct fixture *fixture)
{
    unit_job_clear(&fixture->job);
    cycle_graph_clear(&fixture->cycles);
    tour_graph_clear(&fixture->graph);
    network_clear(&fixture->network);
    free(fixture);
}

struct follower {
    struct fixture *fixture;
    int self;
    double patience;
};

static void *follow(void *argument)
{
    struct follower *follower = argument;
    struct fixture *fixture = follower->fixture;
    struct spread_transport transport =
        network_transport(&fixture->network, follower->self, NETWORK_PROCESSES_MAX);
    struct unit_spread_request request = {.job = &fixture->job, .threads = 1, .patience = follower->patience};
    fixture->followed[follower->self] =
        unit_spread_follow(&transport, &request, &fixture->errors[follower->self]);
    return NULL;
}

struct outcome {
    bool good;
    int lost;
    struct error err;
    char count[32];
};

static struct outcome count_with(struct fixture *fixture, int processes, struct unit_spread_request request)
{
    struct outcome outcome = {0};
    struct follower followers[NETWORK_PROCESSES_MAX];
    pthread_t threads[NETWORK_PROCESSES_MAX] = {0};
    struct spread_transport transport = network_transport(&fixture->network, 0, processes);
    bool *found = calloc(fixture->job.units, sizeof *found);
    struct unit_result *results = calloc(fixture->job.units, sizeof *results);
    request.job = &fixture->job;
    request.threads = 1;
    if (request.directory)
        assert_true(unit_load(&fixture->job, request.directory, found, results, NULL));
    for (int i = 1; i < processes; i++) {
        followers[i] = (struct follower){fixture, i, 60};
        assert_int_equal(pthread_create(&threads[i], NULL, follow, &followers[i]), 0);
    }
    struct unit_spread_units units = {found, results, 0};
    outcome.good = unit_spread_lead(&transport, &request, &units, &outcome.err);
    outcome.lost = units.lost;
    for (int i = 1; i < processes; i++)
        pthread_join(threads[i], NULL);
    if (outcome.good) {
        struct count_result total;
        assert_true(unit_combine(&fixture->job, results, &total, NULL));
        snprintf(outcome.count, sizeof outcome.count, "%s", total.count);
        count_result_clear(&total);
    }
    free(found);
    free(results);
    return outcome;
}

static void check_count(const struct outcome *outcome)
{
    assert_true(outcome->good);
    assert_string_equal(outcome->count, "55488142");
}

static void test_any_number_of_processes(void **state)
{
    (void)state;
    for (int count = 1; count <= NETWORK_PROCESSES_MAX; count++) {
        struct fixture *fixture = set_up();
        struct outcome outcome = count_with(fixture, count, (struct unit_spread_request){.patience = 60});
        check_count(&outcome);
        assert_int_equal(outcome.lost, 0);
        for (int i = 1; i < count; i++)
            assert_true(fixture->followed[i]);
        tear_down(fixture);
    }
}

struct watch {
    uint32_t stop_at, first;
    bool asked;
};

static bool watch(void *context, const struct unit_spread_progress *now)
{
    struct watch *watched = context;
    if (!watched->asked)
        watched->first = now->units.done;
    watched->asked = true;
    assert_int_equal(now->units.units, 45);
    return now->units.done < watched->stop_at;
}

static void test_interrupted_and_resumed(void **state)
{
    (void)state;
    struct fixture *fixture = set_up();
    char directory[] = "/tmp/leaper-spread-XXXXXX", path[64];
    struct watch watched = {.stop_at = 20};
    assert_non_null(mkdtemp(directory));
    struct unit_spread_request request = {
        .patience = 60, .directory = directory, .progress = watch, .context = &watched};
    struct outcome outcome = count_with(fixture, 2, request);
    assert_false(outcome.good);
    assert_int_equal(outcome.err.code, ERROR_BUSY);
    assert_int_equal(watched.first, 0);
    // The second count begins with what the first one left.
    watched = (struct watch){.stop_at = UINT32_MAX};
    struct fixture *again = set_up();
    outcome = count_with(again, 3, request);
    check_count(&outcome);
    assert_in_range(watched.first, 20, 44);
    for (uint32_t u = 0; u < again->job.units; u++) {
        snprintf(path, sizeof path, "%s/unit-%06u.json", directory, (unsigned)u);
        assert_int_equal(unlink(path), 0);
    }
    assert_int_equal(rmdir(directory), 0);
    tear_down(fixture);
    tear_down(again);
}

static void test_unit_that_cannot_be_saved(void **state)
{
    (void)state;
    struct fixture *fixture = set_up();
    struct unit_spread_request request = {
        .job = &fixture->job, .threads = 1, .patience = 60, .directory = "/nonexistent/units"};
    struct spread_transport transport = network_transport(&fixture->network, 0, 1);
    bool *found = calloc(fixture->job.units, sizeof *found);
    struct unit_result *results = calloc(fixture->job.units, sizeof *results);
    struct error err;
    assert_false(
        unit_spread_lead(&transport, &request, &(struct unit_spread_units){found, results, 0}, &err));
    assert_int_equal(err.code, ERROR_SYSTEM);
    free(found);
    free(results);
    tear_down(fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_number_of_processes),
        cmocka_unit_test(test_interrupted_and_resumed),
        cmocka_unit_test(test_unit_that_cannot_be_saved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
