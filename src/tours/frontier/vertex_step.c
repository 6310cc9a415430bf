// SPDX-License-Identifier: GPL-3.0-or-later
// Goes from one state of a growing Hamiltonian cycle to the next.
#include "tours/frontier/vertex_step.h"

#include "base/memory.h"
#include "tours/frontier/connectivity.h"

#include <stdlib.h>
#include <string.h>

enum { KEY_EMPTY = 0, KEY_INNER = 1, KEY_FIRST_PATH = 2, KEY_LAST_PATH = 15 };

// ---- States

static void clear_slots(struct circuit_state *state)
{
    for (int i = 0; i <= CIRCUIT_SLOT_EXTRA; i++)
        state->mate[i] = (uint8_t)i;
}

void circuit_state_start(struct circuit_state *state, const struct circuit_graph *graph)
{
    clear_slots(state);
    // The planner gives these two vertices the first two slots.
    if (graph->joined[0] >= 0) {
        state->mate[0] = 1;
        state->mate[1] = 0;
    }
}

// Packing and unpacking take most of the time of a step, and states follow no pattern that a processor could predict. So neither
// function branches on the contents of a slot.

bool circuit_state_pack(const struct circuit_state *state, int slots, uint64_t key[CIRCUIT_KEY_WORDS])
{
    uint8_t code[CONNECTIVITY_INNER + 1] = {[CONNECTIVITY_INNER] = KEY_INNER};
    int path = KEY_FIRST_PATH;
    uint64_t words[CIRCUIT_KEY_WORDS] = {0, 0};
    for (int i = 0; i < slots; i++) {
        int mate = state->mate[i], first = (mate > i) & (mate != CONNECTIVITY_INNER);
        int value = first ? path : code[mate];
        value = mate == i ? KEY_EMPTY : value;
        path += first;
        code[i] = (uint8_t)value;
        words[i / 16] |= (uint64_t)value << (4 * (i % 16));
    }
    memcpy(key, words, sizeof words);
    return path <= KEY_LAST_PATH + 1;
}

void circuit_state_unpack(const uint64_t key[CIRCUIT_KEY_WORDS], struct circuit_state *state)
{
    // What a slot with that code is joined to: the first end of the path if it has been seen, otherwise the slot itself.
    uint8_t to[KEY_LAST_PATH + 1], mate[CONNECTIVITY_INNER + 1];
    memset(to, CIRCUIT_SLOT_EXTRA, sizeof to);
    to[KEY_INNER] = CONNECTIVITY_INNER;
    for (int i = 0; i <= CIRCUIT_SLOT_EXTRA; i++)
        mate[i] = (uint8_t)i;
    for (int word = 0; word < CIRCUIT_KEY_WORDS; word++) {
        uint64_t rest = key[word];
        for (int i = 16 * word; rest; i++, rest >>= 4) {
            int code = (int)(rest & 15), other = to[code];
            other = other == CIRCUIT_SLOT_EXTRA ? i : other;
            mate[i] = (uint8_t)other;
            mate[other] = (uint8_t)i;
            to[code] = (uint8_t)i;
            to[KEY_EMPTY] = CIRCUIT_SLOT_EXTRA;
            to[KEY_INNER] = CONNECTIVITY_INNER;
        }
    }
    memcpy(state->mate, mate, sizeof state->mate);
}

// ---- Plans

// Gives a slot to a vertex that has none. False when all are taken.
static bool enter(struct circuit_planner *planner, int vertex)
{
    if (planner->slot[vertex] >= 0)
        return true;
    if (planner->used == UINT32_MAX)
        return false;
    planner->slot[vertex] = __builtin_ctz(~planner->used);
    planner->used |= UINT32_C(1) << planner->slot[vertex];
    return true;
}

bool circuit_planner_init(struct circuit_planner *planner, const struct circuit_graph *graph,
                          const int *order)
{
    size_t vertices = (size_t)graph->vertices;
    *planner = (struct circuit_planner){.graph = graph, .order = order};
    planner->place = memory_try(NULL, vertices, sizeof *planner->place);
    planner->slot = memory_try(NULL, vertices, sizeof *planner->slot);
    if (!planner->place || !planner->slot) {
        circuit_planner_clear(planner);
        return false;
    }
    for (int i = 0; i < graph->vertices; i++) {
        planner->place[order[i]] = i;
        planner->slot[i] = -1;
    }
    for (int i = 0; i < 2 && graph->joined[0] >= 0; i++)
        enter(planner, graph->joined[i]);
    return true;
}

void circuit_planner_clear(struct circuit_planner *planner)
{
    free(planner->place);
    free(planner->slot);
    *planner = (struct circuit_planner){0};
}

bool circuit_planner_next(struct circuit_planner *planner, struct circuit_step *step)
{
    const struct circuit_graph *graph = planner->graph;
    int place = planner->next++, vertex = planner->order[place], slot = planner->slot[vertex];
    *step = (struct circuit_step){.vertex = vertex,
                                  .slot = slot < 0 ? CIRCUIT_SLOT_EXTRA : slot,
                                  .remaining = graph->vertices - 1 - place};
    for (int e = graph->first[vertex]; e < graph->first[vertex + 1]; e++) {
        int to = graph->to[e];
        if (planner->place[to] < place)
            continue;
        if (!enter(planner, to))
            return false;
        step->at[step->count] = (uint8_t)planner->slot[to];
        step->to[step->count] = to;
        step->edge[step->count++] = e;
    }
    step->slots = planner->used ? 32 - __builtin_clz(planner->used) : 0;
    step->width = __builtin_popcount(planner->used) + (slot < 0);
    if (slot >= 0)
        planner->used &= ~(UINT32_C(1) << slot);
    return true;
}

int circuit_steps_plan(const struct circuit_graph *graph, const int *order, struct circuit_step *steps,
                       struct error *err)
{
    struct circuit_planner planner;
    int slots = 2;
    bool fits = true;
    if (!circuit_planner_init(&planner, graph, order)) {
        error_no_memory(err);
        return 0;
    }
    for (int i = 0; fits && i < graph->vertices; i++) {
        fits = circuit_planner_next(&planner, &steps[i]);
        slots = steps[i].slots > slots ? steps[i].slots : slots;
    }
    circuit_planner_clear(&planner);
    if (fits)
        return slots;
    error_set(err, ERROR_TOO_LARGE, "board", "the board is too wide: its frontier has more than %d cells",
              CIRCUIT_SLOTS_MAX);
    return 0;
}

// ---- Steps

struct follower {
    struct circuit_arrival arrival;
    bool (*arrive)(void *context, const struct circuit_arrival *arrival);
    void *context;
};

// Takes the edge to the i-th neighbour, the last that the vertex needs, and reports where it leads.
static bool take_last(struct follower *follower, const struct circuit_state *state, int i)
{
    struct circuit_arrival *arrival = &follower->arrival;
    const struct circuit_step *step = arrival->step;
    arrival->state = *state;
    enum connectivity_change change = connectivity_join(arrival->state.mate, step->slot, step->at[i]);
    if (change == CONNECTIVITY_REFUSED)
        return true;
    arrival->state.mate[step->slot] = (uint8_t)step->slot;
    arrival->whole = change == CONNECTIVITY_CYCLE;
    if (arrival->whole && !connectivity_is_complete(arrival->state.mate, step->slots, step->remaining))
        return true;
    return follower->arrive(follower->context, arrival);
}

bool circuit_step_follow(const struct circuit_step *step, const struct circuit_state *state,
                         bool (*arrive)(void *context, const struct circuit_arrival *arrival), void *context)
{
    struct follower follower = {{.step = step, .taken = {-1, -1}}, arrive, context};
    int *taken = follower.arrival.taken, mate = state->mate[step->slot];
    if (mate == CONNECTIVITY_INNER) {
        follower.arrival.state = *state;
        follower.arrival.state.mate[step->slot] = (uint8_t)step->slot;
        return arrive(context, &follower.arrival);
    }
    for (int i = 0; i < step->count; i++) {
        struct circuit_state half = *state;
        taken[0] = i;
        if (mate != step->slot) {
            if (!take_last(&follower, state, i))
                return false;
            continue;
        }
        if (connectivity_join(half.mate, step->slot, step->at[i]) == CONNECTIVITY_REFUSED)
            continue;
        for (int j = i + 1; j < step->count; j++) {
            taken[1] = j;
            if (!take_last(&follower, &half, j))
                return false;
        }
    }
    return true;
}
