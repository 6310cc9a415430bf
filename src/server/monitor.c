// SPDX-License-Identifier: GPL-3.0-or-later
// Passes the outcome of each request to the log and the counters.
#include "server/monitor.h"

#include "base/clock.h"
#include "server/http/jobs.h"
#include "server/lobby/lobby.h"
#include "server/match/engines.h"
#include "server/match/streams.h"
#include "server/secret.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

void monitor_begin(struct call *call)
{
    uint64_t id;
    randombytes_buf(&id, sizeof id);
    snprintf(call->note.id, sizeof call->note.id, "%016llx", (unsigned long long)id);
    call->note.begun = clock_seconds();
    call->note.route = "unknown";
}

// A status as a static text; "other" for any that the server never sends.
static const char *status_name(unsigned status)
{
    static const struct {
        unsigned status;
        const char *name;
    } names[] = {{200, "200"}, {201, "201"}, {204, "204"}, {304, "304"}, {400, "400"}, {401, "401"},
                 {403, "403"}, {404, "404"}, {405, "405"}, {409, "409"}, {413, "413"}, {415, "415"},
                 {422, "422"}, {429, "429"}, {500, "500"}, {503, "503"}, {507, "507"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].status == status)
            return names[i].name;
    return "other";
}

static bool is_limit(unsigned status)
{
    return status == 413 || status == 429 || status == 503;
}

void monitor_end(const struct call *call, bool aborted)
{
    const struct call_note *note = &call->note;
    const char *problem = note->problem == PROBLEM_NONE ? NULL : problem_name(note->problem);
    double seconds = clock_seconds() - note->begun;
    metrics_add(call->service->metrics, METRICS_REQUESTS, note->route, status_name(call->status), 1);
    if (problem && is_limit(call->status))
        metrics_add(call->service->metrics, METRICS_REFUSED, problem, NULL, 1);
    if (!note->stream)
        metrics_observe(call->service->metrics, METRICS_DURATION, note->route, seconds);
    const struct log_request line = {.id = note->id,
                                     .method = call->method,
                                     .route = note->route,
                                     .status = call->status,
                                     .seconds = seconds,
                                     .bytes = note->stream ? -1 : note->bytes,
                                     .problem = problem,
                                     .cause = note->cause,
                                     .address = &call->caller.address,
                                     .aborted = aborted};
    log_request(&call->service->log, &line);
}

// ---- GET /metrics ----

static const char *header_of(const struct call *call, const char *name)
{
    return MHD_lookup_connection_value(call->connection, MHD_HEADER_KIND, name);
}

static bool may_ask(const struct call *call, const uint8_t *token, struct problem *problem)
{
    if (token) {
        if (call->caller.token && secret_matches(token, call->caller.token))
            return true;
        return problem_set(problem, call->caller.token ? PROBLEM_BAD_TOKEN : PROBLEM_NO_TOKEN, NULL,
                           "the metrics require the token in --metrics-token-file");
    }
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(call->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    struct address peer = info ? address_of_peer(info->client_addr) : (struct address){0};
    if (address_is_loopback(&peer) && !header_of(call, "X-Forwarded-For") && !header_of(call, "Forwarded") &&
        !header_of(call, "Via"))
        return true;
    return problem_set(problem, PROBLEM_BAD_TOKEN, NULL,
                       "without --metrics-token-file, only this machine itself can read the metrics");
}

static void write_metrics(struct call *call, struct guard *guard)
{
    struct service *service = call->service;
    struct engines_state engines = engines_state(service->engines);
    struct jobs_state tours = jobs_state(service->jobs), waiters = jobs_state(service->waiters);
    const struct archive_texts texts = archive_texts(service->archive);
    const struct metrics_gauge gauges[] = {
        {"leaper_connections", "Open connections.", guard_count(guard)},
        {"leaper_streams", "Open event streams.", streams_count(service->streams)},
        {"leaper_seeks", "Open seeks.", lobby_count(service->lobby)},
        {"leaper_matches", "Matches in the database.", (double)atomic_load(&service->match_count)},
        {"leaper_texts", "Different texts of variants in the database.", (double)texts.count},
        {"leaper_texts_bytes", "Their size.", (double)texts.bytes},
        {"leaper_engine_queue", "Matches waiting for an engine.", engines.waiting},
        {"leaper_engines_thinking", "Engines that are searching.", engines.thinking},
        {"leaper_tours_queue", "Tour requests waiting.", tours.waiting},
        {"leaper_tours_running", "Tour requests being worked on.", tours.working},
        {"leaper_requests_queue", "Requests waiting for a thread.", waiters.waiting},
        {"leaper_requests_running", "Requests that threads are working on.", waiters.working},
    };
    metrics_write(service->metrics, gauges, sizeof gauges / sizeof *gauges, &call->text);
    buffer_addf(&call->text,
                "# HELP leaper_build_info The version of the program.\n# TYPE leaper_build_info gauge\n"
                "leaper_build_info{version=\"%s\"} 1\n",
                LEAPER_VERSION);
}

void monitor_answer(struct call *call, struct guard *guard, const uint8_t *token)
{
    struct problem problem = {.code = PROBLEM_NONE};
    call->note.route = "/metrics";
    if (strcmp(call->method, "GET") != 0 && strcmp(call->method, "HEAD") != 0) {
        snprintf(call->allow, sizeof call->allow, "GET, HEAD");
        problem_set(&problem, PROBLEM_BAD_METHOD, NULL, "%.20s is not allowed here, only %s", call->method,
                    call->allow);
    } else if (may_ask(call, token, &problem)) {
        write_metrics(call, guard);
        call->type = "text/plain; version=0.0.4; charset=utf-8";
        call->status = MHD_HTTP_OK;
        return;
    }
    call_fail(call, &problem);
}
