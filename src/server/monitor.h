// SPDX-License-Identifier: GPL-3.0-or-later
// What operators see of requests: a line in the log and growing counters for each, and GET /metrics.
#ifndef LEAPER_SERVER_MONITOR_H
#define LEAPER_SERVER_MONITOR_H

#include "server/http/call.h"
#include "server/http/http.h"

// Notes that a request begins, and makes up its id.
void monitor_begin(struct call *call);

// Notes that it is over, answered or not.
void monitor_end(const struct call *call, bool aborted);

// Answers GET /metrics: to whoever has the token, where there is one, else to this machine itself, unless a proxy on it asks
// for somebody else.
void monitor_answer(const struct http *http, struct call *call);

#endif
