// SPDX-License-Identifier: GPL-3.0-or-later
// The total of the units does not depend on the number of processes (threads, here), nor on which of them fall silent.
#include "tours/units/spread.h"

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

enum { PROCESSES_MAX = 6, MESSAGES_MAX = 4096 };

// ---- Messages between threads ----

struct message {
    int from;
    uint64_t words[SPREAD_WORDS];
};

struct inbox {
    struct message messages[MESSAGES_MAX];
    size_t read, written;
};

struct network {
    pthread_mutex_t mutex;
    struct inbox inboxes[PROCESSES_MAX];
};

struct endpoint {
    struct network *network;
    int self;
    bool duplicates;   // sends everything twice
    bool stays_silent; // says that it is alive and takes work, but never reports a result
    uint64_t offset;   // added to the fingerprint of what it sends
};

static void put(struct network *network, int from, int to, const uint64_t words[SPREAD_WORDS])
{
    pthread_mutex_lock(&network->mutex);
    struct inbox *inbox = &network->inboxes[to];
    struct message *message = &inbox->messages[inbox->written++ % MESSAGES_MAX];
    message->from = from;
    memcpy(message->words, words, sizeof message->words);
    pthread_mutex_unlock(&network->mutex);
}

static bool send_message(void *context, int to, const uint64_t words[SPREAD_WORDS])
{
    struct endpoint *endpoint = context;
    uint64_t copy[SPREAD_WORDS];
    memcpy(copy, words, sizeof copy);
    copy[7] += endpoint->offset;
    for (int i = 0; i < 1 + endpoint->duplicates; i++)
        put(endpoint->network, endpoint->self, to, copy);
    return true;
}

static bool take_message(void *context, int *from, uint64_t words[SPREAD_WORDS])
{
    struct endpoint *endpoint = context;
    pthread_mutex_lock(&endpoint->network->mutex);
    struct inbox *inbox = &endpoint->network->inboxes[endpoint->self];
    bool there = inbox->read < inbox->written;
    if (there) {
        const struct message *message = &inbox->messages[inbox->read++ % MESSAGES_MAX];
        *from = message->from;
        memcpy(words, message->words, sizeof message->words);
    }
    pthread_mutex_unlock(&endpoint->network->mutex);
    return there;
}

// ---- A count of 6×8 ----

struct fixture {
    struct tour_graph graph;
    struct cycle_graph cycles;
    struct unit_job job;
    struct network network;
    struct endpoint endpoints[PROCESSES_MAX];
    bool followed[PROCESSES_MAX];
    struct error errors[PROCESSES_MAX];
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
    pthread_mutex_init(&fixture->network.mutex, NULL);
    for (int i = 0; i < PROCESSES_MAX; i++)
        fixture->endpoints[i] = (struct endpoint){.network = &fixture->network, .self = i};
    return fixture;
}

static void tear_down(struct fixture *fixture)
{
    unit_job_clear(&fixture->job);
    cycle_graph_clear(&fixture->cycles);
    tour_graph_clear(&fixture->graph);
    pthread_mutex_destroy(&fixture->network.mutex);
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
    struct spread_transport transport = {follower->self, PROCESSES_MAX, send_message, take_message,
                                         &fixture->endpoints[follower->self]};
    struct spread_request request = {.job = &fixture->job, .threads = 1, .patience = follower->patience};
    fixture->followed[follower->self] = spread_follow(&transport, &request, &fixture->errors[follower->self]);
    return NULL;
}

// Says that it is alive, and nothing more.
static void greet(struct fixture *fixture, int self)
{
    uint64_t words[SPREAD_WORDS] = {3, UINT32_MAX};
    words[7] = fixture->job.graph_print ^ fixture->job.plan_print ^ fixture->job.units;
    send_message(&fixture->endpoints[self], 0, words);
}

struct outcome {
    bool good;
    int lost;
    struct error err;
    char count[32];
};

static struct outcome count_with(struct fixture *fixture, int processes, struct spread_request request)
{
    struct outcome outcome = {0};
    struct follower followers[PROCESSES_MAX];
    pthread_t threads[PROCESSES_MAX] = {0};
    struct spread_transport transport = {0, processes, send_message, take_message, &fixture->endpoints[0]};
    bool *found = calloc(fixture->job.units, sizeof *found);
    struct unit_result *results = calloc(fixture->job.units, sizeof *results);
    request.job = &fixture->job;
    request.threads = 1;
    if (request.directory)
        assert_true(unit_load(&fixture->job, request.directory, found, results, NULL));
    for (int i = 1; i < processes; i++) {
        if (fixture->endpoints[i].stays_silent) {
            greet(fixture, i);
            continue;
        }
        followers[i] = (struct follower){fixture, i, 60};
        assert_int_equal(pthread_create(&threads[i], NULL, follow, &followers[i]), 0);
    }
    struct spread_units units = {found, results, 0};
    outcome.good = spread_lead(&transport, &request, &units, &outcome.err);
    outcome.lost = units.lost;
    for (int i = 1; i < processes; i++)
        if (!fixture->endpoints[i].stays_silent)
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
    for (int count = 1; count <= PROCESSES_MAX; count++) {
        struct fixture *fixture = set_up();
        struct outcome outcome = count_with(fixture, count, (struct spread_request){.patience = 60});
        check_count(&outcome);
        assert_int_equal(outcome.lost, 0);
        for (int i = 1; i < count; i++)
            assert_true(fixture->followed[i]);
        tear_down(fixture);
    }
}

static void test_silent_process(void **state)
{
    (void)state;
    struct fixture *fixture = set_up();
    fixture->endpoints[2].stays_silent = true;
    struct outcome outcome = count_with(fixture, 3, (struct spread_request){.patience = 1.5});
    check_count(&outcome);
    // On a busy machine the other one may seem lost for a while as well.
    assert_in_range(outcome.lost, 1, 2);
    assert_true(fixture->followed[1]);
    tear_down(fixture);
}

static void test_messages_twice(void **state)
{
    (void)state;
    struct fixture *fixture = set_up();
    for (int i = 0; i < PROCESSES_MAX; i++)
        fixture->endpoints[i].duplicates = true;
    struct outcome outcome = count_with(fixture, 4, (struct spread_request){.patience = 60});
    check_count(&outcome);
    tear_down(fixture);
}

static void test_process_of_another_count(void **state)
{
    (void)state;
    struct fixture *fixture = set_up();
    fixture->endpoints[1].offset = 1;
    struct outcome outcome = count_with(fixture, 2, (struct spread_request){.patience = 60});
    assert_false(outcome.good);
    assert_int_equal(outcome.err.code, ERROR_CONFLICT);
    assert_non_null(strstr(outcome.err.message, "process 1"));
    tear_down(fixture);
}

static void test_silent_leader(void **state)
{
    (void)state;
    struct fixture *fixture = set_up();
    struct follower follower = {fixture, 1, 0.2};
    follow(&follower);
    assert_false(fixture->followed[1]);
    assert_non_null(strstr(fixture->errors[1].message, "process 0"));
    tear_down(fixture);
}

struct watch {
    uint32_t stop_at, first;
    bool asked;
};

static bool watch(void *context, const struct spread_progress *now)
{
    struct watch *watched = context;
    if (!watched->asked)
        watched->first = now->done;
    watched->asked = true;
    assert_int_equal(now->units, 45);
    return now->done < watched->stop_at;
}

static void test_interrupted_and_resumed(void **state)
{
    (void)state;
    struct fixture *fixture = set_up();
    char directory[] = "/tmp/leaper-spread-XXXXXX", path[64];
    struct watch watched = {.stop_at = 20};
    assert_non_null(mkdtemp(directory));
    struct spread_request request = {
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
    struct spread_request request = {
        .job = &fixture->job, .threads = 1, .patience = 60, .directory = "/nonexistent/units"};
    struct spread_transport transport = {0, 1, send_message, take_message, &fixture->endpoints[0]};
    bool *found = calloc(fixture->job.units, sizeof *found);
    struct unit_result *results = calloc(fixture->job.units, sizeof *results);
    struct error err;
    assert_false(spread_lead(&transport, &request, &(struct spread_units){found, results, 0}, &err));
    assert_int_equal(err.code, ERROR_SYSTEM);
    free(found);
    free(results);
    tear_down(fixture);
}

static void test_dismissed(void **state)
{
    (void)state;
    struct fixture *fixture = set_up();
    struct follower followers[PROCESSES_MAX];
    pthread_t threads[PROCESSES_MAX] = {0};
    struct spread_transport transport = {0, PROCESSES_MAX, send_message, take_message,
                                         &fixture->endpoints[0]};
    for (int i = 1; i < PROCESSES_MAX; i++) {
        followers[i] = (struct follower){fixture, i, 60};
        assert_int_equal(pthread_create(&threads[i], NULL, follow, &followers[i]), 0);
    }
    spread_dismiss(&transport, &fixture->job);
    for (int i = 1; i < PROCESSES_MAX; i++) {
        pthread_join(threads[i], NULL);
        assert_true(fixture->followed[i]);
    }
    tear_down(fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dismissed),
        cmocka_unit_test(test_any_number_of_processes),
        cmocka_unit_test(test_silent_process),
        cmocka_unit_test(test_messages_twice),
        cmocka_unit_test(test_process_of_another_count),
        cmocka_unit_test(test_silent_leader),
        cmocka_unit_test(test_interrupted_and_resumed),
        cmocka_unit_test(test_unit_that_cannot_be_saved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
