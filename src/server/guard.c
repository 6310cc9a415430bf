// SPDX-License-Identifier: GPL-3.0-or-later
// A list of connections with a deadline each.
#include "server/guard.h"

#include "base/memory.h"
#include "server/limits.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

struct guarded {
    int socket;
    int64_t deadline; // seconds of the monotonic clock; 0: none
    struct guarded *next, **link;
};

struct guard {
    pthread_mutex_t lock;
    struct guarded *first;
    unsigned count;
};

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec;
}

struct guard *guard_new(void)
{
    struct guard *guard = memory_resize(NULL, 1, sizeof *guard);
    *guard = (struct guard){0};
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

static struct guarded *add(struct guard *guard, int socket)
{
    struct guarded *guarded = memory_resize(NULL, 1, sizeof *guarded);
    *guarded = (struct guarded){.socket = socket, .deadline = now() + LIMIT_REQUEST};
    pthread_mutex_lock(&guard->lock);
    guarded->next = guard->first;
    guarded->link = &guard->first;
    if (guarded->next)
        guarded->next->link = &guarded->next;
    guard->first = guarded;
    guard->count++;
    pthread_mutex_unlock(&guard->lock);
    return guarded;
}

static void drop(struct guard *guard, struct guarded *guarded)
{
    // The socket is closed after this, so guard_tick() never meets one that is closed or somebody else's.
    pthread_mutex_lock(&guard->lock);
    *guarded->link = guarded->next;
    if (guarded->next)
        guarded->next->link = guarded->link;
    guard->count--;
    pthread_mutex_unlock(&guard->lock);
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
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    *socket_context = info ? add(context, info->connect_fd) : NULL;
}

void guard_allow(struct guard *guard, struct MHD_Connection *connection, unsigned seconds)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    struct guarded *guarded = info ? info->socket_context : NULL;
    if (!guarded)
        return;
    pthread_mutex_lock(&guard->lock);
    guarded->deadline = seconds ? now() + seconds : 0;
    pthread_mutex_unlock(&guard->lock);
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
    int64_t time = now();
    pthread_mutex_lock(&guard->lock);
    for (struct guarded *guarded = guard->first; guarded; guarded = guarded->next)
        if (guarded->deadline && guarded->deadline < time) {
            shutdown(guarded->socket, SHUT_RDWR);
            guarded->deadline = 0;
        }
    pthread_mutex_unlock(&guard->lock);
}
