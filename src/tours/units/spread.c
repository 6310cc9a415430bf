// SPDX-License-Identifier: GPL-3.0-or-later
// The leader hands out units and collects results; the followers compute them.
//
// Words of a message: 0 kind, 1 unit, 2 states, 3 memory, 4 seconds and 5 processor seconds (the bits of a double),
// 6 the code of an error, 7 a fingerprint of what is counted and how, from 8 on the remainders.
#include "tours/units/spread.h"

#include "base/clock.h"
#include "base/memory.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum message { MESSAGE_WORK = 1, MESSAGE_STOP, MESSAGE_ALIVE, MESSAGE_RESULT, MESSAGE_FAILED };

enum { KIND, UNIT, STATES, MEMORY, SECONDS, CPU, CODE, PRINT, REMAINDERS };

// Without the leader the count is over, so the others wait for it longer than it waits for them.
enum { PATIENCE_WITH_LEADER = 5 };

// How many times to try to send the last message to a process, at intervals of 2 ms.
enum { TRIES = 1000 };

static void pause_briefly(void)
{
    struct timespec pause = {0, 2000000};
    nanosleep(&pause, NULL);
}

static uint64_t fingerprint(const struct unit_job *job)
{
    return job->graph_print ^ job->plan_print ^ job->units;
}

static bool send_message(const struct spread_transport *transport, const struct unit_job *job, int to,
                         enum message kind, uint32_t unit)
{
    uint64_t words[SPREAD_WORDS] = {[KIND] = kind, [UNIT] = unit, [PRINT] = fingerprint(job)};
    return transport->send(transport->context, to, words);
}

static void pack(const struct unit_result *result, uint64_t words[SPREAD_WORDS])
{
    words[KIND] = MESSAGE_RESULT;
    words[UNIT] = result->unit;
    words[STATES] = result->states;
    words[MEMORY] = result->memory;
    memcpy(&words[SECONDS], &result->seconds, sizeof result->seconds);
    memcpy(&words[CPU], &result->cpu, sizeof result->cpu);
    memcpy(&words[REMAINDERS], result->remainder, sizeof result->remainder);
}

static void unpack(const uint64_t words[SPREAD_WORDS], struct unit_result *result)
{
    *result =
        (struct unit_result){.unit = (uint32_t)words[UNIT], .states = words[STATES], .memory = words[MEMORY]};
    memcpy(&result->seconds, &words[SECONDS], sizeof result->seconds);
    memcpy(&result->cpu, &words[CPU], sizeof result->cpu);
    memcpy(result->remainder, &words[REMAINDERS], sizeof result->remainder);
}

// ---- One unit, in a thread of its own ----

struct task {
    const struct spread_request *request;
    pthread_t thread;
    uint32_t unit;
    atomic_bool stop, done;
    bool good;
    struct unit_result result;
    struct error err;
};

static bool goes_on(void *context, const struct count_progress *progress)
{
    struct task *task = context;
    (void)progress;
    return !atomic_load(&task->stop);
}

static void *work(void *argument)
{
    struct task *task = argument;
    struct count_request request = {.threads = task->request->threads,
                                    .memory = task->request->memory,
                                    .disk = task->request->disk,
                                    .directory = task->request->spill,
                                    .progress = goes_on,
                                    .context = task};
    const struct unit_task unit = {.unit = task->unit, .request = &request};
    task->good = unit_compute(task->request->job, &unit, &task->result, &task->err);
    atomic_store(&task->done, true);
    return NULL;
}

static bool task_start(struct task *task, const struct spread_request *request, uint32_t unit)
{
    task->request = request;
    task->unit = unit;
    atomic_store(&task->stop, false);
    atomic_store(&task->done, false);
    return !pthread_create(&task->thread, NULL, work, task);
}

// ---- The leader ----

enum status { UNKNOWN, IDLE, AT_WORK, LOST };

struct follower {
    enum status status;
    uint32_t unit;
    double last_heard;
};

struct lead {
    const struct spread_transport *transport;
    const struct spread_request *request;
    struct follower *followers; // [processes]; the first is unused
    bool *found, *given;        // [units] done; handed out
    struct unit_result *results;
    uint32_t next; // all units before this one are done or handed out
    uint32_t done;
    uint64_t states;
    int lost;
    double last_sent; // when the leader last told the others that it is alive
    struct task own;
    bool own_runs;
    struct error *err;
};

// Takes a unit that nobody is working on. False when there is none.
static bool take_unit(struct lead *lead, uint32_t *unit)
{
    while (lead->next < lead->request->job->units && (lead->found[lead->next] || lead->given[lead->next]))
        lead->next++;
    if (lead->next == lead->request->job->units)
        return false;
    *unit = lead->next;
    lead->given[*unit] = true;
    return true;
}

static void give_back(struct lead *lead, uint32_t unit)
{
    lead->given[unit] = false;
    lead->next = unit < lead->next ? unit : lead->next;
}

static bool accept_result(struct lead *lead, const struct unit_result *result)
{
    const struct unit_job *job = lead->request->job;
    if (result->unit >= job->units || lead->found[result->unit])
        return true;
    lead->found[result->unit] = true;
    lead->results[result->unit] = *result;
    lead->done++;
    lead->states += result->states;
    return !lead->request->directory || unit_save(job, lead->request->directory, result, lead->err);
}

static bool handle_message(struct lead *lead, int from, const uint64_t *words)
{
    struct follower *follower = &lead->followers[from];
    struct unit_result result;
    follower->last_heard = clock_seconds();
    if (words[PRINT] != fingerprint(lead->request->job))
        return error_set(lead->err, ERROR_CONFLICT, "",
                         "process %d is counting something else; does it run another version of the program?",
                         from);
    if (follower->status == UNKNOWN || follower->status == LOST) {
        // A process that counted as lost is back; its unit may have been handed out again.
        lead->lost -= follower->status == LOST;
        follower->status =
            words[KIND] == MESSAGE_ALIVE && words[UNIT] < lead->request->job->units ? AT_WORK : IDLE;
        follower->unit = (uint32_t)words[UNIT];
    }
    if (words[KIND] == MESSAGE_FAILED)
        return error_set(lead->err, (enum error_code)words[CODE], "",
                         "process %d could not compute unit %u%s", from, (unsigned)words[UNIT],
                         words[CODE] == ERROR_TOO_LARGE ? ": too little memory or disk (--memory, --disk)"
                                                        : "");
    if (words[KIND] != MESSAGE_RESULT)
        return true;
    follower->status = IDLE;
    unpack(words, &result);
    return accept_result(lead, &result);
}

static void serve_followers(struct lead *lead)
{
    double time = clock_seconds();
    bool reports = time - lead->last_sent >= 1;
    if (reports)
        lead->last_sent = time;
    for (int i = 1; i < lead->transport->count; i++) {
        struct follower *follower = &lead->followers[i];
        if (follower->status != LOST && time - follower->last_heard > lead->request->patience) {
            if (follower->status == AT_WORK)
                give_back(lead, follower->unit);
            follower->status = LOST;
            lead->lost++;
        }
        uint32_t unit;
        if (follower->status == IDLE && take_unit(lead, &unit)) {
            follower->unit = unit;
            if (send_message(lead->transport, lead->request->job, i, MESSAGE_WORK, unit))
                follower->status = AT_WORK;
            else
                give_back(lead, unit);
        } else if (reports && follower->status != LOST) {
            send_message(lead->transport, lead->request->job, i, MESSAGE_ALIVE, 0);
        }
    }
}

// Computes units in the leader as well, in another thread.
static bool run_own_unit(struct lead *lead)
{
    uint32_t unit;
    if (lead->own_runs && atomic_load(&lead->own.done)) {
        pthread_join(lead->own.thread, NULL);
        lead->own_runs = false;
        if (!lead->own.good) {
            *lead->err = lead->own.err;
            return false;
        }
        if (!accept_result(lead, &lead->own.result))
            return false;
    }
    if (lead->own_runs || !take_unit(lead, &unit))
        return true;
    lead->own_runs = task_start(&lead->own, lead->request, unit);
    return lead->own_runs || error_set(lead->err, ERROR_SYSTEM, "", "cannot start a thread");
}

static bool lead_until_done(struct lead *lead)
{
    const struct spread_request *request = lead->request;
    while (lead->done < request->job->units) {
        uint64_t words[SPREAD_WORDS];
        int from;
        bool idle = true;
        for (; lead->transport->count > 1 && lead->transport->receive(lead->transport->context, &from, words);
             idle = false)
            if (!handle_message(lead, from, words))
                return false;
        serve_followers(lead);
        if (!run_own_unit(lead))
            return false;
        struct spread_progress progress = {lead->done, request->job->units, lead->transport->count,
                                           lead->lost, lead->states};
        if (request->progress && !request->progress(request->context, &progress))
            return error_set(lead->err, ERROR_BUSY, "", "the count was interrupted");
        if (idle)
            pause_briefly();
    }
    return true;
}

void spread_dismiss(const struct spread_transport *transport, const struct unit_job *job)
{
    for (int i = 1; i < transport->count; i++)
        for (int tries = 0; tries < TRIES && !send_message(transport, job, i, MESSAGE_STOP, 0); tries++)
            pause_briefly();
}

bool spread_lead(const struct spread_transport *transport, const struct spread_request *request,
                 struct spread_units *units, struct error *err)
{
    struct lead lead = {.transport = transport,
                        .request = request,
                        .found = units->found,
                        .results = units->results,
                        .err = err};
    size_t count = request->job->units;
    lead.followers = memory_try(NULL, (size_t)transport->count, sizeof *lead.followers);
    lead.given = memory_try_zeroed(count, sizeof *lead.given);
    bool good = lead.followers && lead.given;
    for (int i = 0; i < transport->count && good; i++)
        lead.followers[i] = (struct follower){UNKNOWN, 0, clock_seconds()};
    for (size_t u = 0; u < count; u++)
        if (lead.found[u]) {
            lead.done++;
            lead.states += lead.results[u].states;
        }
    good = good ? lead_until_done(&lead) : error_no_memory(err);
    if (lead.own_runs) {
        atomic_store(&lead.own.stop, true);
        pthread_join(lead.own.thread, NULL);
    }
    spread_dismiss(transport, request->job);
    units->lost = lead.lost;
    free(lead.followers);
    free(lead.given);
    return good;
}

// ---- The followers ----

struct follow {
    const struct spread_transport *transport;
    struct task task;
    bool runs;
    uint64_t result[SPREAD_WORDS]; // to be sent to the leader
    bool has_result;
    double last_heard, last_sent;
};

// Takes the result of a finished unit, to be sent to the leader.
static void take_result(struct follow *follow)
{
    uint64_t *words = follow->result;
    memset(words, 0, sizeof follow->result);
    words[KIND] = MESSAGE_FAILED;
    words[UNIT] = follow->task.unit;
    words[PRINT] = fingerprint(follow->task.request->job);
    pthread_join(follow->task.thread, NULL);
    follow->runs = false;
    if (follow->task.good)
        pack(&follow->task.result, words);
    else
        words[CODE] = follow->task.err.code;
    follow->has_result = true;
}

bool spread_follow(const struct spread_transport *transport, const struct spread_request *request,
                   struct error *err)
{
    struct follow follow = {.transport = transport, .last_heard = clock_seconds()};
    bool stopped = false, good = true;
    send_message(transport, request->job, 0, MESSAGE_ALIVE, UINT32_MAX);
    while (!stopped && good) {
        uint64_t words[SPREAD_WORDS];
        int from;
        while (transport->receive(transport->context, &from, words)) {
            follow.last_heard = clock_seconds();
            stopped |= words[KIND] == MESSAGE_STOP;
            if (words[KIND] == MESSAGE_WORK && !follow.runs && !follow.has_result) {
                follow.runs = task_start(&follow.task, request, (uint32_t)words[UNIT]);
                if (!follow.runs)
                    good = error_set(err, ERROR_SYSTEM, "", "cannot start a thread");
            }
        }
        if (follow.runs && atomic_load(&follow.task.done))
            take_result(&follow);
        if (follow.has_result && transport->send(transport->context, 0, follow.result)) {
            follow.has_result = false;
            follow.last_sent = clock_seconds();
        }
        if (clock_seconds() - follow.last_sent >= 1) {
            send_message(transport, request->job, 0, MESSAGE_ALIVE,
                         follow.runs || follow.has_result ? follow.task.unit : UINT32_MAX);
            follow.last_sent = clock_seconds();
        }
        if (clock_seconds() - follow.last_heard > PATIENCE_WITH_LEADER * request->patience)
            good = error_set(err, ERROR_SYSTEM, "", "process 0 has fallen silent");
        pause_briefly();
    }
    if (follow.runs) {
        atomic_store(&follow.task.stop, true);
        pthread_join(follow.task.thread, NULL);
    }
    return good;
}
