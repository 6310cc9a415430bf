// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses a method of counting, runs it, and makes a number of what it finds.
#include "tours/count/count.h"

#include "base/memory.h"
#include "tours/frontier/frontier.h"
#include "tours/frontier/residue.h"
#include "tours/mitm/run/mitm.h"

#include <stdlib.h>
#include <string.h>

static void set_numbers(const struct count_request *request, const uint64_t *remainders, unsigned moduli,
                        struct count_result *result)
{
    result->moduli = moduli;
    result->count = residue_combine(remainders, moduli, 1);
    result->directed = residue_combine(remainders, moduli, request->cycles->directed_once ? 1 : 2);
}

bool count_tours(const struct count_request *request, struct count_result *result, struct error *err)
{
    *result = (struct count_result){.method = COUNT_FRONTIER};
    const struct cycle_graph *cycles = request->cycles;
    struct mitm_plan plan;
    if (request->method != COUNT_FRONTIER && !cycles->trivial &&
        mitm_plan_init(&plan, request->graph, cycles)) {
        result->method = COUNT_MITM;
        bool good = mitm_count(request, &plan, result, err);
        mitm_plan_clear(&plan);
        return good;
    }
    if (request->method == COUNT_MITM)
        return error_set(err, ERROR_PARAMETER, "method",
                         "the meeting method has no separator for this board");
    if (request->checkpoint)
        return error_set(err, ERROR_PARAMETER, "checkpoint",
                         "this board is counted by the plain method, which keeps no checkpoint");
    unsigned moduli = residue_primes_for(cycle_graph_bound(cycles));
    uint64_t *remainders = memory_resize(NULL, moduli, sizeof *remainders);
    bool counted = frontier_count(request, moduli, remainders, result, err);
    if (counted && cycles->trivial)
        // The tour of one cell has no direction.
        *remainders = 1;
    if (counted)
        set_numbers(request, remainders, moduli, result);
    if (counted && cycles->trivial)
        memcpy(result->directed, "1", 2);
    free(remainders);
    return counted;
}
