// SPDX-License-Identifier: GPL-3.0-or-later
// The queue for long work: in order, of bounded length, told when to give up, and emptied at the end.
#include "server/jobs.h"

#include "server/limits.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>

#include <cmocka.h>

// A gate that holds up a job until the test opens it.
struct gate {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool reached, open;
};

struct task {
    struct jobs *jobs;
    struct gate *gate; // NULL: nothing holds it up
    atomic_int *clock;
    int worked, finished; // when, by the clock
    bool went_on, gave_up;
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
    task->went_on = jobs_goes_on(task->jobs, 1e6);
    task->gave_up = !jobs_goes_on(task->jobs, 0);
    task->worked = atomic_fetch_add(task->clock, 1) + 1;
}

static void done(void *context)
{
    struct task *task = context;
    task->finished = atomic_fetch_add(task->clock, 1) + 1;
}

static void test_in_order_and_no_more_than_the_limit(void **state)
{
    (void)state;
    struct task tasks[LIMIT_JOBS + 2] = {0};
    struct gate gate;
    atomic_int clock = 0;
    struct error err;
    struct jobs *jobs = jobs_new(&err);
    assert_non_null(jobs);
    gate_init(&gate);
    for (int i = 0; i < LIMIT_JOBS + 2; i++)
        tasks[i] = (struct task){.jobs = jobs, .gate = i == 0 ? &gate : NULL, .clock = &clock};
    assert_true(jobs_submit(jobs, work, done, &tasks[0]));
    gate_wait(&gate, &gate.reached);
    for (int i = 1; i <= LIMIT_JOBS; i++)
        assert_true(jobs_submit(jobs, work, done, &tasks[i]));
    assert_false(jobs_submit(jobs, work, done, &tasks[LIMIT_JOBS + 1]));
    gate_set(&gate, &gate.open);
    jobs_stop(jobs);
    for (int i = 0; i <= LIMIT_JOBS; i++) {
        assert_int_equal(tasks[i].worked, 2 * i + 1);
        assert_int_equal(tasks[i].finished, 2 * i + 2);
        assert_true(tasks[i].gave_up);
    }
    assert_int_equal(tasks[LIMIT_JOBS + 1].worked, 0);
    // After the end nothing is taken.
    assert_false(jobs_submit(jobs, work, done, &tasks[LIMIT_JOBS + 1]));
    jobs_free(jobs);
    gate_clear(&gate);
}

static void test_work_goes_on_until_the_end(void **state)
{
    (void)state;
    struct gate gate, second;
    atomic_int clock = 0;
    struct error err;
    struct jobs *jobs = jobs_new(&err);
    assert_non_null(jobs);
    gate_init(&gate);
    gate_init(&second);
    struct task first = {.jobs = jobs, .gate = &gate, .clock = &clock}, next = first;
    next.gate = &second;
    assert_true(jobs_submit(jobs, work, done, &first));
    assert_true(jobs_submit(jobs, work, done, &next));
    gate_set(&gate, &gate.open);
    gate_wait(&second, &second.reached); // so the first is over
    assert_true(first.went_on);
    gate_set(&second, &second.open);
    jobs_free(jobs);
    assert_int_equal(next.finished, 4);
    gate_clear(&gate);
    gate_clear(&second);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_in_order_and_no_more_than_the_limit),
        cmocka_unit_test(test_work_goes_on_until_the_end),
    };
    return cmocka_run_group_tests_name("jobs", tests, NULL, NULL);
}
