// SPDX-License-Identifier: GPL-3.0-or-later
// Work is done once and completely, whatever the number of processes (threads, here) and of their workers, and whichever of them fall
// silent, come back, give up or fail.
#include "spread/spread.h"

#include "support/network.h"

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

enum { UNITS = 200 };
static const unsigned NEVER = UINT32_MAX;

// One process. The result of unit n is a text of n letters.
struct process {
    struct network *network;
    int self, count;
    unsigned workers, ahead;
    uint64_t print;
    double patience;
    // What it does wrong.
    uint32_t fails_at;    // the unit that it cannot compute
    bool hangs;           // until the work is over
    unsigned stops_after; // units after which its own `stop` is set; 0: never
    // What happens.
    atomic_bool stop;
    atomic_uint computed, left; // units; workers
    bool good;
    struct error err;
    // Of the leader.
    bool found[UNITS];
    unsigned accepted[UNITS];
    unsigned accepted_in_all;
    unsigned ends_after; // units accepted after which `look` ends the work; 0: never
    bool refuses;        // accept() fails
    struct spread_progress last;
    struct spread_outcome outcome;
};

static enum spread_end compute(void *context, struct spread_unit *unit)
{
    struct process *process = context;
    assert_in_range(unit->worker, 0, process->workers - 1);
    while (process->hangs && !atomic_load(&process->stop))
        usleep(1000);
    if (unit->number == process->fails_at) {
        error_set(&unit->err, ERROR_TOO_LARGE, "", "unit %u is too much", (unsigned)unit->number);
        return SPREAD_FAILED;
    }
    if (atomic_load(&process->stop))
        return SPREAD_DROPPED;
    for (uint32_t i = 0; i < unit->number; i++)
        buffer_add_char(&unit->result, (char)('a' + i % 26));
    if (atomic_fetch_add(&process->computed, 1) + 1 == process->stops_after)
        atomic_store(&process->stop, true);
    return SPREAD_DONE;
}

static void leave(void *context, unsigned worker)
{
    struct process *process = context;
    assert_in_range(worker, 0, process->workers - 1);
    atomic_fetch_add(&process->left, 1);
}

static bool accept_letters(void *context, uint32_t number, const char *result, size_t length,
                           struct error *err)
{
    struct process *process = context;
    assert_int_equal(length, number);
    for (uint32_t i = 0; i < number; i++)
        assert_int_equal(result[i], 'a' + i % 26);
    process->accepted[number]++;
    process->accepted_in_all++;
    return !process->refuses || error_set(err, ERROR_SYSTEM, "", "the disk is full");
}

static void look(void *context, const struct spread_progress *now)
{
    struct process *process = context;
    process->last = *now;
    if (process->ends_after && process->accepted_in_all >= process->ends_after)
        atomic_store(&process->stop, true);
}

static struct spread_job job_of(struct process *process)
{
    return (struct spread_job){.print = process->print,
                               .units = UNITS,
                               .found = process->found,
                               .workers = process->workers,
                               .ahead = process->ahead,
                               .patience = process->patience,
                               .stop = &process->stop,
                               .compute = compute,
                               .leave = leave,
                               .accept = accept_letters,
                               .look = look,
                               .context = process};
}

static void *run(void *argument)
{
    struct process *process = argument;
    struct spread_transport transport = network_transport(process->network, process->self, process->count);
    struct spread_job job = job_of(process);
    process->good = process->self ? spread_follow(&transport, &job, &process->err)
                                  : spread_lead(&transport, &job, &process->outcome, &process->err);
    assert_true(atomic_load(&process->stop));
    return NULL;
}

struct job {
    struct network network;
    struct process processes[NETWORK_PROCESSES_MAX];
};

static struct job *new_job(int count, unsigned workers, unsigned ahead)
{
    struct job *job = calloc(1, sizeof *job);
    network_init(&job->network);
    for (int i = 0; i < NETWORK_PROCESSES_MAX; i++) {
        struct process *process = &job->processes[i];
        process->network = &job->network;
        process->self = i;
        process->count = count;
        process->workers = workers;
        process->ahead = ahead;
        process->print = 77;
        process->patience = 60;
        process->fails_at = NEVER;
    }
    return job;
}

static void free_job(struct job *job)
{
    network_clear(&job->network);
    free(job);
}

// Runs all processes but the silent one (0: there is none), the leader in this thread.
static struct process *run_all(struct job *job, int silent)
{
    pthread_t threads[NETWORK_PROCESSES_MAX] = {0};
    struct process *leader = &job->processes[0];
    for (int i = 1; i < leader->count; i++)
        if (i != silent)
            assert_int_equal(pthread_create(&threads[i], NULL, run, &job->processes[i]), 0);
    run(leader);
    for (int i = 1; i < leader->count; i++)
        if (i != silent)
            pthread_join(threads[i], NULL);
    return leader;
}

static void check_complete(const struct process *leader)
{
    assert_true(leader->good);
    assert_true(leader->outcome.complete);
    for (int u = 0; u < UNITS; u++)
        assert_int_equal(leader->accepted[u], !leader->found[u]);
}

static void test_any_number_of_processes(void **state)
{
    (void)state;
    for (int count = 1; count <= NETWORK_PROCESSES_MAX; count++)
        for (unsigned workers = 1; workers <= 4; workers += 3) {
            struct job *job = new_job(count, workers, workers - 1);
            unsigned computed = 0;
            struct process *leader = run_all(job, 0);
            check_complete(leader);
            assert_int_equal(leader->outcome.lost, 0);
            for (int i = 0; i < count; i++) {
                assert_true(job->processes[i].good);
                assert_in_range(atomic_load(&job->processes[i].left), 0, workers);
                computed += atomic_load(&job->processes[i].computed);
            }
            assert_int_equal(computed, UNITS);
            free_job(job);
        }
}

static void test_what_is_found_is_not_computed_again(void **state)
{
    (void)state;
    struct job *job = new_job(3, 2, 2);
    for (int u = 0; u < UNITS; u += 2)
        job->processes[0].found[u] = true;
    struct process *leader = run_all(job, 0);
    check_complete(leader);
    assert_int_equal(leader->accepted_in_all, UNITS / 2);
    free_job(job);
}

// It asks for work and takes it, but is never heard again.
static void test_silent_process(void **state)
{
    (void)state;
    struct job *job = new_job(3, 1, 0);
    struct spread_transport transport = network_transport(&job->network, 2, 3);
    const uint64_t want[3] = {4, UINT32_MAX, 77};
    job->processes[0].patience = 1.5;
    assert_true(transport.send(transport.context, 0, want, sizeof want));
    struct process *leader = run_all(job, 2);
    check_complete(leader);
    // On a busy machine the other one may seem lost for a while as well.
    assert_in_range(leader->outcome.lost, 1, 2);
    assert_true(job->processes[1].good);
    free_job(job);
}

static void test_process_of_another_job(void **state)
{
    (void)state;
    struct job *job = new_job(2, 1, 0);
    job->processes[0].hangs = true;
    job->processes[1].print++;
    struct process *leader = run_all(job, 0);
    assert_false(leader->good);
    assert_int_equal(leader->err.code, ERROR_CONFLICT);
    assert_non_null(strstr(leader->err.message, "process 1"));
    assert_int_equal(atomic_load(&job->processes[1].computed), 0);
    free_job(job);
}

static void test_silent_leader(void **state)
{
    (void)state;
    struct job *job = new_job(2, 2, 0);
    job->processes[1].patience = 0.2;
    run(&job->processes[1]);
    assert_false(job->processes[1].good);
    assert_non_null(strstr(job->processes[1].err.message, "process 0"));
    free_job(job);
}

static void test_a_unit_that_cannot_be_computed(void **state)
{
    (void)state;
    struct job *job = new_job(1, 2, 0);
    job->processes[0].fails_at = 70;
    struct process *leader = run_all(job, 0);
    assert_false(leader->good);
    assert_false(leader->outcome.complete);
    assert_int_equal(leader->err.code, ERROR_TOO_LARGE);
    assert_string_equal(leader->err.message, "unit 70 is too much");
    assert_string_equal(leader->err.at, "");
    free_job(job);
}

// The leader tells which process it was.
static void test_a_unit_that_another_process_cannot_compute(void **state)
{
    (void)state;
    struct job *job = new_job(2, 2, 1);
    job->processes[0].hangs = true;
    job->processes[1].fails_at = 70;
    struct process *leader = run_all(job, 0);
    assert_false(leader->good);
    assert_int_equal(leader->err.code, ERROR_TOO_LARGE);
    assert_string_equal(leader->err.message, "unit 70 is too much");
    assert_string_equal(leader->err.at, "process 1");
    assert_true(job->processes[1].good);
    free_job(job);
}

static void test_results_that_cannot_be_kept(void **state)
{
    (void)state;
    struct job *job = new_job(3, 1, 1);
    job->processes[0].refuses = true;
    struct process *leader = run_all(job, 0);
    assert_false(leader->good);
    assert_string_equal(leader->err.message, "the disk is full");
    assert_true(job->processes[1].good && job->processes[2].good);
    free_job(job);
}

// A process that is told to end by others gives back what it has, and the rest do it.
static void test_a_process_that_gives_up(void **state)
{
    (void)state;
    struct job *job = new_job(3, 2, 3);
    job->processes[1].stops_after = 3;
    job->processes[2].workers = 1;
    struct process *leader = run_all(job, 0);
    check_complete(leader);
    assert_int_equal(leader->outcome.lost, 0);
    // Its second worker may be at one more.
    assert_in_range(atomic_load(&job->processes[1].computed), 0, 4);
    free_job(job);
}

static void test_work_that_is_ended(void **state)
{
    (void)state;
    struct job *job = new_job(3, 2, 1);
    job->processes[0].ends_after = 20;
    struct process *leader = run_all(job, 0);
    assert_true(leader->good);
    assert_false(leader->outcome.complete);
    assert_in_range(leader->accepted_in_all, 20, UNITS - 1);
    assert_true(job->processes[1].good && job->processes[2].good);
    assert_int_equal(leader->last.units, UNITS);
    assert_int_equal(leader->last.processes, 3);
    free_job(job);
}

static void test_dismissed(void **state)
{
    (void)state;
    struct job *job = new_job(3, 1, 0);
    struct spread_transport transport = network_transport(&job->network, 0, 3);
    spread_dismiss(&transport);
    for (int i = 1; i < 3; i++) {
        run(&job->processes[i]);
        assert_true(job->processes[i].good);
        assert_int_equal(atomic_load(&job->processes[i].computed), 0);
    }
    free_job(job);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_number_of_processes),
        cmocka_unit_test(test_what_is_found_is_not_computed_again),
        cmocka_unit_test(test_silent_process),
        cmocka_unit_test(test_process_of_another_job),
        cmocka_unit_test(test_silent_leader),
        cmocka_unit_test(test_a_unit_that_cannot_be_computed),
        cmocka_unit_test(test_a_unit_that_another_process_cannot_compute),
        cmocka_unit_test(test_results_that_cannot_be_kept),
        cmocka_unit_test(test_a_process_that_gives_up),
        cmocka_unit_test(test_work_that_is_ended),
        cmocka_unit_test(test_dismissed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
