// SPDX-License-Identifier: GPL-3.0-or-later
// The order of vertices and edges in a half.
#include "tours/mitm/plan/schedule.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// While the steps of a half are listed: which vertices are done, and which slots the others have.
struct listing {
    const struct mitm_cut *cut;
    const struct mitm_plan *plan;
    int half;
    struct mitm_half *out;
    int *order; // inner vertices in the order they are removed
    int count;
    int *turn;  // [vertices] the place of an inner vertex in that order
    bool *gone; // [vertices]
    int *slot;  // [vertices] of inner vertices, -1: none
    bool taken[MITM_SLOTS_MAX],
        lent[MITM_SLOTS_MAX];   // slots below those of S, and slots of S, with an inner vertex
    int needed[MITM_SLOTS_MAX]; // from which turn on S needs its slots, at the latest
    bool *decided;              // [2 * edges] edges inside S
    int final;                  // slots in key order
    int widest;                 // inner slots
    int file;                   // of the latest edge inside S
    int open, touched[MITM_SLOTS_MAX];
    double cost;
};

// Slots of S are numbered from here on until it is known how many lie below them.
enum { KEY_BASE = MITM_SLOTS_MAX };

// A slot for an inner vertex: one of S that will not be needed while the vertex is there, else one below. -1: none.
static int inner_slot(struct listing *listing, int v)
{
    for (int k = listing->plan->cells - 1; k >= 0; k--)
        if (!listing->lent[k] && listing->needed[k] > listing->turn[v]) {
            listing->lent[k] = true;
            return KEY_BASE + k;
        }
    for (int slot = 0; slot < MITM_SLOTS_MAX; slot++)
        if (!listing->taken[slot]) {
            listing->taken[slot] = true;
            listing->widest = slot + 1 > listing->widest ? slot + 1 : listing->widest;
            return slot;
        }
    return -1;
}

static int slot_for(struct listing *listing, int v)
{
    if (listing->cut->side[v] == MITM_MIDDLE) {
        int key = listing->cut->key[v];
        assert(!listing->lent[key]);
        listing->touched[key] = 1;
        return KEY_BASE + key;
    }
    if (listing->slot[v] < 0) {
        listing->slot[v] = inner_slot(listing, v);
        listing->open++;
    }
    return listing->slot[v];
}

static void free_slot(struct listing *listing, int v)
{
    int slot = listing->slot[v];
    if (slot >= KEY_BASE)
        listing->lent[slot - KEY_BASE] = false;
    else
        listing->taken[slot] = false;
    listing->open--;
}

static int undecided_edges(const struct listing *listing, int v)
{
    const struct mitm_cut *cut = listing->cut;
    int count = 0;
    for (int i = cut->cycles->first[v]; i < cut->cycles->first[v + 1]; i++) {
        int u = cut->cycles->neighbours[i];
        if (cut->side[u] == MITM_MIDDLE)
            count += cut->half_of[i] == listing->half && !listing->decided[i];
        else
            count += cut->side[u] == listing->half && !listing->gone[u];
    }
    return count;
}

static struct mitm_step *add_step(struct listing *listing)
{
    struct mitm_half *half = listing->out;
    half->step = memory_resize(half->step, (size_t)half->steps + 1, sizeof *half->step);
    half->undecided =
        memory_resize(half->undecided, (size_t)(half->steps + 1) * (size_t)listing->plan->cells, 1);
    half->step[half->steps] = (struct mitm_step){.slot = -1};
    return &half->step[half->steps++];
}

// Notes which slots have cells of which colour. Removed cells have two edges each, and of the leaps each has one end on either
// colour; so have the two edges of w.
static void note_colours(const struct listing *listing, struct mitm_step *step)
{
    const struct mitm_cut *cut = listing->cut;
    const uint8_t *colour = cut->cycles->colour;
    for (int v = 0; v < cut->cycles->cells && colour; v++) {
        int slot = cut->side[v] == MITM_MIDDLE ? KEY_BASE + cut->key[v] : listing->slot[v];
        if (cut->side[v] == listing->half && listing->gone[v])
            step->excess += colour[v] ? 2 : -2;
        else if (cut->side[v] == MITM_MIDDLE ? !listing->lent[cut->key[v]]
                                             : cut->side[v] == listing->half && slot >= 0)
            step->coloured[colour[v]] |= UINT64_C(1) << slot;
    }
}

// What is known once a step is complete.
static void finish_step(struct listing *listing)
{
    const struct mitm_plan *plan = listing->plan;
    struct mitm_half *half = listing->out;
    int open = listing->open;
    uint8_t *undecided = half->undecided + (size_t)(half->steps - 1) * (size_t)plan->cells;
    for (int k = 0; k < plan->cells; k++) {
        undecided[k] = listing->lent[k] ? MITM_LENT : (uint8_t)undecided_edges(listing, plan->vertex[k]);
        open += listing->touched[k];
    }
    half->step[half->steps - 1].final = listing->final;
    note_colours(listing, &half->step[half->steps - 1]);
    listing->cost += pow(2.5, open);
}

static bool remove_vertex(struct listing *listing, int v)
{
    const struct mitm_cut *cut = listing->cut;
    struct mitm_step *step = add_step(listing);
    step->slot = slot_for(listing, v);
    listing->gone[v] = true;
    for (int i = cut->cycles->first[v]; i < cut->cycles->first[v + 1]; i++) {
        int u = cut->cycles->neighbours[i];
        if (cut->side[u] != MITM_MIDDLE && listing->gone[u])
            continue;
        int slot = slot_for(listing, u);
        if (step->count == MITM_TARGETS_MAX || slot < 0 || step->slot < 0)
            return false;
        step->to[step->count++] = (uint8_t)slot;
    }
    free_slot(listing, v);
    return true;
}

// Decides on the edges inside S as soon as that makes the next slots in key order final: in the step of the vertex that has just gone,
// so that no states are written that a final degree rules out, or in steps of their own, where blocks are cut in between.
static void finish_slots(struct listing *listing)
{
    const struct mitm_cut *cut = listing->cut;
    const struct mitm_plan *plan = listing->plan;
    for (; listing->final < plan->cells; listing->final++) {
        int v = plan->vertex[listing->final], file = mitm_cut_is_cell(cut, v) ? mitm_cut_column(cut, v) : -1;
        for (int i = cut->cycles->first[v]; i < cut->cycles->first[v + 1]; i++) {
            int u = cut->cycles->neighbours[i];
            if (cut->side[u] == listing->half && !listing->gone[u])
                return;
        }
        for (int i = cut->cycles->first[v]; i < cut->cycles->first[v + 1]; i++) {
            int u = cut->cycles->neighbours[i];
            if (cut->side[u] != MITM_MIDDLE || cut->half_of[i] != listing->half || listing->decided[i])
                continue;
            struct mitm_step *step = &listing->out->step[listing->out->steps - 1];
            if (step->edges == MITM_EDGES_MAX || (step->edges && listing->file != file)) {
                finish_step(listing);
                step = add_step(listing);
            }
            step->edge[step->edges][0] = (uint8_t)slot_for(listing, v);
            step->edge[step->edges++][1] = (uint8_t)slot_for(listing, u);
            listing->decided[i] = listing->decided[mitm_cut_edge(cut, u, v)] = true;
            listing->file = file;
        }
    }
}

// The inner vertices of a half, from its far end on.
static void list_order(struct listing *listing)
{
    const struct mitm_cut *cut = listing->cut;
    for (int v = cut->cycles->cells; v < cut->cycles->vertices; v++)
        if (cut->side[v] == listing->half)
            listing->order[listing->count++] = v;
    for (int i = 0; i < cut->layers; i++)
        for (int j = 0; j < cut->files; j++) {
            int v = mitm_cut_vertex(cut, listing->half == MITM_BELOW ? i : cut->layers - 1 - i,
                                    cut->files_in_order[j]);
            if (v >= 0 && cut->side[v] == listing->half)
                listing->order[listing->count++] = v;
        }
    for (int i = 0; i < listing->count; i++)
        listing->turn[listing->order[i]] = i;
}

// The first turn of a vertex that is joined with this one of S. Where there is none nothing is waited for: edges inside S that
// end here may be decided on at any time.
static int first_turn(const struct listing *listing, int v)
{
    const struct mitm_cut *cut = listing->cut;
    int first = cut->cycles->vertices;
    for (int i = cut->cycles->first[v]; i < cut->cycles->first[v + 1]; i++) {
        int u = cut->cycles->neighbours[i];
        if (cut->side[u] == listing->half && listing->turn[u] < first)
            first = listing->turn[u];
    }
    return first == cut->cycles->vertices ? 0 : first;
}

// The last turn of a vertex that is joined with this one of S, -1 when there is none: before it is over, the edges inside S
// that end here are not decided on from this side.
static int last_turn(const struct listing *listing, int v)
{
    const struct mitm_cut *cut = listing->cut;
    int last = -1;
    for (int i = cut->cycles->first[v]; i < cut->cycles->first[v + 1]; i++) {
        int u = cut->cycles->neighbours[i];
        if (cut->side[u] == listing->half && listing->turn[u] > last)
            last = listing->turn[u];
    }
    return last;
}

// S needs a slot when an edge to its vertex is first decided on: by an inner neighbour, or inside S as soon as a neighbour
// there has no inner ones left.
static void list_needs(struct listing *listing)
{
    const struct mitm_cut *cut = listing->cut;
    for (int k = 0; k < listing->plan->cells; k++) {
        int v = listing->plan->vertex[k];
        listing->needed[k] = mitm_cut_is_cell(cut, v) ? first_turn(listing, v) : 0;
        for (int i = cut->cycles->first[v]; i < cut->cycles->first[v + 1]; i++) {
            int u = cut->cycles->neighbours[i];
            if (cut->side[u] != MITM_MIDDLE || !mitm_cut_is_cell(cut, u))
                continue;
            int last = last_turn(listing, u);
            if (last < listing->needed[k])
                listing->needed[k] = last < 0 ? 0 : last;
        }
    }
}

static bool list_vertices(struct listing *listing)
{
    list_order(listing);
    list_needs(listing);
    for (int i = 0; i < listing->count; i++) {
        if (!remove_vertex(listing, listing->order[i]))
            return false;
        // The last vertex but one is the exception: edges that nothing waits for would only make more states for the last.
        if (i != listing->count - 2)
            finish_slots(listing);
        finish_step(listing);
    }
    return listing->final == listing->plan->cells;
}

bool mitm_schedule_half(const struct mitm_cut *cut, struct mitm_plan *plan, int half)
{
    size_t vertices = (size_t)cut->cycles->vertices, places = 2 * (size_t)cut->cycles->edges;
    struct listing listing = {.cut = cut, .plan = plan, .half = half, .out = &plan->half[half]};
    listing.order = memory_resize(NULL, vertices, sizeof *listing.order);
    listing.turn = memory_resize(NULL, vertices, sizeof *listing.turn);
    listing.gone = memory_resize(NULL, vertices, sizeof *listing.gone);
    listing.slot = memory_resize(NULL, vertices, sizeof *listing.slot);
    listing.decided = memory_resize(NULL, places, sizeof *listing.decided);
    memset(listing.gone, 0, vertices * sizeof *listing.gone);
    memset(listing.slot, -1, vertices * sizeof *listing.slot);
    memset(listing.decided, 0, places * sizeof *listing.decided);
    bool good = list_vertices(&listing);
    plan->cost += listing.cost;
    plan->low = listing.widest > plan->low ? listing.widest : plan->low;
    free(listing.order);
    free(listing.turn);
    free(listing.gone);
    free(listing.slot);
    free(listing.decided);
    return good;
}

static int compare_bytes(const void *a, const void *b)
{
    return *(const uint8_t *)a - *(const uint8_t *)b;
}

// Ones in the slots that have bits here, numbered from KEY_BASE on for those of S.
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
