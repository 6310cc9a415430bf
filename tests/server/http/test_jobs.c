// SPDX-License-Identifier: GPL-3.0-or-later
// The queue for long work: its limit, jobs that are abandoned, and the end.
#include "server/http/jobs.h"

#include "server/limits.h"

#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>

#include <cmocka.h>

// A gate that blocks a job until the test opens it.
struct gate {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool reached, open;
};

struct task {
    struct gate *gate; // NULL: nothing holds it up
    atomic_bool abandoned;
    atomic_int worked, dropped, finished; // how often
};

static void gate_init(struct gate *gate)
{
    pthread_mutex_init(&gate->lock, NULL);
    pthread_cond_init(&gate->changed, NULL);
    gate->reached = gate->open = false;
}

static void gate_set(struct gate *gate, bool *what)
{
    pthread_mutex_lock(&gate->lock);
    *what = true;
    pthread_cond_broadcast(&gate->changed);
    pthread_mutex_unlock(&gate->lock);
}

static void gate_wait(struct gate *gate, const bool *what)
{
    pthread_mutex_lock(&gate->lock);
    while (!*what)
        pthread_cond_wait(&gate->changed, &gate->lock);
    pthread_mutex_unlock(&gate->lock);
}

static void gate_clear(struct gate *gate)
{
    pthread_mutex_destroy(&gate->lock);
    pthread_cond_destroy(&gate->changed);
}

static void work(void *context)
{
    struct task *task = context;
    if (task->gate) {
        gate_set(task->gate, &task->gate->reached);
        gate_wait(task->gate, &task->gate->open);
    }
    task->worked++;
}

static void drop(void *context)
{
    struct task *task = context;
    task->dropped++;
}

static void done(void *context)
{
    struct task *task = context;
    task->finished++;
}

static bool is_abandoned(void *context)
{
    struct task *task = context;
    return task->abandoned;
}

static bool submit(struct jobs *jobs, struct task *task)
{
    const struct job job = {work, drop, done, is_abandoned, task};
    return jobs_submit(jobs, &job);
}

// Occupies all threads with tasks that wait at their gates.
static struct jobs *start_and_fill(struct gate *gates, struct task *tasks)
{
    struct error err;
    struct jobs *jobs = jobs_new(LIMIT_JOBS_AT_ONCE, LIMIT_JOBS, &err);
    assert_non_null(jobs);
    for (int i = 0; i < LIMIT_JOBS_AT_ONCE; i++) {
        gate_init(&gates[i]);
        tasks[i].gate = &gates[i];
        assert_true(submit(jobs, &tasks[i]));
        gate_wait(&gates[i], &gates[i].reached);
    }
    return jobs;
}

static void open_gates(struct gate *gates)
{
    for (int i = 0; i < LIMIT_JOBS_AT_ONCE; i++)
        gate_set(&gates[i], &gates[i].open);
}

static void clear_gates(struct gate *gates)
{
    for (int i = 0; i < LIMIT_JOBS_AT_ONCE; i++)
        gate_clear(&gates[i]);
}

struct stopping {
    struct pollfd stop;
    struct gate *gates;
};

static void *open_at_stop(void *context)
{
    struct stopping *stopping = context;
    assert_int_equal(poll(&stopping->stop, 1, -1), 1);
    open_gates(stopping->gates);
    return NULL;
}

enum { ALL = LIMIT_JOBS_AT_ONCE + LIMIT_JOBS };

static void test_no_more_than_the_limit(void **state)
{
    (void)state;
    struct gate gates[LIMIT_JOBS_AT_ONCE];
    struct task tasks[ALL + 1] = {0};
    struct jobs *jobs = start_and_fill(gates, tasks);
    for (int i = LIMIT_JOBS_AT_ONCE; i < ALL; i++)
        assert_true(submit(jobs, &tasks[i]));
    assert_false(submit(jobs, &tasks[ALL]));
    struct jobs_state now = jobs_state(jobs);
    assert_int_equal(now.waiting, LIMIT_JOBS);
    assert_int_equal(now.working, LIMIT_JOBS_AT_ONCE);
    open_gates(gates);
    do
        now = jobs_state(jobs);
    while (now.waiting || now.working);
    jobs_stop(jobs);
    for (int i = 0; i < ALL; i++) {
        assert_int_equal(tasks[i].worked, 1);
        assert_int_equal(tasks[i].dropped, 0);
        assert_int_equal(tasks[i].finished, 1);
    }
    // After the end, nothing is accepted.
    assert_false(submit(jobs, &tasks[ALL]));
    assert_int_equal(tasks[ALL].worked + tasks[ALL].dropped + tasks[ALL].finished, 0);
    jobs_free(jobs);
    clear_gates(gates);
}

static void test_abandoned_jobs_make_room(void **state)
{
    (void)state;
    struct gate gates[LIMIT_JOBS_AT_ONCE];
    struct task tasks[ALL + 1] = {0};
    struct jobs *jobs = start_and_fill(gates, tasks);
    for (int i = LIMIT_JOBS_AT_ONCE; i < ALL; i++)
        assert_true(submit(jobs, &tasks[i]));
    tasks[LIMIT_JOBS_AT_ONCE + 1].abandoned = true;
    assert_true(submit(jobs, &tasks[ALL]));
    assert_int_equal(tasks[LIMIT_JOBS_AT_ONCE + 1].dropped, 1);
    assert_int_equal(tasks[LIMIT_JOBS_AT_ONCE + 1].finished, 1);
    // A job abandoned unnoticed is dropped when its turn comes, or by the next sweep.
    tasks[ALL].abandoned = true;
    jobs_sweep(jobs);
    assert_int_equal(tasks[ALL].finished, 1);
    open_gates(gates);
    jobs_free(jobs);
    assert_int_equal(tasks[LIMIT_JOBS_AT_ONCE + 1].worked + tasks[ALL].worked, 0);
    clear_gates(gates);
}

static void test_stopping_drops_waiting_jobs(void **state)
{
    (void)state;
    struct gate gates[LIMIT_JOBS_AT_ONCE];
    struct task tasks[ALL] = {0};
    struct jobs *jobs = start_and_fill(gates, tasks);
    for (int i = LIMIT_JOBS_AT_ONCE; i < ALL; i++)
        assert_true(submit(jobs, &tasks[i]));
    struct pollfd stop = {.fd = jobs_stop_descriptor(jobs), .events = POLLIN};
    assert_int_equal(poll(&stop, 1, 0), 0);
    pthread_t opener;
    // The job being worked on ends because it watches the descriptor.
    assert_int_equal(pthread_create(&opener, NULL, open_at_stop, &(struct stopping){stop, gates}), 0);
    jobs_stop(jobs);
    pthread_join(opener, NULL);
    for (int i = 0; i < ALL; i++) {
        assert_int_equal(tasks[i].finished, 1);
        assert_int_equal(tasks[i].dropped, i >= LIMIT_JOBS_AT_ONCE);
    }
    jobs_free(jobs);
    clear_gates(gates);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_more_than_the_limit),
        cmocka_unit_test(test_abandoned_jobs_make_room),
        cmocka_unit_test(test_stopping_drops_waiting_jobs),
    };
    return cmocka_run_group_tests_name("jobs", tests, NULL, NULL);
}
