// SPDX-License-Identifier: GPL-3.0-or-later
// Counts weighted Hamiltonian cycles vertex by vertex, with the states in a hash table.
#include "tours/circuits.h"

#include "base/memory.h"
#include "base/random.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS_MAX = 32, EMPTY = 0, INNER = 1, FIRST_PATH = 2, LAST_PATH = 15 };

// An entry is the two words of its key and then the numbers: `plus`, and with signs `minus`, of `limbs`
// words each, least word first, modulo 2^(64 limbs). What a sum is modulo that is what it is, since its
// bound is below the half of that.
enum { KEY_WORDS = 2 };
static const uint64_t VACANT = UINT64_MAX; // in the first word: no key has sixteen ends of one path

struct table {
    uint64_t *entries;
    size_t capacity, used; // capacity 0, or a power of two while it is filled
};

struct circuits {
    const struct circuit_request *request;
    int limbs, words; // of one number; of an entry
    int *order;
    int *slot; // [vertices] -1: not in the frontier
    struct table now, next;
    uint64_t *total;   // [words - KEY_WORDS]
    uint64_t *product; // likewise, of the state and choice at hand
    struct circuit_result *result;
    struct error *err;
};

// ---- The table

static uint64_t table_bytes(const struct circuits *circuits, size_t capacity)
{
    return (uint64_t)capacity * (uint64_t)circuits->words * sizeof(uint64_t);
}

// Makes a table with room for `capacity` entries in `next`; what it held is carried over.
static bool table_grow(struct circuits *circuits, size_t capacity)
{
    struct table old = circuits->next, *table = &circuits->next;
    uint64_t bytes = table_bytes(circuits, capacity) + table_bytes(circuits, old.capacity) +
                     table_bytes(circuits, circuits->now.capacity);
    if (bytes > circuits->request->memory)
        return error_set(circuits->err, ERROR_TOO_LARGE, "memory",
                         "The states of this count do not fit into %llu MiB.",
                         (unsigned long long)(circuits->request->memory >> 20));
    if (bytes > circuits->result->memory)
        circuits->result->memory = bytes;
    uint64_t *entries = malloc(table_bytes(circuits, capacity) + 1);
    if (!entries)
        return error_set(circuits->err, ERROR_SYSTEM, "memory", "The system has no memory for this count.");
    size_t words = (size_t)circuits->words;
    for (size_t i = 0; i < capacity; i++)
        entries[i * words] = VACANT;
    for (size_t i = 0; i < old.capacity; i++) {
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
        mpn_add_n(to, to, from, limbs);
}

static void add_numbers(const struct circuits *circuits, uint64_t *to, const uint64_t *from)
{
    for (int i = 0; i < circuits->words - KEY_WORDS; i += circuits->limbs)
        add_number(to + i, from + i, circuits->limbs);
}

// Adds the product to the state of that key.
static bool table_add(struct circuits *circuits, const uint64_t key[KEY_WORDS])
{
    struct table *table = &circuits->next;
    size_t words = (size_t)circuits->words;
    if (3 * (table->used + 1) > 2 * table->capacity && !table_grow(circuits, 2 * table->capacity))
        return false;
    for (size_t at = random_mix(key[0] ^ random_mix(key[1])) & (table->capacity - 1);;
         at = (at + 1) & (table->capacity - 1)) {
        uint64_t *entry = table->entries + at * words;
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

// The filled table becomes the list of states to start from.
static void table_turn(struct circuits *circuits)
{
    struct table *table = &circuits->next;
    size_t words = (size_t)circuits->words, kept = 0;
    free(circuits->now.entries);
    for (size_t i = 0; i < table->capacity; i++)
        if (table->entries[i * words] != VACANT)
            memmove(table->entries + kept++ * words, table->entries + i * words, words * sizeof(uint64_t));
    assert(kept == table->used);
    uint64_t *shorter = realloc(table->entries, (kept ? kept : 1) * words * sizeof *shorter);
    circuits->now = (struct table){shorter ? shorter : table->entries, kept, kept};
    *table = (struct table){NULL, 0, 0};
    circuits->result->states += kept;
    if (kept > circuits->result->most)
        circuits->result->most = kept;
}

// ---- States

// What is in each slot, a byte each. Paths may have numbers up to NEW_PATH here.
enum { NEW_PATH = 31 };

struct state {
    uint8_t slots[SLOTS_MAX];
};

static struct state unpack(const uint64_t *key)
{
    struct state state;
    for (int i = 0; i < SLOTS_MAX; i++)
        state.slots[i] = (uint8_t)(key[i / 16] >> (4 * (i % 16)) & 15);
    return state;
}

// Numbers the paths anew and packs. False when there are too many paths for four bits.
static bool pack(const struct state *state, int slots, uint64_t key[KEY_WORDS])
{
    uint8_t name[NEW_PATH + 1] = {[INNER] = INNER};
    uint8_t next = FIRST_PATH;
    key[0] = key[1] = 0;
    for (int i = 0; i < slots; i++) {
        uint8_t what = state->slots[i];
        if (what >= FIRST_PATH && !name[what])
            name[what] = next++;
        key[i / 16] |= (uint64_t)name[what] << (4 * (i % 16));
    }
    return next <= LAST_PATH + 1;
}

static int other_end(const struct state *state, uint8_t path, int not_here)
{
    int i = 0;
    while (state->slots[i] != path || i == not_here)
        i++;
    return i;
}

enum joining { JOINED, IMPOSSIBLE, CLOSED };

// Extends the path that ends outside the frontier's slots (its other end is numbered `path`) to a slot.
static enum joining extend(struct state *state, uint8_t path, int slot)
{
    uint8_t what = state->slots[slot];
    if (what == INNER)
        return IMPOSSIBLE;
    if (what == EMPTY) {
        state->slots[slot] = path;
        return JOINED;
    }
    if (what != path)
        state->slots[other_end(state, what, slot)] = path;
    state->slots[slot] = INNER;
    return what == path ? CLOSED : JOINED;
}

// ---- Steps

// A vertex is finished: what its later neighbours are.
struct step {
    int slot;      // of the vertex, or -1 when no edge leads to it yet
    int slots;     // beyond the highest that is in use during the step
    int remaining; // vertices that are not finished after it
    int count;     // of neighbours
    int at[SLOTS_MAX], plus[SLOTS_MAX], minus[SLOTS_MAX];
};

static void multiply(uint64_t *number, int limbs, int factor)
{
    if (factor != 1 && factor != -1)
        mpn_mul_1(number, number, limbs, (mp_limb_t)(factor < 0 ? -factor : factor));
    if (factor < 0)
        mpn_neg(number, number, limbs);
}

// The numbers of a state times those of a choice.
static void make_product(struct circuits *circuits, const uint64_t *numbers, int plus, int minus)
{
    int limbs = circuits->limbs;
    memcpy(circuits->product, numbers, (size_t)(circuits->words - KEY_WORDS) * sizeof *numbers);
    multiply(circuits->product, limbs, plus);
    if (circuits->request->signs)
        multiply(circuits->product + limbs, limbs, minus);
}

// Notes what became of a state. A circuit counts when nobody is left out.
static bool arrive(struct circuits *circuits, const struct step *step, const struct state *state,
                   enum joining joining)
{
    if (joining == JOINED) {
        uint64_t key[KEY_WORDS];
        if (!pack(state, step->slots, key))
            return error_set(circuits->err, ERROR_TOO_LARGE, "board",
                             "The board is too wide: more than %d paths are open at a time.",
                             LAST_PATH - FIRST_PATH + 1);
        return table_add(circuits, key);
    }
    int inner = 0;
    for (int i = 0; i < step->slots; i++)
        inner += state->slots[i] == INNER;
    if (joining == CLOSED && inner == step->remaining)
        add_numbers(circuits, circuits->total, circuits->product);
    return true;
}

// All ways to give the vertex, which has no edge yet, two edges.
static bool take_two(struct circuits *circuits, const struct step *step, const struct state *state,
                     const uint64_t *numbers)
{
    for (int i = 0; i < step->count; i++) {
        struct state half = *state;
        uint8_t what = half.slots[step->at[i]];
        if (what == INNER)
            continue;
        // The path that will be lengthened: the neighbour's own, or a new one of which the neighbour is the
        // other end.
        half.slots[step->at[i]] = what == EMPTY ? NEW_PATH : INNER;
        uint8_t path = what == EMPTY ? NEW_PATH : what;
        for (int j = i + 1; j < step->count; j++) {
            struct state next = half;
            enum joining joining = extend(&next, path, step->at[j]);
            if (joining == IMPOSSIBLE)
                continue;
            make_product(circuits, numbers, step->plus[i] * step->plus[j], step->minus[i] * step->minus[j]);
            if (!arrive(circuits, step, &next, joining))
                return false;
        }
    }
    return true;
}

// All ways to give the vertex, which ended the path of that number, its second edge.
static bool take_one(struct circuits *circuits, const struct step *step, const struct state *state,
                     uint8_t path, const uint64_t *numbers)
{
    for (int i = 0; i < step->count; i++) {
        struct state next = *state;
        enum joining joining = extend(&next, path, step->at[i]);
        if (joining == IMPOSSIBLE)
            continue;
        make_product(circuits, numbers, step->plus[i], step->minus[i]);
        if (!arrive(circuits, step, &next, joining))
            return false;
    }
    return true;
}

static bool follow(struct circuits *circuits, const struct step *step, const uint64_t *entry)
{
    struct state state = unpack(entry);
    const uint64_t *numbers = entry + KEY_WORDS;
    uint8_t what = EMPTY;
    if (step->slot >= 0) {
        what = state.slots[step->slot];
        state.slots[step->slot] = EMPTY;
    }
    if (what == EMPTY)
        return take_two(circuits, step, &state, numbers);
    if (what != INNER)
        return take_one(circuits, step, &state, what, numbers);
    make_product(circuits, numbers, 1, 1);
    return arrive(circuits, step, &state, JOINED);
}

// Gives a slot to a vertex that has none.
static bool enter(struct circuits *circuits, int vertex, uint32_t *used)
{
    int slot = 0;
    if (circuits->slot[vertex] >= 0)
        return true;
    while (slot < SLOTS_MAX && *used >> slot & 1)
        slot++;
    if (slot == SLOTS_MAX)
        return error_set(circuits->err, ERROR_TOO_LARGE, "board",
                         "The board is too wide: a frontier of it has more than %d cells.", SLOTS_MAX);
    *used |= UINT32_C(1) << slot;
    circuits->slot[vertex] = slot;
    return true;
}

static bool step_init(struct circuits *circuits, struct step *step, int number, uint32_t *used,
                      const int *place)
{
    const struct circuit_graph *graph = circuits->request->graph;
    int vertex = circuits->order[number];
    *step = (struct step){.slot = circuits->slot[vertex], .remaining = graph->vertices - 1 - number};
    for (int e = graph->first[vertex]; e < graph->first[vertex + 1]; e++) {
        const struct circuit_edge *edge = &graph->edges[e];
        if (place[edge->to] < number)
            continue;
        if (!enter(circuits, edge->to, used))
            return false;
        step->at[step->count] = circuits->slot[edge->to];
        step->plus[step->count] = edge->plus;
        step->minus[step->count++] = edge->minus;
    }
    while (step->slots < SLOTS_MAX && *used >> step->slots)
        step->slots++;
    if (step->slot >= 0)
        *used &= ~(UINT32_C(1) << step->slot);
    return true;
}

static bool do_step(struct circuits *circuits, const struct step *step, int number)
{
    enum { ASK_EVERY = 1 << 16, SMALLEST = 64 };
    const struct circuit_request *request = circuits->request;
    if (!table_grow(circuits, SMALLEST))
        return false;
    for (size_t i = 0; i < circuits->now.used; i++) {
        if (i % ASK_EVERY == 0 && request->progress &&
            !request->progress(request->context, number / (double)request->graph->vertices,
                               circuits->result->states + circuits->next.used))
            return error_set(circuits->err, ERROR_BUSY, "", "The work was stopped.");
        if (!follow(circuits, step, circuits->now.entries + i * (size_t)circuits->words))
            return false;
    }
    table_turn(circuits);
    return true;
}

// The state that everything begins with: no edges, or the path that is given.
static bool begin(struct circuits *circuits, uint32_t *used)
{
    const int *joined = circuits->request->graph->joined;
    struct state state = {{0}};
    uint64_t key[KEY_WORDS];
    for (int i = 0; i < 2 && joined[0] >= 0; i++) {
        enter(circuits, joined[i], used);
        state.slots[circuits->slot[joined[i]]] = FIRST_PATH;
    }
    pack(&state, 2, key);
    circuits->product[0] = 1;
    if (circuits->request->signs)
        circuits->product[circuits->limbs] = 1;
    if (!table_grow(circuits, 2) || !table_add(circuits, key))
        return false;
    table_turn(circuits);
    return true;
}

static bool run(struct circuits *circuits)
{
    int vertices = circuits->request->graph->vertices;
    int *place = memory_resize(NULL, (size_t)vertices, sizeof *place);
    uint32_t used = 0;
    for (int i = 0; i < vertices; i++) {
        place[circuits->order[i]] = i;
        circuits->slot[i] = -1;
    }
    bool fine = begin(circuits, &used);
    for (int i = 0; fine && i < vertices; i++) {
        struct step step;
        fine = step_init(circuits, &step, i, &used, place) && do_step(circuits, &step, i);
    }
    free(place);
    return fine;
}

// Limbs that hold the sums with a sign. A Hamiltonian cycle in either direction is a permutation that the
// matrix of `plus` allows; its permanent is at most the product over the rows of their largest entry times
// (d!)^(1/d), d entries not being 0 (Bregman).
static int limbs_for(const struct circuit_graph *graph)
{
    double bits = 2;
    for (int v = 0; v < graph->vertices; v++) {
        int most = 1, degree = graph->first[v + 1] - graph->first[v];
        for (int e = graph->first[v]; e < graph->first[v + 1]; e++)
            most = graph->edges[e].plus > most ? graph->edges[e].plus : most;
        bits += log2(most) + (degree ? lgamma(degree + 1.0) / log(2) / degree : 0);
    }
    return 1 + (int)((bits + 0.001) / 64);
}

static void to_integer(const struct circuits *circuits, const uint64_t *number, mpz_t value)
{
    size_t limbs = (size_t)circuits->limbs;
    mpz_import(value, limbs, -1, sizeof *number, 0, 0, number);
    if (number[limbs - 1] >> 63) {
        mpz_t modulus;
        mpz_init(modulus);
        mpz_setbit(modulus, 64 * limbs);
        mpz_sub(value, value, modulus);
        mpz_clear(modulus);
    }
}

bool circuits_count(const struct circuit_request *request, mpz_t plus, mpz_t minus,
                    struct circuit_result *result, struct error *err)
{
    struct circuits circuits = {.request = request, .result = result, .err = err};
    assert(request->graph->vertices >= 3);
    *result = (struct circuit_result){0};
    circuits.limbs = limbs_for(request->graph);
    circuits.words = KEY_WORDS + (request->signs ? 2 : 1) * circuits.limbs;
    size_t numbers = (size_t)(circuits.words - KEY_WORDS);
    circuits.total = memory_resize(NULL, numbers, sizeof *circuits.total);
    circuits.product = memory_resize(NULL, numbers, sizeof *circuits.product);
    memset(circuits.total, 0, numbers * sizeof *circuits.total);
    memset(circuits.product, 0, numbers * sizeof *circuits.product);
    circuits.order = circuits_order(request->graph);
    circuits.slot = memory_resize(NULL, (size_t)request->graph->vertices, sizeof *circuits.slot);
    bool counted = run(&circuits);
    mpz_set_ui(minus, 0);
    if (counted) {
        to_integer(&circuits, circuits.total, plus);
        if (request->signs)
            to_integer(&circuits, circuits.total + circuits.limbs, minus);
    }
    free(circuits.now.entries);
    free(circuits.next.entries);
    free(circuits.total);
    free(circuits.product);
    free(circuits.order);
    free(circuits.slot);
    return counted;
}
