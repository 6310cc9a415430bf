// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of how many ways there are to complete each state, in rounded numbers, and exact draws from them.
#include "tours/sample/strip.h"

#include "base/memory.h"
#include "tours/frontier/vertex_step.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS_MAX = 16, MANTISSA_BITS = 48, EXPONENT_BITS = 16 };

static const uint64_t VACANT = UINT64_MAX; // not a key: sixteen slots cannot all be ends of one path

// One level: a hash table of fixed size. Keys are one word, because there are at most sixteen slots.
struct level {
    size_t capacity, used;
    uint64_t *keys;
    uint64_t *weights; // mantissa in the high bits, exponent in the low ones; NULL until they are computed
};

struct strip {
    int vertices;
    struct circuit_step *steps; // [vertices]
    struct level *levels;       // [vertices]: the states before each step
    uint64_t start;
};

// ---- Rounded numbers

static int exponent(uint64_t weight)
{
    return (int)(weight & ((1 << EXPONENT_BITS) - 1));
}

static uint64_t mantissa(uint64_t weight)
{
    return weight >> EXPONENT_BITS;
}

// mantissa · 2^exponent, rounded up to a weight.
static uint64_t weight_of(uint64_t mantissa, int exponent)
{
    int bits = mantissa ? 64 - __builtin_clzll(mantissa) : 0, drop = bits - MANTISSA_BITS;
    if (drop > 0) {
        mantissa = (mantissa + (UINT64_C(1) << drop) - 1) >> drop;
        exponent += drop;
        if (mantissa >> MANTISSA_BITS) { // rounding made it a power of two
            mantissa >>= 1;
            exponent++;
        }
    }
    assert(exponent < 1 << EXPONENT_BITS);
    return mantissa << EXPONENT_BITS | (uint64_t)exponent;
}

// At least the sum.
static uint64_t weight_add(uint64_t a, uint64_t b)
{
    if (exponent(a) < exponent(b) || !a) {
        uint64_t kept = a;
        a = b;
        b = kept;
    }
    if (!b)
        return a;
    // Sums that fit have the exponent 0; so `a` has all its bits, or both exponents are 0.
    int shift = exponent(a) - exponent(b);
    uint64_t low = shift >= 63 ? 1 : (mantissa(b) + (UINT64_C(1) << shift) - 1) >> shift;
    return weight_of(mantissa(a) + low, exponent(a));
}

// ---- Levels

static size_t place_of(const struct level *level, uint64_t key)
{
    size_t at = (size_t)((random_mix(key) >> 32) * level->capacity >> 32);
    while (level->keys[at] != VACANT && level->keys[at] != key)
        at = at + 1 < level->capacity ? at + 1 : 0;
    return at;
}

static void level_free(struct level *level, struct factor_budget *budget)
{
    budget->used -= level->capacity * sizeof *level->keys * (level->weights ? 2 : 1);
    free(level->keys);
    free(level->weights);
    *level = (struct level){0};
}

static bool too_large(const struct factor_budget *budget, struct error *err)
{
    return error_set(err, ERROR_TOO_LARGE, "memory", "the tables of this board do not fit into %llu MiB",
                     (unsigned long long)(budget->limit >> 20));
}

// Room for `count` words. NULL when there is none.
static uint64_t *take_words(size_t count, struct factor_budget *budget, struct error *err)
{
    uint64_t bytes = count * sizeof(uint64_t);
    if (budget->used + bytes > budget->limit || count > UINT32_MAX) {
        too_large(budget, err);
        return NULL;
    }
    uint64_t *words = memory_try_zeroed(count, sizeof *words);
    if (words)
        budget->used += bytes;
    else
        error_no_memory(err);
    return words;
}

static bool level_init(struct level *level, size_t capacity, struct factor_budget *budget, struct error *err)
{
    *level = (struct level){.capacity = capacity, .keys = take_words(capacity, budget, err)};
    for (size_t i = 0; level->keys && i < capacity; i++)
        level->keys[i] = VACANT;
    if (!level->keys)
        *level = (struct level){0};
    return level->keys != NULL;
}

// Moves the states to a table of another size, with their weights if they have any. States of weight 0 are dropped.
static bool level_move(struct level *level, size_t capacity, struct factor_budget *budget, struct error *err)
{
    struct level moved;
    if (!level_init(&moved, capacity, budget, err))
        return false;
    if (level->weights && !(moved.weights = take_words(capacity, budget, err))) {
        level_free(&moved, budget);
        return false;
    }
    for (size_t i = 0; i < level->capacity; i++) {
        if (level->keys[i] == VACANT || (level->weights && !level->weights[i]))
            continue;
        size_t at = place_of(&moved, level->keys[i]);
        moved.keys[at] = level->keys[i];
        if (level->weights)
            moved.weights[at] = level->weights[i];
        moved.used++;
    }
    level_free(level, budget);
    *level = moved;
    return true;
}

// A quarter of the places stay vacant.
static size_t capacity_for(size_t states)
{
    return states + states / 3 + 2;
}

// ---- Building

// One step, forward (to find states) or backward (to weigh them).
struct work {
    struct level *next; // the level after the step; NULL after the last step
    uint64_t sum;       // of the weights of the states that the current one leads to
    struct factor_budget *budget;
    struct error *err;
};

static bool find_state(void *context, const struct circuit_arrival *arrival)
{
    struct work *work = context;
    struct level *next = work->next;
    uint64_t key[CIRCUIT_KEY_WORDS];
    if (arrival->whole || !next)
        return true;
    bool packed = circuit_state_pack(&arrival->state, arrival->step->slots, key);
    assert(packed && key[1] == 0);
    (void)packed;
    size_t at = place_of(next, key[0]);
    if (next->keys[at] == key[0])
        return true;
    next->keys[at] = key[0];
    next->used++;
    return 3 * next->used < 2 * next->capacity ||
           level_move(next, 2 * next->capacity, work->budget, work->err);
}

// The weight of the state that a step arrives at; *key is its key, unless a tour is complete. `next` is NULL after the last step.
static uint64_t weight_at(const struct level *next, const struct circuit_arrival *arrival, uint64_t *key)
{
    uint64_t words[CIRCUIT_KEY_WORDS];
    if (arrival->whole)
        return weight_of(1, 0);
    if (!next)
        return 0;
    circuit_state_pack(&arrival->state, arrival->step->slots, words);
    size_t at = place_of(next, words[0]);
    *key = words[0];
    return next->keys[at] == VACANT ? 0 : next->weights[at];
}

static bool weigh_state(void *context, const struct circuit_arrival *arrival)
{
    struct work *work = context;
    uint64_t key;
    work->sum = weight_add(work->sum, weight_at(work->next, arrival, &key));
    return true;
}

static bool goes_on(const struct factor_budget *budget, struct error *err)
{
    return !budget->go_on || budget->go_on(budget->context) ||
           error_set(err, ERROR_BUSY, "", "the work was interrupted");
}

static bool follow_level(const struct circuit_step *step, struct level *level, struct work *work,
                         bool (*arrive)(void *, const struct circuit_arrival *))
{
    enum { ASK_EVERY = 1 << 14 };
    for (size_t i = 0; i < level->capacity; i++) {
        uint64_t key[CIRCUIT_KEY_WORDS] = {level->keys[i]};
        if (i % ASK_EVERY == 0 && !goes_on(work->budget, work->err))
            return false;
        if (key[0] == VACANT)
            continue;
        struct circuit_state state;
        circuit_state_unpack(key, &state);
        work->sum = 0;
        if (!circuit_step_follow(step, &state, arrive, work))
            return false;
        if (level->weights)
            level->weights[i] = work->sum;
    }
    return true;
}

static bool find_states(struct strip *strip, struct factor_budget *budget, struct error *err)
{
    enum { SMALLEST = 64 };
    if (!level_init(&strip->levels[0], capacity_for(1), budget, err))
        return false;
    strip->levels[0].keys[place_of(&strip->levels[0], strip->start)] = strip->start;
    strip->levels[0].used = 1;
    for (int i = 0; i + 1 < strip->vertices; i++) {
        struct level *next = &strip->levels[i + 1];
        struct work work = {next, 0, budget, err};
        if (!level_init(next, SMALLEST, budget, err) ||
            !follow_level(&strip->steps[i], &strip->levels[i], &work, find_state) ||
            !level_move(next, capacity_for(next->used), budget, err))
            return false;
    }
    return true;
}

static bool weigh_states(struct strip *strip, struct factor_budget *budget, struct error *err)
{
    for (int i = strip->vertices - 1; i >= 0; i--) {
        struct level *level = &strip->levels[i];
        struct work work = {i + 1 < strip->vertices ? level + 1 : NULL, 0, budget, err};
        size_t alive = 0;
        if (!(level->weights = take_words(level->capacity, budget, err)))
            return false;
        if (!follow_level(&strip->steps[i], level, &work, weigh_state))
            return false;
        for (size_t k = 0; k < level->capacity; k++)
            alive += level->keys[k] != VACANT && level->weights[k];
        if (alive < level->used && !level_move(level, capacity_for(alive), budget, err))
            return false;
    }
    return true;
}

static bool plan(struct strip *strip, const struct circuit_graph *graph, struct error *err)
{
    struct circuit_state state;
    uint64_t start[CIRCUIT_KEY_WORDS];
    int *order = circuits_order(graph);
    if (!order)
        return error_no_memory(err);
    int slots = circuit_steps_plan(graph, order, strip->steps, err);
    circuit_state_start(&state, graph);
    circuit_state_pack(&state, CIRCUIT_SLOTS_MAX, start);
    free(order);
    strip->start = start[0];
    if (slots > SLOTS_MAX)
        error_set(err, ERROR_TOO_LARGE, "board",
                  "the board is too wide: it has a frontier of more than %d cells", SLOTS_MAX);
    return slots > 0 && slots <= SLOTS_MAX;
}

struct strip *strip_new(const struct circuit_graph *graph, struct factor_budget *budget, struct error *err)
{
    struct strip *strip = memory_try(NULL, 1, sizeof *strip);
    size_t vertices = (size_t)graph->vertices;
    if (!strip) {
        error_no_memory(err);
        return NULL;
    }
    *strip = (struct strip){.steps = memory_try(NULL, vertices, sizeof *strip->steps),
                            .levels = memory_try(NULL, vertices, sizeof *strip->levels)};
    if (strip->levels) {
        memset(strip->levels, 0, vertices * sizeof *strip->levels);
        strip->vertices = graph->vertices;
    }
    bool room = (strip->steps && strip->levels) || error_no_memory(err);
    if (room && plan(strip, graph, err) && find_states(strip, budget, err) &&
        weigh_states(strip, budget, err))
        return strip;
    for (int i = 0; i < strip->vertices; i++)
        level_free(&strip->levels[i], budget);
    strip_free(strip);
    return NULL;
}

void strip_free(struct strip *strip)
{
    if (!strip)
        return;
    for (int i = 0; i < strip->vertices; i++) {
        free(strip->levels[i].keys);
        free(strip->levels[i].weights);
    }
    free(strip->levels);
    free(strip->steps);
    free(strip);
}

// ---- Draws

static void set_weight(struct natural *number, uint64_t weight)
{
    natural_set(number, mantissa(weight));
    natural_shift_left(number, (size_t)exponent(weight));
}

void strip_size(const struct strip *strip, struct natural *size)
{
    const struct level *first = &strip->levels[0];
    size_t at = place_of(first, strip->start);
    set_weight(size, first->keys[at] == VACANT ? 0 : first->weights[at]);
}

bool strip_draw_init(struct strip_draw *draw, const struct strip *strip)
{
    *draw = (struct strip_draw){.strip = strip};
    strip_size(strip, &draw->size);
    // No weight is larger than that of the start.
    if (!draw->size.failed && natural_reserve(&draw->number, draw->size.count) &&
        natural_reserve(&draw->part, draw->size.count))
        return true;
    strip_draw_clear(draw);
    return false;
}

void strip_draw_clear(struct strip_draw *draw)
{
    natural_clear(&draw->size);
    natural_clear(&draw->number);
    natural_clear(&draw->part);
}

// A draw in progress.
struct descent {
    const struct level *next;
    struct natural *number, *part;
    struct circuit_arrival chosen;
    uint64_t key;
    bool found;
};

// Subtracts the weight of this choice from the number and goes on to the next choice; or, if the number is smaller, takes this choice and
// ends the enumeration by returning false.
static bool pass(void *context, const struct circuit_arrival *arrival)
{
    struct descent *descent = context;
    uint64_t key = 0;
    set_weight(descent->part, weight_at(descent->next, arrival, &key));
    if (natural_compare(descent->number, descent->part) >= 0) {
        natural_subtract(descent->number, descent->part);
        return true;
    }
    descent->chosen = *arrival;
    descent->key = key;
    descent->found = true;
    return false;
}

bool strip_draw_next(struct strip_draw *draw, struct random *random, factor_edge take, void *context)
{
    const struct strip *strip = draw->strip;
    struct descent descent = {.key = strip->start, .number = &draw->number, .part = &draw->part};
    bool whole = false;
    natural_draw_below(&draw->number, &draw->size, random);
    for (int i = 0; i < strip->vertices && !whole; i++) {
        const struct circuit_step *step = &strip->steps[i];
        const uint64_t key[CIRCUIT_KEY_WORDS] = {descent.key};
        struct circuit_state state;
        descent.next = i + 1 < strip->vertices ? &strip->levels[i + 1] : NULL;
        descent.found = false;
        circuit_state_unpack(key, &state);
        circuit_step_follow(step, &state, pass, &descent);
        if (!descent.found)
            break;
        for (int k = 0; k < 2 && descent.chosen.taken[k] >= 0; k++)
            take(context, step->vertex, step->to[descent.chosen.taken[k]]);
        whole = descent.chosen.whole;
    }
    return whole;
}
