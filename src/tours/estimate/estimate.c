// SPDX-License-Identifier: GPL-3.0-or-later
// Spreads probes over threads and sums them up.
#include "tours/estimate/estimate.h"

#include "base/memory.h"
#include "tours/estimate/probe.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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
    // A single probe tells nothing about its error.
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
    double *logs;
    int population;
    int end; // of the present batch
    atomic_int next;
    struct budget budget;
    int threads;
};

static void *work(void *context)
{
    struct job *job = context;
    struct prober *prober = prober_new(job->root, job->population);
    prober_watch(prober, &job->budget);
    for (int i; budget_lasts(&job->budget) && (i = atomic_fetch_add(&job->next, 1)) < job->end;) {
        // Each probe has its own numbers, so that it does not matter who makes it.
        struct random random = {random_mix(job->request->seed ^ random_mix((uint64_t)i + 1))};
        job->logs[i] = prober_run(prober, &random);
    }
    prober_free(prober);
    return NULL;
}

static bool run_batch(struct job *job, int begin, int end, struct error *err)
{
    pthread_t *threads = memory_resize(NULL, (size_t)job->threads, sizeof *threads);
    int started = 0;
    atomic_store(&job->next, begin);
    job->end = end;
    while (started < job->threads && !pthread_create(&threads[started], NULL, work, job))
        started++;
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    return started > 0 || error_set(err, ERROR_SYSTEM, "", "no thread could be started");
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

// Batches grow while they take little time, so that progress is told now and then.
static bool run_batches(struct job *job, struct estimate *result, struct error *err)
{
    const struct estimate_request *request = job->request;
    int done = 0, size = 2 * job->threads;
    bool goes_on = true;
    while (done < request->probes && goes_on) {
        int end = done + size < request->probes ? done + size : request->probes;
        double begin = seconds_now();
        if (!run_batch(job, done, end, err))
            return false;
        // Of a batch that was broken off nobody knows which probes are complete.
        if (!budget_lasts(&job->budget))
            return done > 0 || budget_error(&job->budget, err);
        size = seconds_now() - begin < 0.2 && size < 100000 ? 2 * size : size;
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

// Boards without a search tree: a closed tour needs three vertices, and one vertex is an open tour.
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

// Has as many threads as their walks have memory for.
static bool has_memory(struct job *job, struct error *err)
{
    const struct estimate_request *request = job->request;
    size_t bytes = prober_bytes(job->root->links, job->population),
           logs = (size_t)request->probes * sizeof *job->logs;
    job->threads = request->threads;
    if (!request->memory)
        return true;
    size_t room = request->memory > logs ? (request->memory - logs) / bytes : 0;
    if (room < (size_t)job->threads)
        job->threads = (int)room;
    return job->threads > 0 ||
           error_set(
               err, ERROR_TOO_LARGE, "memory",
               "%d walks on this board take %zu MiB, and no more than %zu are allowed; allow more, or take a "
               "smaller population",
               job->population, (bytes + logs) >> 20, request->memory >> 20);
}

static bool run(struct job *job, struct estimate *result, struct estimate_course *course, struct error *err)
{
    const struct estimate_request *request = job->request;
    budget_init(&job->budget,
                &(struct budget_bounds){.goes_on = request->goes_on, .context = request->context});
    job->logs = memory_resize(NULL, (size_t)request->probes, sizeof *job->logs);
    bool fine = run_batches(job, result, err);
    if (fine && course)
        trace(job, result->probes, course);
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
    links_init(&links, request->graph, &request->constraint);
    partial_init(&root, &links);
    int *scratch = memory_resize(NULL, 4 * (size_t)links.vertices, sizeof *scratch);
    bool alive = partial_settle(&root) && partial_connected(&root, scratch);
    free(scratch);
    if (!alive || partial_complete(&root)) {
        estimate_trivially(request, alive, result, course);
    } else {
        struct job job = {.request = request, .root = &root};
        job.population = request->population ? request->population : estimate_population(request->graph);
        fine = has_memory(&job, err) && run(&job, result, course, err);
    }
    partial_clear(&root);
    links_clear(&links);
    return fine;
}
