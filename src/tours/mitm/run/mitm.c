// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses between exact counts and remainders, and turns the totals of the runs into a number.
#include "tours/mitm/run/mitm.h"

#include "base/random.h"
#include "tours/frontier/residue.h"
#include "tours/mitm/run/checkpoint.h"
#include "tours/mitm/run/resume.h"
#include "tours/natural.h"

#include <stdlib.h>

static void set_exact(const struct count_request *request, const struct mitm_total *total,
                      struct count_result *result)
{
    struct natural count = {0};
    natural_set_limbs(&count, total->words, 3);
    result->count = natural_text(&count);
    natural_multiply_by(&count, request->cycles->directed_once ? 1 : 2);
    result->directed = natural_text(&count);
    natural_clear(&count);
}

// The progress of one run among several that take equally long.
struct share {
    const struct count_request *request;
    double before, size; // shares of the whole: of earlier runs, and of this one
};

static bool report_share(void *context, const struct count_progress *now)
{
    const struct share *share = context;
    struct count_progress whole = *now;
    if (whole.done >= 0 || share->before > 0)
        whole.done = share->before + share->size * (whole.done < 0 ? 0 : whole.done);
    return share->request->progress(share->request->context, &whole);
}

// Counts modulo one prime after another.
static bool count_residues(struct mitm_problem *problem, struct count_result *result, struct error *err)
{
    const struct count_request *request = problem->request;
    struct checkpoint *checkpoint = problem->checkpoint;
    unsigned moduli = residue_primes_for(cycle_graph_bound(request->cycles));
    if (moduli > CHECKPOINT_REMAINDERS_MAX)
        return error_set(err, ERROR_TOO_LARGE, "board", "the number of tours may have more than %d bits",
                         60 * CHECKPOINT_REMAINDERS_MAX);
    struct share share = {request, 0, 1.0 / moduli};
    struct count_request own = *request;
    own.context = &share;
    own.progress = request->progress ? report_share : NULL;
    problem->request = &own;
    problem->mode = MITM_RESIDUES;
    bool good = true;
    while (good && checkpoint->remainder_count < moduli) {
        struct mitm_outcome outcome;
        uint64_t prime = checkpoint->remainder_count;
        share.before = (double)prime / moduli;
        problem->prime = residue_prime((unsigned)prime);
        if (checkpoint->mode != MITM_RESIDUES || checkpoint->prime != prime)
            checkpoint_restart(checkpoint, MITM_RESIDUES, prime);
        good = mitm_run(problem, &outcome, result, err);
        if (good)
            checkpoint_finish(checkpoint, outcome.total.words[0]);
    }
    problem->request = request;
    if (!good)
        return false;
    result->moduli = moduli;
    result->count = residue_combine(checkpoint->remainders, moduli, 1);
    result->directed =
        residue_combine(checkpoint->remainders, moduli, request->cycles->directed_once ? 1 : 2);
    return true;
}

// Tries plain integers first: counts that are too large for them overflow early.
static bool count_in_modes(struct mitm_problem *problem, struct count_result *result, struct error *err)
{
    struct mitm_outcome outcome = {.overflowed = true};
    if (problem->checkpoint->mode == MITM_EXACT && !mitm_run(problem, &outcome, result, err))
        return false;
    if (!outcome.overflowed)
        set_exact(problem->request, &outcome.total, result);
    else if (!count_residues(problem, result, err))
        return false;
    if (result->count && result->directed)
        return true;
    count_result_clear(result);
    return error_no_memory(err);
}

bool mitm_count(const struct count_request *request, const struct mitm_plan *plan,
                struct count_result *result, struct error *err)
{
    struct checkpoint checkpoint;
    bool found, good = true;
    checkpoint_init(&checkpoint,
                    random_mix(cycle_graph_fingerprint(request->cycles) ^ mitm_plan_fingerprint(plan)));
    if (request->checkpoint)
        good = checkpoint_read(&checkpoint, request->checkpoint, &found, err) &&
               (!found || mitm_may_resume(plan, cycle_graph_bound(request->cycles), &checkpoint,
                                          request->checkpoint, err));
    if (good) {
        const struct budget_bounds bounds = {.memory = request->memory, .disk = request->disk};
        struct budget budget;
        budget_init(&budget, &bounds);
        struct mitm_problem problem = {.request = request,
                                       .plan = plan,
                                       .tables = matching_tables_new(&budget),
                                       .mode = MITM_EXACT,
                                       .checkpoint = &checkpoint};
        good = problem.tables ? count_in_modes(&problem, result, err) : error_no_memory(err);
        matching_tables_free(problem.tables);
        budget_clear(&budget);
    }
    checkpoint_clear(&checkpoint);
    return good;
}
