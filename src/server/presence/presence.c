// SPDX-License-Identifier: GPL-3.0-or-later
// One place for each match with an event stream, of which there are at most LIMIT_STREAMS, and for as many without one at most.
#include "server/presence/presence.h"

#include "base/memory.h"
#include "server/limits.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct holder {
    unsigned streams;
    int64_t away;  // milliseconds for which the player had been away at the time `since`
    int64_t since; // when the player last came, left or sent a request
};

struct watcher {
    struct address client;
    unsigned streams;
    struct watcher *next;
};

struct place {
    char id[ARCHIVE_ID_SIZE];
    unsigned streams; // of all
    struct holder holders[2];
    struct watcher *watchers;
    bool news;
    bool seated;    // whether the holder of a seat has had a stream
    int64_t closed; // when the last stream ended, if there is none
    struct place *next;
};

struct presence {
    pthread_mutex_t lock;
    const struct served *served;
    struct place *first;
};

struct presence *presence_new(const struct served *served)
{
    struct presence *presence = memory_resize(NULL, 1, sizeof *presence);
    *presence = (struct presence){.served = served};
    pthread_mutex_init(&presence->lock, NULL);
    return presence;
}

// Takes a place where nobody is any more out of the list that `link` points into.
static void clear(struct place **link)
{
    struct place *place = *link;
    *link = place->next;
    free(place);
}

void presence_free(struct presence *presence)
{
    if (!presence)
        return;
    while (presence->first)
        clear(&presence->first);
    pthread_mutex_destroy(&presence->lock);
    free(presence);
}

// ---- With the lock held ----

static struct place **find(struct presence *presence, const char *id)
{
    struct place **link = &presence->first;
    while (*link && strcmp((*link)->id, id) != 0)
        link = &(*link)->next;
    return link;
}

static struct place *make(struct presence *presence, const char *id)
{
    int64_t now = served_now(presence->served);
    struct place *place = memory_resize(NULL, 1, sizeof *place);
    *place = (struct place){.holders = {{.since = now}, {.since = now}}, .next = presence->first};
    snprintf(place->id, sizeof place->id, "%s", id);
    return presence->first = place;
}

static int64_t away_at(const struct holder *holder, int64_t now)
{
    int64_t passed = now - holder->since;
    if (!holder->streams)
        return holder->away + passed;
    return holder->away > passed ? holder->away - passed : 0;
}

// Forgets the places that have been without a stream for too long, and the oldest of too many.
static void forget(struct presence *presence, int64_t now)
{
    unsigned closed = 0;
    struct place **oldest = NULL, **link = &presence->first;
    while (*link) {
        const struct place *place = *link;
        if (!place->streams && now - place->closed > PRESENCE_PAUSE) {
            clear(link);
            continue;
        }
        if (!place->streams) {
            closed++;
            if (!oldest || place->closed < (*oldest)->closed)
                oldest = link;
        }
        link = &(*link)->next;
    }
    if (closed > LIMIT_STREAMS)
        clear(oldest);
}

// The last stream has ended: until the next one begins, nobody's absence counts.
static void pause_counting(struct place *place, int64_t now)
{
    for (int color = WHITE; color <= BLACK; color++)
        place->holders[color] = (struct holder){.away = away_at(&place->holders[color], now), .since = now};
    place->closed = now;
}

static void resume(struct place *place, int64_t now)
{
    for (int color = WHITE; color <= BLACK; color++)
        place->holders[color].since = now;
}

static unsigned count_watchers(const struct place *place)
{
    unsigned count = 0;
    for (const struct watcher *watcher = place->watchers; watcher; watcher = watcher->next)
        count += watcher->streams < LIMIT_WATCHERS_CLIENT ? watcher->streams : LIMIT_WATCHERS_CLIENT;
    return count;
}

static void change_watchers(struct place *place, const struct address *client, int change)
{
    unsigned before = count_watchers(place);
    struct watcher **link = &place->watchers;
    while (*link && !address_equal(&(*link)->client, client))
        link = &(*link)->next;
    if (!*link) {
        *link = memory_resize(NULL, 1, sizeof **link);
        **link = (struct watcher){.client = *client};
    }
    struct watcher *watcher = *link;
    watcher->streams += (unsigned)change;
    if (!watcher->streams) {
        *link = watcher->next;
        free(watcher);
    }
    place->news = place->news || count_watchers(place) != before;
}

static void change_holder(struct place *place, enum color seat, int change, int64_t now)
{
    struct holder *holder = &place->holders[seat];
    bool was_there = holder->streams > 0;
    *holder = (struct holder){holder->streams + (unsigned)change, away_at(holder, now), now};
    place->news = place->news || was_there != (holder->streams > 0);
}

static void change(struct place *place, const struct visitor *visitor, int change, int64_t now)
{
    place->streams += (unsigned)change;
    for (int color = WHITE; color <= BLACK; color++)
        if (visitor->seats & 1U << color)
            change_holder(place, (enum color)color, change, now);
    if (!visitor->seats)
        change_watchers(place, &visitor->client, change);
}

// ---- For others ----

void presence_come(struct presence *presence, const struct visitor *visitor)
{
    pthread_mutex_lock(&presence->lock);
    int64_t now = served_now(presence->served);
    forget(presence, now);
    struct place *place = *find(presence, visitor->id);
    // Even the first is told, although his stream begins with it: what he asks for besides may arrive later and say otherwise.
    if (!place)
        place = make(presence, visitor->id);
    else if (!place->streams)
        resume(place, now);
    place->seated = place->seated || visitor->seats;
    change(place, visitor, 1, now);
    pthread_mutex_unlock(&presence->lock);
}

void presence_leave(struct presence *presence, const struct visitor *visitor)
{
    pthread_mutex_lock(&presence->lock);
    int64_t now = served_now(presence->served);
    struct place **link = find(presence, visitor->id);
    change(*link, visitor, -1, now);
    if (!(*link)->streams && !(*link)->seated)
        clear(link);
    else if (!(*link)->streams)
        pause_counting(*link, now);
    forget(presence, now);
    pthread_mutex_unlock(&presence->lock);
}

void presence_show(struct presence *presence, const char *id, unsigned seats)
{
    pthread_mutex_lock(&presence->lock);
    struct place *place = *find(presence, id);
    for (int color = WHITE; place && color <= BLACK; color++) {
        struct holder *holder = &place->holders[color];
        if (!(seats & 1U << color))
            continue;
        *holder = (struct holder){.streams = holder->streams, .since = served_now(presence->served)};
        place->news = place->news || !holder->streams;
    }
    pthread_mutex_unlock(&presence->lock);
}

bool presence_is_there(struct presence *presence, const char *id, enum color seat)
{
    pthread_mutex_lock(&presence->lock);
    const struct place *place = *find(presence, id);
    bool there = place && place->holders[seat].streams;
    pthread_mutex_unlock(&presence->lock);
    return there;
}

int64_t presence_away(struct presence *presence, const char *id, enum color seat, int64_t patience)
{
    int64_t when = NO_DEADLINE;
    pthread_mutex_lock(&presence->lock);
    const struct place *place = *find(presence, id);
    if (place && place->streams && !place->holders[seat].streams)
        when = place->holders[seat].since - place->holders[seat].away + patience;
    pthread_mutex_unlock(&presence->lock);
    return when;
}

unsigned presence_watchers(struct presence *presence, const char *id)
{
    pthread_mutex_lock(&presence->lock);
    const struct place *place = *find(presence, id);
    unsigned count = place ? count_watchers(place) : 0;
    pthread_mutex_unlock(&presence->lock);
    return count;
}

bool presence_take_news(struct presence *presence, char id[ARCHIVE_ID_SIZE])
{
    pthread_mutex_lock(&presence->lock);
    struct place *place = presence->first;
    while (place && !(place->news && place->streams))
        place = place->next;
    if (place) {
        place->news = false;
        memcpy(id, place->id, sizeof place->id);
    }
    pthread_mutex_unlock(&presence->lock);
    return place != NULL;
}
