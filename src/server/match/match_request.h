// SPDX-License-Identifier: GPL-3.0-or-later
// A request to change a match: who makes it, and where its answer goes.
#ifndef LEAPER_SERVER_MATCH_REQUEST_H
#define LEAPER_SERVER_MATCH_REQUEST_H

#include "server/http/caller.h"
#include "server/http/problem.h"
#include "server/service.h"

struct match_request {
    struct service *service;
    const char *id; // of the match; unused where there is none yet
    struct caller *caller;
    struct buffer *out;      // the JSON of the answer is appended to it
    struct problem *problem; // why the request is refused
};

#endif
