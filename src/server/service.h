// SPDX-License-Identifier: GPL-3.0-or-later
// What all parts of the server share.
#ifndef LEAPER_SERVER_SERVICE_H
#define LEAPER_SERVER_SERVICE_H

#include "server/log.h"
#include "server/match/hub.h"
#include "server/metrics.h"
#include "server/time/served.h"

#include <stdatomic.h>

struct analyses;
struct streams;
struct engines;
struct flags;
struct jobs;
struct links;
struct lobby;
struct presence;
struct mailer;
struct offer;
struct quotas;

struct service {
    struct archive *archive;
    struct hub *hub;
    struct streams *streams;
    struct links *links; // to other devices
    struct lobby *lobby;
    struct presence *presence;
    struct engines *engines;
    struct served served; // the time that clocks go by
    struct flags *flags;
    int64_t
        complained; // when the patient thread of flags last said that one cannot fall, or 0; only for that thread
    struct mailer *mailer; // NULL: no messages are sent
    struct analyses *analyses;
    struct shelf *tables; // of endings, borrowed; or NULL
    struct jobs *jobs;    // for long work
    struct jobs
        *waiters; // for requests that may wait for the disk, or for another request that holds the match
    struct metrics *metrics;
    struct log log;
    struct quotas *quotas;
    struct offer *offer;      // the answer to GET /api/games
    atomic_llong match_count; // in the archive
};

#endif
