// SPDX-License-Identifier: GPL-3.0-or-later
// In place of meeting.c, where there are no threads or files: every board is counted by the frontier method.
#include "tours/count/meeting.h"

bool meeting_is_built_in(void)
{
    return false;
}

enum meeting_end meeting_count(const struct count_request *request, struct count_result *result,
                               struct error *err)
{
    (void)request;
    (void)result;
    error_set(err, ERROR_PARAMETER, "method", "counting by meeting in the middle is not built in");
    return MEETING_UNSUITED;
}
