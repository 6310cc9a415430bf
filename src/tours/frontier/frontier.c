// SPDX-License-Identifier: GPL-3.0-or-later
// Frontier dynamic programming: one state for each connectivity of the frontier, one step for each edge.
#include "tours/frontier/frontier.h"

#include "base/memory.h"
#include "base/random.h"
#include "tours/budget.h"
#include "tours/frontier/connectivity.h"
#include "tours/frontier/residue.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// A key is the table of mates (tours/frontier/connectivity.h), a byte for each slot, padded to whole words with slots that stay
// vacant.
enum { SLOTS_MAX = CONNECTIVITY_SLOTS_MAX, MODULI_MAX = 64 };

// A hash table with open addressing. An entry consists of the words of its key and one remainder for each prime. It is in use if
// its hash is stored; a hash is never 0.
struct table {
    size_t capacity, used; // capacity is a power of two
    uint64_t *hashes, *entries;
};

// One edge: the slots of its ends.
struct edge {
    uint8_t a, b;
    bool leaves_a, leaves_b; // the end has no further edge
    int remaining;           // vertices that have not left before this edge
};

struct frontier {
    const struct cycle_graph *cycles;
    unsigned moduli;
    const uint64_t *primes;
    uint64_t *total;     // [moduli]
    struct edge *edges;  // in the order of decision
    size_t words, limit; // words of a key; bytes allowed, 0: no limit
    struct table now, next;
    uint64_t states;
    size_t peak;
    const struct count_request *request;
    int done;             // edges decided
    struct budget budget; // for time only: tables keep track of memory themselves
};

// How many entries are processed between two checks whether to continue.
enum { ASK_EVERY = 1 << 10 };

int *frontier_order(const struct tour_graph *graph, const struct cycle_graph *cycles)
{
    int *order = memory_try(NULL, (size_t)cycles->vertices, sizeof *order), next = 0;
    if (!order)
        return NULL;
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

static size_t table_bytes(const struct frontier *frontier, size_t capacity)
{
    return capacity * (1 + frontier->words + frontier->moduli) * sizeof(uint64_t);
}

static bool goes_on(struct frontier *frontier, size_t entry, struct error *err)
{
    return entry % ASK_EVERY || budget_poll(&frontier->budget) || budget_error(&frontier->budget, err);
}

static void table_clear(struct table *table)
{
    free(table->hashes);
    free(table->entries);
    *table = (struct table){0};
}

static bool table_init(struct frontier *frontier, struct table *table, size_t capacity, struct error *err)
{
    assert(capacity > 0 && frontier->moduli > 0);
    *table = (struct table){0};
    size_t bytes = table_bytes(frontier, capacity),
           held = bytes + table_bytes(frontier, frontier->now.capacity);
    if (table != &frontier->next)
        held += table_bytes(frontier, frontier->next.capacity);
    if (held > frontier->peak)
        frontier->peak = held;
    if (frontier->limit && held > frontier->limit)
        return error_set(
            err, ERROR_TOO_LARGE, "memory",
            "the plain method needs more than %zu MiB for this board; allow more memory, or try another method",
            frontier->limit >> 20);
    table->hashes = memory_try(NULL, capacity, sizeof *table->hashes);
    table->entries =
        memory_try(NULL, capacity, (frontier->words + frontier->moduli) * sizeof *table->entries);
    if (!table->hashes || !table->entries) {
        table_clear(table);
        return error_no_memory(err);
    }
    memset(table->hashes, 0, capacity * sizeof *table->hashes);
    table->capacity = capacity;
    return true;
}

static uint64_t hash_key(const uint64_t *key, size_t words)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < words; i++)
        hash = random_mix(hash ^ key[i]);
    return hash | 1;
}

// The entry of a key. The numbers of a new entry are 0.
static uint64_t *table_find(const struct frontier *frontier, struct table *table, const uint64_t *key,
                            uint64_t hash)
{
    size_t mask = table->capacity - 1, stride = frontier->words + frontier->moduli;
    assert(table->hashes);
    for (size_t at = (size_t)(hash >> 20) & mask;; at = (at + 1) & mask) {
        uint64_t *entry = table->entries + at * stride;
        if (!table->hashes[at]) {
            table->hashes[at] = hash;
            table->used++;
            memcpy(entry, key, frontier->words * sizeof *key);
            memset(entry + frontier->words, 0, frontier->moduli * sizeof *entry);
            return entry;
        }
        if (table->hashes[at] == hash && !memcmp(entry, key, frontier->words * sizeof *key))
            return entry;
    }
}

static void add_counts(const struct frontier *frontier, uint64_t *sum, const uint64_t *counts)
{
    for (unsigned i = 0; i < frontier->moduli; i++)
        sum[i] = residue_add(sum[i], counts[i], frontier->primes[i]);
}

static bool table_grow(struct frontier *frontier, struct table *table, struct error *err)
{
    struct table larger;
    size_t stride = frontier->words + frontier->moduli;
    if (!table_init(frontier, &larger, table->capacity * 2, err))
        return false;
    for (size_t i = 0; i < table->capacity; i++) {
        if (!goes_on(frontier, i, err)) {
            table_clear(&larger);
            return false;
        }
        if (table->hashes[i]) {
            const uint64_t *entry = table->entries + i * stride;
            add_counts(frontier, table_find(frontier, &larger, entry, table->hashes[i]) + frontier->words,
                       entry + frontier->words);
        }
    }
    table_clear(table);
    *table = larger;
    return true;
}

// Adds the counts to the state with these mates, after the ends without further edges have left. Drops the state if one of them
// leaves with fewer than two edges.
static bool put(struct frontier *frontier, const struct edge *edge, uint8_t *mate, const uint64_t *counts,
                struct error *err)
{
    if ((edge->leaves_a && mate[edge->a] != CONNECTIVITY_INNER) ||
        (edge->leaves_b && mate[edge->b] != CONNECTIVITY_INNER))
        return true;
    if (edge->leaves_a)
        mate[edge->a] = edge->a;
    if (edge->leaves_b)
        mate[edge->b] = edge->b;
    if (frontier->next.used * 8 >= frontier->next.capacity * 5 && !table_grow(frontier, &frontier->next, err))
        return false;
    uint64_t key[SLOTS_MAX / 8];
    memcpy(key, mate, frontier->words * sizeof *key);
    uint64_t *entry = table_find(frontier, &frontier->next, key, hash_key(key, frontier->words));
    add_counts(frontier, entry + frontier->words, counts);
    return true;
}

// Follows both continuations of one state: with the edge, and without it.
static bool expand(struct frontier *frontier, const struct edge *edge, const uint64_t *entry,
                   struct error *err)
{
    uint8_t with[SLOTS_MAX], without[SLOTS_MAX];
    const uint64_t *counts = entry + frontier->words;
    size_t size = frontier->words * sizeof *entry;
    memcpy(with, entry, size);
    memcpy(without, entry, size);
    enum connectivity_change change = connectivity_join(with, edge->a, edge->b);
    if (change == CONNECTIVITY_PATH && !put(frontier, edge, with, counts, err))
        return false;
    if (change == CONNECTIVITY_CYCLE && connectivity_is_complete(with, (int)size, edge->remaining))
        add_counts(frontier, frontier->total, counts);
    return put(frontier, edge, without, counts, err);
}

// Gives a vertex a slot if it has none. Returns the slot, or SLOTS_MAX when all are taken.
static int enter(int *slots, bool *taken, int vertex)
{
    if (slots[vertex] < 0) {
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

// Lists the edges in the order in which they are decided. At first, `left` holds the degree of each vertex, and `slots` holds -1
// for each. Returns the number of slots needed, or SLOTS_MAX + 1 when there are too few.
static int list_edges(struct frontier *frontier, const int *order, int *left, int *slots, const int *place)
{
    const struct cycle_graph *cycles = frontier->cycles;
    bool taken[SLOTS_MAX] = {false};
    int widest = 0, remaining = cycles->vertices;
    struct edge *edge = frontier->edges;
    for (int i = 0; i < cycles->vertices; i++) {
        int v = order[i];
        for (int j = cycles->first[v]; j < cycles->first[v + 1]; j++) {
            int u = cycles->neighbours[j];
            if (place[u] < i)
                continue;
            int a = enter(slots, taken, v), b = enter(slots, taken, u);
            if (a == SLOTS_MAX || b == SLOTS_MAX)
                return SLOTS_MAX + 1;
            widest = a >= widest ? a + 1 : widest;
            widest = b >= widest ? b + 1 : widest;
            *edge = (struct edge){(uint8_t)a, (uint8_t)b, --left[v] == 0, --left[u] == 0, remaining};
            taken[a] = !edge->leaves_a;
            taken[b] = !edge->leaves_b;
            remaining -= edge->leaves_a + edge->leaves_b;
            edge++;
        }
    }
    return widest;
}

// Plans the order of the edges and the size of a key.
static bool plan(struct frontier *frontier, struct error *err)
{
    const struct cycle_graph *cycles = frontier->cycles;
    size_t vertices = (size_t)cycles->vertices;
    int *order = frontier_order(frontier->request->graph, cycles), widest = 0;
    int *place = memory_try(NULL, vertices, sizeof *place), *left = memory_try(NULL, vertices, sizeof *left),
        *slots = memory_try(NULL, vertices, sizeof *slots);
    frontier->edges = memory_try(NULL, (size_t)cycles->edges, sizeof *frontier->edges);
    bool room = order && place && left && slots && frontier->edges;
    if (room) {
        for (int i = 0; i < cycles->vertices; i++) {
            place[order[i]] = i;
            slots[i] = -1;
            left[i] = cycles->first[i + 1] - cycles->first[i];
        }
        widest = list_edges(frontier, order, left, slots, place);
    }
    frontier->words = ((size_t)widest + 7) / 8;
    free(order);
    free(place);
    free(left);
    free(slots);
    if (!room)
        return error_no_memory(err);
    return widest <= SLOTS_MAX ||
           error_set(err, ERROR_TOO_LARGE, "board",
                     "this board is too wide: its frontier has more than %d cells", SLOTS_MAX);
}

static bool step(struct frontier *frontier, const struct edge *edge, struct error *err)
{
    size_t capacity = 1024, stride = frontier->words + frontier->moduli;
    while (capacity < frontier->now.used * 2)
        capacity *= 2;
    if (!table_init(frontier, &frontier->next, capacity, err))
        return false;
    // The analyzer loses sight of what frontier->now holds.
    for (size_t i = 0; i < frontier->now.capacity; i++) // NOLINT(clang-analyzer-unix.Malloc)
        if (!goes_on(frontier, i, err) ||
            (frontier->now.hashes[i] && !expand(frontier, edge, frontier->now.entries + i * stride, err)))
            return false;
    table_clear(&frontier->now);
    frontier->now = frontier->next;
    frontier->next = (struct table){0};
    frontier->states += frontier->now.used;
    return true;
}

static bool report(void *context)
{
    const struct frontier *frontier = context;
    const struct count_request *request = frontier->request;
    struct count_progress now = {(double)frontier->done / frontier->cycles->edges,
                                 frontier->states + frontier->next.used,
                                 table_bytes(frontier, frontier->now.capacity), "edge by edge"};
    return !request->progress || request->progress(request->context, &now);
}

static bool run(struct frontier *frontier, struct error *err)
{
    if (!table_init(frontier, &frontier->now, 16, err))
        return false;
    uint8_t mate[SLOTS_MAX];
    uint64_t key[SLOTS_MAX / 8];
    for (int i = 0; i < SLOTS_MAX; i++)
        mate[i] = (uint8_t)i;
    memcpy(key, mate, sizeof key);
    uint64_t *entry = table_find(frontier, &frontier->now, key, hash_key(key, frontier->words));
    for (unsigned i = 0; i < frontier->moduli; i++)
        entry[frontier->words + i] = 1;
    for (frontier->done = 0; frontier->done < frontier->cycles->edges; frontier->done++)
        if (!step(frontier, &frontier->edges[frontier->done], err))
            return false;
    return report(frontier) || error_set(err, ERROR_BUSY, "", "the work was interrupted");
}

bool frontier_count(const struct count_request *request, unsigned moduli, uint64_t *remainders,
                    struct count_result *result, struct error *err)
{
    const struct cycle_graph *cycles = request->cycles;
    uint64_t primes[MODULI_MAX];
    if (moduli > MODULI_MAX)
        return error_set(err, ERROR_TOO_LARGE, "board", "the number of tours may have more than %d bits",
                         60 * MODULI_MAX);
    for (unsigned i = 0; i < moduli; i++)
        primes[i] = residue_prime(i);
    memset(remainders, 0, moduli * sizeof *remainders);
    struct frontier frontier = {.cycles = cycles,
                                .moduli = moduli,
                                .primes = primes,
                                .total = remainders,
                                .limit = request->memory,
                                .request = request};
    budget_init(&frontier.budget, &(struct budget_bounds){.goes_on = report, .context = &frontier});
    bool counted = plan(&frontier, err) && run(&frontier, err);
    budget_clear(&frontier.budget);
    result->states = frontier.states;
    result->memory = frontier.peak;
    table_clear(&frontier.now);
    table_clear(&frontier.next);
    free(frontier.edges);
    return counted;
}
