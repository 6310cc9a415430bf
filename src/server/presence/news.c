// SPDX-License-Identifier: GPL-3.0-or-later
// Publishes what has changed since the last time, match by match.
#include "server/presence/news.h"

#include "server/limits.h"
#include "server/match/streams.h"
#include "server/presence/away.h"
#include "server/presence/presence.h"

#include <inttypes.h>

static struct share *presence_event(const struct match *match)
{
    struct buffer text;
    buffer_init(&text);
    buffer_addf(&text, "event: presence\ndata: {\"ply\":%zu", match->session->count);
    away_write(match, &text);
    buffer_addf(&text, ",\"served\":%" PRId64 "}\n\n", served_now(match->served));
    struct share *event = share_new(text.text, text.length);
    buffer_clear(&text);
    return event;
}

void news_tick(struct service *service)
{
    char id[ARCHIVE_ID_SIZE];
    // As many as there can be, and no more: new ones wait for the next time.
    for (int i = 0; i < LIMIT_STREAMS && presence_take_news(service->presence, id); i++) {
        struct problem problem = {.code = PROBLEM_NONE};
        struct match *match = hub_acquire(service->hub, id, &problem);
        if (!match)
            continue;
        pthread_mutex_lock(&match->lock);
        streams_publish(service->streams, id, STREAM_PRESENCE, presence_event(match));
        pthread_mutex_unlock(&match->lock);
        hub_release(service->hub, match);
    }
}
