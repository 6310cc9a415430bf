// SPDX-License-Identifier: GPL-3.0-or-later
// Computes units of a count as units of shared work.
#include "tours/units/unit_spread.h"

#include <string.h>

struct unit_spread {
    const struct unit_spread_request *request;
    struct unit_spread_units *units;
    uint64_t states;
    atomic_bool stop;
    bool interrupted;
};

static uint64_t print_of(const struct unit_job *job)
{
    return job->graph_print ^ job->plan_print ^ job->units;
}

static bool goes_on(void *context, const struct count_progress *progress)
{
    struct unit_spread *spread = context;
    (void)progress;
    return !atomic_load(&spread->stop);
}

static enum spread_end compute(void *context, struct spread_unit *unit)
{
    struct unit_spread *spread = context;
    const struct unit_spread_request *asked = spread->request;
    struct unit_result result;
    struct count_request request = {.threads = asked->threads,
                                    .memory = asked->memory,
                                    .disk = asked->disk,
                                    .directory = asked->spill,
                                    .progress = goes_on,
                                    .context = spread};
    const struct unit_task task = {.unit = unit->number, .request = &request};
    // What is not filled in is sent as well.
    memset(&result, 0, sizeof result);
    if (!unit_compute(asked->job, &task, &result, &unit->err))
        return atomic_load(&spread->stop) ? SPREAD_DROPPED : SPREAD_FAILED;
    buffer_add_bytes(&unit->result, (const char *)&result, sizeof result);
    return SPREAD_DONE;
}

static bool accept_unit(void *context, uint32_t number, const char *text, size_t length, struct error *err)
{
    struct unit_spread *spread = context;
    const struct unit_spread_request *asked = spread->request;
    struct unit_result *result = &spread->units->results[number];
    if (length != sizeof *result)
        return error_set(err, ERROR_CONFLICT, "", "the result of unit %u has a strange length",
                         (unsigned)number);
    memcpy(result, text, sizeof *result);
    spread->units->found[number] = true;
    spread->states += result->states;
    return !asked->directory || unit_save(asked->job, asked->directory, result, err);
}

static void look(void *context, const struct spread_progress *now)
{
    struct unit_spread *spread = context;
    const struct unit_spread_progress progress = {*now, spread->states};
    if (spread->request->progress && !spread->request->progress(spread->request->context, &progress)) {
        spread->interrupted = true;
        atomic_store(&spread->stop, true);
    }
}

static struct spread_job job_of(struct unit_spread *spread)
{
    return (struct spread_job){.print = print_of(spread->request->job),
                               .units = spread->request->job->units,
                               .workers = 1,
                               .patience = spread->request->patience,
                               .stop = &spread->stop,
                               .compute = compute,
                               .accept = accept_unit,
                               .look = look,
                               .context = spread};
}

bool unit_spread_lead(const struct spread_transport *transport, const struct unit_spread_request *request,
                      struct unit_spread_units *units, struct error *err)
{
    struct unit_spread spread = {.request = request, .units = units};
    struct spread_outcome outcome;
    struct spread_job job = job_of(&spread);
    job.found = units->found;
    for (uint32_t u = 0; u < job.units; u++)
        spread.states += units->found[u] ? units->results[u].states : 0;
    bool good = spread_lead(transport, &job, &outcome, err);
    units->lost = outcome.lost;
    if (good && spread.interrupted)
        return error_set(err, ERROR_BUSY, "", "the count was interrupted");
    return good;
}

bool unit_spread_follow(const struct spread_transport *transport, const struct unit_spread_request *request,
                        struct error *err)
{
    struct unit_spread spread = {.request = request};
    struct spread_job job = job_of(&spread);
    return spread_follow(transport, &job, err);
}
