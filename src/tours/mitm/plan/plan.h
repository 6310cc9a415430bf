// SPDX-License-Identifier: GPL-3.0-or-later
// How the meeting method cuts a board: separator, slots, the steps of each half, and what symmetry saves.
//
// The board is cut across its *long axis* into layers. The layers of the separator S are as many as the longest leap spans, so that no
// edge joins what lies below (half 0) with what lies above (half 1). The edges with an end in a half belong to it; those
// inside S are divided between the two. A half is worked off from its far end: each *step* removes a vertex, choosing among its
// edges that are still undecided, or decides on edges inside S, or both. What remains are states on S; a state of one half and one of the other make a
// tour when the edges add up to two everywhere and the paths to a single circuit.
//
// Slots of S have the highest bits, in *key order*: file by file along the separator. Their degrees become
// final in that order, so that the states with given final degrees can be worked off on their own, as a *block*.
#ifndef LEAPER_TOURS_MITM_PLAN_H
#define LEAPER_TOURS_MITM_PLAN_H

#include "tours/board/cycles.h"
#include "tours/mitm/layer/layer.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { MITM_TARGETS_MAX = 32, MITM_EDGES_MAX = 2 };

struct mitm_step {
    int slot;                        // of the vertex that goes; -1: none
    int count;                       // slots in `to`
    uint8_t to[MITM_TARGETS_MAX];    // of that vertex's later neighbours, ascending
    int edges;                       // inside S that are decided on, after that vertex
    uint8_t edge[MITM_EDGES_MAX][2]; // slots, ascending
    int final;                       // how many slots in key order are final after it
    uint64_t forbidden[3]; // ones in the slots of S that must not have the degree 0, 1, 2 afterwards
    // Where plan->is_coloured: ones in the slots of cells of either colour afterwards, and by how much the sum of the degrees of the
    // first must exceed that of the others once w has both its edges.
    uint64_t coloured[2];
    int excess;
};

// In place of a number of undecided edges: the slot holds an inner vertex as yet.
enum { MITM_LENT = 255 };

struct mitm_half {
    int steps;
    struct mitm_step *step;
    uint8_t *
        undecided; // [steps * cells] how many edges each vertex of S (in key order) still has after each step
};

// After so many steps of each half the first `slots` slots in key order are final.
struct mitm_milestone {
    int slots;
    int steps[2];
};

// A comparison of a state with its mirror image: the sum of the degrees of slots in `plus` (ones in their low bits) less
// those in `minus`. The first that is not 0 decides which of the two is kept: in half 0 where it is positive, in
// half 1 the other way round unless the plan is symmetric. Partners (see mitm_plan_partner()) are kept together.
struct mitm_comparison {
    int slots; // how many slots in key order must be final
    uint64_t plus, minus;
};

struct mitm_plan {
    int cells;                     // of S, with the added vertex w where there is one
    int vertex[MITM_SLOTS_MAX];    // of S, in key order
    int low;                       // slots below those of S: the i-th slot in key order is low+cells-1-i
    bool symmetric;                // half 1 is the image of half 0
    bool shared;                   // ... and its states are the very same: half[1] has no steps
    uint8_t image[MITM_SLOTS_MAX]; // where that symmetry takes a slot of S; else the slot itself
    struct mitm_half half[2];
    int milestones; // the last one has all slots and all steps
    struct mitm_milestone milestone[MITM_SLOTS_MAX + 2];
    int comparisons; // none: the mirror image is of no use
    struct mitm_comparison comparison[MITM_SLOTS_MAX];
    bool has_w;       // the last vertex of S is w
    bool is_coloured; // the two ends of a tour, where w is joined, are on different colours
    double cost;      // in units of its own, to compare plans with
};

// Finds the best plan. False when the method does not suit the board: S would be too wide, or a half empty.
bool mitm_plan_init(struct mitm_plan *plan, const struct tour_graph *graph, const struct cycle_graph *cycles);
void mitm_plan_clear(struct mitm_plan *plan);

// A fingerprint of all that the meaning of states and blocks depends on.
uint64_t mitm_plan_fingerprint(const struct mitm_plan *plan);

// What the comparisons that are decided once so many slots are final say of a signature: positive, 0 or negative.
int mitm_plan_compare(const struct mitm_plan *plan, uint64_t signature, int slots);

// Whether a signature after a step of a half may belong to a tour by the colours of its ends, where plan->is_coloured.
bool mitm_plan_suits_colours(const struct mitm_plan *plan, const struct mitm_step *step, uint64_t signature);

// A constraint for the first `slots` slots in key order to end with the degrees of a signature.
struct mitm_constraint {
    int slots;
    uint64_t degrees;
};

// Ones in the slots that can no longer end as wished when they have the degree 0, 1, 2 after a step of a half.
void mitm_plan_forbid(const struct mitm_plan *plan, int half, int step,
                      const struct mitm_constraint *constraint, uint64_t forbidden[3]);

// Restricts a plan to the states in which the first `count` slots in key order end with these degrees, in half 0, or with
// those that complete them, in half 1; `count` is that of a milestone. The counts of all 3^count restrictions
// add up to the count of the whole: this is how work is cut into independent units.
void mitm_plan_restrict(struct mitm_plan *plan, const uint8_t *degrees, int count);

// The slot of the i-th vertex in key order.
static inline int mitm_plan_slot(const struct mitm_plan *plan, int i)
{
    return plan->low + plan->cells - 1 - i;
}

// The first `slots` degrees in key order, all cells for S as a whole, of the signature on S that completes this one: 2 minus each
// degree, taken through plan->image.
uint64_t mitm_plan_partner(const struct mitm_plan *plan, uint64_t signature, int slots);

#ifdef __cplusplus
}
#endif

#endif
