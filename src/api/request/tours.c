// SPDX-License-Identifier: GPL-3.0-or-later
// Answers JSON requests about tours.
#include "api/request/request.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

enum {
    SECONDS_DEFAULT = 10,
    SECONDS_MAX = 60,
    MEBIBYTES_DEFAULT = 512,
    MEBIBYTES_MAX = 4096,
    SAMPLES_MAX = 1000,
    PROBES_DEFAULT = 10000,
    PROBES_MAX = 1000000
};

// The members common to all these requests.
struct asking {
    struct leaper_tours *tours;
    struct leaper_tours_options options;
};

static bool take_spec(struct asking *asking, struct request *request, struct leaper_error *error)
{
    struct leaper_tours_spec spec = {0};
    if (!take_text(request, "board", &spec.board, error) ||
        !take_text(request, "leaper", &spec.leaper, error) ||
        !take_flag(request, "open", &spec.open, error) || !take_text(request, "from", &spec.from, error) ||
        !take_text(request, "to", &spec.to, error))
        return false;
    if (!spec.board)
        return fail(error, LEAPER_ERROR_REQUEST, "board", "a request about tours needs a board");
    asking->tours = leaper_tours_new(&spec, error);
    return asking->tours != NULL;
}

static bool take_options(struct asking *asking, struct request *request, struct leaper_error *error)
{
    int64_t seconds = SECONDS_DEFAULT, memory = MEBIBYTES_DEFAULT, threads = 1, seed = 0;
    if (!take_number(request, "seconds", (struct bounds){1, SECONDS_MAX}, &seconds, error) ||
        !take_number(request, "memory", (struct bounds){1, MEBIBYTES_MAX}, &memory, error) ||
        !take_number(request, "threads", (struct bounds){1, 64}, &threads, error) ||
        !take_number(request, "seed", (struct bounds){0, INT64_MAX}, &seed, error))
        return false;
    asking->options = (struct leaper_tours_options){
        .threads = (unsigned)threads,
        .memory = (uint64_t)memory << 20,
        .seconds = (double)seconds,
        .seed = (uint64_t)seed,
    };
    return true;
}

// Reads a whole request. The caller frees the tours in any case.
static bool take_all(struct asking *asking, struct request *request, struct leaper_error *error)
{
    *asking = (struct asking){0};
    return take_options(asking, request, error) && take_spec(asking, request, error) &&
           all_taken(request, error);
}

json_t *answer_count(struct request *request, struct leaper_error *error)
{
    static const char *const methods[] = {"auto", "frontier", "mitm"};
    struct asking asking;
    struct leaper_tours_number number = {0};
    json_t *answer = NULL;
    if (take_all(&asking, request, error) &&
        leaper_tours_count(asking.tours, &asking.options, &number, error))
        answer = answered(json_pack("{s:s,s:s,s:s,s:I}", "count", number.tours, "directed", number.directed,
                                    "method", methods[number.method], "states", (json_int_t)number.states),
                          error);
    leaper_tours_number_clear(&number);
    leaper_tours_free(asking.tours);
    return answer;
}

// The names of a tour's cells.
static json_t *describe_tour(const struct leaper_tours *tours, const int *tour)
{
    json_t *squares = json_array();
    for (size_t i = 0; i < leaper_tours_length(tours); i++) {
        char *name = leaper_tours_cell_name(tours, tour[i], NULL);
        int failed = json_array_append_new(squares, name ? json_string(name) : NULL);
        leaper_free(name);
        if (failed) {
            json_decref(squares);
            return NULL;
        }
    }
    return squares;
}

static json_t *find(const struct asking *asking, int *tour, struct leaper_error *error)
{
    struct leaper_tours_finding finding;
    if (!leaper_tours_find(asking->tours, &asking->options, tour, &finding, error))
        return NULL;
    json_t *answer;
    if (finding.status == LEAPER_TOURS_FOUND)
        answer = json_pack("{s:b,s:s,s:o}", "found", true, "how", finding.how, "squares",
                           describe_tour(asking->tours, tour));
    else if (finding.status == LEAPER_TOURS_NONE)
        answer = json_pack("{s:b,s:s}", "found", false, "how", finding.how);
    else
        answer = json_pack("{s:n,s:s}", "found", "how", finding.how);
    leaper_tours_finding_clear(&finding);
    return answered(answer, error);
}

// An array for a tour.
static int *new_tour(const struct leaper_tours *tours, struct leaper_error *error)
{
    int *tour = memory_try(NULL, leaper_tours_length(tours), sizeof *tour);
    if (!tour)
        fail_no_memory(error);
    return tour;
}

json_t *answer_find(struct request *request, struct leaper_error *error)
{
    struct asking asking;
    int *tour = take_all(&asking, request, error) ? new_tour(asking.tours, error) : NULL;
    json_t *answer = tour ? find(&asking, tour, error) : NULL;
    free(tour);
    leaper_tours_free(asking.tours);
    return answer;
}

static json_t *sample(const struct asking *asking, int64_t count, int *tour, struct leaper_error *error)
{
    struct leaper_tours_sampler *sampler = leaper_tours_sampler_new(asking->tours, &asking->options, error);
    if (!sampler)
        return NULL;
    json_t *tours = json_array();
    for (int64_t i = 0; tours && i < count; i++) {
        bool drawn = leaper_tours_sampler_next(sampler, tour, error);
        if (!drawn || json_array_append_new(tours, describe_tour(asking->tours, tour))) {
            json_decref(tours);
            leaper_tours_sampler_free(sampler);
            return drawn ? answered(NULL, error) : NULL;
        }
    }
    leaper_tours_sampler_free(sampler);
    return answered(json_pack("{s:o}", "tours", tours), error);
}

json_t *answer_sample(struct request *request, struct leaper_error *error)
{
    struct asking asking;
    int64_t count = 1;
    bool taken = take_number(request, "count", (struct bounds){1, SAMPLES_MAX}, &count, error);
    if (!taken)
        return NULL;
    int *tour = take_all(&asking, request, error) ? new_tour(asking.tours, error) : NULL;
    json_t *answer = tour ? sample(&asking, count, tour, error) : NULL;
    free(tour);
    leaper_tours_free(asking.tours);
    return answer;
}

// A decimal logarithm; null if it is infinite, for which JSON has no number.
static json_t *describe_log(double natural)
{
    return isfinite(natural) ? json_real(natural / log(10)) : json_null();
}

json_t *answer_estimate(struct request *request, struct leaper_error *error)
{
    struct asking asking;
    struct leaper_tours_estimate estimate;
    int64_t probes = PROBES_DEFAULT;
    json_t *answer = NULL;
    if (!take_number(request, "probes", (struct bounds){1, PROBES_MAX}, &probes, error))
        return NULL;
    if (take_all(&asking, request, error) &&
        leaper_tours_estimate_number(asking.tours, (int)probes, &asking.options, &estimate, error))
        answer =
            answered(json_pack("{s:o,s:o,s:o,s:i,s:i,s:b}", "log10_estimate", describe_log(estimate.log_mean),
                               "log10_low", describe_log(estimate.log_low), "log10_high",
                               describe_log(estimate.log_high), "probes", estimate.probes, "successes",
                               estimate.successes, "exact", estimate.exact),
                     error);
    leaper_tours_free(asking.tours);
    return answer;
}
