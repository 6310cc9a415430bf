// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses how counts are kept, and makes a number of what runs find.
#include "tours/mitm/run/mitm.h"

#include "base/memory.h"
#include "base/random.h"
#include "tours/frontier/residue.h"
#include "tours/mitm/run/checkpoint.h"
#include "tours/mitm/run/resume.h"

#include <gmp.h>
#include <stdlib.h>

static void set_numbers(const struct count_request *request, mpz_t count, struct count_result *result)
{
    result->count = memory_resize(NULL, mpz_sizeinbase(count, 10) + 2, 1);
    mpz_get_str(result->count, 10, count);
    if (!request->cycles->directed_once)
        mpz_mul_ui(count, count, 2);
    result->directed = memory_resize(NULL, mpz_sizeinbase(count, 10) + 2, 1);
    mpz_get_str(result->directed, 10, count);
}

static void set_exact(const struct count_request *request, const struct mitm_total *total,
                      struct count_result *result)
{
    mpz_t count;
    mpz_init(count);
    mpz_import(count, 3, -1, sizeof(uint64_t), 0, 0, total->words);
    set_numbers(request, count, result);
    mpz_clear(count);
}

// The progress of one run among several that take equally long.
struct share {
    const struct count_request *request;
    double before, size; // what earlier runs did of the whole, and this one's part
};

static bool report_share(void *context, const struct count_progress *now)
{
    const struct share *share = context;
    struct count_progress whole = *now;
    if (whole.done >= 0 || share->before > 0)
        whole.done = share->before + share->size * (whole.done < 0 ? 0 : whole.done);
    return share->request->progress(share->request->context, &whole);
}

// Modulo one prime after the other.
static bool count_residues(const struct count_request *request, const struct mitm_plan *plan,
                           struct matching_tables *tables, struct checkpoint *checkpoint,
                           struct count_result *result, struct error *err)
{
    unsigned moduli = residue_primes_for(cycle_graph_bound(request->cycles));
    if (moduli > CHECKPOINT_REMAINDERS_MAX)
        return error_set(err, ERROR_TOO_LARGE, "board", "the number of tours may have more than %d bits",
                         60 * CHECKPOINT_REMAINDERS_MAX);
    struct share share = {request, 0, 1.0 / moduli};
    struct count_request own = *request;
    own.context = &share;
    own.progress = request->progress ? report_share : NULL;
    while (checkpoint->remainder_count < moduli) {
        struct mitm_total total;
        bool overflowed;
        uint64_t prime = checkpoint->remainder_count;
        share.before = (double)prime / moduli;
        if (checkpoint->mode != MITM_RESIDUES || checkpoint->prime != prime)
            checkpoint_restart(checkpoint, MITM_RESIDUES, prime);
        if (!mitm_run(&own, plan, tables, MITM_RESIDUES, residue_prime((unsigned)prime), checkpoint, &total,
                      &overflowed, result, err))
            return false;
        checkpoint_finish(checkpoint, total.words[0]);
    }
    result->moduli = moduli;
    result->count = residue_combine(checkpoint->remainders, moduli, 1);
    result->directed =
        residue_combine(checkpoint->remainders, moduli, request->cycles->directed_once ? 1 : 2);
    return true;
}

// In whole numbers first; counts that grow too large show early.
static bool count_in_modes(const struct count_request *request, const struct mitm_plan *plan,
                           struct matching_tables *tables, struct checkpoint *checkpoint,
                           struct count_result *result, struct error *err)
{
    struct mitm_total total;
    bool overflowed = true;
    if (checkpoint->mode == MITM_EXACT &&
        !mitm_run(request, plan, tables, MITM_EXACT, 0, checkpoint, &total, &overflowed, result, err))
        return false;
    if (overflowed)
        return count_residues(request, plan, tables, checkpoint, result, err);
    set_exact(request, &total, result);
    return true;
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
        struct matching_tables *tables = matching_tables_new(&budget);
        good =
            tables ? count_in_modes(request, plan, tables, &checkpoint, result, err) : error_no_memory(err);
        matching_tables_free(tables);
        budget_clear(&budget);
    }
    checkpoint_clear(&checkpoint);
    return good;
}
