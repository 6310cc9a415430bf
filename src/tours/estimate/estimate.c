// SPDX-License-Identifier: GPL-3.0-or-later
// Distributes probes over threads and computes the estimate.
#include "tours/estimate/estimate.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "tours/estimate/probe.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

void estimate_sum(const double *logs, int count, double z, struct estimate *estimate)
{
    double most = -INFINITY, sum = 0, squares = 0, deviations = 0;
    estimate->probes = count;
    estimate->successes = 0;
    estimate->proved = false;
    for (int i = 0; i < count; i++)
        most = fmax(most, logs[i]);
    for (int i = 0; i < count && most > -INFINITY; i++) {
        double x = exp(logs[i] - most);
        estimate->successes += logs[i] > -INFINITY;
        sum += x;
        squares += x * x;
    }
    estimate->log_mean = estimate->log_low = -INFINITY;
    estimate->log_high = estimate->log_error = INFINITY;
    estimate->effective = 0;
    if (most == -INFINITY)
        return;
    double mean = sum / count;
    for (int i = 0; i < count; i++)
        deviations += pow(exp(logs[i] - most) - mean, 2);
    // A single probe says nothing about the error.
    double error = count > 1 ? sqrt(deviations / (count - 1) / count) : INFINITY;
    estimate->effective = sum * sum / squares;
    estimate->log_mean = most + log(mean);
    estimate->log_error = most + log(error);
    estimate->log_low = mean > z * error ? most + log(mean - z * error) : -INFINITY;
    estimate->log_high = most + log(mean + z * error);
}

int estimate_population(const struct tour_graph *graph)
{
    return graph->vertices <= 50 ? 1 : graph->vertices <= 150 ? 100 : 300;
}

struct job {
    const struct estimate_request *request;
    const struct partial *root;
    double *logs;            // [probes]
    struct prober **probers; // [threads] made when a thread first needs its own
    int population;
    int begin; // the first probe of the current batch
    struct budget budget;
    int threads;
};

static void probe(void *context, uint64_t round, int thread)
{
    struct job *job = context;
    struct prober **prober = &job->probers[thread];
    int i = job->begin + (int)round;
    if (!budget_lasts(&job->budget))
        return;
    if (!*prober) {
        *prober = prober_new(job->root, job->population);
        if (!*prober) {
            budget_finish(&job->budget, BUDGET_SYSTEM);
            return;
        }
        prober_watch(*prober, &job->budget);
    }
    // Each probe has its own random numbers, so that it does not matter which thread runs it.
    struct random random = {random_mix(job->request->seed ^ random_mix((uint64_t)i + 1))};
    job->logs[i] = prober_run(*prober, &random);
}

// Batches grow as long as they take little time, so that progress is reported regularly.
static bool run_batches(struct job *job, struct estimate *result, struct error *err)
{
    const struct estimate_request *request = job->request;
    int done = 0, size = 2 * job->threads;
    bool goes_on = true;
    while (done < request->probes && goes_on) {
        int end = done + size < request->probes ? done + size : request->probes;
        double begin = clock_seconds();
        job->begin = done;
        parallel_for(job->threads, (uint64_t)(end - done), probe, job);
        // It is unknown which probes of an interrupted batch are complete.
        if (!budget_lasts(&job->budget))
            return (done > 0 && atomic_load(&job->budget.end) == BUDGET_CANCELLED) ||
                   budget_error(&job->budget, err);
        size = clock_seconds() - begin < 0.2 && size < 100000 ? 2 * size : size;
        done = end;
        estimate_sum(job->logs, done, request->z, result);
        result->population = job->population;
        goes_on = !request->progress || request->progress(request->context, result);
    }
    return true;
}

static void trace(const struct job *job, int probes, struct estimate_course *course)
{
    course->count = 0;
    for (int i = 0; i < ESTIMATE_POINTS; i++) {
        int count = (int)lround(2 * pow(probes / 2.0, (double)i / (ESTIMATE_POINTS - 1)));
        count = count > probes ? probes : count;
        if (course->count > 0 && course->points[course->count - 1].probes >= count) {
            if (count == probes)
                break;
            continue;
        }
        course->points[course->count].population = job->population;
        estimate_sum(job->logs, count, job->request->z, &course->points[course->count++]);
    }
}

// For boards without a search tree: a closed tour needs three vertices, and a single vertex is an open tour.
static void estimate_trivially(const struct estimate_request *request, bool exists, struct estimate *result,
                               struct estimate_course *course)
{
    double log = exists ? 0 : -INFINITY;
    *result = (struct estimate){.probes = request->probes,
                                .population = 1,
                                .successes = exists ? request->probes : 0,
                                .proved = true,
                                .log_mean = log,
                                .log_error = -INFINITY,
                                .log_low = log,
                                .log_high = log,
                                .effective = exists ? request->probes : 0};
    if (course)
        course->count = 0;
}

// Reduces the number of threads to those that there is memory for.
static bool has_memory(struct job *job, struct error *err)
{
    const struct estimate_request *request = job->request;
    size_t bytes = prober_bytes(job->root->links, job->population),
           logs = (size_t)request->probes * sizeof *job->logs;
    job->threads = request->threads < PARALLEL_THREADS_MAX ? request->threads : PARALLEL_THREADS_MAX;
    if (!request->memory)
        return true;
    size_t room = request->memory > logs ? (request->memory - logs) / bytes : 0;
    if (room < (size_t)job->threads)
        job->threads = (int)room;
    return job->threads > 0 ||
           error_set(
               err, ERROR_TOO_LARGE, "memory",
               "%d walks on this board take %zu MiB of memory, but only %zu are allowed; allow more, or choose a "
               "smaller population",
               job->population, (bytes + logs) >> 20, request->memory >> 20);
}

static bool run(struct job *job, struct estimate *result, struct estimate_course *course, struct error *err)
{
    const struct estimate_request *request = job->request;
    budget_init(&job->budget,
                &(struct budget_bounds){.goes_on = request->goes_on, .context = request->context});
    job->logs = memory_try(NULL, (size_t)request->probes, sizeof *job->logs);
    job->probers = memory_try(NULL, (size_t)job->threads, sizeof(struct prober *));
    for (int i = 0; job->probers && i < job->threads; i++)
        job->probers[i] = NULL;
    bool fine = (job->logs && job->probers) ? run_batches(job, result, err) : error_no_memory(err);
    if (fine && course)
        trace(job, result->probes, course);
    for (int i = 0; job->probers && i < job->threads; i++)
        prober_free(job->probers[i]);
    free(job->probers);
    free(job->logs);
    budget_clear(&job->budget);
    return fine;
}

bool estimate_run(const struct estimate_request *request, struct estimate *result,
                  struct estimate_course *course, struct error *err)
{
    struct links links;
    struct partial root;
    bool fine = true;
    if (request->graph->vertices < (request->constraint.open ? 2 : 3)) {
        estimate_trivially(request, request->constraint.open, result, course);
        return true;
    }
    if (!links_init(&links, request->graph, &request->constraint))
        return error_no_memory(err);
    int *scratch = memory_try(NULL, 4 * (size_t)links.vertices, sizeof *scratch);
    bool room = scratch && partial_init(&root, &links);
    bool alive = room && partial_settle(&root) && partial_connected(&root, scratch);
    if (!room) {
        fine = error_no_memory(err);
    } else if (!alive || partial_complete(&root)) {
        estimate_trivially(request, alive, result, course);
    } else {
        struct job job = {.request = request, .root = &root};
        job.population = request->population ? request->population : estimate_population(request->graph);
        fine = has_memory(&job, err) && run(&job, result, course, err);
    }
    free(scratch);
    if (room)
        partial_clear(&root);
    links_clear(&links);
    return fine;
}
