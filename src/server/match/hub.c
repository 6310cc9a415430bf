// SPDX-License-Identifier: GPL-3.0-or-later
// A hash table of matches, and a list of unused ones, of which the oldest is dropped.
#include "server/match/hub.h"

#include "base/memory.h"
#include "server/limits.h"

#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1024 };

// A match that is being read from the archive or deleted there; lies on the stack of the thread that does it.
struct loading {
    const char *id;
    struct loading *next;
};

struct hub {
    pthread_mutex_t lock;
    pthread_cond_t loaded;
    struct archive *archive;
    const struct served *served;
    struct presence *presence;
    struct loading *loading;
    struct match *buckets[BUCKETS];
    sem_t long_loads;              // how many more long matches may be read at the same time
    struct match *newest, *oldest; // of the unused ones
    unsigned unused;
};

struct hub *hub_new(struct archive *archive, const struct served *served, struct presence *presence)
{
    struct hub *hub = memory_resize(NULL, 1, sizeof *hub);
    *hub = (struct hub){.archive = archive, .served = served, .presence = presence};
    pthread_mutex_init(&hub->lock, NULL);
    pthread_cond_init(&hub->loaded, NULL);
    sem_init(&hub->long_loads, 0, LIMIT_LONG_LOADS);
    return hub;
}

void hub_free(struct hub *hub)
{
    if (!hub)
        return;
    for (int i = 0; i < BUCKETS; i++)
        while (hub->buckets[i]) {
            struct match *match = hub->buckets[i];
            hub->buckets[i] = match->next;
            match_free(match);
        }
    pthread_mutex_destroy(&hub->lock);
    pthread_cond_destroy(&hub->loaded);
    sem_destroy(&hub->long_loads);
    free(hub);
}

// FNV-1a (Fowler, Noll and Vo); ids are random anyway.
static struct match **bucket_of(struct hub *hub, const char *id)
{
    uint32_t hash = 2166136261U;
    for (; *id; id++)
        hash = (hash ^ (unsigned char)*id) * 16777619U;
    return &hub->buckets[hash % BUCKETS];
}

// ---- The list of unused matches ----

static void list_add(struct hub *hub, struct match *match)
{
    match->newer = NULL;
    match->older = hub->newest;
    *(hub->newest ? &hub->newest->newer : &hub->oldest) = match;
    hub->newest = match;
    hub->unused++;
}

static void list_remove(struct hub *hub, struct match *match)
{
    *(match->newer ? &match->newer->older : &hub->newest) = match->older;
    *(match->older ? &match->older->newer : &hub->oldest) = match->newer;
    hub->unused--;
}

// Frees a match that nobody is using.
static void drop(struct hub *hub, struct match *match)
{
    list_remove(hub, match);
    struct match **link = bucket_of(hub, match->id);
    while (*link != match)
        link = &(*link)->next;
    *link = match->next;
    match_free(match);
}

// ---- Acquiring and releasing ----

// Whether reading a match keeps the processor busy, because it has many turns or a text that must be read.
static bool takes_long(const struct archived_match *row, size_t turns)
{
    return turns > LIMIT_SHORT || row->has_text;
}

static void cannot_read(struct problem *problem, const struct error *err)
{
    if (err->code == ERROR_NOT_FOUND)
        problem_set(problem, PROBLEM_NO_MATCH, NULL, "there is no such match");
    else
        problem_set(problem, PROBLEM_DATABASE, NULL, "%s", err->message);
}

static struct match *load(struct hub *hub, const char *id, struct problem *problem)
{
    struct archived_match row;
    struct archived_turns turns;
    struct archived_series series = {0};
    struct error err = {0};
    if (!archive_load(hub->archive, id, &row, &turns, &err)) {
        cannot_read(problem, &err);
        return NULL;
    }
    // They take turns; others need not wait for them.
    bool is_long = takes_long(&row, turns.count);
    while (is_long && sem_wait(&hub->long_loads) != 0)
        ;
    struct match *match = NULL;
    int64_t offers[2];
    unsigned before = row.series_before < LIMIT_SERIES ? row.series_before : LIMIT_SERIES;
    if (archive_series(hub->archive, id, before, &series, &err) &&
        archive_offers(hub->archive, id, offers, &err))
        match = match_new(&row, &turns, &series, &err);
    for (int color = WHITE; match && color <= BLACK; color++)
        if (offers[color] >= 0)
            match->draw_from[color] = (size_t)offers[color] + LIMIT_DRAW_PAUSE;
    if (is_long)
        sem_post(&hub->long_loads);
    if (!match)
        problem_set(problem, PROBLEM_DATABASE, NULL, "this match cannot be resumed: %s", err.message);
    archived_match_clear(&row);
    archived_turns_clear(&turns);
    free(series.games);
    return match;
}

// With the lock held: the match, if it is in memory.
static struct match *find(struct hub *hub, const char *id)
{
    struct match *match = *bucket_of(hub, id);
    while (match && strcmp(match->id, id) != 0)
        match = match->next;
    return match;
}

static bool is_loading(const struct hub *hub, const char *id)
{
    const struct loading *loading = hub->loading;
    while (loading && strcmp(loading->id, id) != 0)
        loading = loading->next;
    return loading != NULL;
}

// With the lock held: from begin_loading() to end_loading(), threads that want the match wait.
static void begin_loading(struct hub *hub, struct loading *own, const char *id)
{
    *own = (struct loading){id, hub->loading};
    hub->loading = own;
}

static void end_loading(struct hub *hub, struct loading *own)
{
    struct loading **link = &hub->loading;
    while (*link != own)
        link = &(*link)->next;
    *link = own->next;
    pthread_cond_broadcast(&hub->loaded);
}

static struct match *add(struct hub *hub, struct match *match)
{
    struct match **bucket = bucket_of(hub, match->id);
    match->served = hub->served;
    match->presence = hub->presence;
    match->next = *bucket;
    return *bucket = match;
}

// Reads a match; only threads that want the same one wait. Called with the lock held, which is released meanwhile.
static struct match *load_alone(struct hub *hub, const char *id, struct problem *problem)
{
    struct loading own;
    begin_loading(hub, &own, id);
    pthread_mutex_unlock(&hub->lock);
    struct match *match = load(hub, id, problem);
    pthread_mutex_lock(&hub->lock);
    end_loading(hub, &own);
    return match ? add(hub, match) : NULL;
}

// With the lock held: the match, if it is in memory or another thread is reading it.
static struct match *await(struct hub *hub, const char *id)
{
    struct match *match;
    while (!(match = find(hub, id)) && is_loading(hub, id))
        pthread_cond_wait(&hub->loaded, &hub->lock);
    if (match && match->users == 0)
        list_remove(hub, match);
    return match;
}

struct match *hub_acquire(struct hub *hub, const char *id, struct problem *problem)
{
    pthread_mutex_lock(&hub->lock);
    struct match *match = await(hub, id);
    if (!match)
        match = load_alone(hub, id, problem);
    if (match)
        match->users++;
    pthread_mutex_unlock(&hub->lock);
    return match;
}

// Whether hub_acquire() would take no longer than reading a match of the usual size. False, too, if the match cannot be read.
static bool is_at_hand(struct hub *hub, const char *id, struct problem *problem)
{
    pthread_mutex_lock(&hub->lock);
    bool known = find(hub, id), waits = is_loading(hub, id);
    pthread_mutex_unlock(&hub->lock);
    if (known || waits)
        return known;
    struct archived_match row;
    struct error err = {0};
    if (!archive_row(hub->archive, id, &row, &err)) {
        cannot_read(problem, &err);
        return false;
    }
    bool at_hand = !takes_long(&row, row.ply);
    archived_match_clear(&row);
    return at_hand;
}

struct match *hub_acquire_soon(struct hub *hub, const char *id, struct problem *problem)
{
    return is_at_hand(hub, id, problem) ? hub_acquire(hub, id, problem) : NULL;
}

struct match *hub_add(struct hub *hub, struct archived_match *row, struct session *session)
{
    struct archived_series none = {0};
    pthread_mutex_lock(&hub->lock);
    struct match *match = await(hub, row->id);
    if (match)
        session_free(session);
    else
        match = add(hub, match_of(row, &(struct archived_turns){0}, &none, session));
    match->users++;
    pthread_mutex_unlock(&hub->lock);
    return match;
}

void hub_keep(struct hub *hub, struct match *match)
{
    pthread_mutex_lock(&hub->lock);
    match->users++;
    pthread_mutex_unlock(&hub->lock);
}

void hub_release(struct hub *hub, struct match *match)
{
    if (!match)
        return;
    pthread_mutex_lock(&hub->lock);
    if (--match->users == 0) {
        list_add(hub, match);
        if (hub->unused > LIMIT_CACHED)
            drop(hub, hub->oldest);
    }
    pthread_mutex_unlock(&hub->lock);
}

// ---- Deleting ----

// With the lock held: drops the match from memory unless it is in use. Returns whether it is gone.
static bool let_go(struct hub *hub, const char *id)
{
    struct match *match = find(hub, id);
    if (is_loading(hub, id) || (match && match->users))
        return false;
    if (match)
        drop(hub, match);
    return true;
}

// Deletes all at once or, if one is damaged, those that can be deleted. Returns how many.
static size_t delete_all(struct hub *hub, const char (*ids)[ARCHIVE_ID_SIZE], size_t count, int64_t before)
{
    if (count == 0 || archive_delete(hub->archive, ids, count, before, NULL))
        return count;
    size_t gone = 0;
    for (size_t i = 0; count > 1 && i < count; i++)
        gone += archive_delete(hub->archive, ids + i, 1, before, NULL);
    return gone;
}

size_t hub_delete(struct hub *hub, const char (*ids)[ARCHIVE_ID_SIZE], size_t count, int64_t before)
{
    // Deleting a rematch changes the match before it as well.
    char deleted[HUB_DELETE][ARCHIVE_ID_SIZE], previous[HUB_DELETE][ARCHIVE_ID_SIZE];
    struct loading own[2 * HUB_DELETE];
    size_t taken = 0, held = 0;
    for (size_t i = 0; i < count && i < HUB_DELETE; i++)
        if (!archive_previous(hub->archive, ids[i], previous[i], NULL))
            return 0;
    pthread_mutex_lock(&hub->lock);
    for (size_t i = 0; i < count && i < HUB_DELETE; i++) {
        // That match may have been deleted already, together with its own rematch.
        bool chained = taken && previous[i][0] && !strcmp(previous[i], deleted[taken - 1]);
        if (!let_go(hub, ids[i]) || (previous[i][0] && !chained && !let_go(hub, previous[i])))
            continue;
        begin_loading(hub, &own[held++], ids[i]);
        if (previous[i][0] && !chained)
            begin_loading(hub, &own[held++], previous[i]);
        memcpy(deleted[taken++], ids[i], ARCHIVE_ID_SIZE);
    }
    pthread_mutex_unlock(&hub->lock);
    size_t gone = delete_all(hub, (const char(*)[ARCHIVE_ID_SIZE])deleted, taken, before);
    pthread_mutex_lock(&hub->lock);
    while (held)
        end_loading(hub, &own[--held]);
    pthread_mutex_unlock(&hub->lock);
    return gone;
}
