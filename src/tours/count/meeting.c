// SPDX-License-Identifier: GPL-3.0-or-later
// Plans and runs a count by meeting in the middle.
#include "tours/count/meeting.h"

#include "tours/mitm/plan/planner.h"
#include "tours/mitm/run/mitm.h"

bool meeting_is_built_in(void)
{
    return true;
}

enum meeting_end meeting_count(const struct count_request *request, struct count_result *result,
                               struct error *err)
{
    struct mitm_plan plan;
    struct error unsuited = {.code = ERROR_PARAMETER};
    if (request->cycles->trivial || !mitm_plan_find(&plan, request->graph, request->cycles, &unsuited)) {
        if (unsuited.code != ERROR_PARAMETER) {
            error_no_memory(err);
            return MEETING_FAILED;
        }
        error_set(err, ERROR_PARAMETER, "method", "meet-in-the-middle has no separator for this board");
        return MEETING_UNSUITED;
    }
    result->method = COUNT_MITM;
    bool counted = mitm_count(request, &plan, result, err);
    mitm_plan_clear(&plan);
    return counted ? MEETING_COUNTED : MEETING_FAILED;
}
