// SPDX-License-Identifier: GPL-3.0-or-later
// Streams sleep (as suspended connections) until there is something to send.
#include "server/match/streams.h"

#include "archive/archive.h"
#include "base/memory.h"
#include "server/http/call.h"
#include "server/limits.h"

#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct stream {
    struct streams *streams;
    struct MHD_Connection *connection;
    char id[ARCHIVE_ID_SIZE], self[ARCHIVE_ID_SIZE];
    struct address client;
    enum quota_slot slot;
    struct hub *hub; // NULL, like the next two: it is no match
    struct match *match;
    struct presence *presence;
    unsigned seats;
    struct share
        *sending; // being sent, from `offset` on; initially the first event, which no later one replaces
    size_t offset;
    bool gone;      // the client is
    bool beat;      // a comment is to be sent
    bool suspended; // until there is something to send
    struct stream *next, **link;
    unsigned kinds;
    struct share *waiting[]; // by kind
};

struct streams {
    pthread_mutex_t lock;
    struct quotas *quotas;
    struct stream *first;
    unsigned count;
    bool closing;
    struct share *comment;
};

struct streams *streams_new(struct quotas *quotas)
{
    static const char comment[] = ": keep-alive\n\n";
    struct streams *streams = memory_resize(NULL, 1, sizeof *streams);
    *streams = (struct streams){.quotas = quotas, .comment = share_new(comment, sizeof comment - 1)};
    pthread_mutex_init(&streams->lock, NULL);
    return streams;
}

void streams_free(struct streams *streams)
{
    if (!streams)
        return;
    share_drop(streams->comment);
    pthread_mutex_destroy(&streams->lock);
    free(streams);
}

// Called with the lock held.
static void wake(struct stream *stream)
{
    if (stream->suspended) {
        stream->suspended = false;
        MHD_resume_connection(stream->connection);
    }
}

// Takes the next event to send; NULL if there is none.
static struct share *take_next(struct stream *stream)
{
    for (unsigned kind = 0; kind < stream->kinds; kind++) {
        struct share *event = stream->waiting[kind];
        stream->waiting[kind] = NULL;
        if (event)
            return event;
    }
    if (!stream->beat)
        return NULL;
    stream->beat = false;
    return share_keep(stream->streams->comment);
}

// libmicrohttpd asks for the next bytes of the body.
static ssize_t read_stream(void *context, uint64_t position, char *bytes, size_t most)
{
    (void)position;
    struct stream *stream = context;
    ssize_t count = 0;
    pthread_mutex_lock(&stream->streams->lock);
    if (stream->gone) {
        pthread_mutex_unlock(&stream->streams->lock);
        return MHD_CONTENT_READER_END_WITH_ERROR;
    }
    if (!stream->sending) {
        stream->sending = take_next(stream);
        stream->offset = 0;
    }
    if (stream->sending) {
        size_t left = stream->sending->length - stream->offset;
        count = (ssize_t)(left < most ? left : most);
        memcpy(bytes, stream->sending->text + stream->offset, (size_t)count);
        stream->offset += (size_t)count;
        if ((size_t)count == left) {
            share_drop(stream->sending);
            stream->sending = NULL;
        }
    } else if (stream->streams->closing) {
        count = MHD_CONTENT_READER_END_OF_STREAM;
    } else {
        stream->suspended = true;
        MHD_suspend_connection(stream->connection);
    }
    pthread_mutex_unlock(&stream->streams->lock);
    return count;
}

static void leave(const struct stream *stream)
{
    if (!stream->hub)
        return;
    presence_leave(stream->presence, &(struct visitor){stream->id, stream->seats, stream->client});
    hub_release(stream->hub, stream->match);
}

static void end_stream(void *context)
{
    struct stream *stream = context;
    struct streams *streams = stream->streams;
    pthread_mutex_lock(&streams->lock);
    *stream->link = stream->next;
    if (stream->next)
        stream->next->link = stream->link;
    streams->count--;
    pthread_mutex_unlock(&streams->lock);
    leave(stream);
    quotas_leave(streams->quotas, &stream->client, stream->slot);
    share_drop(stream->sending);
    for (unsigned kind = 0; kind < stream->kinds; kind++)
        share_drop(stream->waiting[kind]);
    free(stream);
}

unsigned streams_count(struct streams *streams)
{
    pthread_mutex_lock(&streams->lock);
    unsigned count = streams->count;
    pthread_mutex_unlock(&streams->lock);
    return count;
}

// How many watch the same. Called with the lock held.
static unsigned count_watching(const struct streams *streams, const char *id)
{
    unsigned count = 0;
    for (const struct stream *stream = streams->first; stream; stream = stream->next)
        count += !strcmp(stream->id, id);
    return count;
}

static bool add_stream(struct streams *streams, struct stream *stream, unsigned most, struct problem *problem)
{
    if (!quotas_enter(streams->quotas, &stream->client, stream->slot, 0))
        return problem_too_many(problem, RETRY_AFTER, "you have too many event streams");
    unsigned kept = quotas_seated(streams->quotas, &stream->client) ? 0 : LIMIT_STREAMS_KEPT;
    pthread_mutex_lock(&streams->lock);
    bool fine = streams->count + kept < LIMIT_STREAMS && !streams->closing &&
                (!most || count_watching(streams, stream->id) < most);
    if (fine) {
        stream->next = streams->first;
        stream->link = &streams->first;
        if (stream->next)
            stream->next->link = &stream->next;
        streams->first = stream;
        streams->count++;
    }
    pthread_mutex_unlock(&streams->lock);
    if (fine)
        return true;
    quotas_leave(streams->quotas, &stream->client, stream->slot);
    return problem_set(problem, PROBLEM_BUSY, NULL, "there are too many event streams");
}

struct MHD_Response *streams_open(struct streams *streams, const struct stream_request *request,
                                  struct share *first, struct problem *problem)
{
    struct stream *stream = memory_resize(NULL, 1, sizeof *stream + request->kinds * sizeof *stream->waiting);
    *stream = (struct stream){.streams = streams,
                              .connection = request->connection,
                              .client = request->client,
                              .slot = request->slot,
                              .hub = request->hub,
                              .match = request->match,
                              .presence = request->presence,
                              .seats = request->seats,
                              .sending = first,
                              .kinds = request->kinds};
    for (unsigned kind = 0; kind < stream->kinds; kind++)
        stream->waiting[kind] = NULL;
    snprintf(stream->id, sizeof stream->id, "%s", request->id);
    snprintf(stream->self, sizeof stream->self, "%s", request->self ? request->self : "");
    if (stream->hub)
        hub_keep(stream->hub, stream->match);
    if (!add_stream(streams, stream, request->most, problem)) {
        leave(stream);
        share_drop(first);
        free(stream);
        return NULL;
    }
    struct MHD_Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 16384, read_stream, stream, end_stream);
    if (!response) {
        end_stream(stream);
        problem_set(problem, PROBLEM_INTERNAL, NULL, "out of memory");
    }
    return response;
}

bool streams_watched(struct streams *streams, const char *id)
{
    pthread_mutex_lock(&streams->lock);
    bool watched = count_watching(streams, id) > 0;
    pthread_mutex_unlock(&streams->lock);
    return watched;
}

bool streams_connected(struct streams *streams, const char *self)
{
    bool connected = false;
    pthread_mutex_lock(&streams->lock);
    for (const struct stream *stream = streams->first; stream && !connected; stream = stream->next)
        // A suspended connection does not notice by itself that its client has gone.
        connected = !strcmp(stream->self, self) && !call_has_hung_up(stream->connection);
    pthread_mutex_unlock(&streams->lock);
    return connected;
}

void streams_write_retry(struct buffer *out)
{
    buffer_addf(out, "retry: %u\n\n", 1000 + randombytes_uniform(LIMIT_RETRY));
}

void streams_publish(struct streams *streams, const char *id, unsigned kind, struct share *event)
{
    pthread_mutex_lock(&streams->lock);
    for (struct stream *stream = streams->first; stream; stream = stream->next) {
        if (strcmp(stream->id, id) != 0)
            continue;
        share_drop(stream->waiting[kind]);
        stream->waiting[kind] = share_keep(event);
        wake(stream);
    }
    pthread_mutex_unlock(&streams->lock);
    share_drop(event);
}

void streams_sweep(struct streams *streams)
{
    pthread_mutex_lock(&streams->lock);
    for (struct stream *stream = streams->first; stream; stream = stream->next) {
        stream->gone = stream->gone || call_has_hung_up(stream->connection);
        if (stream->gone)
            wake(stream);
    }
    pthread_mutex_unlock(&streams->lock);
}

void streams_beat(struct streams *streams)
{
    pthread_mutex_lock(&streams->lock);
    for (struct stream *stream = streams->first; stream; stream = stream->next) {
        stream->beat = true;
        wake(stream);
    }
    pthread_mutex_unlock(&streams->lock);
}

void streams_close(struct streams *streams)
{
    // Two seconds for clients that are reading; MHD_stop_daemon() cuts off the others.
    for (int tries = 0; tries < 40; tries++) {
        pthread_mutex_lock(&streams->lock);
        streams->closing = true;
        unsigned count = streams->count;
        for (struct stream *stream = streams->first; stream; stream = stream->next)
            wake(stream);
        pthread_mutex_unlock(&streams->lock);
        if (count == 0)
            return;
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    }
}
