// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the parts of the server together and takes them apart again.
#include "server/server.h"

#include "base/clock.h"
#include "base/memory.h"
#include "server/analysis/analysis.h"
#include "server/http/http.h"
#include "server/http/jobs.h"
#include "server/limits.h"
#include "server/lobby/lobby.h"
#include "server/mail/mailer.h"
#include "server/match/commit.h"
#include "server/match/engines.h"
#include "server/match/expire.h"
#include "server/match/play.h"
#include "server/match/streams.h"
#include "server/offer.h"
#include "server/presence/news.h"
#include "server/seats/links.h"
#include "server/time/flags.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { POOL = 4, BACKLOG = 1024 }; // threads that answer; connections that wait to be accepted

struct server {
    struct service service;
    struct http http;
    struct MHD_Daemon *daemon;
    char url[128];
    char *host; // owned copy of the option
    uint8_t metrics_token[ARCHIVE_HASH_SIZE];
    unsigned ticks;
    int64_t expire; // seconds
};

// ---- The port ----

static bool refuse(struct error *err, const struct server_options *options, const char *why)
{
    return error_set(err, ERROR_SYSTEM, "", "cannot listen on %.60s port %u: %s", options->bind,
                     options->port, why);
}

static int bind_address(const struct server_options *options, const struct addrinfo *address,
                        struct error *err)
{
    int listener = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), on = 1;
    bool fine = listener >= 0;
    // Else a restarted server would have to wait for its own old connections to be forgotten.
    fine = fine && setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0;
    fine =
        fine && bind(listener, address->ai_addr, address->ai_addrlen) == 0 && listen(listener, BACKLOG) == 0;
    if (fine)
        return listener;
    refuse(err, options, errno == EADDRINUSE ? "another program is using this port" : strerror(errno));
    if (listener >= 0)
        close(listener);
    return -1;
}

static int open_port(const struct server_options *options, struct error *err)
{
    char port[16];
    const char *bind_to = !strcmp(options->bind, "localhost") ? "127.0.0.1" : options->bind;
    snprintf(port, sizeof port, "%u", options->port);
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV},
                    *address;
    if (getaddrinfo(bind_to, port, &hints, &address) != 0) {
        refuse(err, options,
               "this is not an address; use 127.0.0.1 for this machine only, 0.0.0.0 for everybody");
        return -1;
    }
    int listener = bind_address(options, address, err);
    freeaddrinfo(address);
    return listener;
}

// Writes the address for a browser, with the port that was actually bound.
static void write_url(struct server *server, int listener)
{
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    char host[64] = "", port[16] = "";
    getsockname(listener, (struct sockaddr *)&address, &length);
    getnameinfo((struct sockaddr *)&address, length, host, sizeof host, port, sizeof port,
                NI_NUMERICHOST | NI_NUMERICSERV);
    // A browser cannot open the address that means "everywhere".
    const char *shown = !strcmp(host, "0.0.0.0") ? "127.0.0.1" : !strcmp(host, "::") ? "::1" : host;
    snprintf(server->url, sizeof server->url, strchr(shown, ':') ? "http://[%s]:%s/" : "http://%s:%s/", shown,
             port);
}

// Whether only this machine can reach it: 127.0.0.0/8, ::1, or the former written as the latter.
static bool is_loopback(int listener)
{
    union {
        struct sockaddr_storage any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
    } address = {0};
    socklen_t length = sizeof address;
    if (getsockname(listener, (struct sockaddr *)&address, &length) != 0)
        return false;
    if (address.any.ss_family == AF_INET)
        return ntohl(address.four.sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
    const struct in6_addr *six = &address.six.sin6_addr;
    return address.any.ss_family == AF_INET6 &&
           (IN6_IS_ADDR_LOOPBACK(six) || (IN6_IS_ADDR_V4MAPPED(six) && six->s6_addr[12] == IN_LOOPBACKNET));
}

// How many may analyse if the operator does not say: a person at this machine may have its processors, but strangers may not. Where
// there is a proxy or a name for others, they can reach the server, too, although it listens to this machine only.
static unsigned analyses_of(const struct server_options *options, bool loopback)
{
    if (options->analyses >= 0)
        return (unsigned)options->analyses;
    return loopback && !options->host && !options->trusted.count;
}

// ---- Beginning ----

// Room for all connections, the database and the files being sent.
static void raise_file_limit(void)
{
    struct rlimit limit;
    rlim_t wanted = 4 * LIMIT_CONNECTIONS;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
        return;
    limit.rlim_cur = limit.rlim_max == RLIM_INFINITY || limit.rlim_max > wanted ? wanted : limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static bool open_service(struct service *service, const struct server_options *options, struct error *err)
{
    service->archive = archive_open(options->database, err);
    if (!service->archive)
        return false;
    archive_limit_texts(service->archive,
                        &(struct archive_texts){ARCHIVE_TEXTS, (int64_t)options->text_mib << 20});
    int64_t count = 0;
    if (!archive_count(service->archive, &count, err))
        return false;
    atomic_store(&service->match_count, count);
    int64_t served;
    if (!archive_served(service->archive, &served, err))
        return false;
    served_set(&service->served, served);
    service->flags = flags_new(service->archive, &service->served, commit_fall, service);
    service->presence = presence_new(&service->served);
    service->hub = hub_new(service->archive, &service->served, service->presence);
    service->streams = streams_new(service->quotas);
    service->links = links_new(clock_milliseconds);
    service->lobby = lobby_new(service->streams, service->quotas, clock_milliseconds);
    const struct mailer_options mail = {options->mail, options->url, options->mail_from};
    if (mail.command && !(service->mailer = mailer_new(service, &mail, err)))
        return false;
    service->tables = options->tables;
    service->engines = engines_new(service, &play_engine_actions, options->engines, err);
    service->jobs = service->engines ? jobs_new(LIMIT_JOBS_AT_ONCE, LIMIT_JOBS, err) : NULL;
    // A connection has one request at a time, so there is always room.
    service->waiters = service->jobs ? jobs_new(LIMIT_WAITERS, LIMIT_CONNECTIONS, err) : NULL;
    return service->waiters && flags_start(service->flags, err) &&
           (!service->mailer || mailer_start(service->mailer, err));
}

static bool open_web(struct http *http, const char *web, struct error *err)
{
    http->web = web ? open(web, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    return !web || http->web >= 0 ||
           error_set(err, ERROR_SYSTEM, "", "cannot read the web page from %.120s: %s", web, strerror(errno));
}

static bool start_daemon(struct server *server, int listener, struct error *err)
{
    server->daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, guard_accept, server->http.guard,
        http_handle, &server->http, MHD_OPTION_LISTEN_SOCKET, (MHD_socket)listener,
        MHD_OPTION_THREAD_POOL_SIZE, (unsigned)POOL, MHD_OPTION_CONNECTION_LIMIT, (unsigned)LIMIT_CONNECTIONS,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)LIMIT_IDLE, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)LIMIT_MEMORY, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_NOTIFY_CONNECTION, guard_notify,
        server->http.guard, MHD_OPTION_NOTIFY_COMPLETED, http_completed, &server->http, MHD_OPTION_END);
    return server->daemon ||
           error_set(err, ERROR_SYSTEM, "", "cannot start the HTTP server: %s", strerror(errno));
}

struct server *server_new(const struct server_options *options, struct error *err)
{
    // Before there are threads: jansson would seed its tables at first use.
    json_object_seed(0);
    raise_file_limit();
    struct server *server = memory_resize(NULL, 1, sizeof *server);
    *server = (struct server){.http.web = -1, .expire = options->expire};
    server->http.service = &server->service;
    server->service.quotas = quotas_new(&options->generous, options->new_texts, clock_milliseconds);
    server->http.guard = guard_new(server->service.quotas, &server->http.trusted);
    server->host = options->host ? memory_copy_text(options->host) : NULL;
    server->http.host = server->host;
    server->http.trusted = options->trusted;
    server->service.log = options->log;
    server->service.metrics = metrics_new();
    if (options->metrics_token) {
        secret_hash(server->metrics_token, options->metrics_token);
        server->http.metrics_token = server->metrics_token;
    }
    // The port first: a second server must not even open the database.
    int listener = open_port(options, err);
    if (listener >= 0) {
        write_url(server, listener);
        bool loopback = is_loopback(listener);
        server->service.analyses = analyses_new(analyses_of(options, loopback), options->analysis_threads,
                                                options->tables, server->service.quotas);
        server->service.offer = offer_new(loopback, options->mail != NULL, server->service.analyses);
        if (open_web(&server->http, options->web, err) && open_service(&server->service, options, err) &&
            start_daemon(server, listener, err)) {
            log_event(&server->service.log, LOG_INFO, "ready, version " LEAPER_VERSION, server->url);
            return server;
        }
        close(listener);
    }
    server_free(server);
    return NULL;
}

const char *server_url(const struct server *server)
{
    return server->url;
}

void server_tick(struct server *server)
{
    guard_tick(server->http.guard);
    engines_tick(server->service.engines);
    expire_tick(&server->service, server->expire);
    streams_sweep(server->service.streams);
    news_tick(&server->service);
    lobby_tick(server->service.lobby);
    mailer_tick(server->service.mailer);
    jobs_sweep(server->service.jobs);
    if (++server->ticks % HEARTBEAT == 0)
        streams_beat(server->service.streams);
}

bool server_can_write(struct server *server, struct error *err)
{
    return archive_check(server->service.archive, err);
}

bool server_has_failed(const struct server *server)
{
    return archive_failed(server->service.archive);
}

void server_free(struct server *server)
{
    if (!server)
        return;
    if (server->daemon) {
        log_event(&server->service.log, LOG_INFO, "ending", NULL);
        // New connections are told that the server is shutting down. MHD_quiesce_daemon() would keep them out, but when a thread of its
        // pool looks at that moment, both take the listening socket out of one epoll set, and the library ends the process.
        streams_close(server->service.streams);
        analyses_stop(server->service.analyses);
        jobs_stop(server->service.jobs);
        jobs_stop(server->service.waiters);
        MHD_stop_daemon(server->daemon);
    }
    jobs_free(server->service.jobs);
    jobs_free(server->service.waiters);
    // Flags stop engines and wake the mailer, and engines set flags.
    flags_stop(server->service.flags);
    mailer_stop(server->service.mailer);
    engines_free(server->service.engines);
    mailer_free(server->service.mailer);
    flags_free(server->service.flags);
    lobby_free(server->service.lobby);
    links_free(server->service.links);
    streams_free(server->service.streams);
    presence_free(server->service.presence);
    analyses_free(server->service.analyses);
    hub_free(server->service.hub);
    archive_close(server->service.archive);
    if (server->daemon)
        log_event(&server->service.log, LOG_INFO, "ended", NULL);
    metrics_free(server->service.metrics);
    guard_free(server->http.guard);
    quotas_free(server->service.quotas);
    if (server->http.web >= 0)
        close(server->http.web);
    offer_free(server->service.offer);
    free(server->host);
    free(server);
}
