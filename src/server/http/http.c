// SPDX-License-Identifier: GPL-3.0-or-later
// Receives requests, limited in every way, and sends the answers with their headers.
#define _GNU_SOURCE // NOLINT(cert-dcl37-c): for POLLRDHUP
#include "server/http/http.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"
#include "server/http/call.h"
#include "server/http/compress.h"
#include "server/http/files.h"
#include "server/http/jobs.h"
#include "server/limits.h"
#include "server/mail/pages.h"
#include "server/monitor.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// One request while it arrives.
struct request {
    struct call call;
    struct problem problem; // found before the body arrived; PROBLEM_NONE: none
    struct buffer body;
    size_t forgotten; // bytes of a body beyond the limit
    bool answered;    // the threads for long work have finished it
    bool counted;     // it counts towards the client's quota of tour requests
};

// ---- Who may send requests ----

bool http_host_allowed(const char *header, const char *host)
{
    char name[256], *colon;
    if (!header || strlen(header) >= sizeof name)
        return false;
    memcpy(name, header, strlen(header) + 1);
    unsigned char address[16];
    if (name[0] == '[') {
        char *end = strchr(name, ']');
        if (!end)
            return false;
        *end = '\0';
        return inet_pton(AF_INET6, name + 1, address) == 1;
    }
    if ((colon = strchr(name, ':')))
        *colon = '\0';
    return inet_pton(AF_INET, name, address) == 1 || text_equal_nocase(name, "localhost") ||
           (host && text_equal_nocase(name, host));
}

bool http_origin_allowed(const char *origin, const char *host_header)
{
    const char *rest = !strncasecmp(origin, "http://", 7)    ? origin + 7
                       : !strncasecmp(origin, "https://", 8) ? origin + 8
                                                             : NULL;
    return rest && host_header && text_equal_nocase(rest, host_header);
}

static const char *header_of(struct MHD_Connection *connection, const char *name)
{
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static enum MHD_Result join_header(void *context, enum MHD_ValueKind kind, const char *name,
                                   const char *value)
{
    (void)kind;
    if (value && text_equal_nocase(name, "X-Forwarded-For"))
        buffer_addf(context, "%s%s", buffer_text(context)[0] ? "," : "", value);
    return MHD_YES;
}

static struct address find_peer(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? address_of_peer(info->client_addr) : (struct address){0};
}

// The address that the limits apply to. A proxy may add its own header after one that the client has sent, so all of
// them are read.
static struct address find_client(const struct http *http, struct MHD_Connection *connection)
{
    struct address address = find_peer(connection);
    if (address_blocks_hold(&http->trusted, &address)) {
        struct buffer forwarded;
        buffer_init(&forwarded);
        MHD_get_connection_values(connection, MHD_HEADER_KIND, join_header, &forwarded);
        address_follow(&http->trusted, buffer_text(&forwarded), &address);
        buffer_clear(&forwarded);
    }
    return address_client(&address);
}

static bool is_json(const char *type)
{
    size_t length = strlen("application/json");
    return type && !strncasecmp(type, "application/json", length) &&
           (type[length] == '\0' || type[length] == ';' || type[length] == ' ');
}

// Whether the client's quotas allow this request at all.
static bool check_quota(const struct http *http, const struct call *call, struct problem *problem)
{
    struct quotas *quotas = call->service->quotas;
    const struct address *client = &call->caller.address;
    if (guard_is_over(call->connection))
        return problem_too_many(problem, RETRY_AFTER, "you have too many connections");
    // The rest is reserved for players; a token that holds no seat is detected soon enough.
    if (guard_count(http->guard) > LIMIT_SERVED && !call->caller.token && !quotas_seated(quotas, client))
        return problem_set(problem, PROBLEM_BUSY, NULL, "there are too many connections");
    unsigned wait = quotas_spend(quotas, client, QUOTA_REQUESTS);
    return !wait || problem_too_many(problem, wait, "you send too many requests");
}

static bool check_sender(const struct http *http, const struct call *call, struct problem *problem)
{
    const char *host = header_of(call->connection, "Host"), *origin = header_of(call->connection, "Origin");
    bool changing = strcmp(call->method, "GET") != 0 && strcmp(call->method, "HEAD") != 0;
    if (!http_host_allowed(host, http->host))
        return problem_set(problem, PROBLEM_BAD_HOST, NULL,
                           "this server is not known by that name; 'leaper serve --host NAME' sets it");
    if (changing && origin && !http_origin_allowed(origin, host))
        return problem_set(problem, PROBLEM_BAD_ORIGIN, NULL,
                           "pages from other servers cannot change anything here");
    return check_quota(http, call, problem);
}

// How many bytes a body may have.
static size_t body_limit(const struct call *call)
{
    bool with_text = !strcmp(call->path, "/api/matches") || !strcmp(call->path, "/api/variants/check");
    return with_text ? LIMIT_BODY_TEXT : LIMIT_BODY;
}

static void refuse_body(const struct call *call, struct problem *problem)
{
    problem_set(problem, PROBLEM_BODY_TOO_LARGE, NULL, "a body may have at most %zu bytes", body_limit(call));
}

// Whether the header announces a body that is too long.
static bool announces_too_much(const struct call *call)
{
    const char *length = header_of(call->connection, "Content-Length");
    return length && (strlen(length) > 9 || strtoul(length, NULL, 10) > body_limit(call));
}

// ---- Answers ----

const char *call_query(const struct call *call, const char *name)
{
    return MHD_lookup_connection_value(call->connection, MHD_GET_ARGUMENT_KIND, name);
}

static int socket_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

int call_socket(const struct call *call)
{
    return socket_of(call->connection);
}

bool call_has_hung_up(struct MHD_Connection *connection)
{
    struct pollfd watched = {.fd = socket_of(connection), .events = POLLRDHUP};
    return poll(&watched, 1, 0) > 0;
}

bool call_is_abandoned(const struct call *call)
{
    return call_has_hung_up(call->connection);
}

void call_fail(struct call *call, const struct problem *problem)
{
    bool has_more = problem->code == PROBLEM_STALE_PLY || problem->code == PROBLEM_BAD_VARIANT;
    char *more = has_more && call->text.length ? buffer_take(&call->text) : NULL;
    buffer_reset(&call->text);
    problem_write(problem, more, &call->text);
    free(more);
    call->status = problem_status(problem->code);
    call->retry_after = problem->retry_after;
    call->type = NULL;
    call->note.problem = problem->code;
    // Clients' mistakes stay out of the log: their messages may quote anything.
    if (call->status >= 500)
        snprintf(call->note.cause, sizeof call->note.cause, "%s", problem->message);
}

void call_answer(struct call *call, bool fine, const struct problem *problem)
{
    if (fine)
        call->status = MHD_HTTP_OK;
    else
        call_fail(call, problem);
}

void call_answer_json(struct call *call, json_t *json)
{
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
    json_decref(json);
    struct problem problem = {.code = PROBLEM_NONE};
    if (text)
        buffer_add(&call->text, text);
    else
        problem_set(&problem, PROBLEM_INTERNAL, NULL, "out of memory");
    call_answer(call, text != NULL, &problem);
    free(text);
}

static void add_header(struct MHD_Response *response, const char *name, const char *value)
{
    if (value[0])
        MHD_add_response_header(response, name, value);
}

#define POLICY                                                                                               \
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; "                       \
    "style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action "

// `form`: the answer is a page with a form. A browser that must not say whence it comes sends no form that http_origin_allowed() takes.
static void add_common_headers(struct MHD_Response *response, bool form)
{
    add_header(response, "X-Content-Type-Options", "nosniff");
    add_header(response, "Referrer-Policy", form ? "same-origin" : "no-referrer");
    add_header(response, "Content-Security-Policy", form ? POLICY "'self'" : POLICY "'none'");
    // A browser lets the page share memory with its workers, by which searches are stopped, only if nothing else is in its process.
    add_header(response, "Cross-Origin-Opener-Policy", "same-origin");
    add_header(response, "Cross-Origin-Embedder-Policy", "require-corp");
}

static struct MHD_Response *respond_with_text(struct call *call)
{
    size_t length = call->text.length;
    call->note.bytes = (int64_t)length;
    struct MHD_Response *response =
        MHD_create_response_from_buffer(length, buffer_take(&call->text), MHD_RESPMEM_MUST_FREE);
    if (!response)
        return NULL;
    if (call->status != MHD_HTTP_NO_CONTENT)
        add_header(response, "Content-Type", call->type ? call->type : "application/json");
    if (call->gzipped)
        add_header(response, "Content-Encoding", coding_names[CODING_GZIP]);
    if (call->status != MHD_HTTP_NO_CONTENT)
        add_header(response, "Vary", "Accept-Encoding");
    add_header(response, "Location", call->location);
    add_header(response, "Content-Disposition", call->disposition);
    add_header(response, "Allow", call->allow);
    if (call->status == MHD_HTTP_SERVICE_UNAVAILABLE || call->status == MHD_HTTP_TOO_MANY_REQUESTS) {
        char seconds[16];
        snprintf(seconds, sizeof seconds, "%u", call->retry_after ? call->retry_after : RETRY_AFTER);
        add_header(response, "Retry-After", seconds);
    }
    add_header(response, "Cache-Control", "no-store");
    return response;
}

// Sends the answer; nothing at all once nobody can tell what is on the disk.
static enum MHD_Result send_answer(const struct http *http, struct call *call)
{
    if (archive_failed(call->service->archive))
        return MHD_NO;
    bool stream = call->response && call->path[1] == 'a' && !strncmp(call->path, "/api/", 5);
    struct MHD_Response *response = call->response ? call->response : respond_with_text(call);
    if (!response)
        return MHD_NO;
    call->note.stream = stream;
    if (stream) {
        add_header(response, "Content-Type", "text/event-stream");
        add_header(response, "Cache-Control", "no-store");
    }
    add_common_headers(response, call->form);
    add_header(response, "X-Request-Id", call->note.id);
    if (guard_is_over(call->connection))
        add_header(response, "Connection", "close");
    guard_enter(http->guard, call->connection, stream ? GUARD_WORKING : GUARD_ANSWERING);
    enum MHD_Result result = MHD_queue_response(call->connection, call->status, response);
    MHD_destroy_response(response);
    call->response = NULL;
    return result;
}

// ---- Running ----

void call_refuse_method(struct call *call, const char *allowed)
{
    struct problem problem = {.code = PROBLEM_NONE};
    snprintf(call->allow, sizeof call->allow, "%sOPTIONS", allowed);
    call->status = MHD_HTTP_NO_CONTENT;
    if (!strcmp(call->method, "OPTIONS"))
        return;
    problem_set(&problem, PROBLEM_BAD_METHOD, NULL, "%.20s is not allowed here, only %s", call->method,
                call->allow);
    call_fail(call, &problem);
}

static void serve_file(const struct http *http, struct call *call)
{
    call->note.route = !strncmp(call->path, "/assets/", 8) ? "/assets/:file" : "/:file";
    struct problem problem = {.code = PROBLEM_NONE};
    if (strcmp(call->method, "GET") != 0 && strcmp(call->method, "HEAD") != 0) {
        call_refuse_method(call, "GET, HEAD, ");
        return;
    }
    const struct files_wish wish = {header_of(call->connection, "If-None-Match"),
                                    header_of(call->connection, "Accept-Encoding")};
    call->response = files_open(http->web, call->path, &wish, &call->status, &call->note.bytes);
    if (call->response)
        return;
    bool unbuilt = http->web < 0 && !strcmp(call->path, "/");
    problem_set(&problem, PROBLEM_NO_ROUTE, NULL,
                unbuilt ? "the web page is not installed; the API is at /api/%.0s"
                        : "there is nothing at %.200s",
                call->path);
    call_fail(call, &problem);
}

static void run(const struct http *http, struct request *request)
{
    struct call *call = &request->call;
    struct problem *problem = &request->problem;
    bool api = !strncmp(call->path, "/api/", 5);
    call->body = buffer_text(&request->body);
    call->length = request->body.length;
    call->caller.arrived = clock_milliseconds();
    if (problem->code == PROBLEM_NONE && request->forgotten)
        refuse_body(call, problem);
    if (problem->code == PROBLEM_NONE && api && !strcmp(call->method, "POST") &&
        !is_json(header_of(call->connection, "Content-Type")))
        problem_set(problem, PROBLEM_NOT_JSON, NULL,
                    "the body must be sent as Content-Type: application/json");
    if (problem->code != PROBLEM_NONE)
        call_fail(call, problem);
    else if (api)
        call_run(call);
    else if (!strncmp(call->path, "/mail/", 6))
        pages_run(call);
    else if (!strcmp(call->path, "/metrics"))
        monitor_answer(call, http->guard, http->metrics_token);
    else
        serve_file(http, call);
}

// Done by the thread that made the answer, so that the threads that send need not.
static void compress(struct call *call)
{
    call->gzipped = call->gzip && !call->response && call->text.length >= LEAST_COMPRESSED &&
                    (!call->type || strcmp(call->type, "image/png") != 0) && compress_gzip(&call->text);
}

static void work_later(void *context)
{
    struct request *request = context;
    request->call.later(&request->call);
    compress(&request->call);
}

static void say_busy(void *context)
{
    struct request *request = context;
    struct problem problem = {.code = PROBLEM_NONE};
    problem_set(&problem, PROBLEM_BUSY, NULL, "busy, try again in a moment");
    call_fail(&request->call, &problem);
}

static void say_too_many(struct request *request)
{
    struct problem problem = {.code = PROBLEM_NONE};
    problem_too_many(&problem, RETRY_AFTER, "your earlier tour requests have not been answered yet");
    call_fail(&request->call, &problem);
}

static bool is_abandoned(void *context)
{
    const struct request *request = context;
    return call_is_abandoned(&request->call);
}

static void resume(void *context)
{
    struct request *request = context;
    request->answered = true;
    MHD_resume_connection(request->call.connection);
}

// Hands the rest of a call to the threads for it, and suspends the connection until they have finished, or resumes it at once if
// too many are waiting already. The request must not be touched afterwards.
static void defer(const struct http *http, struct request *request)
{
    struct call *call = &request->call;
    // A change is made even if nobody is waiting for the answer any more.
    const struct job job = {work_later, say_busy, resume, call->waits ? NULL : is_abandoned, request};
    struct jobs *jobs = call->waits ? call->service->waiters : call->service->jobs;
    // However long the queue takes, the client is not to blame.
    guard_enter(http->guard, call->connection, GUARD_WORKING);
    MHD_suspend_connection(call->connection);
    request->counted =
        !call->waits && quotas_enter(call->service->quotas, &call->caller.address, QUOTA_TOURS, 0);
    bool within = call->waits || request->counted;
    if (within && jobs_submit(jobs, &job))
        return;
    if (within)
        say_busy(request);
    else
        say_too_many(request);
    resume(request);
}

// ---- Callbacks ----

int64_t http_lag_told(const char *header)
{
    size_t digits = header ? strspn(header, "0123456789") : 0;
    if (digits < 1 || digits > 9 || header[digits])
        return -1;
    return strtoll(header, NULL, 10) / 1000;
}

// How long the network needs there and back, in milliseconds. The kernel measures it by acknowledgements, behind a proxy that of the
// proxy, which passes it on; so nothing that a client says counts. 0 if it is not known.
static int64_t lag_of(const struct http *http, const struct call *call)
{
    struct address peer = find_peer(call->connection);
    int64_t told = address_blocks_hold(&http->trusted, &peer)
                       ? http_lag_told(header_of(call->connection, "X-Client-RTT"))
                       : -1;
    struct tcp_info info;
    socklen_t size = sizeof info;
    if (told >= 0)
        return told;
    if (getsockopt(call_socket(call), IPPROTO_TCP, TCP_INFO, &info, &size) != 0 || size < sizeof info)
        return 0;
    return (int64_t)info.tcpi_rtt / 1000;
}

static struct request *begin(const struct http *http, struct MHD_Connection *connection, const char *url,
                             const char *method)
{
    struct request *request = memory_resize(NULL, 1, sizeof *request);
    *request = (struct request){.call = {.service = http->service, .connection = connection, .rest = ""}};
    struct call *call = &request->call;
    // libmicrohttpd's strings live until the request is completed, except the URL, which lives only during the callback.
    call->path = memory_copy_text(url);
    call->method = method;
    buffer_init(&call->text);
    buffer_init(&request->body);
    const char *authorization = header_of(connection, "Authorization");
    if (authorization && !strncasecmp(authorization, "Bearer ", 7))
        call->caller.token = authorization + 7;
    call->caller.address = find_client(http, connection);
    call->caller.lag = lag_of(http, call);
    call->gzip = coding_takes_gzip(header_of(connection, "Accept-Encoding"));
    monitor_begin(call);
    check_sender(http, call, &request->problem);
    return request;
}

static void take_in(struct request *request, const char *upload, size_t size)
{
    if (request->forgotten || request->body.length + size > body_limit(&request->call))
        request->forgotten += size;
    else
        buffer_add_bytes(&request->body, upload, size);
}

enum MHD_Result http_handle(void *context, struct MHD_Connection *connection, const char *url,
                            const char *method, const char *version, const char *upload, size_t *upload_size,
                            void **state)
{
    (void)version;
    const struct http *http = context;
    struct request *request = *state;
    if (!request) {
        request = *state = begin(http, connection, url, method);
        if (!announces_too_much(&request->call))
            return MHD_YES;
        // Answered before anything is read; libmicrohttpd then closes the connection.
        struct problem problem = {.code = PROBLEM_NONE};
        refuse_body(&request->call, &problem);
        call_fail(&request->call, &problem);
        return send_answer(http, &request->call);
    }
    if (*upload_size) {
        take_in(request, upload, *upload_size);
        *upload_size = 0;
        return request->forgotten > LIMIT_SWALLOW ? MHD_NO : MHD_YES;
    }
    if (!request->answered)
        run(http, request);
    if (request->call.later && !request->answered) {
        defer(http, request);
        return MHD_YES;
    }
    if (!request->call.later)
        compress(&request->call);
    return send_answer(http, &request->call);
}

void http_completed(void *context, struct MHD_Connection *connection, void **state,
                    enum MHD_RequestTerminationCode code)
{
    const struct http *http = context;
    struct request *request = *state;
    if (!request)
        return;
    guard_enter(http->guard, connection, GUARD_WAITING);
    if (request->counted)
        quotas_leave(http->service->quotas, &request->call.caller.address, QUOTA_TOURS);
    if (request->call.caller.seated)
        quotas_seat(http->service->quotas, &request->call.caller.address);
    monitor_end(&request->call, code != MHD_REQUEST_TERMINATED_COMPLETED_OK);
    if (request->call.later_drop)
        request->call.later_drop(request->call.later_with);
    buffer_clear(&request->body);
    buffer_clear(&request->call.text);
    free((char *)(uintptr_t)request->call.path);
    free(request);
    *state = NULL;
}
