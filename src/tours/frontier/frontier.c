// SPDX-License-Identifier: GPL-3.0-or-later
// The plain method: one state for each way to pair the frontier, one step for each edge.
#include "tours/frontier/frontier.h"

#include "base/memory.h"
#include "base/random.h"
#include "tours/budget.h"
#include "tours/frontier/residue.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// A state is a byte for each slot of the frontier:
//     0                       nobody is in this slot
//     its own number + 1      no chosen edge yet
//     another number + 1      end of a path; that slot has the other end
//     INNER                   two chosen edges
// Keys are padded with zeros to whole words.
enum { INNER = 255, SLOTS_MAX = 248, LANES_MAX = 64 };

// Open addressing; an entry is the words of its key and then one remainder for each prime. A key is in use when
// its hash, never 0, is there.
struct table {
    size_t capacity, used; // capacity is a power of two
    uint64_t *hashes, *entries;
};

// One edge: the slots of its ends, what happens before and after.
struct edge {
    uint8_t a, b;
    bool enters_a, enters_b; // is new in the frontier
    bool leaves_a;           // has no further edge
    bool leaves_b;
    bool last; // every vertex has entered
};

struct plain {
    const struct cycle_graph *cycles;
    unsigned lanes;
    const uint64_t *primes;
    uint64_t *total;     // [lanes]
    struct edge *edges;  // in the order of their turn
    size_t words, limit; // words of a key; bytes allowed, 0: any
    struct table now, next;
    uint64_t states;
    size_t peak;
    const struct count_request *request;
    int done;             // edges
    struct budget budget; // of time only: tables say themselves what they take
};

// Whether the count is still wanted is asked with every so many entries.
enum { ASK_EVERY = 1 << 10 };

int *plain_order(const struct tour_graph *graph, const struct cycle_graph *cycles)
{
    int *order = memory_resize(NULL, (size_t)cycles->vertices, sizeof *order), next = 0;
    bool by_files = graph->width > graph->height;
    int outer = by_files ? graph->width : graph->height, inner = by_files ? graph->height : graph->width;
    for (int i = 0; i < outer; i++)
        for (int j = 0; j < inner; j++) {
            int v = graph->vertex[by_files ? j * graph->width + i : i * graph->width + j];
            if (v >= 0)
                order[next++] = v;
        }
    for (int v = cycles->cells; v < cycles->vertices; v++)
        order[next++] = v;
    return order;
}

static size_t table_bytes(const struct plain *plain, size_t capacity)
{
    return capacity * (1 + plain->words + plain->lanes) * sizeof(uint64_t);
}

static bool goes_on(struct plain *plain, size_t entry, struct error *err)
{
    return entry % ASK_EVERY || budget_poll(&plain->budget) || budget_error(&plain->budget, err);
}

static bool table_init(struct plain *plain, struct table *table, size_t capacity, struct error *err)
{
    assert(capacity > 0 && plain->lanes > 0);
    *table = (struct table){.capacity = capacity};
    size_t bytes = table_bytes(plain, capacity), held = bytes + table_bytes(plain, plain->now.capacity);
    if (table != &plain->next)
        held += table_bytes(plain, plain->next.capacity);
    if (held > plain->peak)
        plain->peak = held;
    if (!plain->limit || held <= plain->limit) {
        table->hashes = calloc(capacity, sizeof *table->hashes);
        table->entries = malloc(capacity * (plain->words + plain->lanes) * sizeof *table->entries);
        if (table->hashes && table->entries)
            return true;
    }
    free(table->hashes);
    free(table->entries);
    *table = (struct table){0};
    return error_set(err, ERROR_TOO_LARGE, "memory",
                     "the plain method needs more than %zu MB for this board; another method may need less",
                     (plain->limit ? plain->limit : held) >> 20);
}

static void table_clear(struct table *table)
{
    free(table->hashes);
    free(table->entries);
    *table = (struct table){0};
}

static uint64_t hash_key(const uint64_t *key, size_t words)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < words; i++)
        hash = random_mix(hash ^ key[i]);
    return hash | 1;
}

// The entry of a key; a new one begins with zeros.
static uint64_t *table_find(const struct plain *plain, struct table *table, const uint64_t *key,
                            uint64_t hash)
{
    size_t mask = table->capacity - 1, stride = plain->words + plain->lanes;
    assert(table->hashes);
    for (size_t at = (size_t)(hash >> 20) & mask;; at = (at + 1) & mask) {
        uint64_t *entry = table->entries + at * stride;
        if (!table->hashes[at]) {
            table->hashes[at] = hash;
            table->used++;
            memcpy(entry, key, plain->words * sizeof *key);
            memset(entry + plain->words, 0, plain->lanes * sizeof *entry);
            return entry;
        }
        if (table->hashes[at] == hash && !memcmp(entry, key, plain->words * sizeof *key))
            return entry;
    }
}

static void add_counts(const struct plain *plain, uint64_t *sum, const uint64_t *counts)
{
    for (unsigned i = 0; i < plain->lanes; i++)
        sum[i] = residue_add(sum[i], counts[i], plain->primes[i]);
}

static bool table_grow(struct plain *plain, struct table *table, struct error *err)
{
    struct table larger;
    size_t stride = plain->words + plain->lanes;
    if (!table_init(plain, &larger, table->capacity * 2, err))
        return false;
    for (size_t i = 0; i < table->capacity; i++) {
        if (!goes_on(plain, i, err)) {
            table_clear(&larger);
            return false;
        }
        if (table->hashes[i]) {
            const uint64_t *entry = table->entries + i * stride;
            add_counts(plain, table_find(plain, &larger, entry, table->hashes[i]) + plain->words,
                       entry + plain->words);
        }
    }
    table_clear(table);
    *table = larger;
    return true;
}

static bool put(struct plain *plain, const struct edge *edge, uint8_t *bytes, const uint64_t *counts,
                struct error *err)
{
    if ((edge->leaves_a && bytes[edge->a] != INNER) || (edge->leaves_b && bytes[edge->b] != INNER))
        return true;
    if (edge->leaves_a)
        bytes[edge->a] = 0;
    if (edge->leaves_b)
        bytes[edge->b] = 0;
    if (plain->next.used * 8 >= plain->next.capacity * 5 && !table_grow(plain, &plain->next, err))
        return false;
    uint64_t key[SLOTS_MAX / 8];
    memcpy(key, bytes, plain->words * sizeof *key);
    add_counts(plain, table_find(plain, &plain->next, key, hash_key(key, plain->words)) + plain->words,
               counts);
    return true;
}

// Whether all vertices of the frontier but the ends of this edge are inner ones.
static bool is_whole(const struct plain *plain, const struct edge *edge, const uint8_t *bytes)
{
    for (size_t i = 0; i < plain->words * 8; i++)
        if (bytes[i] && bytes[i] != INNER && i != edge->a && i != edge->b)
            return false;
    return true;
}

// Both continuations of one state: without the edge, and with it.
static bool expand(struct plain *plain, const struct edge *edge, const uint64_t *entry, struct error *err)
{
    uint8_t bytes[SLOTS_MAX];
    const uint64_t *counts = entry + plain->words;
    uint8_t a = edge->a, b = edge->b;
    memcpy(bytes, entry, plain->words * sizeof *entry);
    if (edge->enters_a)
        bytes[a] = (uint8_t)(a + 1);
    if (edge->enters_b)
        bytes[b] = (uint8_t)(b + 1);
    uint8_t far_a = bytes[a], far_b = bytes[b];
    if (far_a != INNER && far_b != INNER) {
        if (far_a == b + 1) {
            if (edge->last && is_whole(plain, edge, bytes))
                add_counts(plain, plain->total, counts);
        } else {
            uint8_t longer[SLOTS_MAX];
            memcpy(longer, bytes, plain->words * sizeof *entry);
            longer[a] = longer[b] = INNER;
            longer[far_a - 1] = far_b;
            longer[far_b - 1] = far_a;
            if (!put(plain, edge, longer, counts, err))
                return false;
        }
    }
    return put(plain, edge, bytes, counts, err);
}

// Gives a vertex a slot when it has none. The slot, or SLOTS_MAX when all are taken.
static int enter(int *slots, bool *taken, int vertex, bool *enters)
{
    *enters = slots[vertex] < 0;
    if (*enters) {
        int slot = 0;
        while (slot < SLOTS_MAX && taken[slot])
            slot++;
        if (slot == SLOTS_MAX)
            return slot;
        taken[slot] = true;
        slots[vertex] = slot;
    }
    return slots[vertex];
}

// Lists the edges in order of their turn, with the slots of their ends; the number of slots needed, SLOTS_MAX + 1
// when there are not enough.
static int list_edges(struct plain *plain, const int *order, const int *place)
{
    const struct cycle_graph *cycles = plain->cycles;
    size_t vertices = (size_t)cycles->vertices;
    int *slots = memory_resize(NULL, vertices, sizeof *slots),
        *left = memory_resize(NULL, vertices, sizeof *left);
    bool taken[SLOTS_MAX] = {false};
    int widest = 0, entered = 0;
    struct edge *edge = plain->edges;
    for (int v = 0; v < cycles->vertices; v++) {
        slots[v] = -1;
        left[v] = cycles->first[v + 1] - cycles->first[v];
    }
    for (int i = 0; i < cycles->vertices && widest <= SLOTS_MAX; i++) {
        int v = order[i];
        for (int j = cycles->first[v]; j < cycles->first[v + 1] && widest <= SLOTS_MAX; j++) {
            int u = cycles->neighbours[j];
            if (place[u] < i)
                continue;
            *edge = (struct edge){.leaves_a = --left[v] == 0, .leaves_b = --left[u] == 0};
            int a = enter(slots, taken, v, &edge->enters_a), b = enter(slots, taken, u, &edge->enters_b);
            widest = a >= widest ? a + 1 : widest;
            widest = b >= widest ? b + 1 : widest;
            if (a == SLOTS_MAX || b == SLOTS_MAX)
                break;
            edge->a = (uint8_t)a;
            edge->b = (uint8_t)b;
            taken[a] = !edge->leaves_a;
            taken[b] = !edge->leaves_b;
            entered += edge->enters_a + edge->enters_b;
            edge->last = entered == cycles->vertices;
            edge++;
        }
    }
    free(slots);
    free(left);
    return widest;
}

static bool step(struct plain *plain, const struct edge *edge, struct error *err)
{
    size_t capacity = 1024, stride = plain->words + plain->lanes;
    while (capacity < plain->now.used * 2)
        capacity *= 2;
    if (!table_init(plain, &plain->next, capacity, err))
        return false;
    // The analyzer loses sight of what plain->now holds.
    for (size_t i = 0; i < plain->now.capacity; i++) // NOLINT(clang-analyzer-unix.Malloc)
        if (!goes_on(plain, i, err) ||
            (plain->now.hashes[i] && !expand(plain, edge, plain->now.entries + i * stride, err)))
            return false;
    table_clear(&plain->now);
    plain->now = plain->next;
    plain->next = (struct table){0};
    plain->states += plain->now.used;
    return true;
}

static bool report(void *context)
{
    const struct plain *plain = context;
    const struct count_request *request = plain->request;
    struct count_progress now = {(double)plain->done / plain->cycles->edges, plain->states + plain->next.used,
                                 table_bytes(plain, plain->now.capacity), "edge by edge"};
    return !request->progress || request->progress(request->context, &now);
}

static bool run(struct plain *plain, struct error *err)
{
    if (!table_init(plain, &plain->now, 16, err))
        return false;
    uint64_t key[SLOTS_MAX / 8] = {0};
    uint64_t *entry = table_find(plain, &plain->now, key, hash_key(key, plain->words));
    for (unsigned i = 0; i < plain->lanes; i++)
        entry[plain->words + i] = 1;
    for (plain->done = 0; plain->done < plain->cycles->edges; plain->done++)
        if (!step(plain, &plain->edges[plain->done], err))
            return false;
    return report(plain) || error_set(err, ERROR_BUSY, "", "the work was interrupted");
}

bool plain_count(const struct count_request *request, unsigned moduli, uint64_t *remainders,
                 struct count_result *result, struct error *err)
{
    const struct cycle_graph *cycles = request->cycles;
    uint64_t primes[LANES_MAX];
    if (moduli > LANES_MAX)
        return error_set(err, ERROR_TOO_LARGE, "board", "the number of tours may have more than %d bits",
                         60 * LANES_MAX);
    for (unsigned i = 0; i < moduli; i++)
        primes[i] = residue_prime(i);
    memset(remainders, 0, moduli * sizeof *remainders);
    struct plain plain = {.cycles = cycles,
                          .lanes = moduli,
                          .primes = primes,
                          .total = remainders,
                          .limit = request->memory,
                          .request = request};
    budget_init(&plain.budget, &(struct budget_bounds){.goes_on = report, .context = &plain});
    int *order = plain_order(request->graph, cycles);
    int *place = memory_resize(NULL, (size_t)cycles->vertices, sizeof *place);
    for (int i = 0; i < cycles->vertices; i++)
        place[order[i]] = i;
    plain.edges = memory_resize(NULL, (size_t)cycles->edges + 1, sizeof *plain.edges);
    int widest = list_edges(&plain, order, place);
    plain.words = ((size_t)widest + 7) / 8;
    bool counted =
        widest < SLOTS_MAX
            ? run(&plain, err)
            : error_set(err, ERROR_TOO_LARGE, "board",
                        "this board is too wide: more than %d cells are open at a time", SLOTS_MAX);
    budget_clear(&plain.budget);
    result->states = plain.states;
    result->memory = plain.peak;
    table_clear(&plain.now);
    table_clear(&plain.next);
    free(plain.edges);
    free(order);
    free(place);
    return counted;
}
