// SPDX-License-Identifier: GPL-3.0-or-later
// A hash table of matches, and a list of the unused ones from which the oldest is dropped.
#include "server/hub.h"

#include "base/memory.h"
#include "server/limits.h"

#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1024 };

struct hub {
    pthread_mutex_t lock;
    struct archive *archive;
    struct match *buckets[BUCKETS];
    struct match *newest, *oldest; // of the unused ones
    unsigned unused;
};

struct hub *hub_new(struct archive *archive)
{
    struct hub *hub = memory_resize(NULL, 1, sizeof *hub);
    *hub = (struct hub){.archive = archive};
    pthread_mutex_init(&hub->lock, NULL);
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

static void drop_oldest(struct hub *hub)
{
    struct match *match = hub->oldest;
    list_remove(hub, match);
    struct match **link = bucket_of(hub, match->id);
    while (*link != match)
        link = &(*link)->next;
    *link = match->next;
    match_free(match);
}

// ---- Taking and giving back ----

static struct match *load(struct hub *hub, const char *id, struct problem *problem)
{
    struct archived_match row;
    struct archived_turns turns;
    struct archived_series series = {0};
    struct error err = {0};
    if (!archive_load(hub->archive, id, &row, &turns, &err)) {
        if (err.code == ERROR_NOT_FOUND)
            problem_set(problem, PROBLEM_NO_MATCH, NULL, "there is no such match");
        else
            problem_set(problem, PROBLEM_DATABASE, NULL, "%s", err.message);
        return NULL;
    }
    struct match *match = NULL;
    unsigned before = row.series_before < LIMIT_SERIES ? row.series_before : LIMIT_SERIES;
    if (archive_series(hub->archive, id, before, &series, &err))
        match = match_new(&row, &turns, &series, &err);
    if (!match)
        problem_set(problem, PROBLEM_DATABASE, NULL, "this match cannot be taken up again: %s", err.message);
    archived_match_clear(&row);
    archived_turns_clear(&turns);
    free(series.games);
    return match;
}

struct match *hub_acquire(struct hub *hub, const char *id, struct problem *problem)
{
    pthread_mutex_lock(&hub->lock);
    struct match **bucket = bucket_of(hub, id), *match = *bucket;
    while (match && strcmp(match->id, id) != 0)
        match = match->next;
    if (match && match->users == 0) {
        list_remove(hub, match);
    } else if (!match && (match = load(hub, id, problem))) {
        match->next = *bucket;
        *bucket = match;
    }
    if (match)
        match->users++;
    pthread_mutex_unlock(&hub->lock);
    return match;
}

void hub_release(struct hub *hub, struct match *match)
{
    if (!match)
        return;
    pthread_mutex_lock(&hub->lock);
    if (--match->users == 0) {
        list_add(hub, match);
        if (hub->unused > LIMIT_CACHED)
            drop_oldest(hub);
    }
    pthread_mutex_unlock(&hub->lock);
}
