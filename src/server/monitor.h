// SPDX-License-Identifier: GPL-3.0-or-later
// What operators see of requests: a line in the log for each, counters, and GET /metrics.
#ifndef LEAPER_SERVER_MONITOR_H
#define LEAPER_SERVER_MONITOR_H

#include "server/http/call.h"
#include "server/http/guard.h"

// Records that a request begins, and gives it an id.
void monitor_begin(struct call *call);

// Records that it is over, answered or not.
void monitor_end(const struct call *call, bool aborted);

// Answers GET /metrics. If `token`, the hash of a secret, is not NULL, callers must know that secret; else only this machine itself may
// ask, and not through a proxy on behalf of somebody else.
void monitor_answer(struct call *call, struct guard *guard, const uint8_t *token);

#endif
