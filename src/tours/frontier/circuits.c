// SPDX-License-Identifier: GPL-3.0-or-later
// Counts weighted Hamiltonian cycles vertex by vertex, with the states in a hash table.
#include "tours/frontier/circuits.h"

#include "base/memory.h"
#include "base/random.h"
#include "tours/frontier/vertex_step.h"
#include "tours/limbs.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// An entry consists of the two words of its key and of numbers of `limbs` words each, least significant first, modulo 2^(64 limbs):
// the sum of the products of `plus` and, if odd cycles are requested, the sum of the products of `minus`. The modulus is more than
// twice the bound on either sum, so nothing is lost.
enum { KEY_WORDS = CIRCUIT_KEY_WORDS };
static const uint64_t VACANT = UINT64_MAX; // in the first word: no key has sixteen ends of the same path

struct table {
    uint64_t *entries;
    size_t capacity, used; // capacity is 0, or a power of two while the table is filled
};

struct circuits {
    const struct circuit_request *request;
    bool signs;       // `minus` is summed as well
    int limbs, words; // of one number; of an entry
    int *order;
    struct circuit_step *steps; // [vertices]
    struct table now, next;
    const uint64_t *numbers; // of the state being followed
    uint64_t *total;         // [words - KEY_WORDS]
    uint64_t *product;       // likewise, of the current state and choice
    struct circuit_result *result;
    int done; // vertices finished
    struct error *err;
};

void circuit_result_add(struct circuit_result *all, const struct circuit_result *one)
{
    all->states += one->states;
    all->most = one->most > all->most ? one->most : all->most;
    all->memory = one->memory > all->memory ? one->memory : all->memory;
}

// ---- The table

static uint64_t table_bytes(const struct circuits *circuits, size_t capacity)
{
    return (uint64_t)capacity * (uint64_t)circuits->words * sizeof(uint64_t);
}

// Whether to continue; asks only after a certain number of states.
static bool goes_on(const struct circuits *circuits, size_t state)
{
    enum { ASK_EVERY = 1 << 12 };
    const struct circuit_request *request = circuits->request;
    if (state % ASK_EVERY || !request->progress ||
        request->progress(request->context, circuits->done / (double)request->graph->vertices,
                          circuits->result->states + circuits->next.used))
        return true;
    return error_set(circuits->err, ERROR_BUSY, "", "the work was interrupted");
}

// Gives `next` room for `capacity` entries, and keeps the entries it has.
static bool table_grow(struct circuits *circuits, size_t capacity)
{
    struct table old = circuits->next, *table = &circuits->next;
    uint64_t bytes = table_bytes(circuits, capacity) + table_bytes(circuits, old.capacity) +
                     table_bytes(circuits, circuits->now.capacity);
    if (bytes > circuits->request->memory)
        return error_set(circuits->err, ERROR_TOO_LARGE, "memory",
                         "the states of this count do not fit into %llu MiB; allow more memory",
                         (unsigned long long)(circuits->request->memory >> 20));
    if (bytes > circuits->result->memory)
        circuits->result->memory = bytes;
    size_t words = (size_t)circuits->words;
    uint64_t *entries = memory_try(NULL, capacity, words * sizeof *entries);
    if (!entries)
        return error_no_memory(circuits->err);
    for (size_t i = 0; i < capacity; i++)
        entries[i * words] = VACANT;
    for (size_t i = 0; i < old.capacity; i++) {
        if (!goes_on(circuits, i)) {
            free(entries);
            return false;
        }
        const uint64_t *entry = old.entries + i * words;
        if (*entry == VACANT)
            continue;
        size_t at = random_mix(entry[0] ^ random_mix(entry[1])) & (capacity - 1);
        while (entries[at * words] != VACANT)
            at = (at + 1) & (capacity - 1);
        memcpy(entries + at * words, entry, words * sizeof *entry);
    }
    free(old.entries);
    table->entries = entries;
    table->capacity = capacity;
    return true;
}

static void add_number(uint64_t *to, const uint64_t *from, int limbs)
{
    if (limbs == 1)
        *to += *from;
    else
        limbs_add(to, limbs, from, limbs);
}

static void add_numbers(const struct circuits *circuits, uint64_t *to, const uint64_t *from)
{
    for (int i = 0; i < circuits->words - KEY_WORDS; i += circuits->limbs)
        add_number(to + i, from + i, circuits->limbs);
}

// Adds the product to the state with this key.
static bool table_add(struct circuits *circuits, const uint64_t key[KEY_WORDS])
{
    struct table *table = &circuits->next;
    size_t words = (size_t)circuits->words;
    if (3 * (table->used + 1) > 2 * table->capacity && !table_grow(circuits, 2 * table->capacity))
        return false;
    for (size_t at = random_mix(key[0] ^ random_mix(key[1])) & (table->capacity - 1);;
         at = (at + 1) & (table->capacity - 1)) {
        uint64_t *entry = table->entries + at * words;
        assert(table->entries);
        if (entry[0] == key[0] && entry[1] == key[1]) {
            add_numbers(circuits, entry + KEY_WORDS, circuits->product);
            return true;
        }
        if (*entry == VACANT) {
            memcpy(entry, key, KEY_WORDS * sizeof *key);
            memcpy(entry + KEY_WORDS, circuits->product, (words - KEY_WORDS) * sizeof *entry);
            table->used++;
            return true;
        }
    }
}

// Converts the filled table into the list of states for the next step.
static void table_turn(struct circuits *circuits)
{
    struct table *table = &circuits->next;
    size_t words = (size_t)circuits->words, kept = 0;
    free(circuits->now.entries);
    for (size_t i = 0; i < table->capacity; i++)
        if (table->entries[i * words] != VACANT)
            memmove(table->entries + kept++ * words, table->entries + i * words, words * sizeof(uint64_t));
    assert(kept == table->used);
    uint64_t *shorter = memory_try(table->entries, kept, words * sizeof *shorter);
    circuits->now = (struct table){shorter ? shorter : table->entries, kept, kept};
    *table = (struct table){NULL, 0, 0};
    circuits->result->states += kept;
    if (kept > circuits->result->most)
        circuits->result->most = kept;
}

// ---- Steps

static void multiply(uint64_t *number, int limbs, int factor)
{
    if (factor != 1 && factor != -1)
        limbs_multiply_by(number, limbs, (uint64_t)(factor < 0 ? -factor : factor));
    if (factor < 0)
        limbs_negate(number, limbs);
}

// Multiplies the numbers of the state by the weights of the chosen edges.
static void make_product(struct circuits *circuits, const struct circuit_arrival *arrival)
{
    int limbs = circuits->limbs, plus = 1, minus = 1;
    const struct circuit_weight *weights = circuits->request->graph->weights;
    for (int i = 0; weights && i < 2 && arrival->taken[i] >= 0; i++) {
        const struct circuit_weight *weight = &weights[arrival->step->edge[arrival->taken[i]]];
        plus *= weight->plus;
        minus *= weight->minus;
    }
    memcpy(circuits->product, circuits->numbers,
           (size_t)(circuits->words - KEY_WORDS) * sizeof *circuits->numbers);
    multiply(circuits->product, limbs, plus);
    if (circuits->signs)
        multiply(circuits->product + limbs, limbs, minus);
}

// Records one continuation of a state.
static bool arrive(void *context, const struct circuit_arrival *arrival)
{
    struct circuits *circuits = context;
    uint64_t key[KEY_WORDS];
    make_product(circuits, arrival);
    if (arrival->whole) {
        add_numbers(circuits, circuits->total, circuits->product);
        return true;
    }
    if (circuit_state_pack(&arrival->state, arrival->step->slots, key))
        return table_add(circuits, key);
    return error_set(circuits->err, ERROR_TOO_LARGE, "board",
                     "the board is too wide: its frontier cuts too many paths");
}

static bool do_step(struct circuits *circuits, int number)
{
    enum { SMALLEST = 64 };
    circuits->done = number;
    if (!table_grow(circuits, SMALLEST))
        return false;
    for (size_t i = 0; i < circuits->now.used; i++) {
        if (!goes_on(circuits, i))
            return false;
        const uint64_t *entry = circuits->now.entries + i * (size_t)circuits->words;
        struct circuit_state state;
        circuits->numbers = entry + KEY_WORDS;
        circuit_state_unpack(entry, &state);
        if (!circuit_step_follow(&circuits->steps[number], &state, arrive, circuits))
            return false;
    }
    table_turn(circuits);
    return true;
}

static bool run(struct circuits *circuits)
{
    const struct circuit_graph *graph = circuits->request->graph;
    struct circuit_state start;
    uint64_t key[KEY_WORDS];
    if (!circuit_steps_plan(graph, circuits->order, circuits->steps, circuits->err))
        return false;
    circuit_state_start(&start, graph);
    circuit_state_pack(&start, CIRCUIT_SLOTS_MAX, key);
    circuits->product[0] = 1;
    if (circuits->signs)
        circuits->product[circuits->limbs] = 1;
    if (!table_grow(circuits, 2) || !table_add(circuits, key))
        return false;
    table_turn(circuits);
    for (int i = 0; i < graph->vertices; i++)
        if (!do_step(circuits, i))
            return false;
    return true;
}

// How many limbs hold the signed sums. A Hamiltonian cycle in either direction is a permutation that the
// matrix of `plus` allows; the permanent of this matrix is at most the product, over its rows, of the largest
// entry times (d!)^(1/d), d being the number of nonzero entries (Bregman).
static int limbs_for(const struct circuit_graph *graph)
{
    double bits = 2;
    for (int v = 0; v < graph->vertices; v++) {
        int most = 1, degree = graph->first[v + 1] - graph->first[v];
        for (int e = graph->first[v]; graph->weights && e < graph->first[v + 1]; e++)
            most = graph->weights[e].plus > most ? graph->weights[e].plus : most;
        bits += log2(most) + (degree ? lgamma(degree + 1.0) / log(2) / degree : 0);
    }
    return 1 + (int)((bits + 0.001) / 64);
}

// Each cycle adds 1 to `plus`; to `minus` it adds 1 if it is even, and -1 if it is odd.
static bool set_results(struct circuits *circuits, struct natural *all, struct natural *odd)
{
    uint64_t *plus = circuits->total, *minus = plus + circuits->limbs;
    natural_set_limbs(all, plus, (size_t)circuits->limbs);
    if (odd) {
        limbs_negate(minus, circuits->limbs);
        limbs_add(minus, circuits->limbs, plus, circuits->limbs);
        limbs_halve(minus, circuits->limbs);
        natural_set_limbs(odd, minus, (size_t)circuits->limbs);
    }
    return (!all->failed && !(odd && odd->failed)) || error_no_memory(circuits->err);
}

bool circuits_count(const struct circuit_request *request, struct natural *all, struct natural *odd,
                    struct circuit_result *result, struct error *err)
{
    struct circuits circuits = {.request = request, .signs = odd, .result = result, .err = err};
    assert(request->graph->vertices >= 3);
    *result = (struct circuit_result){0};
    circuits.limbs = limbs_for(request->graph);
    circuits.words = KEY_WORDS + (odd ? 2 : 1) * circuits.limbs;
    size_t numbers = (size_t)(circuits.words - KEY_WORDS);
    circuits.total = memory_try(NULL, 2 * numbers, sizeof *circuits.total);
    circuits.order = circuits_order(request->graph);
    circuits.steps = memory_try(NULL, (size_t)request->graph->vertices, sizeof *circuits.steps);
    bool counted = circuits.total && circuits.order && circuits.steps;
    if (counted) {
        memset(circuits.total, 0, 2 * numbers * sizeof *circuits.total);
        circuits.product = circuits.total + numbers;
        counted = run(&circuits) && set_results(&circuits, all, odd);
    } else {
        error_no_memory(err);
    }
    free(circuits.now.entries);
    free(circuits.next.entries);
    free(circuits.total);
    free(circuits.order);
    free(circuits.steps);
    return counted;
}
