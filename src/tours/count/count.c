// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses a counting method, runs it, and turns its results into numbers.
#include "tours/count/count.h"

#include "base/memory.h"
#include "tours/count/meeting.h"
#include "tours/frontier/frontier.h"
#include "tours/frontier/residue.h"

#include <stdlib.h>

static bool count_by_frontier(const struct count_request *request, struct count_result *result,
                              struct error *err)
{
    const struct cycle_graph *cycles = request->cycles;
    unsigned moduli = residue_primes_for(cycle_graph_bound(cycles));
    uint64_t *remainders = memory_try(NULL, moduli, sizeof *remainders);
    bool counted =
        remainders ? frontier_count(request, moduli, remainders, result, err) : error_no_memory(err);
    if (counted) {
        // The tour of one cell has no direction.
        bool directed_once = cycles->directed_once || cycles->trivial;
        if (cycles->trivial)
            *remainders = 1;
        result->moduli = moduli;
        result->count = residue_combine(remainders, moduli, 1);
        result->directed = residue_combine(remainders, moduli, directed_once ? 1 : 2);
        counted = (result->count && result->directed) || error_no_memory(err);
        if (!counted)
            count_result_clear(result);
    }
    free(remainders);
    return counted;
}

bool count_tours(const struct count_request *request, struct count_result *result, struct error *err)
{
    *result = (struct count_result){.method = COUNT_FRONTIER};
    if (request->method != COUNT_FRONTIER) {
        enum meeting_end end = meeting_count(request, result, err);
        if (end != MEETING_UNSUITED || request->method == COUNT_MITM)
            return end == MEETING_COUNTED;
    }
    if (request->checkpoint)
        return error_set(err, ERROR_PARAMETER, "checkpoint",
                         "this board is counted by the plain method, which keeps no checkpoint");
    return count_by_frontier(request, result, err);
}
