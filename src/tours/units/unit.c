// SPDX-License-Identifier: GPL-3.0-or-later
// Divides a count into units, computes a unit, and combines the results.
#include "tours/units/unit.h"

#include "base/clock.h"
#include "base/memory.h"
#include "tours/frontier/frontier.h"
#include "tours/frontier/residue.h"
#include "tours/mitm/plan/planner.h"
#include "tours/mitm/run/mitm.h"
#include "tours/natural.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// The default number of cells to fix. Every unit repeats the steps before its degrees are final, so small boards are divided into
// few units. Two more cells in the separator make a count about forty times as long; for these, two more cells are fixed.
static int default_cut(int cells)
{
    int cut = cells - 14;
    return cut < 2 ? 2 : cut > 8 ? 8 : cut;
}

static void degrees_of(uint32_t code, int cut, uint8_t *degrees)
{
    for (int i = cut; i-- > 0; code /= 3)
        degrees[i] = (uint8_t)(code % 3);
}

// The code of the restriction to which the flip of the board maps this one.
static uint32_t twin(const struct mitm_plan *plan, uint32_t code, int cut)
{
    uint8_t degrees[UNIT_CUT_MAX];
    uint64_t signature = 0;
    degrees_of(code, cut, degrees);
    for (int i = 0; i < cut; i++)
        signature |= (uint64_t)degrees[i] << (2 * mitm_plan_slot(plan, i));
    uint64_t partner = mitm_plan_partner(plan, signature, plan->cells);
    uint32_t image = 0;
    for (int i = 0; i < cut; i++)
        image = 3 * image + mitm_degree(partner, mitm_plan_slot(plan, i));
    return image;
}

// Lists the units and their weights. False when there is no memory.
static bool list_units(struct unit_job *job, const struct mitm_plan *plan)
{
    uint32_t restrictions = 1;
    for (int i = 0; i < job->cut; i++)
        restrictions *= 3;
    job->codes = memory_try(NULL, restrictions, sizeof *job->codes);
    job->weights = memory_try(NULL, restrictions, sizeof *job->weights);
    if (!job->codes || !job->weights)
        return false;
    for (uint32_t code = 0; code < restrictions; code++) {
        uint32_t other = plan && plan->shared ? twin(plan, code, job->cut) : code;
        if (other < code)
            continue;
        job->codes[job->units] = code;
        job->weights[job->units++] = other == code ? 1 : 2;
    }
    return true;
}

// Finds the number of cells of the first milestone that has enough of them.
static bool choose_cut(const struct mitm_plan *plan, int wanted, int *cut, struct error *err)
{
    int least = wanted ? wanted : default_cut(plan->cells);
    *cut = 0;
    for (int i = 0; i < plan->milestones; i++) {
        int slots = plan->milestone[i].slots;
        if (slots > UNIT_CUT_MAX || (slots == plan->cells && !wanted))
            break;
        *cut = slots;
        if (slots >= least)
            return true;
    }
    if (!wanted)
        return true;
    return error_set(err, ERROR_PARAMETER, "cut", "at most %d cells of this board's separator can be fixed",
                     *cut);
}

bool unit_job_init(struct unit_job *job, const struct unit_subject *subject, int cut, struct error *err)
{
    struct mitm_plan plan;
    *job = (struct unit_job){.subject = *subject, .method = COUNT_FRONTIER};
    job->graph_print = cycle_graph_fingerprint(subject->cycles);
    job->primes = residue_primes_for(cycle_graph_bound(subject->cycles)) + 1;
    if (job->primes > UNIT_PRIMES_MAX)
        return error_set(err, ERROR_TOO_LARGE, "board", "this board has too many tours for a count in units");
    for (unsigned i = 0; i < job->primes; i++)
        job->prime[i] = residue_prime(i);
    struct error unsuited = {.code = ERROR_PARAMETER};
    bool good = true, listed = true;
    if (!subject->cycles->trivial && mitm_plan_find(&plan, subject->graph, subject->cycles, &unsuited)) {
        job->method = COUNT_MITM;
        job->plan_print = mitm_plan_fingerprint(&plan);
        good = choose_cut(&plan, cut, &job->cut, err);
        listed = !good || list_units(job, &plan);
        mitm_plan_clear(&plan);
    } else if (unsuited.code != ERROR_PARAMETER) {
        return error_no_memory(err);
    } else if (cut) {
        return error_set(err, ERROR_PARAMETER, "cut", "this board has no separator: its count is one unit");
    } else {
        listed = list_units(job, NULL);
    }
    if (listed)
        return good;
    unit_job_clear(job);
    return error_no_memory(err);
}

void unit_job_clear(struct unit_job *job)
{
    free(job->codes);
    free(job->weights);
    *job = (struct unit_job){0};
}

// Computes a unit by meet-in-the-middle, with a plan restricted to it.
static bool count_mitm_unit(const struct unit_job *job, struct mitm_problem *problem, bool modulo_only,
                            struct unit_result *result, struct error *err)
{
    struct count_result work = {0};
    struct mitm_outcome outcome = {.overflowed = true};
    if (!modulo_only && !mitm_run(problem, &outcome, &work, err))
        return false;
    result->states = work.states;
    result->memory = work.memory;
    for (unsigned i = 0; i < job->primes && !outcome.overflowed; i++)
        result->remainder[i] = natural_remainder_of_limbs(outcome.total.words, 3, job->prime[i]);
    if (!outcome.overflowed)
        return true;
    problem->mode = MITM_RESIDUES;
    for (unsigned i = modulo_only ? job->primes - 1 : 0; i < job->primes; i++) {
        problem->prime = job->prime[i];
        if (!mitm_run(problem, &outcome, &work, err))
            return false;
        result->remainder[i] = outcome.total.words[0];
    }
    result->states = work.states;
    result->memory = work.memory;
    return true;
}

// Restricts a plan to a unit and runs it.
static bool run_unit(const struct unit_job *job, const struct unit_task *task, struct unit_result *result,
                     struct error *err)
{
    struct mitm_plan plan;
    uint8_t degrees[UNIT_CUT_MAX];
    degrees_of(job->codes[task->unit], job->cut, degrees);
    struct count_request request = *task->request;
    request.graph = job->subject.graph;
    request.cycles = job->subject.cycles;
    if (!mitm_plan_find(&plan, request.graph, request.cycles, err))
        return false;
    const struct budget_bounds bounds = {.memory = request.memory, .disk = request.disk};
    struct budget budget;
    budget_init(&budget, &bounds);
    struct mitm_problem problem = {
        .request = &request, .plan = &plan, .tables = matching_tables_new(&budget), .mode = MITM_EXACT};
    bool good = mitm_plan_restrict(&plan, degrees, job->cut) && problem.tables
                    ? count_mitm_unit(job, &problem, task->modulo_only, result, err)
                    : error_no_memory(err);
    matching_tables_free(problem.tables);
    budget_clear(&budget);
    mitm_plan_clear(&plan);
    return good;
}

static bool count_frontier_unit(const struct unit_job *job, const struct unit_task *task,
                                struct unit_result *result, struct error *err)
{
    struct count_request request = *task->request;
    request.graph = job->subject.graph;
    request.cycles = job->subject.cycles;
    struct count_result work = {0};
    if (!frontier_count(&request, job->primes, result->remainder, &work, err))
        return false;
    result->states = work.states;
    result->memory = work.memory;
    if (job->subject.cycles->trivial)
        for (unsigned i = 0; i < job->primes; i++)
            result->remainder[i] = 1;
    return true;
}

bool unit_compute(const struct unit_job *job, const struct unit_task *task, struct unit_result *result,
                  struct error *err)
{
    assert(task->unit < job->units);
    double start = clock_seconds(), cpu = clock_process_seconds();
    *result = (struct unit_result){.unit = task->unit};
    bool good = job->method == COUNT_MITM ? run_unit(job, task, result, err)
                                          : count_frontier_unit(job, task, result, err);
    for (unsigned i = 0; i < job->primes; i++)
        result->remainder[i] =
            residue_multiply(result->remainder[i], job->weights[task->unit], job->prime[i]);
    result->seconds = clock_seconds() - start;
    result->cpu = clock_process_seconds() - cpu;
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
    struct natural count = {0};
    bool read = result->count && result->directed && natural_set_text(&count, result->count);
    bool possible =
        job->subject.cycles->trivial || natural_bits(&count) <= cycle_graph_bound(job->subject.cycles);
    bool no_memory = !read || count.failed;
    natural_clear(&count);
    if (!no_memory && job->subject.cycles->trivial)
        memcpy(result->directed, "1", 2);
    if (!no_memory && possible)
        return true;
    count_result_clear(result);
    return no_memory ? error_no_memory(err)
                     : error_set(err, ERROR_CONFLICT, "units",
                                 "the remainders contradict each other: at least one of the units is wrong");
}
