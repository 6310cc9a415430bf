// SPDX-License-Identifier: GPL-3.0-or-later
// A list of clients with matches that are waiting or being worked on; each client has a list of those waiting.
#include "server/match/fair.h"

#include "base/memory.h"
#include "server/limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
    char id[ARCHIVE_ID_SIZE];
    unsigned wanted;
    double finish; // by the client's own clock, which advances by the time that its matches want
    struct item *next;
};

struct client {
    struct address address;
    double spent;       // virtual time: engine time used for it, or for others before it arrived
    double running_for; // the time wanted by its matches being worked on
    double clock;       // `finish` of the item taken last
    unsigned waiting, running;
    struct item *first;
    struct client *next;
};

struct fair {
    unsigned engines, waiting, clients;
    double now; // virtual time: `spent` of the client who was served last
    struct client *first;
};

struct fair *fair_new(unsigned engines)
{
    struct fair *fair = memory_resize(NULL, 1, sizeof *fair);
    *fair = (struct fair){.engines = engines};
    return fair;
}

void fair_free(struct fair *fair)
{
    while (fair && fair->first) {
        struct client *client = fair->first;
        fair->first = client->next;
        while (client->first) {
            struct item *item = client->first;
            client->first = item->next;
            free(item);
        }
        free(client);
    }
    free(fair);
}

static struct client *find(const struct fair *fair, const struct address *address)
{
    struct client *client = fair->first;
    while (client && !address_equal(&client->address, address))
        client = client->next;
    return client;
}

// Newcomers go to the end: among equals, first come, first served.
static struct client *come(struct fair *fair, const struct address *address)
{
    struct client **end = &fair->first;
    while (*end)
        end = &(*end)->next;
    *end = memory_resize(NULL, 1, sizeof **end);
    // Not zero: a newcomer has no claim on earlier time.
    **end = (struct client){.address = *address, .spent = fair->now};
    fair->clients++;
    return *end;
}

static void leave_if_idle(struct fair *fair, struct client *client)
{
    if (client->waiting || client->running)
        return;
    struct client **link = &fair->first;
    while (*link != client)
        link = &(*link)->next;
    *link = client->next;
    fair->clients--;
    free(client);
}

static bool is_waiting(const struct fair *fair, const char *id)
{
    for (const struct client *client = fair->first; client; client = client->next)
        for (const struct item *item = client->first; item; item = item->next)
            if (!strcmp(item->id, id))
                return true;
    return false;
}

static void drop(struct fair *fair, struct client *client, struct item **link)
{
    struct item *item = *link;
    *link = item->next;
    client->waiting--;
    fair->waiting--;
    free(item);
}

// Makes room for a client by dropping the newest match of the client that has most. False if none has more than this one.
static bool make_room(struct fair *fair, const struct client *client)
{
    struct client *most = fair->first;
    for (struct client *other = fair->first; other; other = other->next)
        if (other->waiting > most->waiting)
            most = other;
    if (!most || !most->first || most->waiting <= (client ? client->waiting : 0) + 1)
        return false;
    struct item **last = &most->first;
    while ((*last)->next)
        last = &(*last)->next;
    drop(fair, most, last);
    return true;
}

bool fair_add(struct fair *fair, const char *id, const struct address *address, unsigned wanted)
{
    if (is_waiting(fair, id))
        return true;
    struct client *client = find(fair, address);
    bool full = fair->waiting == LIMIT_QUEUE;
    if ((client && client->waiting == LIMIT_QUEUE_CLIENT) || (full && !make_room(fair, client)))
        return false;
    if (!client)
        client = come(fair, address);
    struct item **end = &client->first;
    while (*end)
        end = &(*end)->next;
    *end = memory_resize(NULL, 1, sizeof **end);
    **end = (struct item){.wanted = wanted, .finish = client->clock + wanted};
    snprintf((*end)->id, sizeof(*end)->id, "%s", id);
    client->waiting++;
    fair->waiting++;
    return !full;
}

static struct item **next_of(struct client *client)
{
    struct item **next = &client->first;
    for (struct item **link = &client->first; *link; link = &(*link)->next)
        if ((*link)->finish < (*next)->finish)
            next = link;
    return next;
}

// Whether `a` comes before `b`: by the time spent; among equals, the one that will be done first.
static bool comes_before(const struct client *a, const struct item *item_a, const struct client *b,
                         const struct item *item_b)
{
    double time_a = a->spent + a->running_for, time_b = b->spent + b->running_for;
    return time_a < time_b || (time_a <= time_b && item_a->wanted < item_b->wanted);
}

bool fair_take(struct fair *fair, struct fair_job *job)
{
    struct client *client = NULL;
    struct item **next = NULL;
    for (struct client *other = fair->first; other; other = other->next) {
        if (!other->first)
            continue;
        struct item **its = next_of(other);
        if (!client || comes_before(other, *its, client, *next)) {
            client = other;
            next = its;
        }
    }
    if (!client)
        return false;
    *job =
        (struct fair_job){.client = client->address, .wanted = (*next)->wanted, .charged = (*next)->wanted};
    memcpy(job->id, (*next)->id, sizeof job->id);
    fair->now = client->spent;
    client->clock = (*next)->finish;
    client->running_for += job->charged;
    client->running++;
    drop(fair, client, next);
    return true;
}

unsigned fair_time(const struct fair *fair, const struct fair_job *job)
{
    const struct client *client = find(fair, &job->client);
    unsigned matches = client ? client->waiting + client->running : 1;
    double time = job->wanted, engines = fair->engines, wanting = (double)matches * fair->clients;
    if (wanting > engines)
        time *= engines / wanting;
    for (const struct client *other = fair->first; other; other = other->next)
        if (other->waiting && !other->running && time > FAIR_PATIENCE)
            time = FAIR_PATIENCE;
    unsigned least = job->wanted < FAIR_LEAST ? job->wanted : FAIR_LEAST;
    return time < least ? least : (unsigned)time;
}

void fair_done(struct fair *fair, const struct fair_job *job, unsigned spent)
{
    struct client *client = find(fair, &job->client);
    client->spent += spent;
    client->running_for -= job->charged;
    client->running--;
    leave_if_idle(fair, client);
}

unsigned fair_waiting(const struct fair *fair)
{
    return fair->waiting;
}

unsigned fair_waiting_of(const struct fair *fair, const struct address *address)
{
    const struct client *client = find(fair, address);
    return client ? client->waiting : 0;
}
