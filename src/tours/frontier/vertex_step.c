// SPDX-License-Identifier: GPL-3.0-or-later
// Goes from one state of a growing Hamiltonian cycle to the next.
#include "tours/frontier/vertex_step.h"

#include "base/memory.h"

#include <stdlib.h>

// Paths may have numbers up to NEW_PATH while a state is not packed.
enum { EMPTY = CIRCUIT_EMPTY, INNER = CIRCUIT_INNER, FIRST_PATH = 2, LAST_PATH = 15, NEW_PATH = 31 };

static struct circuit_state unpack(const uint64_t *key)
{
    struct circuit_state state;
    for (int i = 0; i < CIRCUIT_SLOTS_MAX; i++)
        state.slots[i] = (uint8_t)(key[i / 16] >> (4 * (i % 16)) & 15);
    return state;
}

bool circuit_state_pack(const struct circuit_state *state, int slots, uint64_t key[CIRCUIT_KEY_WORDS])
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

static int other_end(const struct circuit_state *state, uint8_t path, int not_here)
{
    int i = 0;
    while (state->slots[i] != path || i == not_here)
        i++;
    return i;
}

enum joining { JOINED, IMPOSSIBLE, CLOSED };

// Extends the path that ends outside the frontier's slots (its other end is numbered `path`) to a slot.
static enum joining extend(struct circuit_state *state, uint8_t path, int slot)
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

// ---- Plans

// Gives a slot to a vertex that has none. False when all are taken.
static bool enter(int *slot, int vertex, uint32_t *used)
{
    if (slot[vertex] >= 0)
        return true;
    int free_slot = 0;
    while (free_slot < CIRCUIT_SLOTS_MAX && *used >> free_slot & 1)
        free_slot++;
    if (free_slot == CIRCUIT_SLOTS_MAX)
        return false;
    *used |= UINT32_C(1) << free_slot;
    slot[vertex] = free_slot;
    return true;
}

// Plans the number-th step. `place` is the order turned round.
static bool plan(const struct circuit_graph *graph, struct circuit_step *step, int vertex, const int *place,
                 int *slot, uint32_t *used)
{
    int number = place[vertex];
    *step = (struct circuit_step){
        .vertex = vertex, .slot = slot[vertex], .remaining = graph->vertices - 1 - number};
    for (int e = graph->first[vertex]; e < graph->first[vertex + 1]; e++) {
        const struct circuit_edge *edge = &graph->edges[e];
        if (place[edge->to] < number)
            continue;
        if (!enter(slot, edge->to, used))
            return false;
        step->at[step->count] = slot[edge->to];
        step->edges[step->count++] = edge;
    }
    while (step->slots < CIRCUIT_SLOTS_MAX && *used >> step->slots)
        step->slots++;
    if (step->slot >= 0)
        *used &= ~(UINT32_C(1) << step->slot);
    return true;
}

int circuit_steps_plan(const struct circuit_graph *graph, const int *order, struct circuit_step *steps,
                       uint64_t start[CIRCUIT_KEY_WORDS], struct error *err)
{
    size_t vertices = (size_t)graph->vertices;
    int *place = memory_resize(NULL, vertices, sizeof *place),
        *slot = memory_resize(NULL, vertices, sizeof *slot);
    struct circuit_state state = {{0}};
    uint32_t used = 0;
    int slots = 2;
    bool fits = true;
    for (int i = 0; i < graph->vertices; i++) {
        place[order[i]] = i;
        slot[i] = -1;
    }
    for (int i = 0; i < 2 && graph->joined[0] >= 0; i++) {
        enter(slot, graph->joined[i], &used);
        state.slots[slot[graph->joined[i]]] = FIRST_PATH;
    }
    circuit_state_pack(&state, 2, start);
    for (int i = 0; fits && i < graph->vertices; i++) {
        fits = plan(graph, &steps[i], order[i], place, slot, &used);
        slots = steps[i].slots > slots ? steps[i].slots : slots;
    }
    free(place);
    free(slot);
    if (fits)
        return slots;
    error_set(err, ERROR_TOO_LARGE, "board",
              "The board is too wide: a frontier of it has more than %d cells.", CIRCUIT_SLOTS_MAX);
    return 0;
}

// ---- Steps

struct way {
    struct circuit_arrival arrival;
    bool (*arrive)(void *context, const struct circuit_arrival *arrival);
    void *context;
};

// Tells of one choice. A circuit counts when nobody is left out.
static bool tell(struct way *way, enum joining joining)
{
    const struct circuit_step *step = way->arrival.step;
    if (joining == IMPOSSIBLE)
        return true;
    way->arrival.whole = joining == CLOSED;
    if (joining == CLOSED) {
        int inner = 0;
        for (int i = 0; i < step->slots; i++)
            inner += way->arrival.state.slots[i] == INNER;
        if (inner != step->remaining)
            return true;
    }
    return way->arrive(way->context, &way->arrival);
}

// All ways to give the vertex, which has no edge yet, two edges.
static bool take_two(struct way *way, const struct circuit_state *state)
{
    const struct circuit_step *step = way->arrival.step;
    for (int i = 0; i < step->count; i++) {
        struct circuit_state half = *state;
        uint8_t what = half.slots[step->at[i]];
        if (what == INNER)
            continue;
        // The path that will be lengthened: the neighbour's own, or a new one of which the neighbour is the
        // other end.
        half.slots[step->at[i]] = what == EMPTY ? NEW_PATH : INNER;
        uint8_t path = what == EMPTY ? NEW_PATH : what;
        for (int j = i + 1; j < step->count; j++) {
            way->arrival.state = half;
            way->arrival.taken[0] = i;
            way->arrival.taken[1] = j;
            if (!tell(way, extend(&way->arrival.state, path, step->at[j])))
                return false;
        }
    }
    return true;
}

// All ways to give the vertex, which ended the path of that number, its second edge.
static bool take_one(struct way *way, const struct circuit_state *state, uint8_t path)
{
    const struct circuit_step *step = way->arrival.step;
    for (int i = 0; i < step->count; i++) {
        way->arrival.state = *state;
        way->arrival.taken[0] = i;
        if (!tell(way, extend(&way->arrival.state, path, step->at[i])))
            return false;
    }
    return true;
}

bool circuit_step_follow(const struct circuit_step *step, const uint64_t key[CIRCUIT_KEY_WORDS],
                         bool (*arrive)(void *context, const struct circuit_arrival *arrival), void *context)
{
    struct way way = {{.step = step, .taken = {-1, -1}}, arrive, context};
    struct circuit_state state = unpack(key);
    uint8_t what = EMPTY;
    if (step->slot >= 0) {
        what = state.slots[step->slot];
        state.slots[step->slot] = EMPTY;
    }
    if (what == EMPTY)
        return take_two(&way, &state);
    if (what != INNER)
        return take_one(&way, &state, what);
    way.arrival.state = state;
    return tell(&way, JOINED);
}
