// SPDX-License-Identifier: GPL-3.0-or-later
// Counting by meeting in the middle, as count.c sees it. A library without it has meeting_absent.c in place of meeting.c.
#ifndef LEAPER_TOURS_COUNT_MEETING_H
#define LEAPER_TOURS_COUNT_MEETING_H

#include "base/error.h"
#include "tours/count_request.h"

enum meeting_end {
    MEETING_COUNTED,
    MEETING_UNSUITED, // the board has no separator for this method, or the method is not built in
    MEETING_FAILED,   // as count_tours() fails
};

bool meeting_is_built_in(void);

// Counts by this method. Sets the error unless the tours have been counted.
enum meeting_end meeting_count(const struct count_request *request, struct count_result *result,
                               struct error *err);

#endif
