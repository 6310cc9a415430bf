// SPDX-License-Identifier: GPL-3.0-or-later
// The leader hands out units and collects results.
#include "spread/crew.h"
#include "spread/parcel.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What has become of a unit, if no process has it.
enum { HOLDER_NONE = -1, HOLDER_DONE = -2 };

struct follower {
    bool lost;
    unsigned room; // units that it can take
    double last_heard;
};

struct lead {
    const struct spread_transport *transport;
    const struct spread_job *job;
    struct crew *crew;
    struct follower *followers; // [processes]; the first is unused
    int *holders;               // [units] the process that computes it, or one of the above
    uint32_t next;              // all units before this one are done or handed out
    uint32_t done;
    int lost;
    double last_sent; // when the leader last told the others that it is alive
    struct error *err;
};

// Takes a unit that nobody is working on. False when there is none.
static bool take_unit(struct lead *lead, int process, uint32_t *unit)
{
    while (lead->next < lead->job->units && lead->holders[lead->next] != HOLDER_NONE)
        lead->next++;
    if (lead->next == lead->job->units)
        return false;
    *unit = lead->next;
    lead->holders[*unit] = process;
    return true;
}

// Unless it is done, or has been handed to somebody else since.
static void give_back(struct lead *lead, int process, uint32_t unit)
{
    if (lead->holders[unit] != process)
        return;
    lead->holders[unit] = HOLDER_NONE;
    lead->next = unit < lead->next ? unit : lead->next;
}

static bool accept_result(struct lead *lead, uint32_t unit, const char *result, size_t length)
{
    if (lead->holders[unit] == HOLDER_DONE)
        return true;
    lead->holders[unit] = HOLDER_DONE;
    lead->done++;
    return lead->job->accept(lead->job->context, unit, result, length, lead->err);
}

// ---- The others ----

static bool report_failure(struct lead *lead, const struct parcel *parcel)
{
    if (parcel->length == sizeof *lead->err)
        memcpy(lead->err, parcel->text, sizeof *lead->err);
    else
        error_set(lead->err, ERROR_SYSTEM, "", "unknown");
    char process[32];
    snprintf(process, sizeof process, "process %d", parcel->from);
    error_place(lead->err, process);
    return false;
}

static bool handle_parcel(struct lead *lead, const struct parcel *parcel)
{
    struct follower *follower = &lead->followers[parcel->from];
    struct parcel_head head = parcel->head;
    follower->last_heard = clock_seconds();
    if (head.print != lead->job->print)
        return error_set(lead->err, ERROR_CONFLICT, "",
                         "process %d computes something else; does it run another version of the program?",
                         parcel->from);
    // One that counted as lost may be back. Its units have been handed out again.
    lead->lost -= follower->lost;
    follower->lost = false;
    follower->room += head.kind == PARCEL_WANT;
    if (head.unit >= lead->job->units)
        return true;
    if (head.kind == PARCEL_FAILED)
        return report_failure(lead, parcel);
    if (head.kind == PARCEL_DROPPED)
        give_back(lead, parcel->from, (uint32_t)head.unit);
    return head.kind != PARCEL_RESULT ||
           accept_result(lead, (uint32_t)head.unit, parcel->text, parcel->length);
}

static bool receive_all(struct lead *lead)
{
    struct parcel parcel;
    bool good = true;
    while (good && lead->transport->count > 1 && parcel_receive(lead->transport, &parcel)) {
        good = handle_parcel(lead, &parcel);
        free(parcel.bytes);
    }
    return good;
}

static void lose(struct lead *lead, int process)
{
    for (uint32_t unit = 0; unit < lead->job->units; unit++)
        give_back(lead, process, unit);
    lead->followers[process].lost = true;
    lead->lost++;
}

static void hand_out(struct lead *lead, int process)
{
    struct follower *follower = &lead->followers[process];
    uint32_t unit;
    while (follower->room && take_unit(lead, process, &unit)) {
        if (!parcel_send(lead->transport, process,
                         (struct parcel_head){PARCEL_WORK, unit, lead->job->print})) {
            give_back(lead, process, unit);
            return;
        }
        follower->room--;
    }
}

static void serve_followers(struct lead *lead)
{
    double time = clock_seconds();
    bool reports = time - lead->last_sent >= 1;
    if (reports)
        lead->last_sent = time;
    for (int i = 1; i < lead->transport->count; i++) {
        struct follower *follower = &lead->followers[i];
        if (!follower->lost && time - follower->last_heard > lead->job->patience)
            lose(lead, i);
        if (follower->lost)
            continue;
        hand_out(lead, i);
        if (reports)
            parcel_send(lead->transport, i, (struct parcel_head){PARCEL_ALIVE, 0, lead->job->print});
    }
}

// ---- Its own workers ----

static bool take_own_results(struct lead *lead)
{
    struct crew_finished finished;
    bool good = true;
    while (good && crew_take(lead->crew, &finished)) {
        if (finished.end == SPREAD_FAILED) {
            *lead->err = finished.unit.err;
            good = false;
        } else if (finished.end == SPREAD_DROPPED) {
            give_back(lead, 0, finished.unit.number);
        } else {
            const struct buffer *result = &finished.unit.result;
            good = accept_result(lead, finished.unit.number, buffer_text(result), result->length);
        }
        buffer_clear(&finished.unit.result);
    }
    return good;
}

static void give_own_work(struct lead *lead)
{
    uint32_t unit;
    while (crew_has_room(lead->crew) && take_unit(lead, 0, &unit))
        crew_give(lead->crew, unit);
}

// ---- All of it ----

static bool lead_until_done(struct lead *lead)
{
    const struct spread_job *job = lead->job;
    while (lead->done < job->units && !atomic_load(job->stop)) {
        if (!receive_all(lead) || !take_own_results(lead))
            return false;
        serve_followers(lead);
        give_own_work(lead);
        struct spread_progress progress = {lead->done, job->units, lead->transport->count, lead->lost};
        if (job->look)
            job->look(job->context, &progress);
        crew_wait(lead->crew);
    }
    return true;
}

void spread_dismiss(const struct spread_transport *transport)
{
    struct parcel_head head = {.kind = PARCEL_STOP};
    for (int i = 1; i < transport->count; i++)
        for (int tries = 0; tries < PARCEL_TRIES && !parcel_send(transport, i, head); tries++)
            parcel_pause();
}

uint64_t spread_print(const char *words)
{
    uint64_t print = 0;
    for (const char *c = LEAPER_VERSION; *c; c++)
        print = random_mix(print ^ (unsigned char)*c);
    for (const char *c = words; *c; c++)
        print = random_mix(print ^ (unsigned char)*c);
    return print;
}

static bool lead_init(struct lead *lead)
{
    const struct spread_job *job = lead->job;
    size_t processes = (size_t)lead->transport->count;
    lead->followers = memory_try_zeroed(processes, sizeof *lead->followers);
    lead->holders = memory_try(NULL, job->units, sizeof *lead->holders);
    if (!lead->followers || !lead->holders)
        return error_no_memory(lead->err);
    for (size_t i = 0; i < processes; i++)
        lead->followers[i].last_heard = clock_seconds();
    for (uint32_t unit = 0; unit < job->units; unit++) {
        bool found = job->found && job->found[unit];
        lead->holders[unit] = found ? HOLDER_DONE : HOLDER_NONE;
        lead->done += found;
    }
    lead->crew = crew_start(job, lead->err);
    return lead->crew;
}

bool spread_lead(const struct spread_transport *transport, const struct spread_job *job,
                 struct spread_outcome *outcome, struct error *err)
{
    struct lead lead = {.transport = transport, .job = job, .err = err};
    bool good = lead_init(&lead) && lead_until_done(&lead);
    atomic_store(job->stop, true);
    // The others end their work while the leader waits for its own workers.
    spread_dismiss(transport);
    if (lead.crew) {
        crew_end(lead.crew);
        struct error late = {0};
        lead.err = good ? err : &late;
        good = take_own_results(&lead) && good;
        crew_free(lead.crew);
    }
    *outcome = (struct spread_outcome){lead.done == job->units, lead.lost};
    free(lead.followers);
    free(lead.holders);
    return good;
}
