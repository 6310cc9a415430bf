// SPDX-License-Identifier: GPL-3.0-or-later
// Decides in which order the vertices and edges of a half are processed.
#include "tours/mitm/plan/schedule.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// The schedule of a half while it is being made: which vertices have been eliminated, and which slots the others occupy.
struct schedule {
    const struct mitm_cut *cut;
    const struct mitm_plan *plan;
    int half;
    struct mitm_half *out;
    int *order; // inner vertices in the order of elimination
    int count;
    int *turn;  // [vertices] position of an inner vertex in that order
    bool *gone; // [vertices] eliminated
    int *slot;  // [vertices] slot of an inner vertex; -1: none
    bool taken[MITM_SLOTS_MAX],
        lent[MITM_SLOTS_MAX];   // slots below S, and slots of S, that hold an inner vertex at the moment
    int needed[MITM_SLOTS_MAX]; // the turn from which on S needs each of its slots
    bool *decided;              // [2 * edges] edges inside S that have been decided
    int final;                  // slots, in key order, that are final
    int widest;                 // how many slots below S are used
    int column;                 // of the latest edge inside S
    int open, touched[MITM_SLOTS_MAX];
    double cost;
    bool no_memory;
};

// Slots of S are numbered from here until the number of slots below them is known.
enum { KEY_BASE = MITM_SLOTS_MAX };

// A slot for an inner vertex: one of S if S does not need it until the vertex has left, otherwise one below S. -1: none is left.
static int inner_slot(struct schedule *schedule, int v)
{
    for (int k = schedule->plan->cells - 1; k >= 0; k--)
        if (!schedule->lent[k] && schedule->needed[k] > schedule->turn[v]) {
            schedule->lent[k] = true;
            return KEY_BASE + k;
        }
    for (int slot = 0; slot < MITM_SLOTS_MAX; slot++)
        if (!schedule->taken[slot]) {
            schedule->taken[slot] = true;
            schedule->widest = slot + 1 > schedule->widest ? slot + 1 : schedule->widest;
            return slot;
        }
    return -1;
}

static int slot_for(struct schedule *schedule, int v)
{
    if (schedule->cut->side[v] == MITM_MIDDLE) {
        int key = schedule->cut->key[v];
        assert(!schedule->lent[key]);
        schedule->touched[key] = 1;
        return KEY_BASE + key;
    }
    if (schedule->slot[v] < 0) {
        schedule->slot[v] = inner_slot(schedule, v);
        schedule->open++;
    }
    return schedule->slot[v];
}

static void free_slot(struct schedule *schedule, int v)
{
    int slot = schedule->slot[v];
    if (slot >= KEY_BASE)
        schedule->lent[slot - KEY_BASE] = false;
    else
        schedule->taken[slot] = false;
    schedule->open--;
}

static int undecided_edges(const struct schedule *schedule, int v)
{
    const struct mitm_cut *cut = schedule->cut;
    int count = 0;
    for (int i = cut->cycles->first[v]; i < cut->cycles->first[v + 1]; i++) {
        int u = cut->cycles->neighbours[i];
        if (cut->side[u] == MITM_MIDDLE)
            count += cut->half_of[i] == schedule->half && !schedule->decided[i];
        else
            count += cut->side[u] == schedule->half && !schedule->gone[u];
    }
    return count;
}

// NULL when there is no memory.
static struct mitm_step *add_step(struct schedule *schedule)
{
    struct mitm_half *half = schedule->out;
    struct mitm_step *steps = memory_try(half->step, (size_t)half->steps + 1, sizeof *steps);
    half->step = steps ? steps : half->step;
    uint8_t *undecided =
        memory_try(half->undecided, (size_t)(half->steps + 1) * (size_t)schedule->plan->cells, 1);
    half->undecided = undecided ? undecided : half->undecided;
    if (!steps || !undecided) {
        schedule->no_memory = true;
        return NULL;
    }
    half->step[half->steps] = (struct mitm_step){.slot = -1};
    return &half->step[half->steps++];
}

// Records the colours of the cells in the slots. Eliminated cells have two edges each, and every leap has one end on each
// colour; the two edges of w also lead to different colours.
static void note_colours(const struct schedule *schedule, struct mitm_step *step)
{
    const struct mitm_cut *cut = schedule->cut;
    const uint8_t *colour = cut->cycles->colour;
    for (int v = 0; v < cut->cycles->cells && colour; v++) {
        int slot = cut->side[v] == MITM_MIDDLE ? KEY_BASE + cut->key[v] : schedule->slot[v];
        if (cut->side[v] == schedule->half && schedule->gone[v])
            step->excess += colour[v] ? 2 : -2;
        else if (cut->side[v] == MITM_MIDDLE ? !schedule->lent[cut->key[v]]
                                             : cut->side[v] == schedule->half && slot >= 0)
            step->coloured[colour[v]] |= UINT64_C(1) << slot;
    }
}

// Records what is known once a step is complete.
static void finish_step(struct schedule *schedule)
{
    const struct mitm_plan *plan = schedule->plan;
    struct mitm_half *half = schedule->out;
    int open = schedule->open;
    uint8_t *undecided = half->undecided + (size_t)(half->steps - 1) * (size_t)plan->cells;
    for (int k = 0; k < plan->cells; k++) {
        undecided[k] = schedule->lent[k] ? MITM_LENT : (uint8_t)undecided_edges(schedule, plan->vertex[k]);
        open += schedule->touched[k];
    }
    half->step[half->steps - 1].final = schedule->final;
    note_colours(schedule, &half->step[half->steps - 1]);
    schedule->cost += pow(2.5, open);
}

static bool remove_vertex(struct schedule *schedule, int v)
{
    const struct mitm_cut *cut = schedule->cut;
    struct mitm_step *step = add_step(schedule);
    if (!step)
        return false;
    step->slot = slot_for(schedule, v);
    schedule->gone[v] = true;
    for (int i = cut->cycles->first[v]; i < cut->cycles->first[v + 1]; i++) {
        int u = cut->cycles->neighbours[i];
        if (cut->side[u] != MITM_MIDDLE && schedule->gone[u])
            continue;
        int slot = slot_for(schedule, u);
        if (step->count == MITM_TARGETS_MAX || slot < 0 || step->slot < 0)
            return false;
        step->to[step->count++] = (uint8_t)slot;
    }
    free_slot(schedule, v);
    return true;
}

// Decides edges inside S as soon as this makes the next slots in key order final: in the step of the vertex just eliminated, so
// that states ruled out by a final degree are never written, or in separate steps where the work is cut into blocks between them.
static void finish_slots(struct schedule *schedule)
{
    const struct mitm_cut *cut = schedule->cut;
    const struct mitm_plan *plan = schedule->plan;
    for (; schedule->final < plan->cells; schedule->final++) {
        int v = plan->vertex[schedule->final],
            column = mitm_cut_is_cell(cut, v) ? mitm_cut_column(cut, v) : -1;
        for (int i = cut->cycles->first[v]; i < cut->cycles->first[v + 1]; i++) {
            int u = cut->cycles->neighbours[i];
            if (cut->side[u] == schedule->half && !schedule->gone[u])
                return;
        }
        for (int i = cut->cycles->first[v]; i < cut->cycles->first[v + 1]; i++) {
            int u = cut->cycles->neighbours[i];
            if (cut->side[u] != MITM_MIDDLE || cut->half_of[i] != schedule->half || schedule->decided[i])
                continue;
            struct mitm_step *step = &schedule->out->step[schedule->out->steps - 1];
            if (step->edges == MITM_EDGES_MAX || (step->edges && schedule->column != column)) {
                finish_step(schedule);
                step = add_step(schedule);
                if (!step)
                    return;
            }
            step->edge[step->edges][0] = (uint8_t)slot_for(schedule, v);
            step->edge[step->edges++][1] = (uint8_t)slot_for(schedule, u);
            schedule->decided[i] = schedule->decided[mitm_cut_edge(cut, u, v)] = true;
            schedule->column = column;
        }
    }
}

// Lists the inner vertices of a half, starting at its far end.
static void list_order(struct schedule *schedule)
{
    const struct mitm_cut *cut = schedule->cut;
    for (int v = cut->cycles->cells; v < cut->cycles->vertices; v++)
        if (cut->side[v] == schedule->half)
            schedule->order[schedule->count++] = v;
    for (int i = 0; i < cut->rows; i++)
        for (int j = 0; j < cut->columns; j++) {
            int v = mitm_cut_vertex(cut, schedule->half == MITM_BELOW ? i : cut->rows - 1 - i,
                                    cut->column_order[j]);
            if (v >= 0 && cut->side[v] == schedule->half)
                schedule->order[schedule->count++] = v;
        }
    for (int i = 0; i < schedule->count; i++)
        schedule->turn[schedule->order[i]] = i;
}

// The turn at which the first neighbour of this vertex of S is eliminated; 0 if it has none in this half, because then edges
// inside S that end here may be decided at any time.
static int first_turn(const struct schedule *schedule, int v)
{
    const struct mitm_cut *cut = schedule->cut;
    int first = cut->cycles->vertices;
    for (int i = cut->cycles->first[v]; i < cut->cycles->first[v + 1]; i++) {
        int u = cut->cycles->neighbours[i];
        if (cut->side[u] == schedule->half && schedule->turn[u] < first)
            first = schedule->turn[u];
    }
    return first == cut->cycles->vertices ? 0 : first;
}

// The turn at which the last neighbour of this vertex of S is eliminated; -1 if it has none in this half. Until then, this vertex
// does not cause edges inside S to be decided.
static int last_turn(const struct schedule *schedule, int v)
{
    const struct mitm_cut *cut = schedule->cut;
    int last = -1;
    for (int i = cut->cycles->first[v]; i < cut->cycles->first[v + 1]; i++) {
        int u = cut->cycles->neighbours[i];
        if (cut->side[u] == schedule->half && schedule->turn[u] > last)
            last = schedule->turn[u];
    }
    return last;
}

// S needs a slot from the turn at which an edge of its vertex is first decided: when an inner neighbour is eliminated, or when a
// neighbour inside S has no inner neighbours left.
static void list_needs(struct schedule *schedule)
{
    const struct mitm_cut *cut = schedule->cut;
    for (int k = 0; k < schedule->plan->cells; k++) {
        int v = schedule->plan->vertex[k];
        schedule->needed[k] = mitm_cut_is_cell(cut, v) ? first_turn(schedule, v) : 0;
        for (int i = cut->cycles->first[v]; i < cut->cycles->first[v + 1]; i++) {
            int u = cut->cycles->neighbours[i];
            if (cut->side[u] != MITM_MIDDLE || !mitm_cut_is_cell(cut, u))
                continue;
            int last = last_turn(schedule, u);
            if (last < schedule->needed[k])
                schedule->needed[k] = last < 0 ? 0 : last;
        }
    }
}

static bool list_vertices(struct schedule *schedule)
{
    list_order(schedule);
    list_needs(schedule);
    for (int i = 0; i < schedule->count; i++) {
        if (!remove_vertex(schedule, schedule->order[i]))
            return false;
        // Not just before the last vertex: deciding edges early there would only create more states for its step.
        if (i != schedule->count - 2)
            finish_slots(schedule);
        if (schedule->no_memory)
            return false;
        finish_step(schedule);
    }
    return schedule->final == schedule->plan->cells;
}

bool mitm_schedule_half(struct mitm_cut *cut, struct mitm_plan *plan, int half)
{
    size_t vertices = (size_t)cut->cycles->vertices, places = 2 * (size_t)cut->cycles->edges;
    struct schedule schedule = {.cut = cut, .plan = plan, .half = half, .out = &plan->half[half]};
    schedule.order = memory_try(NULL, vertices, sizeof *schedule.order);
    schedule.turn = memory_try(NULL, vertices, sizeof *schedule.turn);
    schedule.gone = memory_try_zeroed(vertices, sizeof *schedule.gone);
    schedule.slot = memory_try(NULL, vertices, sizeof *schedule.slot);
    schedule.decided = memory_try_zeroed(places, sizeof *schedule.decided);
    schedule.no_memory =
        !schedule.order || !schedule.turn || !schedule.gone || !schedule.slot || !schedule.decided;
    bool good = false;
    if (!schedule.no_memory) {
        memset(schedule.slot, -1, vertices * sizeof *schedule.slot);
        good = list_vertices(&schedule);
    }
    cut->no_memory |= schedule.no_memory;
    plan->cost += schedule.cost;
    plan->low = schedule.widest > plan->low ? schedule.widest : plan->low;
    free(schedule.order);
    free(schedule.turn);
    free(schedule.gone);
    free(schedule.slot);
    free(schedule.decided);
    return good;
}

static int compare_bytes(const void *a, const void *b)
{
    return *(const uint8_t *)a - *(const uint8_t *)b;
}

// Converts a bit set of slots, in which those of S are numbered from KEY_BASE on, to ones in the final slots.
static uint64_t ones_in(const struct mitm_plan *plan, uint64_t slots)
{
    uint64_t ones = 0;
    for (; slots; slots &= slots - 1) {
        int slot = __builtin_ctzll(slots);
        ones |= UINT64_C(1) << (2 * (slot < KEY_BASE ? slot : mitm_plan_slot(plan, slot - KEY_BASE)));
    }
    return ones;
}

void mitm_schedule_number_slots(struct mitm_plan *plan, struct mitm_half *half)
{
    for (int i = 0; i < half->steps; i++) {
        struct mitm_step *step = &half->step[i];
        for (int colour = 0; colour < 2; colour++)
            step->coloured[colour] = ones_in(plan, step->coloured[colour]);
        if (step->slot >= KEY_BASE)
            step->slot = mitm_plan_slot(plan, step->slot - KEY_BASE);
        for (int j = 0; j < step->count; j++)
            if (step->to[j] >= KEY_BASE)
                step->to[j] = (uint8_t)mitm_plan_slot(plan, step->to[j] - KEY_BASE);
        qsort(step->to, (size_t)step->count, 1, compare_bytes);
        for (int e = 0; e < step->edges; e++) {
            for (int j = 0; j < 2; j++)
                step->edge[e][j] = (uint8_t)mitm_plan_slot(plan, step->edge[e][j] - KEY_BASE);
            qsort(step->edge[e], 2, 1, compare_bytes);
        }
    }
}
