// SPDX-License-Identifier: GPL-3.0-or-later
// A short list of links, in the order in which they end.
#include "server/seats/links.h"

#include "base/memory.h"

#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct entry {
    uint8_t secret[ARCHIVE_HASH_SIZE], key[ARCHIVE_HASH_SIZE]; // hashes; of the key by which it was used
    struct link link;
    struct entry *next;
};

struct links {
    pthread_mutex_t lock;
    int64_t (*clock)(void);
    struct entry *first;
    unsigned count;
};

struct links *links_new(int64_t (*clock)(void))
{
    struct links *links = memory_resize(NULL, 1, sizeof *links);
    *links = (struct links){.clock = clock};
    pthread_mutex_init(&links->lock, NULL);
    return links;
}

// ---- The list; the lock is held ----

static void drop(struct links *links, struct entry **at)
{
    struct entry *entry = *at;
    *at = entry->next;
    links->count--;
    free(entry);
}

void links_free(struct links *links)
{
    if (!links)
        return;
    while (links->first)
        drop(links, &links->first);
    pthread_mutex_destroy(&links->lock);
    free(links);
}

static void enter(struct links *links)
{
    pthread_mutex_lock(&links->lock);
    int64_t now = links->clock();
    while (links->first && links->first->link.until <= now)
        drop(links, &links->first);
}

static bool leave(struct links *links, bool fine)
{
    pthread_mutex_unlock(&links->lock);
    return fine;
}

static struct entry **find(struct links *links, const char *secret)
{
    struct entry **at = &links->first;
    while (*at && !secret_matches((*at)->secret, secret))
        at = &(*at)->next;
    return at;
}

static bool is_used(const struct entry *entry)
{
    return entry->link.device[0] != '\0';
}

static bool refuse(const struct entry *entry, struct problem *problem)
{
    if (!entry)
        return problem_set(problem, PROBLEM_NO_LINK, NULL,
                           "there is no such link any more: it was cancelled, replaced or too old");
    return problem_set(problem, PROBLEM_LINK_USED, NULL, "this link has been used already");
}

static bool share_a_seat(const struct link *link, const struct link_seat *seats, size_t count)
{
    for (size_t i = 0; i < link->count; i++)
        for (size_t j = 0; j < count; j++)
            if (!strcmp(link->seats[i].match, seats[j].match) &&
                !memcmp(link->seats[i].parent, seats[j].parent, ARCHIVE_HASH_SIZE))
                return true;
    return false;
}

// ---- What can be done with links ----

bool links_make(struct links *links, const struct link_seat *seats, size_t count, char secret[SECRET_SIZE],
                struct problem *problem)
{
    enter(links);
    struct entry **at = &links->first;
    while (*at)
        if (!is_used(*at) && share_a_seat(&(*at)->link, seats, count))
            drop(links, at);
        else
            at = &(*at)->next;
    if (links->count >= LIMIT_LINKS)
        return leave(links,
                     problem_set(problem, PROBLEM_BUSY, NULL, "there are %d links already", LIMIT_LINKS));
    struct entry *entry = memory_resize(NULL, 1, sizeof *entry);
    *entry = (struct entry){.link = {.count = count,
                                     .since = (int64_t)time(NULL),
                                     .until = links->clock() + (int64_t)LIMIT_LINK * 1000}};
    memcpy(entry->link.seats, seats, count * sizeof *seats);
    secret_make(secret);
    secret_hash(entry->secret, secret);
    *at = entry;
    links->count++;
    return leave(links, true);
}

bool links_look(struct links *links, const char *secret, struct link *link, struct problem *problem)
{
    enter(links);
    const struct entry *entry = *find(links, secret);
    bool open = entry && !is_used(entry);
    if (open)
        *link = entry->link;
    else
        refuse(entry, problem);
    return leave(links, open);
}

bool links_cancel(struct links *links, const char *secret, struct problem *problem)
{
    enter(links);
    struct entry **at = find(links, secret);
    bool open = *at && !is_used(*at);
    if (open)
        drop(links, at);
    else
        refuse(*at, problem);
    return leave(links, open);
}

static bool use(struct entry *entry, const char *key, link_giver *give, void *context,
                struct problem *problem)
{
    if (is_used(entry))
        return secret_matches(entry->key, key) || refuse(entry, problem);
    secret_make_id(entry->link.device);
    secret_hash(entry->key, key);
    if (give(context, &entry->link, problem))
        return true;
    entry->link.device[0] = '\0';
    return false;
}

bool links_use(struct links *links, const char *secret, const char *key, link_giver *give, void *context,
               struct link *link, struct problem *problem)
{
    enter(links);
    struct entry *entry = *find(links, secret);
    bool fine = entry ? use(entry, key, give, context, problem) : refuse(NULL, problem);
    if (fine && entry)
        *link = entry->link;
    return leave(links, fine);
}
