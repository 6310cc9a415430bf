// SPDX-License-Identifier: GPL-3.0-or-later
// A list of connections, newest first, each with its phase and when that began.
#include "server/http/guard.h"

#include "base/clock.h"
#include "base/memory.h"
#include "server/limits.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>

struct guarded {
    int socket;
    struct address client;
    bool proxied; // through a trusted proxy: belongs to no client
    bool counted; // among its client's connections
    bool over;    // the client had too many
    enum guard_phase phase;
    int64_t since; // milliseconds of clock_milliseconds()
    struct guarded *next, **link;
};

struct guard {
    pthread_mutex_t lock;
    struct quotas *quotas;
    const struct address_blocks *trusted;
    struct guarded *first;
    unsigned count; // not counting those that are ending
};

struct guard *guard_new(struct quotas *quotas, const struct address_blocks *trusted)
{
    struct guard *guard = memory_resize(NULL, 1, sizeof *guard);
    *guard = (struct guard){.quotas = quotas, .trusted = trusted};
    pthread_mutex_init(&guard->lock, NULL);
    return guard;
}

void guard_free(struct guard *guard)
{
    if (!guard)
        return;
    pthread_mutex_destroy(&guard->lock);
    free(guard);
}

// ---- Cutting off; the lock is held ----

// The socket is closed only after drop(), so its descriptor cannot have been closed or reused here.
static void cut_off(struct guard *guard, struct guarded *guarded)
{
    shutdown(guarded->socket, SHUT_RDWR);
    guarded->phase = GUARD_ENDING;
    guard->count--;
}

static bool is_late(const struct guarded *guarded, int64_t now)
{
    int64_t waited = now - guarded->since;
    return (guarded->phase == GUARD_WAITING && waited > LIMIT_REQUEST * 1000) ||
           (guarded->phase == GUARD_ANSWERING && waited > LIMIT_ANSWER * 1000);
}

// Whether to drop `a` rather than `b`, which may be NULL: unfinished requests go before answers that nobody reads.
static bool goes_before(const struct guarded *a, const struct guarded *b)
{
    return !b || a->phase < b->phase || (a->phase == b->phase && a->since < b->since);
}

static void make_room(struct guard *guard, const struct guarded *newcomer)
{
    struct guarded *chosen = NULL;
    for (struct guarded *guarded = guard->first; guarded; guarded = guarded->next)
        if (guarded != newcomer && guarded->phase <= GUARD_ANSWERING && !guarded->proxied &&
            goes_before(guarded, chosen) && !quotas_seated(guard->quotas, &guarded->client))
            chosen = guarded;
    if (chosen)
        cut_off(guard, chosen);
}

// ---- Coming and going ----

void guard_watch_peer(int socket)
{
    static const int on = 1, idle = LIMIT_VANISHED, interval = LIMIT_VANISHED / 3, count = 3;
    // Optional: if the system refuses, the heartbeats of streams notice later.
    setsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    setsockopt(socket, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
    setsockopt(socket, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
    setsockopt(socket, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
#ifdef TCP_USER_TIMEOUT
    static const unsigned unanswered = LIMIT_VANISHED * 1000U;
    setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &unanswered, sizeof unanswered);
#endif
}

enum MHD_Result guard_accept(void *context, const struct sockaddr *peer, socklen_t length)
{
    (void)length;
    struct guard *guard = context;
    struct address address = address_of_peer(peer), client = address_client(&address);
    unsigned most = quotas_most(guard->quotas, &client, QUOTA_CONNECTIONS) + LIMIT_SPARE_CONNECTIONS;
    return address_blocks_hold(guard->trusted, &address) ||
                   quotas_used(guard->quotas, &client, QUOTA_CONNECTIONS) < most
               ? MHD_YES
               : MHD_NO;
}

static struct guarded *add(struct guard *guard, int socket, const struct address *peer)
{
    struct guarded *guarded = memory_resize(NULL, 1, sizeof *guarded);
    *guarded =
        (struct guarded){.socket = socket, .client = address_client(peer), .since = clock_milliseconds()};
    guarded->proxied = address_blocks_hold(guard->trusted, peer);
    if (!guarded->proxied) {
        struct quotas *quotas = guard->quotas;
        guarded->over = !quotas_enter(quotas, &guarded->client, QUOTA_CONNECTIONS, 0);
        guarded->counted = !guarded->over ||
                           quotas_enter(quotas, &guarded->client, QUOTA_CONNECTIONS, LIMIT_SPARE_CONNECTIONS);
    }
    guard_watch_peer(socket);
    pthread_mutex_lock(&guard->lock);
    guarded->next = guard->first;
    guarded->link = &guard->first;
    if (guarded->next)
        guarded->next->link = &guarded->next;
    guard->first = guarded;
    if (++guard->count > LIMIT_SERVED)
        make_room(guard, guarded);
    pthread_mutex_unlock(&guard->lock);
    return guarded;
}

static void drop(struct guard *guard, struct guarded *guarded)
{
    pthread_mutex_lock(&guard->lock);
    *guarded->link = guarded->next;
    if (guarded->next)
        guarded->next->link = guarded->link;
    if (guarded->phase != GUARD_ENDING)
        guard->count--;
    pthread_mutex_unlock(&guard->lock);
    if (guarded->counted)
        quotas_leave(guard->quotas, &guarded->client, QUOTA_CONNECTIONS);
    free(guarded);
}

void guard_notify(void *context, struct MHD_Connection *connection, void **socket_context,
                  enum MHD_ConnectionNotificationCode code)
{
    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        if (*socket_context)
            drop(context, *socket_context);
        *socket_context = NULL;
        return;
    }
    const union MHD_ConnectionInfo *info =
                                       MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD),
                                   *peer = MHD_get_connection_info(connection,
                                                                   MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (!info || !peer)
        return;
    struct address address = address_of_peer(peer->client_addr);
    *socket_context = add(context, info->connect_fd, &address);
}

// ---- Asking and telling ----

static struct guarded *guarded_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

void guard_enter(struct guard *guard, struct MHD_Connection *connection, enum guard_phase phase)
{
    struct guarded *guarded = guarded_of(connection);
    if (!guarded)
        return;
    pthread_mutex_lock(&guard->lock);
    if (guarded->phase != GUARD_ENDING) {
        guarded->phase = phase;
        guarded->since = clock_milliseconds();
    }
    pthread_mutex_unlock(&guard->lock);
}

bool guard_is_over(struct MHD_Connection *connection)
{
    const struct guarded *guarded = guarded_of(connection);
    return guarded && guarded->over;
}

unsigned guard_count(struct guard *guard)
{
    pthread_mutex_lock(&guard->lock);
    unsigned count = guard->count;
    pthread_mutex_unlock(&guard->lock);
    return count;
}

void guard_tick(struct guard *guard)
{
    int64_t now = clock_milliseconds();
    pthread_mutex_lock(&guard->lock);
    for (struct guarded *guarded = guard->first; guarded; guarded = guarded->next)
        if (is_late(guarded, now))
            cut_off(guard, guarded);
    pthread_mutex_unlock(&guard->lock);
}
