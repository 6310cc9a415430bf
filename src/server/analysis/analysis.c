// SPDX-License-Identifier: GPL-3.0-or-later
// Runs each search in a thread of its own, and its stream sleeps (as a suspended connection) until there is a new state.
#define _GNU_SOURCE // NOLINT(cert-dcl37-c): for POLLRDHUP
#include "server/analysis/analysis.h"

#include "base/clock.h"
#include "base/memory.h"
#include "protocols/endings.h"
#include "server/analysis/analysis_body.h"
#include "server/analysis/analysis_state.h"
#include "server/http/quota.h"
#include "server/http/share.h"
#include "server/limits.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// One search and its stream, which end in either order. All but the first part is guarded by the lock.
struct analysis {
    struct analyses *analyses;
    struct MHD_Connection *connection;
    int socket; // of the connection
    struct address client;
    struct analysis_body body;
    struct analysis_state state;
    size_t whole;     // how many lines an iteration reports
    int64_t looked;   // when it was last checked whether the client is still there, …
    int64_t beaten;   // … and when something was last sent; milliseconds
    atomic_bool stop; // nobody needs it any more

    struct share *sending, *waiting; // being sent, from `offset` on; and the newest after it
    size_t offset;
    bool suspended;                // the stream, until there is something to send
    bool closed;                   // the stream has ended
    bool over;                     // the search has
    struct analysis *next, **link; // of those whose search is not over
};

struct analyses {
    unsigned most, threads;
    struct shelf *tables;
    struct quotas *quotas;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    struct analysis *first;
    unsigned count, stopping; // searches that are not over; those of them that have been told to stop
    bool closing;
};

struct analyses *analyses_new(unsigned most, unsigned threads, struct shelf *tables, struct quotas *quotas)
{
    struct analyses *analyses = memory_resize(NULL, 1, sizeof *analyses);
    *analyses = (struct analyses){.most = most, .threads = threads, .tables = tables, .quotas = quotas};
    pthread_mutex_init(&analyses->lock, NULL);
    pthread_cond_init(&analyses->ended, NULL);
    return analyses;
}

void analyses_free(struct analyses *analyses)
{
    if (!analyses)
        return;
    pthread_cond_destroy(&analyses->ended);
    pthread_mutex_destroy(&analyses->lock);
    free(analyses);
}

json_t *analyses_describe(const struct analyses *analyses)
{
    if (!analyses->most)
        return NULL;
    return json_pack("{s:i, s:i}", "threads", (int)analyses->threads, "seconds", LIMIT_ANALYSIS_SECONDS);
}

// Called with the lock held.
static void end(struct analysis *analysis)
{
    if (!atomic_exchange(&analysis->stop, true))
        analysis->analyses->stopping++;
}

void analyses_stop(struct analyses *analyses)
{
    if (!analyses)
        return;
    pthread_mutex_lock(&analyses->lock);
    analyses->closing = true;
    for (struct analysis *analysis = analyses->first; analysis; analysis = analysis->next)
        end(analysis);
    while (analyses->count)
        pthread_cond_wait(&analyses->ended, &analyses->lock);
    pthread_mutex_unlock(&analyses->lock);
}

static void forget(struct analysis *analysis)
{
    show_request_clear(&analysis->body.position);
    analysis_state_clear(&analysis->state);
    share_drop(analysis->sending);
    share_drop(analysis->waiting);
    free(analysis);
}

// ---- The stream ----

// Puts a text where the stream finds it; one that has not been sent yet is replaced. Called with the lock held.
static void put(struct analysis *analysis, struct share *text)
{
    share_drop(analysis->waiting);
    analysis->waiting = text;
    if (analysis->suspended) {
        analysis->suspended = false;
        MHD_resume_connection(analysis->connection);
    }
}

// libmicrohttpd asks for the next bytes of the body.
static ssize_t read_stream(void *context, uint64_t position, char *bytes, size_t most)
{
    (void)position;
    struct analysis *analysis = context;
    ssize_t count = 0;
    pthread_mutex_lock(&analysis->analyses->lock);
    if (!analysis->sending) {
        analysis->sending = analysis->waiting;
        analysis->waiting = NULL;
        analysis->offset = 0;
    }
    if (analysis->sending) {
        size_t left = analysis->sending->length - analysis->offset;
        count = (ssize_t)(left < most ? left : most);
        memcpy(bytes, analysis->sending->text + analysis->offset, (size_t)count);
        analysis->offset += (size_t)count;
        if ((size_t)count == left) {
            share_drop(analysis->sending);
            analysis->sending = NULL;
        }
    } else if (analysis->over) {
        count = MHD_CONTENT_READER_END_OF_STREAM;
    } else {
        analysis->suspended = true;
        MHD_suspend_connection(analysis->connection);
    }
    pthread_mutex_unlock(&analysis->analyses->lock);
    return count;
}

static void end_stream(void *context)
{
    struct analysis *analysis = context;
    struct analyses *analyses = analysis->analyses;
    pthread_mutex_lock(&analyses->lock);
    analysis->closed = true;
    bool over = analysis->over;
    if (!over)
        end(analysis);
    pthread_mutex_unlock(&analyses->lock);
    if (over)
        forget(analysis);
}

// ---- The search ----

static void tell(struct analysis *analysis, const char *event, const char *how)
{
    struct buffer text;
    buffer_init(&text);
    analysis_state_write(&analysis->state, event, how, &text);
    struct share *share = share_new(text.text, text.length);
    buffer_clear(&text);
    pthread_mutex_lock(&analysis->analyses->lock);
    put(analysis, share);
    pthread_mutex_unlock(&analysis->analyses->lock);
    analysis->beaten = clock_milliseconds();
}

static void report(void *context, const struct search_info *info)
{
    struct analysis *analysis = context;
    analysis_state_note(&analysis->state, &analysis->body.position.position, info);
    if (info->line >= analysis->whole)
        tell(analysis, "state", NULL);
}

// A suspended connection is not watched by libmicrohttpd, so its socket is looked at here; and in a long iteration something is sent,
// for connections without traffic are closed.
static void look(struct analysis *analysis, int64_t now)
{
    static const char comment[] = ": keep-alive\n\n";
    pthread_mutex_lock(&analysis->analyses->lock);
    struct pollfd watched = {.fd = analysis->socket, .events = POLLRDHUP};
    if (!analysis->closed && poll(&watched, 1, 0) > 0)
        end(analysis);
    if (now - analysis->beaten >= HEARTBEAT * 1000 && !analysis->waiting) {
        put(analysis, share_new(comment, sizeof comment - 1));
        analysis->beaten = now;
    }
    pthread_mutex_unlock(&analysis->analyses->lock);
}

static bool must_stop(void *context)
{
    enum { EVERY = 100 };
    struct analysis *analysis = context;
    int64_t now = clock_milliseconds();
    if (now - analysis->looked >= EVERY) {
        analysis->looked = now;
        look(analysis, now);
    }
    return atomic_load(&analysis->stop);
}

static void search(struct analysis *analysis, struct engine *engine)
{
    const struct show_request *read = &analysis->body.position;
    struct move_list actions;
    position_actions(&read->position, &actions);
    analysis->whole = analysis->body.lines < actions.count ? analysis->body.lines : actions.count;
    struct search_request request = {.position = &read->position,
                                     .history = &read->history,
                                     .limits.movetime = LIMIT_ANALYSIS_SECONDS * 1000,
                                     .lines = analysis->body.lines,
                                     .report = report,
                                     .must_stop = must_stop,
                                     .context = analysis};
    struct search_result result;
    analysis->looked = analysis->beaten = clock_milliseconds();
    engine_search(engine, &request, &result);
    unsigned threads = analysis->analyses->threads;
    quotas_think(analysis->analyses->quotas, &analysis->client, result.elapsed * (int64_t)threads);
    bool cut = atomic_load(&analysis->stop);
    tell(analysis, "done",
         cut                                                        ? "stopped"
         : result.elapsed >= LIMIT_ANALYSIS_SECONDS * INT64_C(1000) ? "time"
                                                                    : "complete");
}

// Its search is over, or has not begun. Called with the lock held.
static void leave(struct analysis *analysis)
{
    struct analyses *analyses = analysis->analyses;
    *analysis->link = analysis->next;
    if (analysis->next)
        analysis->next->link = analysis->link;
    analyses->count--;
    analyses->stopping -= atomic_load(&analysis->stop);
}

static void *run(void *context)
{
    struct analysis *analysis = context;
    struct analyses *analyses = analysis->analyses;
    struct engine *engine = engine_new(LIMIT_ANALYSIS_HASH, analyses->threads, NULL);
    if (engine) {
        endings_give(engine, analyses->tables);
        search(analysis, engine);
    }
    engine_free(engine);
    pthread_mutex_lock(&analyses->lock);
    analysis->over = true;
    leave(analysis);
    bool closed = analysis->closed;
    if (analysis->suspended) {
        analysis->suspended = false;
        MHD_resume_connection(analysis->connection);
    }
    pthread_cond_signal(&analyses->ended);
    pthread_mutex_unlock(&analyses->lock);
    if (closed)
        forget(analysis);
    return NULL;
}

// ---- The request ----

// Makes room for another search of that client, if need be by ending its oldest. Called with the lock held.
static bool enter(struct analyses *analyses, struct analysis *analysis, struct problem *problem)
{
    struct analysis *oldest = NULL;
    unsigned own = 0;
    for (struct analysis *other = analyses->first; other; other = other->next)
        if (!atomic_load(&other->stop) && address_equal(&other->client, &analysis->client)) {
            oldest = other; // new ones are added in front
            own++;
        }
    if (own >= LIMIT_CLIENT_ANALYSES)
        end(oldest);
    // Those that have been told to stop do so within milliseconds, but a client that asks very often may not collect them.
    bool full = analyses->count - analyses->stopping >= analyses->most ||
                analyses->stopping >= 2 * analyses->most + 2;
    if (full || analyses->closing)
        return problem_set(problem, PROBLEM_BUSY, NULL, "others are analysing, try again in a moment");
    analysis->next = analyses->first;
    analysis->link = &analyses->first;
    if (analysis->next)
        analysis->next->link = &analysis->next;
    analyses->first = analysis;
    analyses->count++;
    return true;
}

// Starts the search, which owns `analysis` from now on, together with the response. NULL with the problem.
static struct MHD_Response *start(struct analysis *analysis, struct problem *problem)
{
    struct analyses *analyses = analysis->analyses;
    struct MHD_Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 16384, read_stream, analysis, end_stream);
    if (!response) {
        forget(analysis);
        problem_set(problem, PROBLEM_INTERNAL, NULL, "out of memory");
        return NULL;
    }
    pthread_t thread;
    pthread_mutex_lock(&analyses->lock);
    bool fine = enter(analyses, analysis, problem);
    int failure = fine ? pthread_create(&thread, NULL, run, analysis) : 0;
    if (failure) {
        fine = problem_set(problem, PROBLEM_INTERNAL, NULL, "cannot start a search: %s", strerror(failure));
        leave(analysis);
    }
    analysis->over = !fine;
    pthread_mutex_unlock(&analyses->lock);
    if (fine) {
        pthread_detach(thread);
        return response;
    }
    MHD_destroy_response(response);
    return NULL;
}

static bool may_ask(struct call *call, struct problem *problem)
{
    if (!call->service->analyses->most)
        return problem_set(problem, PROBLEM_NO_ROUTE, NULL, "this server does not analyse");
    return quotas_may_think(call->service->quotas, &call->caller.address) ||
           problem_too_many(problem, LIMIT_ANALYSIS_SECONDS, "you have used up your engine time");
}

void analysis_post(struct call *call)
{
    struct problem problem = {.code = PROBLEM_NONE};
    struct analysis_body body = {0};
    if (may_ask(call, &problem) && analysis_body_read(&body, call->body, call->length, &problem)) {
        struct analysis *analysis = memory_resize(NULL, 1, sizeof *analysis);
        *analysis = (struct analysis){.analyses = call->service->analyses,
                                      .connection = call->connection,
                                      .socket = call_socket(call),
                                      .client = call->caller.address,
                                      .body = body,
                                      .state.lines = json_array()};
        call->response = start(analysis, &problem);
    }
    call->status = MHD_HTTP_OK;
    if (!call->response)
        call_fail(call, &problem);
}
