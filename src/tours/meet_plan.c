// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts a board into two halves and a separator, and lists the steps of each half.
#include "tours/meet_plan.h"

#include "base/memory.h"
#include "base/random.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BELOW = 0, ABOVE = 1, MIDDLE = 2 };

// A way to cut, while it is being worked out.
struct cut {
    const struct tour_graph *graph;
    const struct cycle_graph *cycles;
    int axis;          // 0: layers are ranks, 1: files
    int layers, files; // in that sense
    int first, span;   // layers first … first+span-1 are S
    int flip, mirror;  // symmetries of the board that turn the long axis, and the other one
    int *side;         // [vertices]
    int *key;          // [vertices] place in key order, or -1
    int *half_of; // [2 * edges] of an edge inside S, at its place in `neighbours`: the half it belongs to
    bool symmetric, mirrored;
    int *files_in_order; // of vertices within a layer, and of S: from both ends inward, or from one end
};

static int layer_of(const struct cut *cut, int v)
{
    int cell = cut->graph->cell[v];
    return cut->axis ? cell % cut->graph->width : cell / cut->graph->width;
}

static int file_of(const struct cut *cut, int v)
{
    int cell = cut->graph->cell[v];
    return cut->axis ? cell / cut->graph->width : cell % cut->graph->width;
}

// The vertex at a place, or -1.
static int vertex_at(const struct cut *cut, int layer, int file)
{
    return cut->graph
        ->vertex[cut->axis ? file * cut->graph->width + layer : layer * cut->graph->width + file];
}

static bool is_cell(const struct cut *cut, int v)
{
    return v < cut->cycles->cells;
}

static int image(const struct cut *cut, int symmetry, int v)
{
    return is_cell(cut, v) ? tour_graph_image(cut->graph, symmetry, v) : v;
}

// ---- Where things lie ----

// The longest leap along the axis.
static int longest_leap(const struct cut *cut)
{
    int longest = 0;
    for (int v = 0; v < cut->graph->vertices; v++)
        for (int i = cut->graph->first[v]; i < cut->graph->first[v + 1]; i++) {
            int length = abs(layer_of(cut, v) - layer_of(cut, cut->graph->neighbours[i]));
            longest = length > longest ? length : longest;
        }
    return longest;
}

// Sides of all vertices, key order of S. False when a half is empty or S is too large.
static bool place_vertices(struct cut *cut, struct meet_plan *plan)
{
    int count[3] = {0, 0, 0};
    const struct cycle_graph *cycles = cut->cycles;
    for (int v = 0; v < cycles->vertices; v++) {
        int layer = is_cell(cut, v) ? layer_of(cut, v) : cut->first;
        cut->side[v] = layer < cut->first ? BELOW : layer < cut->first + cut->span ? MIDDLE : ABOVE;
        cut->key[v] = -1;
    }
    // The vertex u goes with its cell, where that is not in S.
    for (int v = cycles->cells; v < cycles->vertices - 1; v++) {
        int from = cycles->neighbours[cycles->first[v]];
        cut->side[v] = cut->side[from] == ABOVE ? ABOVE : BELOW;
    }
    for (int v = 0; v < cycles->vertices; v++)
        count[cut->side[v]]++;
    plan->cells = count[MIDDLE];
    if (!count[BELOW] || !count[ABOVE] || !count[MIDDLE] || count[MIDDLE] > MEET_SLOTS_MAX - 2)
        return false;
    int next = 0;
    for (int i = 0; i < cut->files; i++)
        for (int layer = cut->first; layer < cut->first + cut->span; layer++) {
            int v = vertex_at(cut, layer, cut->files_in_order[i]);
            if (v >= 0)
                plan->vertex[next++] = v;
        }
    plan->has_w = cycles->vertices > cycles->cells;
    if (plan->has_w)
        plan->vertex[next++] = cycles->vertices - 1;
    for (int i = 0; i < next; i++)
        cut->key[plan->vertex[i]] = i;
    return true;
}

// ---- Edges inside S ----

static int find_edge(const struct cut *cut, int a, int b)
{
    for (int i = cut->cycles->first[a]; i < cut->cycles->first[a + 1]; i++)
        if (cut->cycles->neighbours[i] == b)
            return i;
    assert(!"an image of an edge is an edge");
    return -1;
}

// Notes the half of an edge. False when it has been given to the other one.
static bool assign(struct cut *cut, int a, int b, int half)
{
    int there = find_edge(cut, a, b), back = find_edge(cut, b, a);
    if (cut->half_of[there] >= 0 && cut->half_of[there] != half)
        return false;
    cut->half_of[there] = cut->half_of[back] = half;
    return true;
}

// The half that gets an edge inside S when symmetry leaves the choice. On boards of the knight's it matters by a factor of two
// which of two crossing edges goes where; the rule is measured in docs/tours.md.
static int preferred_half(const struct cut *cut, int a, int b)
{
    if (!is_cell(cut, b))
        return 2 * (layer_of(cut, a) - cut->first) < cut->span ? BELOW : ABOVE;
    int low = layer_of(cut, a) <= layer_of(cut, b) ? a : b, high = low == a ? b : a;
    bool outward = (2 * file_of(cut, low) + 1 < cut->files) == (file_of(cut, low) > file_of(cut, high));
    return outward ? ABOVE : BELOW;
}

// Divides the edges inside S. False when the symmetries that were hoped for do not allow it.
static bool divide_edges(struct cut *cut, const struct meet_plan *plan)
{
    for (int i = 0; i < 2 * cut->cycles->edges; i++)
        cut->half_of[i] = -1;
    for (int k = 0; k < plan->cells; k++) {
        int a = plan->vertex[k];
        for (int i = cut->cycles->first[a]; i < cut->cycles->first[a + 1]; i++) {
            int b = cut->cycles->neighbours[i];
            if (cut->key[b] < cut->key[a] || cut->half_of[i] >= 0)
                continue;
            int half = preferred_half(cut, a, b);
            int ma = cut->mirrored ? image(cut, cut->mirror, a) : a,
                mb = cut->mirrored ? image(cut, cut->mirror, b) : b;
            if (!assign(cut, a, b, half) || !assign(cut, ma, mb, half))
                return false;
            if (cut->symmetric &&
                (!assign(cut, image(cut, cut->flip, a), image(cut, cut->flip, b), 1 - half) ||
                 !assign(cut, image(cut, cut->flip, ma), image(cut, cut->flip, mb), 1 - half)))
                return false;
        }
    }
    return true;
}

// ---- Steps ----

// While the steps of a half are listed: which vertices are done, and which slots the others have.
struct listing {
    const struct cut *cut;
    const struct meet_plan *plan;
    int half;
    struct meet_half *out;
    int *order; // inner vertices in the order they are removed
    int count;
    int *turn;  // [vertices] the place of an inner vertex in that order
    bool *gone; // [vertices]
    int *slot;  // [vertices] of inner vertices, -1: none
    bool taken[MEET_SLOTS_MAX],
        lent[MEET_SLOTS_MAX];   // slots below those of S, and slots of S, with an inner vertex
    int needed[MEET_SLOTS_MAX]; // from which turn on S needs its slots, at the latest
    bool *decided;              // [2 * edges] edges inside S
    int final;                  // slots in key order
    int widest;                 // inner slots
    int open, touched[MEET_SLOTS_MAX];
    double cost;
};

// Slots of S are numbered from here on until it is known how many lie below them.
enum { KEY_BASE = 64 };

// A slot for an inner vertex: one of S that will not be needed while the vertex is there, else one below. -1: none.
static int inner_slot(struct listing *listing, int v)
{
    for (int k = listing->plan->cells - 1; k >= 0; k--)
        if (!listing->lent[k] && listing->needed[k] > listing->turn[v]) {
            listing->lent[k] = true;
            return KEY_BASE + k;
        }
    for (int slot = 0; slot < MEET_SLOTS_MAX; slot++)
        if (!listing->taken[slot]) {
            listing->taken[slot] = true;
            listing->widest = slot + 1 > listing->widest ? slot + 1 : listing->widest;
            return slot;
        }
    return -1;
}

static int slot_for(struct listing *listing, int v)
{
    if (listing->cut->side[v] == MIDDLE) {
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
    const struct cut *cut = listing->cut;
    int count = 0;
    for (int i = cut->cycles->first[v]; i < cut->cycles->first[v + 1]; i++) {
        int u = cut->cycles->neighbours[i];
        if (cut->side[u] == MIDDLE)
            count += cut->half_of[i] == listing->half && !listing->decided[i];
        else
            count += cut->side[u] == listing->half && !listing->gone[u];
    }
    return count;
}

static struct meet_step *add_step(struct listing *listing)
{
    struct meet_half *half = listing->out;
    half->step = memory_resize(half->step, (size_t)half->steps + 1, sizeof *half->step);
    half->undecided =
        memory_resize(half->undecided, (size_t)(half->steps + 1) * (size_t)listing->plan->cells, 1);
    half->step[half->steps] = (struct meet_step){.slot = -1};
    return &half->step[half->steps++];
}

// What is known once a step is complete.
static void finish_step(struct listing *listing)
{
    const struct meet_plan *plan = listing->plan;
    struct meet_half *half = listing->out;
    int open = listing->open;
    uint8_t *undecided = half->undecided + (size_t)(half->steps - 1) * (size_t)plan->cells;
    for (int k = 0; k < plan->cells; k++) {
        undecided[k] = listing->lent[k] ? MEET_LENT : (uint8_t)undecided_edges(listing, plan->vertex[k]);
        open += listing->touched[k];
    }
    half->step[half->steps - 1].final = listing->final;
    listing->cost += pow(2.5, open);
}

static bool remove_vertex(struct listing *listing, int v)
{
    const struct cut *cut = listing->cut;
    struct meet_step *step = add_step(listing);
    step->slot = slot_for(listing, v);
    listing->gone[v] = true;
    for (int i = cut->cycles->first[v]; i < cut->cycles->first[v + 1]; i++) {
        int u = cut->cycles->neighbours[i];
        if (cut->side[u] != MIDDLE && listing->gone[u])
            continue;
        int slot = slot_for(listing, u);
        if (step->count == MEET_TARGETS_MAX || slot < 0 || step->slot < 0)
            return false;
        step->to[step->count++] = (uint8_t)slot;
    }
    free_slot(listing, v);
    return true;
}

// Decides on the edges inside S as soon as that makes the next slots in key order final.
static void finish_slots(struct listing *listing)
{
    const struct cut *cut = listing->cut;
    const struct meet_plan *plan = listing->plan;
    for (; listing->final < plan->cells; listing->final++) {
        int v = plan->vertex[listing->final];
        for (int i = cut->cycles->first[v]; i < cut->cycles->first[v + 1]; i++) {
            int u = cut->cycles->neighbours[i];
            if (cut->side[u] == listing->half && !listing->gone[u])
                return;
        }
        for (int i = cut->cycles->first[v]; i < cut->cycles->first[v + 1]; i++) {
            int u = cut->cycles->neighbours[i];
            if (cut->side[u] != MIDDLE || cut->half_of[i] != listing->half || listing->decided[i])
                continue;
            struct meet_step *step = &listing->out->step[listing->out->steps - 1];
            if (step->edges == MEET_FOLDED_MAX) {
                finish_step(listing);
                step = add_step(listing);
            }
            step->edge[step->edges][0] = (uint8_t)slot_for(listing, v);
            step->edge[step->edges++][1] = (uint8_t)slot_for(listing, u);
            listing->decided[i] = listing->decided[find_edge(cut, u, v)] = true;
        }
    }
}

// The inner vertices of a half, from its far end on.
static void list_order(struct listing *listing)
{
    const struct cut *cut = listing->cut;
    for (int v = cut->cycles->cells; v < cut->cycles->vertices; v++)
        if (cut->side[v] == listing->half)
            listing->order[listing->count++] = v;
    for (int i = 0; i < cut->layers; i++)
        for (int j = 0; j < cut->files; j++) {
            int v = vertex_at(cut, listing->half == BELOW ? i : cut->layers - 1 - i, cut->files_in_order[j]);
            if (v >= 0 && cut->side[v] == listing->half)
                listing->order[listing->count++] = v;
        }
    for (int i = 0; i < listing->count; i++)
        listing->turn[listing->order[i]] = i;
}

// The first turn of a vertex that is joined with this one of S; the number of vertices when there is none.
static int first_turn(const struct listing *listing, int v)
{
    const struct cut *cut = listing->cut;
    int first = cut->cycles->vertices;
    for (int i = cut->cycles->first[v]; i < cut->cycles->first[v + 1]; i++) {
        int u = cut->cycles->neighbours[i];
        if (cut->side[u] == listing->half && listing->turn[u] < first)
            first = listing->turn[u];
    }
    return first;
}

// The last turn of a vertex that is joined with this one of S, -1 when there is none: before it is over, the edges inside S
// that end here are not decided on from this side.
static int last_turn(const struct listing *listing, int v)
{
    const struct cut *cut = listing->cut;
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
    const struct cut *cut = listing->cut;
    for (int k = 0; k < listing->plan->cells; k++) {
        int v = listing->plan->vertex[k];
        listing->needed[k] = is_cell(cut, v) ? first_turn(listing, v) : 0;
        for (int i = cut->cycles->first[v]; i < cut->cycles->first[v + 1]; i++) {
            int u = cut->cycles->neighbours[i];
            if (cut->side[u] != MIDDLE || !is_cell(cut, u))
                continue;
            int last = last_turn(listing, u);
            if (last < listing->needed[k])
                listing->needed[k] = last < 0 ? 0 : last;
        }
        if (listing->needed[k] == cut->cycles->vertices)
            listing->needed[k] = 0;
    }
}

static bool list_vertices(struct listing *listing)
{
    list_order(listing);
    list_needs(listing);
    for (int i = 0; i < listing->count; i++) {
        if (!remove_vertex(listing, listing->order[i]))
            return false;
        finish_slots(listing);
        finish_step(listing);
    }
    return listing->final == listing->plan->cells;
}

static bool list_steps(const struct cut *cut, struct meet_plan *plan, int half)
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

// Numbers the slots of S once it is known how many lie below.
static void number_slots(struct meet_plan *plan, struct meet_half *half)
{
    for (int i = 0; i < half->steps; i++) {
        struct meet_step *step = &half->step[i];
        if (step->slot >= KEY_BASE)
            step->slot = meet_plan_slot(plan, step->slot - KEY_BASE);
        for (int j = 0; j < step->count; j++)
            if (step->to[j] >= KEY_BASE)
                step->to[j] = (uint8_t)meet_plan_slot(plan, step->to[j] - KEY_BASE);
        qsort(step->to, (size_t)step->count, 1, compare_bytes);
        for (int j = 0; j < 2 * step->edges; j++)
            step->edge[j / 2][j % 2] = (uint8_t)meet_plan_slot(plan, step->edge[j / 2][j % 2] - KEY_BASE);
    }
}

// ---- What follows from a list of steps ----

// A digit of S that is final must leave something that the other half can add.
static void forbid_digits(const struct cut *cut, struct meet_plan *plan, int half)
{
    int before = 0;
    for (int i = 0; i < plan->half[half].steps; i++) {
        struct meet_step *step = &plan->half[half].step[i];
        for (int k = before; k < step->final; k++) {
            int v = plan->vertex[k], others = 0;
            for (int j = cut->cycles->first[v]; j < cut->cycles->first[v + 1]; j++) {
                int side = cut->side[cut->cycles->neighbours[j]];
                others += side == MIDDLE ? cut->half_of[j] != half : side != half;
            }
            uint64_t bit = UINT64_C(1) << (2 * meet_plan_slot(plan, k));
            if (others < 2)
                step->forbidden[0] |= bit;
            if (others < 1)
                step->forbidden[1] |= bit;
        }
        before = step->final;
    }
}

static int steps_until(const struct meet_half *half, int slots)
{
    int steps = 1;
    while (steps < half->steps && half->step[steps - 1].final < slots)
        steps++;
    return steps;
}

static void list_milestones(const struct cut *cut, struct meet_plan *plan)
{
    for (int k = 1; k < plan->cells; k++) {
        bool same_file = is_cell(cut, plan->vertex[k]) &&
                         file_of(cut, plan->vertex[k - 1]) == file_of(cut, plan->vertex[k]);
        if (same_file)
            continue;
        struct meet_milestone *milestone = &plan->milestone[plan->milestones];
        milestone->slots = k;
        for (int half = 0; half < (plan->symmetric ? 1 : 2); half++)
            milestone->steps[half] = steps_until(&plan->half[half], k);
        bool last = milestone->steps[0] == plan->half[0].steps &&
                    (plan->symmetric || milestone->steps[1] == plan->half[1].steps);
        if (last)
            break;
        plan->milestones++;
    }
    plan->milestone[plan->milestones++] =
        (struct meet_milestone){plan->cells, {plan->half[0].steps, plan->half[1].steps}};
}

static uint64_t bit_of(const struct cut *cut, const struct meet_plan *plan, int layer, int file)
{
    int v = vertex_at(cut, layer, file);
    return v < 0 ? 0 : UINT64_C(1) << (2 * meet_plan_slot(plan, cut->key[v]));
}

static int place_behind(const struct cut *cut, const struct meet_plan *plan, int file)
{
    int place = 0;
    for (int k = 0; k < plan->cells; k++)
        if (is_cell(cut, plan->vertex[k]) && file_of(cut, plan->vertex[k]) == file)
            place = k + 1;
    return place;
}

static int compare_comparisons(const void *a, const void *b)
{
    return ((const struct meet_comparison *)a)->slots - ((const struct meet_comparison *)b)->slots;
}

static void list_comparisons(const struct cut *cut, struct meet_plan *plan)
{
    for (int file = 0; file < cut->files / 2 && cut->mirrored; file++) {
        int other = cut->files - 1 - file, place = place_behind(cut, plan, file);
        int slots = place_behind(cut, plan, other);
        for (int i = 0; i < cut->span; i++) {
            int layer = cut->first + i, image = cut->first + cut->span - 1 - i;
            if (plan->symmetric && image <= layer)
                break;
            struct meet_comparison *comparison = &plan->comparison[plan->comparisons++];
            comparison->slots = slots > place ? slots : place;
            comparison->plus = bit_of(cut, plan, layer, file);
            comparison->minus = bit_of(cut, plan, layer, other);
            // What the completion by a symmetric half keeps is the difference between a cell and its image.
            if (plan->symmetric) {
                comparison->plus |= bit_of(cut, plan, image, other);
                comparison->minus |= bit_of(cut, plan, image, file);
            }
        }
    }
    qsort(plan->comparison, (size_t)plan->comparisons, sizeof *plan->comparison, compare_comparisons);
}

static void list_images(const struct cut *cut, struct meet_plan *plan)
{
    for (int slot = 0; slot < MEET_SLOTS_MAX; slot++)
        plan->image[slot] = (uint8_t)slot;
    for (int k = 0; k < plan->cells && plan->symmetric; k++)
        plan->image[meet_plan_slot(plan, k)] =
            (uint8_t)meet_plan_slot(plan, cut->key[image(cut, cut->flip, plan->vertex[k])]);
}

// ---- The choice of a plan ----

static bool try_cut(struct cut *cut, struct meet_plan *plan)
{
    *plan = (struct meet_plan){.symmetric = cut->symmetric, .shared = cut->symmetric};
    bool good = place_vertices(cut, plan) && divide_edges(cut, plan) && list_steps(cut, plan, BELOW) &&
                (cut->symmetric || list_steps(cut, plan, ABOVE)) && plan->low + plan->cells < MEET_SLOTS_MAX;
    if (!good) {
        meet_plan_clear(plan);
        return false;
    }
    for (int half = 0; half < 2; half++) {
        number_slots(plan, &plan->half[half]);
        forbid_digits(cut, plan, half);
    }
    list_milestones(cut, plan);
    list_comparisons(cut, plan);
    list_images(cut, plan);
    if (cut->mirrored)
        plan->cost *= 0.6;
    return true;
}

// From both ends inward where the mirror image is of use: then the first comparisons are decided early.
static void order_files(struct cut *cut, bool inward)
{
    cut->files_in_order = memory_resize(cut->files_in_order, (size_t)cut->files, sizeof *cut->files_in_order);
    for (int i = 0; i < cut->files; i++)
        cut->files_in_order[i] = !inward ? i : i & 1 ? cut->files - 1 - i / 2 : i / 2;
}

// Tries one separator with as much symmetry as it allows; keeps the plan if it is the cheapest so far.
static void try_separator(struct cut *cut, struct meet_plan *best, bool *found)
{
    const struct cycle_graph *cycles = cut->cycles;
    bool plain_ends = cycles->vertices <= cycles->cells + 1;
    bool can_flip =
        plain_ends && cycles->symmetries >> cut->flip & 1 && 2 * cut->first + cut->span == cut->layers;
    bool can_mirror = plain_ends && cycles->symmetries >> cut->mirror & 1;
    for (int choice = 3; choice >= 0; choice--) {
        struct meet_plan plan;
        cut->symmetric = choice & 1;
        cut->mirrored = choice & 2;
        order_files(cut, cut->mirrored);
        if ((cut->symmetric && !can_flip) || (cut->mirrored && !can_mirror) || !try_cut(cut, &plan))
            continue;
        if (*found && best->cost <= plan.cost) {
            meet_plan_clear(&plan);
            continue;
        }
        if (*found)
            meet_plan_clear(best);
        *best = plan;
        *found = true;
    }
}

bool meet_plan_init(struct meet_plan *plan, const struct tour_graph *graph, const struct cycle_graph *cycles)
{
    bool found = false;
    struct cut cut = {.graph = graph, .cycles = cycles};
    cut.side = memory_resize(NULL, (size_t)cycles->vertices, sizeof *cut.side);
    cut.key = memory_resize(NULL, (size_t)cycles->vertices, sizeof *cut.key);
    cut.half_of = memory_resize(NULL, 2 * (size_t)cycles->edges + 1, sizeof *cut.half_of);
    for (cut.axis = 0; cut.axis < 2; cut.axis++) {
        cut.layers = cut.axis ? graph->width : graph->height;
        cut.files = cut.axis ? graph->height : graph->width;
        cut.flip = cut.axis ? SYMMETRY_LEFT_RIGHT : SYMMETRY_TOP_BOTTOM;
        cut.mirror = cut.axis ? SYMMETRY_TOP_BOTTOM : SYMMETRY_LEFT_RIGHT;
        cut.span = longest_leap(&cut);
        for (cut.first = 1; cut.first + cut.span < cut.layers && cut.span > 0; cut.first++)
            // Elsewhere than near the middle one half would do nearly all.
            if (abs(2 * cut.first + cut.span - cut.layers) <= 4)
                try_separator(&cut, plan, &found);
    }
    free(cut.side);
    free(cut.key);
    free(cut.half_of);
    free(cut.files_in_order);
    return found;
}

void meet_plan_clear(struct meet_plan *plan)
{
    for (int half = 0; half < 2; half++) {
        free(plan->half[half].step);
        free(plan->half[half].undecided);
        plan->half[half] = (struct meet_half){0};
    }
}

uint64_t meet_plan_partner(const struct meet_plan *plan, uint64_t signature)
{
    uint64_t partner = 0;
    for (int slot = plan->low; slot < plan->low + plan->cells; slot++)
        partner |= (uint64_t)(2 - meet_digit(signature, slot)) << (2 * plan->image[slot]);
    return partner;
}

static void mix_in(uint64_t *print, uint64_t value)
{
    *print = random_mix(*print ^ value);
}

uint64_t meet_plan_fingerprint(const struct meet_plan *plan)
{
    uint64_t print = 1;
    mix_in(&print, (uint64_t)plan->cells << 8 | (uint64_t)plan->symmetric << 1 | plan->shared);
    for (int i = 0; i < plan->cells; i++)
        mix_in(&print, (uint64_t)plan->vertex[i]);
    for (int h = 0; h < 2; h++)
        for (int i = 0; i < plan->half[h].steps; i++) {
            const struct meet_step *step = &plan->half[h].step[i];
            mix_in(&print,
                   (uint64_t)(step->slot + 1) << 32 | (uint64_t)step->count << 16 | (uint64_t)step->final);
            for (int t = 0; t < step->count; t++)
                mix_in(&print, step->to[t]);
            for (int e = 0; e < step->edges; e++)
                mix_in(&print, (uint64_t)step->edge[e][0] << 8 | step->edge[e][1]);
            for (int d = 0; d < 3; d++)
                mix_in(&print, step->forbidden[d]);
        }
    for (int i = 0; i < plan->comparisons; i++) {
        mix_in(&print, plan->comparison[i].plus);
        mix_in(&print, plan->comparison[i].minus);
    }
    return print;
}

static int digit_sum(uint64_t signature, uint64_t slots)
{
    return __builtin_popcountll(signature & slots) + 2 * __builtin_popcountll(signature >> 1 & slots);
}

int meet_plan_compare(const struct meet_plan *plan, uint64_t signature, int slots)
{
    for (int i = 0; i < plan->comparisons && plan->comparison[i].slots <= slots; i++) {
        int difference =
            digit_sum(signature, plan->comparison[i].plus) - digit_sum(signature, plan->comparison[i].minus);
        if (difference)
            return difference;
    }
    return 0;
}

static void copy_half(struct meet_plan *plan)
{
    struct meet_half *from = &plan->half[0], *to = &plan->half[1];
    size_t steps = (size_t)from->steps, cells = (size_t)plan->cells;
    to->steps = from->steps;
    to->step = memory_resize(NULL, steps, sizeof *to->step);
    to->undecided = memory_resize(NULL, steps * cells, 1);
    memcpy(to->step, from->step, steps * sizeof *to->step);
    memcpy(to->undecided, from->undecided, steps * cells);
    for (int m = 0; m < plan->milestones; m++)
        plan->milestone[m].steps[1] = plan->milestone[m].steps[0];
}

void meet_plan_restrict(struct meet_plan *plan, const uint8_t *digits, int count)
{
    uint64_t target[2] = {0, 0}, mask = 0;
    for (int k = 0; k < count; k++) {
        target[0] |= (uint64_t)digits[k] << (2 * meet_plan_slot(plan, k));
        mask |= UINT64_C(3) << (2 * meet_plan_slot(plan, k));
    }
    target[1] = meet_plan_partner(plan, target[0]) & mask;
    if (plan->shared && target[0] != target[1]) {
        copy_half(plan);
        plan->shared = false;
    }
    for (int h = 0; h < (plan->shared ? 1 : 2); h++)
        for (int i = 0; i < plan->half[h].steps; i++)
            for (int k = 0; k < count; k++) {
                int slot = meet_plan_slot(plan, k);
                struct meet_step *step = &plan->half[h].step[i];
                unsigned wanted = meet_digit(target[h], slot);
                unsigned undecided = plan->half[h].undecided[i * plan->cells + k];
                if (undecided == MEET_LENT)
                    continue;
                for (unsigned digit = 0; digit < 3; digit++)
                    if (digit > wanted || digit + undecided < wanted)
                        step->forbidden[digit] |= UINT64_C(1) << (2 * slot);
            }
}
