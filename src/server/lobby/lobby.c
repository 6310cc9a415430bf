// SPDX-License-Identifier: GPL-3.0-or-later
// A table of seeks by slot, small enough to be searched from the start.
#include "server/lobby/lobby.h"

#include "base/memory.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What its streams watch. No match has such a short id.
static const char watched[] = "lobby";

struct lobby {
    pthread_mutex_t lock;
    pthread_cond_t released;
    struct streams *streams;
    struct quotas *quotas;
    int64_t (*clock)(void);
    struct seek *seeks[LIMIT_SEEKS]; // by slot
};

struct lobby *lobby_new(struct streams *streams, struct quotas *quotas, int64_t (*clock)(void))
{
    struct lobby *lobby = memory_resize(NULL, 1, sizeof *lobby);
    *lobby = (struct lobby){.streams = streams, .quotas = quotas, .clock = clock};
    pthread_mutex_init(&lobby->lock, NULL);
    pthread_cond_init(&lobby->released, NULL);
    return lobby;
}

static void free_seek(struct lobby *lobby, struct seek *seek)
{
    quotas_leave(lobby->quotas, &seek->client, QUOTA_SEEKS);
    create_body_clear(&seek->match);
    free(seek->shown);
    free(seek);
}

void lobby_free(struct lobby *lobby)
{
    if (!lobby)
        return;
    for (unsigned slot = 0; slot < LIMIT_SEEKS; slot++)
        if (lobby->seeks[slot])
            free_seek(lobby, lobby->seeks[slot]);
    pthread_cond_destroy(&lobby->released);
    pthread_mutex_destroy(&lobby->lock);
    free(lobby);
}

// ---- Telling ----

void lobby_write(const struct seek *seek, struct buffer *out)
{
    buffer_addf(out, "{\"slot\":%u,\"seek\":%s}", seek->slot, seek->shown);
}

// Tells all who watch what is in a slot now. Called with the lock held, so that changes are published in their order.
static void publish(struct lobby *lobby, unsigned slot)
{
    const struct seek *seek = lobby->seeks[slot];
    struct buffer text;
    buffer_init(&text);
    buffer_add(&text, "event: seek\ndata: ");
    if (seek)
        lobby_write(seek, &text);
    else
        buffer_addf(&text, "{\"slot\":%u,\"seek\":null}", slot);
    buffer_add(&text, "\n\n");
    streams_publish(lobby->streams, watched, slot, share_new(text.text, text.length));
    buffer_clear(&text);
}

struct MHD_Response *lobby_watch(struct lobby *lobby, struct MHD_Connection *connection,
                                 const struct address *client, struct problem *problem)
{
    char presence[ARCHIVE_ID_SIZE];
    secret_make_id(presence);
    const struct stream_request request = {.connection = connection,
                                           .id = watched,
                                           .client = *client,
                                           .slot = QUOTA_LOBBY,
                                           .kinds = LIMIT_SEEKS,
                                           .self = presence,
                                           .most = LIMIT_STREAMS_LOBBY};
    struct buffer text;
    buffer_init(&text);
    streams_write_retry(&text);
    buffer_addf(&text, "event: lobby\ndata: {\"presence\":\"%s\",\"seeks\":[", presence);
    const char *comma = "";
    pthread_mutex_lock(&lobby->lock);
    for (unsigned slot = 0; slot < LIMIT_SEEKS; slot++) {
        const struct seek *seek = lobby->seeks[slot];
        if (!seek || !seek->shown)
            continue;
        buffer_add(&text, comma);
        lobby_write(seek, &text);
        comma = ",";
    }
    buffer_add(&text, "]}\n\n");
    // Under the lock, so that no change falls between the first event and the next.
    struct MHD_Response *response =
        streams_open(lobby->streams, &request, share_new(text.text, text.length), problem);
    pthread_mutex_unlock(&lobby->lock);
    buffer_clear(&text);
    return response;
}

bool lobby_is_present(struct lobby *lobby, const char *presence)
{
    return streams_connected(lobby->streams, presence);
}

// ---- Holding ----

// Called with the lock held.
static struct seek *find(const struct lobby *lobby, const char *id)
{
    for (unsigned slot = 0; slot < LIMIT_SEEKS; slot++)
        if (lobby->seeks[slot] && !strcmp(lobby->seeks[slot]->id, id))
            return lobby->seeks[slot];
    return NULL;
}

// Called with the lock held, which is given up while somebody else holds the seek.
static struct seek *hold(struct lobby *lobby, const char *id)
{
    struct seek *seek;
    while ((seek = find(lobby, id)) && seek->held)
        pthread_cond_wait(&lobby->released, &lobby->lock);
    if (seek)
        seek->held = true;
    return seek;
}

// Called with the lock held.
static struct seek *add(struct lobby *lobby, const char *id, const struct address *client,
                        struct problem *problem)
{
    unsigned slot = 0;
    while (slot < LIMIT_SEEKS && lobby->seeks[slot])
        slot++;
    if (slot == LIMIT_SEEKS) {
        problem_set(problem, PROBLEM_BUSY, NULL, "there are too many open seeks");
        return NULL;
    }
    if (!quotas_enter(lobby->quotas, client, QUOTA_SEEKS, 0)) {
        problem_too_many(problem, RETRY_AFTER, "you have too many open seeks");
        return NULL;
    }
    struct seek *seek = memory_resize(NULL, 1, sizeof *seek);
    *seek = (struct seek){.slot = slot, .client = *client, .held = true};
    seek->begun = seek->seen = lobby->clock();
    snprintf(seek->id, sizeof seek->id, "%s", id);
    lobby->seeks[slot] = seek;
    return seek;
}

struct seek *lobby_hold(struct lobby *lobby, const char *id)
{
    pthread_mutex_lock(&lobby->lock);
    struct seek *seek = hold(lobby, id);
    pthread_mutex_unlock(&lobby->lock);
    return seek;
}

struct seek *lobby_hold_or_add(struct lobby *lobby, const char *id, const struct address *client,
                               struct problem *problem)
{
    pthread_mutex_lock(&lobby->lock);
    struct seek *seek = hold(lobby, id);
    if (!seek)
        seek = add(lobby, id, client, problem);
    pthread_mutex_unlock(&lobby->lock);
    return seek;
}

void lobby_show(struct lobby *lobby, struct seek *seek, json_t *shown)
{
    char *text = json_dumps(shown, JSON_COMPACT);
    json_decref(shown);
    if (!text)
        memory_exhausted();
    pthread_mutex_lock(&lobby->lock);
    seek->shown = text;
    publish(lobby, seek->slot);
    pthread_mutex_unlock(&lobby->lock);
}

void lobby_release(struct lobby *lobby, struct seek *seek)
{
    pthread_mutex_lock(&lobby->lock);
    seek->held = false;
    pthread_cond_broadcast(&lobby->released);
    pthread_mutex_unlock(&lobby->lock);
}

// Called with the lock held.
static void end(struct lobby *lobby, struct seek *seek)
{
    lobby->seeks[seek->slot] = NULL;
    if (seek->shown)
        publish(lobby, seek->slot);
    free_seek(lobby, seek);
    pthread_cond_broadcast(&lobby->released);
}

void lobby_end(struct lobby *lobby, struct seek *seek)
{
    pthread_mutex_lock(&lobby->lock);
    end(lobby, seek);
    pthread_mutex_unlock(&lobby->lock);
}

// ---- Time ----

// Whether a seek that nobody holds is to end.
static bool is_over(struct lobby *lobby, struct seek *seek, int64_t now)
{
    if (streams_connected(lobby->streams, seek->presence))
        seek->seen = now;
    return now - seek->seen > LIMIT_ABSENCE * INT64_C(1000) || now - seek->begun > LIMIT_SEEK * INT64_C(1000);
}

void lobby_tick(struct lobby *lobby)
{
    pthread_mutex_lock(&lobby->lock);
    int64_t now = lobby->clock();
    for (unsigned slot = 0; slot < LIMIT_SEEKS; slot++) {
        struct seek *seek = lobby->seeks[slot];
        if (seek && !seek->held && is_over(lobby, seek, now))
            end(lobby, seek);
    }
    pthread_mutex_unlock(&lobby->lock);
}

unsigned lobby_count(struct lobby *lobby)
{
    unsigned count = 0;
    pthread_mutex_lock(&lobby->lock);
    for (unsigned slot = 0; slot < LIMIT_SEEKS; slot++)
        count += lobby->seeks[slot] != NULL;
    pthread_mutex_unlock(&lobby->lock);
    return count;
}
