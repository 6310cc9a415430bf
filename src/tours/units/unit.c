// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts a count in units, computes one, puts all together.
#include "tours/units/unit.h"

#include "base/memory.h"
#include "tours/frontier/frontier.h"
#include "tours/frontier/residue.h"
#include "tours/mitm/run/mitm.h"

#include <assert.h>
#include <gmp.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Without a wish: every unit repeats the steps before its digits are final, so small boards are cut into few units; two
// more cells of the separator make a count about forty times as long, and two more of them are fixed.
static int default_cut(int cells)
{
    int cut = cells - 14;
    return cut < 2 ? 2 : cut > 8 ? 8 : cut;
}

static void digits_of(uint32_t code, int cut, uint8_t *digits)
{
    for (int i = cut; i-- > 0; code /= 3)
        digits[i] = (uint8_t)(code % 3);
}

// The code of the restriction that the flip of the board makes of this one.
static uint32_t twin(const struct mitm_plan *plan, uint32_t code, int cut)
{
    uint8_t digits[UNIT_CUT_MAX];
    uint64_t signature = 0;
    digits_of(code, cut, digits);
    for (int i = 0; i < cut; i++)
        signature |= (uint64_t)digits[i] << (2 * mitm_plan_slot(plan, i));
    uint64_t partner = mitm_plan_partner(plan, signature, plan->cells);
    uint32_t image = 0;
    for (int i = 0; i < cut; i++)
        image = 3 * image + mitm_degree(partner, mitm_plan_slot(plan, i));
    return image;
}

static void list_units(struct unit_job *job, const struct mitm_plan *plan)
{
    uint32_t restrictions = 1;
    for (int i = 0; i < job->cut; i++)
        restrictions *= 3;
    job->codes = memory_resize(NULL, restrictions, sizeof *job->codes);
    job->weights = memory_resize(NULL, restrictions, sizeof *job->weights);
    for (uint32_t code = 0; code < restrictions; code++) {
        uint32_t other = plan && plan->shared ? twin(plan, code, job->cut) : code;
        if (other < code)
            continue;
        job->codes[job->units] = code;
        job->weights[job->units++] = other == code ? 1 : 2;
    }
}

// The number of cells in the first milestone that has enough of them.
static bool choose_cut(const struct mitm_plan *plan, int wish, int *cut, struct error *err)
{
    int least = wish ? wish : default_cut(plan->cells);
    *cut = 0;
    for (int i = 0; i < plan->milestones; i++) {
        int slots = plan->milestone[i].slots;
        if (slots > UNIT_CUT_MAX || (slots == plan->cells && !wish))
            break;
        *cut = slots;
        if (slots >= least)
            return true;
    }
    if (!wish)
        return true;
    return error_set(err, ERROR_PARAMETER, "cut",
                     "the separator of this board can be cut at %d cells at most", *cut);
}

bool unit_job_init(struct unit_job *job, const struct unit_subject *subject, int cut, struct error *err)
{
    struct mitm_plan plan;
    *job = (struct unit_job){.subject = *subject, .method = COUNT_FRONTIER};
    job->graph_print = cycle_graph_fingerprint(subject->cycles);
    job->primes = residue_primes_for(cycle_graph_bound(subject->cycles)) + 1;
    if (job->primes > UNIT_PRIMES_MAX)
        return error_set(err, ERROR_TOO_LARGE, "board", "the tours of this board are too many for units");
    for (unsigned i = 0; i < job->primes; i++)
        job->prime[i] = residue_prime(i);
    if (!subject->cycles->trivial && mitm_plan_init(&plan, subject->graph, subject->cycles)) {
        job->method = COUNT_MITM;
        job->plan_print = mitm_plan_fingerprint(&plan);
        bool good = choose_cut(&plan, cut, &job->cut, err);
        if (good)
            list_units(job, &plan);
        mitm_plan_clear(&plan);
        return good;
    }
    if (cut)
        return error_set(err, ERROR_PARAMETER, "cut", "this board has no separator: its count is one unit");
    list_units(job, NULL);
    return true;
}

void unit_job_clear(struct unit_job *job)
{
    free(job->codes);
    free(job->weights);
    *job = (struct unit_job){0};
}

// Reduces an exact total modulo the primes.
static void reduce(const struct unit_job *job, const struct mitm_total *total, struct unit_result *result)
{
    mpz_t number;
    mpz_init(number);
    mpz_import(number, 3, -1, sizeof(uint64_t), 0, 0, total->words);
    for (unsigned i = 0; i < job->primes; i++)
        result->remainder[i] = mpz_fdiv_ui(number, job->prime[i]);
    mpz_clear(number);
}

// The unit by the meeting method, the plan being restricted to it.
static bool mitm_unit(const struct unit_job *job, const struct count_request *request,
                      const struct mitm_plan *plan, bool modulo_only, struct unit_result *result,
                      struct count_result *work, struct error *err)
{
    const struct budget_bounds bounds = {.memory = request->memory, .disk = request->disk};
    struct budget budget;
    budget_init(&budget, &bounds);
    struct matching_tables *tables = matching_tables_new(&budget);
    struct mitm_total total;
    bool overflowed = true, good = tables || error_no_memory(err);
    if (good && !modulo_only)
        good = mitm_run(request, plan, tables, MITM_EXACT, 0, NULL, &total, &overflowed, work, err);
    if (good && !overflowed)
        reduce(job, &total, result);
    for (unsigned i = modulo_only ? job->primes - 1 : 0; overflowed && good && i < job->primes; i++) {
        bool ignored;
        good =
            mitm_run(request, plan, tables, MITM_RESIDUES, job->prime[i], NULL, &total, &ignored, work, err);
        result->remainder[i] = total.words[0];
    }
    matching_tables_free(tables);
    budget_clear(&budget);
    return good;
}

static bool plain_unit(const struct unit_job *job, const struct count_request *request,
                       struct unit_result *result, struct count_result *work, struct error *err)
{
    if (!frontier_count(request, job->primes, result->remainder, work, err))
        return false;
    if (job->subject.cycles->trivial)
        for (unsigned i = 0; i < job->primes; i++)
            result->remainder[i] = 1;
    return true;
}

static double now(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

bool unit_compute(const struct unit_job *job, uint32_t unit, const struct count_request *request,
                  bool modulo_only, struct unit_result *result, struct error *err)
{
    assert(unit < job->units);
    struct count_request own = *request;
    struct count_result work = {0};
    struct mitm_plan plan;
    double start = now(CLOCK_MONOTONIC), cpu = now(CLOCK_PROCESS_CPUTIME_ID);
    bool good;
    own.graph = job->subject.graph;
    own.cycles = job->subject.cycles;
    *result = (struct unit_result){.unit = unit};
    if (job->method == COUNT_MITM) {
        uint8_t digits[UNIT_CUT_MAX];
        digits_of(job->codes[unit], job->cut, digits);
        if (!mitm_plan_init(&plan, own.graph, own.cycles))
            return error_set(err, ERROR_PARAMETER, "board", "this board has no separator");
        mitm_plan_restrict(&plan, digits, job->cut);
        good = mitm_unit(job, &own, &plan, modulo_only, result, &work, err);
        mitm_plan_clear(&plan);
    } else {
        good = plain_unit(job, &own, result, &work, err);
    }
    for (unsigned i = 0; i < job->primes; i++)
        result->remainder[i] = residue_multiply(result->remainder[i], job->weights[unit], job->prime[i]);
    result->states = work.states;
    result->memory = work.memory;
    result->seconds = now(CLOCK_MONOTONIC) - start;
    result->cpu = now(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    count_result_clear(&work);
    return good;
}

bool unit_combine(const struct unit_job *job, const struct unit_result *results, struct count_result *result,
                  struct error *err)
{
    uint64_t sums[UNIT_PRIMES_MAX] = {0};
    *result = (struct count_result){.method = job->method, .moduli = job->primes};
    for (uint32_t u = 0; u < job->units; u++) {
        for (unsigned i = 0; i < job->primes; i++)
            sums[i] = residue_add(sums[i], results[u].remainder[i], job->prime[i]);
        result->states += results[u].states;
        result->memory = results[u].memory > result->memory ? results[u].memory : result->memory;
    }
    result->count = residue_combine(sums, job->primes, 1);
    result->directed = residue_combine(sums, job->primes, job->subject.cycles->directed_once ? 1 : 2);
    if (job->subject.cycles->trivial)
        memcpy(result->directed, "1", 2);
    mpz_t count;
    mpz_init_set_str(count, result->count, 10);
    bool possible = mpz_sizeinbase(count, 2) <= cycle_graph_bound(job->subject.cycles);
    mpz_clear(count);
    if (possible || job->subject.cycles->trivial)
        return true;
    count_result_clear(result);
    return error_set(err, ERROR_CONFLICT, "units",
                     "the remainders contradict each other: at least one of the units is wrong");
}
