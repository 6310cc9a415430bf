// SPDX-License-Identifier: GPL-3.0-or-later
// Searches for people who analyse: each tells its states to one client, as server-sent events, until its time is over, the client
// leaves, or asks for another (docs/api.md, "Analysis").
#ifndef LEAPER_SERVER_ANALYSIS_H
#define LEAPER_SERVER_ANALYSIS_H

#include "server/http/call.h"

struct analyses;
struct shelf;

// At most `most` searches at a time (0: none), with `threads` threads each. Tables of endings (or NULL) and quotas are borrowed.
struct analyses *analyses_new(unsigned most, unsigned threads, struct shelf *tables, struct quotas *quotas);

// Ends all searches, waits for them, and accepts no new ones. Their streams end as the server's connections do.
void analyses_stop(struct analyses *analyses);

// All streams must have ended (MHD_stop_daemon() sees to that). NULL is allowed.
void analyses_free(struct analyses *analyses);

// What it offers, for the catalogue: {"threads":2,"seconds":60}. A new reference; NULL if it offers nothing.
json_t *analyses_describe(const struct analyses *analyses);

// The handler of POST /api/analysis.
void analysis_post(struct call *call);

#endif
