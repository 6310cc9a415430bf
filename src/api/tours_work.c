// SPDX-License-Identifier: GPL-3.0-or-later
// Long computations: counting, finding, listing, sampling and estimating tours.
#include "api/tours.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "tours/count/count.h"
#include "tours/count/meeting.h"
#include "tours/estimate/estimate.h"
#include "tours/sample/sampler.h"
#include "tours/search/find.h"
#include "tours/search/listing.h"
#include "tours/search/theorem.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- Limits ----

bool work_begin(struct work *work, const struct leaper_tours_options *options, struct leaper_error *error)
{
    static const struct leaper_tours_options usual = {0};
    *work = (struct work){options ? options : &usual, clock_seconds(), false};
    return reserved_are_zeros(work->options->reserved, sizeof usual.reserved / sizeof *usual.reserved, error);
}

bool work_goes_on(struct work *work, const struct leaper_tours_progress *now)
{
    const struct leaper_tours_options *options = work->options;
    if (options->progress && !options->progress(options->context, now))
        work->ended = true;
    if (options->seconds > 0 && clock_seconds() - work->start > options->seconds)
        work->ended = true;
    return !work->ended;
}

size_t work_memory(const struct work *work)
{
    if (work->options->memory)
        return work->options->memory < SIZE_MAX ? (size_t)work->options->memory : SIZE_MAX;
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages < 1 || size < 1 ? (size_t)1 << 30 : (size_t)pages / 4 * 3 * (size_t)size;
}

unsigned work_threads(const struct work *work)
{
    long processors = work->options->threads ? (long)work->options->threads : sysconf(_SC_NPROCESSORS_ONLN);
    if (processors < 1)
        return 1;
    return processors < PARALLEL_THREADS_MAX ? (unsigned)processors : PARALLEL_THREADS_MAX;
}

static bool fail_ended(struct leaper_error *error)
{
    return fail(error, LEAPER_ERROR_CANCELLED, "", "the work was ended before it was done");
}

// For computations that report no progress but ask whether to continue.
static bool goes_on(void *context)
{
    const struct leaper_tours_progress now = {.done = -1, .what = "working"};
    return work_goes_on(context, &now);
}

// ---- Counting ----

static_assert((int)LEAPER_TOURS_FRONTIER == (int)COUNT_FRONTIER && (int)LEAPER_TOURS_MITM == (int)COUNT_MITM,
              "methods are numbered alike");

static bool tell_count(void *context, const struct count_progress *now)
{
    const struct leaper_tours_progress out = {now->done, now->states, now->memory, now->what};
    return work_goes_on(context, &out);
}

bool leaper_tours_count(const struct leaper_tours *tours, const struct leaper_tours_options *options,
                        struct leaper_tours_number *number, struct leaper_error *error)
{
    struct error err = {0};
    struct cycle_graph cycles;
    struct work work;
    *number = (struct leaper_tours_number){0};
    if (!work_begin(&work, options, error))
        return false;
    if ((unsigned)work.options->method > LEAPER_TOURS_MITM)
        return fail(error, LEAPER_ERROR_PARAMETER, "method", "there is no method %d",
                    (int)work.options->method);
    if (work.options->method == LEAPER_TOURS_MITM && !meeting_is_built_in())
        return fail(error, LEAPER_ERROR_NOT_BUILT_IN, "method",
                    "this library was built without counting by meeting in the middle");
    if (!cycle_graph_init(&cycles, &tours->graph, &tours->constraint, &err))
        return tours_fail(error, &err);
    const struct count_request request = {
        .graph = &tours->graph,
        .cycles = &cycles,
        .method = (enum count_method)work.options->method,
        .threads = work_threads(&work),
        .memory = work_memory(&work),
        .disk = (size_t)work.options->disk,
        .directory = work.options->directory,
        .progress = tell_count,
        .context = &work,
    };
    struct count_result result = {0};
    bool counted = count_tours(&request, &result, &err);
    cycle_graph_clear(&cycles);
    if (!counted) {
        count_result_clear(&result);
        return tours_fail(error, &err);
    }
    // The strings now belong to the caller.
    *number = (struct leaper_tours_number){
        .tours = result.count,
        .directed = result.directed,
        .method = (enum leaper_tours_method)result.method,
        .states = result.states,
        .memory = result.memory,
        .spilled = result.spilled,
    };
    return true;
}

void leaper_tours_number_clear(struct leaper_tours_number *number)
{
    free(number->tours);
    free(number->directed);
    *number = (struct leaper_tours_number){0};
}

// ---- Finding and listing ----

static_assert((int)LEAPER_TOURS_NONE == (int)SEARCH_NONE &&
                  (int)LEAPER_TOURS_UNSETTLED == (int)SEARCH_GAVE_UP,
              "answers are numbered alike");

bool leaper_tours_find(const struct leaper_tours *tours, const struct leaper_tours_options *options,
                       int *tour, struct leaper_tours_finding *finding, struct leaper_error *error)
{
    struct work work;
    struct buffer how;
    *finding = (struct leaper_tours_finding){.status = LEAPER_TOURS_UNSETTLED};
    if (!work_begin(&work, options, error))
        return false;
    const struct find_request request = {
        .board = &tours->board,
        .leaper = &tours->piece,
        .graph = &tours->graph,
        .constraint = tours->constraint,
        .seed = work.options->seed,
        .nodes = UINT64_MAX,
        .memory = work_memory(&work),
        .goes_on = goes_on,
        .context = &work,
    };
    buffer_init(&how);
    enum search_end end = find_run(&request, tour, &how);
    if (end == SEARCH_NO_MEMORY) {
        buffer_clear(&how);
        return fail_no_memory(error);
    }
    finding->how = text_out(&how, error);
    if (!finding->how)
        return false;
    finding->status = (enum leaper_tours_status)end;
    if (end == SEARCH_FOUND)
        tours_to_cells(tours, tour);
    return true;
}

void leaper_tours_finding_clear(struct leaper_tours_finding *finding)
{
    free(finding->how);
    *finding = (struct leaper_tours_finding){.status = LEAPER_TOURS_UNSETTLED};
}

struct listing {
    const struct leaper_tours *tours;
    leaper_tours_visitor visit;
    void *context;
    struct work work;
    int *cells; // of the tour that is being shown
    uint64_t count;
};

static bool show_tour(void *context, const int *tour)
{
    struct listing *listing = context;
    memcpy(listing->cells, tour, leaper_tours_length(listing->tours) * sizeof *tour);
    tours_to_cells(listing->tours, listing->cells);
    listing->count++;
    if (!listing->visit(listing->context, listing->cells))
        listing->work.ended = true;
    return !listing->work.ended;
}

static bool listing_goes_on(void *context)
{
    struct listing *listing = context;
    const struct leaper_tours_progress now = {.done = -1, .states = listing->count, .what = "listing tours"};
    return work_goes_on(&listing->work, &now);
}

bool leaper_tours_list(const struct leaper_tours *tours, const struct leaper_tours_options *options,
                       leaper_tours_visitor visit, void *context, struct leaper_error *error)
{
    struct listing listing = {.tours = tours, .visit = visit, .context = context};
    if (!work_begin(&listing.work, options, error))
        return false;
    listing.cells = memory_try(NULL, leaper_tours_length(tours), sizeof *listing.cells);
    if (!listing.cells)
        return fail_no_memory(error);
    uint64_t count = listing_run(&tours->graph, &tours->constraint, show_tour, listing_goes_on, &listing);
    free(listing.cells);
    if (count == TOURS_NO_MEMORY)
        return fail_no_memory(error);
    return !listing.work.ended || fail_ended(error);
}

// ---- Sampling ----

struct leaper_tours_sampler {
    struct leaper_tours *tours; // a share of them
    struct tour_sampler *inside;
    struct tour_draw draw;
    uint64_t seed, next; // a stream of random numbers for each tour, as in `leaper tours random`
};

// Whether a theorem rules out such tours, which is LEAPER_ERROR_NOT_FOUND; or memory ran out.
static bool is_forbidden(const struct leaper_tours *tours, struct leaper_error *error)
{
    struct buffer reason;
    buffer_init(&reason);
    bool forbidden =
        theorem_forbids(&tours->board, &tours->piece, &tours->graph, &tours->constraint, &reason);
    bool failed = reason.failed;
    if (failed)
        fail_no_memory(error);
    else if (forbidden)
        fail(error, LEAPER_ERROR_NOT_FOUND, "", "%s", buffer_text(&reason));
    buffer_clear(&reason);
    return forbidden || failed;
}

struct leaper_tours_sampler *leaper_tours_sampler_new(const struct leaper_tours *tours,
                                                      const struct leaper_tours_options *options,
                                                      struct leaper_error *error)
{
    struct error err = {0};
    struct work work;
    if (!work_begin(&work, options, error) || is_forbidden(tours, error))
        return NULL;
    struct leaper_tours_sampler *sampler = memory_try(NULL, 1, sizeof *sampler);
    if (!sampler) {
        fail_no_memory(error);
        return NULL;
    }
    *sampler = (struct leaper_tours_sampler){.seed = work.options->seed};
    struct factor_budget budget = {
        .limit = work_memory(&work), .measures = true, .go_on = goes_on, .context = &work};
    sampler->inside = tour_sampler_new(&tours->graph, &tours->constraint, &budget, &err);
    if (sampler->inside && !tour_draw_init(&sampler->draw, sampler->inside, sampler->seed)) {
        tour_sampler_free(sampler->inside);
        sampler->inside = NULL;
        error_no_memory(&err);
    }
    if (sampler->inside) {
        // Adding a reference does not change the object otherwise.
        sampler->tours = (struct leaper_tours *)tours;
        atomic_fetch_add_explicit(&sampler->tours->shares, 1, memory_order_relaxed);
        return sampler;
    }
    free(sampler);
    tours_fail(error, &err);
    return NULL;
}

void leaper_tours_sampler_free(struct leaper_tours_sampler *sampler)
{
    if (!sampler)
        return;
    tour_draw_clear(&sampler->draw);
    tour_sampler_free(sampler->inside);
    leaper_tours_free(sampler->tours);
    free(sampler);
}

bool leaper_tours_sampler_next(struct leaper_tours_sampler *sampler, int *tour, struct leaper_error *error)
{
    enum { TRIES = 1000000 };
    tour_draw_stream(&sampler->draw, sampler->seed, sampler->next);
    if (!tour_draw_next(&sampler->draw, TRIES, tour))
        return fail(error, LEAPER_ERROR_NOT_FOUND, "", "no tour in %d draws: there are very few or none",
                    TRIES);
    sampler->next++;
    tours_to_cells(sampler->tours, tour);
    return true;
}

// ---- Estimating ----

struct estimating {
    struct work work;
    int probes;
};

static bool tell_estimate(void *context, const struct estimate *now)
{
    struct estimating *estimating = context;
    const struct leaper_tours_progress out = {(double)now->probes / estimating->probes, (uint64_t)now->probes,
                                              0, "probing"};
    return work_goes_on(&estimating->work, &out);
}

static bool estimating_goes_on(void *context)
{
    struct estimating *estimating = context;
    return goes_on(&estimating->work);
}

static struct leaper_tours_estimate estimate_out(const struct estimate *estimate)
{
    return (struct leaper_tours_estimate){
        .probes = estimate->probes,
        .successes = estimate->successes,
        .exact = estimate->proved,
        .log_mean = estimate->log_mean,
        .log_low = estimate->log_low,
        .log_high = estimate->log_high,
        .effective = estimate->effective,
    };
}

bool leaper_tours_estimate_number(const struct leaper_tours *tours, int probes,
                                  const struct leaper_tours_options *options,
                                  struct leaper_tours_estimate *estimate, struct leaper_error *error)
{
    static const double Z_95 = 1.959964;
    struct estimating estimating = {.probes = probes};
    struct error err = {0};
    struct estimate result;
    if (!work_begin(&estimating.work, options, error))
        return false;
    if (probes < 1 || probes > ESTIMATE_PROBES_MAX)
        return fail(error, LEAPER_ERROR_PARAMETER, "probes", "the number of probes must be 1 to %d, not %d",
                    ESTIMATE_PROBES_MAX, probes);
    struct leaper_error reason = {.code = LEAPER_OK};
    if (is_forbidden(tours, &reason)) {
        if (reason.code == LEAPER_ERROR_NO_MEMORY)
            return fail_no_memory(error);
        *estimate = (struct leaper_tours_estimate){
            .exact = true, .log_mean = -INFINITY, .log_low = -INFINITY, .log_high = -INFINITY};
        return true;
    }
    const struct estimate_request request = {
        .graph = &tours->graph,
        .constraint = tours->constraint,
        .seed = estimating.work.options->seed,
        .probes = probes,
        .threads = (int)work_threads(&estimating.work),
        .memory = work_memory(&estimating.work),
        .z = Z_95,
        .goes_on = estimating_goes_on,
        .progress = tell_estimate,
        .context = &estimating,
    };
    if (!estimate_run(&request, &result, NULL, &err))
        return tours_fail(error, &err);
    if (!result.probes && !result.proved)
        return fail_ended(error);
    *estimate = estimate_out(&result);
    return true;
}
