// SPDX-License-Identifier: GPL-3.0-or-later
// A hash table of clients, each with counters and token buckets, in the order in which they were last seen.
#include "server/http/quota.h"

#include "base/memory.h"
#include "server/limits.h"

#include <math.h>
#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4096, LOOK_BACK = 64 };

// Token buckets. Matches are limited per minute, per hour and per day.
enum { REQUESTS, MINUTE, HOUR, DAY, TEXTS, TEXTS_KEPT, MAIL, LINKS, THINKING, METERS };

struct meter {
    double most;    // its capacity
    double seconds; // to refill it from empty
};

// Whose meters: an ordinary client's, those of a client with the generous limits, or those of an IPv6 /48 network, which is what
// a provider assigns to one customer and which holds 65,536 clients.
enum kind { USUAL, GENEROUS, NETWORK, KINDS };

static const double factors[KINDS] = {1, LIMIT_GENEROUS, LIMIT_NETWORK};

// For USUAL; factors[] multiplies the capacity for the other kinds.
static const struct meter usual_meters[METERS] = {
    [REQUESTS] = {LIMIT_BURST, (double)LIMIT_BURST / LIMIT_REQUESTS},
    [MINUTE] = {LIMIT_MINUTE, 60},
    [HOUR] = {LIMIT_HOUR, 3600},
    [DAY] = {LIMIT_DAY, 86400},
    [TEXTS] = {LIMIT_TEXTS, 60},
    [TEXTS_KEPT] = {.seconds = 86400}, // the operator says how many
    [MAIL] = {LIMIT_ADDRESSES, 3600},
    [LINKS] = {LIMIT_LINKS_MADE, LIMIT_LINK},
    [THINKING] = {LIMIT_THINKING * 1000.0, LIMIT_THINKING * 100.0 / LIMIT_THINKING_SHARE},
};
static const unsigned usual_slots[QUOTA_SLOTS] = {
    [QUOTA_CONNECTIONS] = LIMIT_CLIENT_CONNECTIONS,
    [QUOTA_STREAMS] = LIMIT_CLIENT_STREAMS,
    [QUOTA_LOBBY] = LIMIT_CLIENT_LOBBY,
    [QUOTA_TOURS] = LIMIT_CLIENT_TOURS,
    [QUOTA_SEEKS] = LIMIT_CLIENT_SEEKS,
};
static const unsigned generous_slots[QUOTA_SLOTS] = {
    [QUOTA_CONNECTIONS] = LIMIT_GENEROUS_CONNECTIONS,
    [QUOTA_STREAMS] = LIMIT_GENEROUS_STREAMS,
    [QUOTA_LOBBY] = LIMIT_GENEROUS_LOBBY,
    [QUOTA_TOURS] = LIMIT_GENEROUS_TOURS,
    [QUOTA_SEEKS] = LIMIT_GENEROUS_SEEKS,
};

// The meters that an action is charged to: first … end-1.
static const struct {
    int first, end;
} spent_on[QUOTA_RATES] = {
    [QUOTA_REQUESTS] = {REQUESTS, REQUESTS + 1},
    [QUOTA_CREATIONS] = {MINUTE, DAY + 1},
    [QUOTA_TEXTS] = {TEXTS, TEXTS + 1},
    [QUOTA_TEXTS_KEPT] = {TEXTS_KEPT, TEXTS_KEPT + 1},
    [QUOTA_MAIL] = {MAIL, MAIL + 1},
    [QUOTA_LINKS] = {LINKS, LINKS + 1},
};

struct client {
    struct address address;
    enum kind kind;
    unsigned used[QUOTA_SLOTS];
    double left[METERS];
    int64_t seen;                 // when `left` was last updated
    int64_t seated;               // until when it counts as holding a seat
    struct client *next;          // in the same bucket
    struct client *newer, *older; // by when they were last seen
};

struct quotas {
    pthread_mutex_t lock;
    int64_t (*clock)(void);
    struct address_blocks generous;
    struct meter meters[METERS]; // of USUAL clients
    unsigned char key[crypto_shorthash_KEYBYTES];
    unsigned count;
    struct client *buckets[BUCKETS];
    struct client *newest, *oldest;
};

struct quotas *quotas_new(const struct address_blocks *generous, unsigned texts_kept, int64_t (*clock)(void))
{
    struct quotas *quotas = memory_resize(NULL, 1, sizeof *quotas);
    *quotas = (struct quotas){.clock = clock, .generous = *generous};
    memcpy(quotas->meters, usual_meters, sizeof usual_meters);
    quotas->meters[TEXTS_KEPT].most = texts_kept;
    pthread_mutex_init(&quotas->lock, NULL);
    crypto_shorthash_keygen(quotas->key);
    return quotas;
}

void quotas_free(struct quotas *quotas)
{
    if (!quotas)
        return;
    while (quotas->oldest) {
        struct client *client = quotas->oldest;
        quotas->oldest = client->newer;
        free(client);
    }
    pthread_mutex_destroy(&quotas->lock);
    free(quotas);
}

// ---- The table; the lock is held ----

static struct client **bucket_of(struct quotas *quotas, const struct address *address)
{
    unsigned char hash[crypto_shorthash_BYTES];
    crypto_shorthash(hash, address->bytes, sizeof address->bytes, quotas->key);
    return &quotas->buckets[(hash[0] | (unsigned)hash[1] << 8) % BUCKETS];
}

static void list_remove(struct quotas *quotas, struct client *client)
{
    *(client->newer ? &client->newer->older : &quotas->newest) = client->older;
    *(client->older ? &client->older->newer : &quotas->oldest) = client->newer;
}

static void list_add(struct quotas *quotas, struct client *client)
{
    client->newer = NULL;
    client->older = quotas->newest;
    *(quotas->newest ? &quotas->newest->newer : &quotas->oldest) = client;
    quotas->newest = client;
}

static bool is_busy(const struct client *client)
{
    for (int slot = 0; slot < QUOTA_SLOTS; slot++)
        if (client->used[slot])
            return true;
    return false;
}

// Forgets the idle client that was seen longest ago, preferably one without a seat.
static void forget_one(struct quotas *quotas, int64_t now)
{
    struct client *chosen = NULL;
    int looked = 0;
    for (struct client *client = quotas->oldest; client && looked < LOOK_BACK; client = client->newer) {
        if (is_busy(client))
            continue;
        if (!chosen || client->seated < now)
            chosen = client;
        if (chosen->seated < now)
            break;
        looked++;
    }
    if (!chosen)
        return;
    struct client **link = bucket_of(quotas, &chosen->address);
    while (*link != chosen)
        link = &(*link)->next;
    *link = chosen->next;
    list_remove(quotas, chosen);
    quotas->count--;
    free(chosen);
}

static bool is_generous(const struct quotas *quotas, const struct address *address)
{
    static const struct address unknown = {{0}};
    return address_is_loopback(address) || address_equal(address, &unknown) ||
           address_blocks_hold(&quotas->generous, address);
}

// The network that is charged along with the client for matches and seeks; false if there is none.
static bool find_network(const struct client *client, struct address *network)
{
    if (client->kind != USUAL || address_is_ipv4(&client->address))
        return false;
    *network = client->address;
    network->bytes[6] = network->bytes[7] = 0;
    network->bytes[15] = NETWORK; // always 0 for a client
    return true;
}

static enum kind kind_of(const struct quotas *quotas, const struct address *address)
{
    if (!address_is_ipv4(address) && address->bytes[15] == NETWORK)
        return NETWORK;
    return is_generous(quotas, address) ? GENEROUS : USUAL;
}

static double most_on(const struct quotas *quotas, const struct client *client, int meter)
{
    return quotas->meters[meter].most * factors[client->kind];
}

// The client, added if it is new, with its meters brought up to date.
static struct client *visit(struct quotas *quotas, const struct address *address)
{
    int64_t now = quotas->clock();
    struct client **bucket = bucket_of(quotas, address), *client = *bucket;
    while (client && !address_equal(&client->address, address))
        client = client->next;
    if (client) {
        list_remove(quotas, client);
    } else {
        // The table has more room than there can be busy clients.
        if (quotas->count >= LIMIT_CLIENTS)
            forget_one(quotas, now);
        client = memory_resize(NULL, 1, sizeof *client);
        *client = (struct client){.address = *address, .seen = now, .seated = now - 1, .next = *bucket};
        client->kind = kind_of(quotas, address);
        for (int i = 0; i < METERS; i++)
            client->left[i] = most_on(quotas, client, i);
        *bucket = client;
        quotas->count++;
    }
    list_add(quotas, client);
    double passed = (double)(now - client->seen) / 1000;
    for (int i = 0; i < METERS; i++) {
        double most = most_on(quotas, client, i);
        client->left[i] = fmin(most, client->left[i] + passed * most / quotas->meters[i].seconds);
    }
    client->seen = now;
    return client;
}

static struct client *enter(struct quotas *quotas, const struct address *address)
{
    pthread_mutex_lock(&quotas->lock);
    return visit(quotas, address);
}

static void leave(struct quotas *quotas)
{
    pthread_mutex_unlock(&quotas->lock);
}

// ---- How many at a time ----

static unsigned most_of(enum kind kind, enum quota_slot slot)
{
    if (kind == GENEROUS)
        return generous_slots[slot];
    return usual_slots[slot] * (kind == NETWORK ? LIMIT_NETWORK : 1);
}

// The entry of the client's network if that has them as well, else NULL.
static struct client *visit_holder(struct quotas *quotas, const struct client *client, enum quota_slot slot)
{
    struct address network;
    bool counts = slot == QUOTA_LOBBY || slot == QUOTA_SEEKS; // of which there are few for all
    return counts && find_network(client, &network) ? visit(quotas, &network) : NULL;
}

bool quotas_enter(struct quotas *quotas, const struct address *address, enum quota_slot slot, unsigned spare)
{
    struct client *client = enter(quotas, address), *network = visit_holder(quotas, client, slot);
    bool fits = client->used[slot] < most_of(client->kind, slot) + spare &&
                (!network || network->used[slot] < most_of(NETWORK, slot) + spare);
    if (fits) {
        client->used[slot]++;
        if (network)
            network->used[slot]++;
    }
    leave(quotas);
    return fits;
}

void quotas_leave(struct quotas *quotas, const struct address *address, enum quota_slot slot)
{
    struct client *client = enter(quotas, address), *network = visit_holder(quotas, client, slot);
    client->used[slot]--;
    if (network)
        network->used[slot]--;
    leave(quotas);
}

unsigned quotas_used(struct quotas *quotas, const struct address *address, enum quota_slot slot)
{
    const struct client *client = enter(quotas, address);
    unsigned used = client->used[slot];
    leave(quotas);
    return used;
}

unsigned quotas_most(const struct quotas *quotas, const struct address *address, enum quota_slot slot)
{
    return most_of(kind_of(quotas, address), slot);
}

// ---- How often ----

// Seconds until the client may do that again; 0: now.
static double wait_of(const struct quotas *quotas, const struct client *client, enum quota_rate rate)
{
    double wait = 0;
    for (int i = spent_on[rate].first; i < spent_on[rate].end; i++)
        if (client->left[i] < 1)
            wait = fmax(wait, (1 - client->left[i]) * quotas->meters[i].seconds / most_on(quotas, client, i));
    return wait;
}

static void count(struct client *client, enum quota_rate rate, double number)
{
    for (int i = spent_on[rate].first; i < spent_on[rate].end; i++)
        client->left[i] -= number;
}

// The entry of the client's network if the action is charged there as well, else NULL.
static struct client *visit_network(struct quotas *quotas, const struct client *client, enum quota_rate rate)
{
    struct address network;
    return rate != QUOTA_REQUESTS && find_network(client, &network) ? visit(quotas, &network) : NULL;
}

unsigned quotas_spend(struct quotas *quotas, const struct address *address, enum quota_rate rate)
{
    struct client *client = enter(quotas, address), *network = visit_network(quotas, client, rate);
    double wait = fmax(wait_of(quotas, client, rate), network ? wait_of(quotas, network, rate) : 0);
    if (wait <= 0) {
        count(client, rate, 1);
        if (network)
            count(network, rate, 1);
    }
    leave(quotas);
    return (unsigned)ceil(wait);
}

void quotas_charge(struct quotas *quotas, const struct address *address, enum quota_rate rate, double number)
{
    struct client *client = enter(quotas, address), *network = visit_network(quotas, client, rate);
    count(client, rate, number);
    if (network)
        count(network, rate, number);
    leave(quotas);
}

void quotas_refund(struct quotas *quotas, const struct address *address, enum quota_rate rate)
{
    quotas_charge(quotas, address, rate, -1);
}

void quotas_think(struct quotas *quotas, const struct address *address, int64_t milliseconds)
{
    struct client *client = enter(quotas, address);
    client->left[THINKING] -= (double)milliseconds;
    leave(quotas);
}

bool quotas_may_think(struct quotas *quotas, const struct address *address)
{
    const struct client *client = enter(quotas, address);
    bool may = client->left[THINKING] > 0;
    leave(quotas);
    return may;
}

// ---- Seats ----

void quotas_seat(struct quotas *quotas, const struct address *address)
{
    struct client *client = enter(quotas, address);
    client->seated = client->seen + (int64_t)LIMIT_SEATED * 1000;
    leave(quotas);
}

bool quotas_seated(struct quotas *quotas, const struct address *address)
{
    const struct client *client = enter(quotas, address);
    bool seated = client->seated >= client->seen;
    leave(quotas);
    return seated;
}

unsigned quotas_clients(struct quotas *quotas)
{
    pthread_mutex_lock(&quotas->lock);
    unsigned count = quotas->count;
    leave(quotas);
    return count;
}
