// SPDX-License-Identifier: GPL-3.0-or-later
// How meet-in-the-middle cuts a board: the separator, the slots, the steps of each half, and what symmetry saves.
//
// The board is cut across its *long axis*. The *separator* S consists of as many rows as the longest leap spans, so that no edge
// joins what lies below it (half 0) to what lies above it (half 1). Edges with an end in a half belong to that half; those inside
// S are divided between the two. Each half is processed from its far end: a *step* eliminates a vertex, choosing among its
// undecided edges, or decides edges inside S, or both. What remains are states on S. A state of one half and a state of the other
// make a tour if their degrees add up to two everywhere and their paths form a single circuit.
//
// A *slot* holds a vertex that some edges have reached and that is not eliminated yet; each vertex of S has a slot too. The slots
// of S have the highest bits of a signature, in *key order*: column by column along the separator. Their degrees become *final* in
// that order (no edge of the half is left to decide there), so states with given final degrees can be processed on their own, as a
// *block*.
#ifndef LEAPER_TOURS_MITM_PLAN_H
#define LEAPER_TOURS_MITM_PLAN_H

#include "tours/board/cycles.h"
#include "tours/mitm/layer/layer.h"

enum { MITM_TARGETS_MAX = 32, MITM_EDGES_MAX = 2 };

struct mitm_step {
    int slot;                        // slot of the vertex to eliminate; -1: none
    int count;                       // slots in `to`
    uint8_t to[MITM_TARGETS_MAX];    // slots of that vertex's neighbours, ascending
    int edges;                       // edges inside S to decide after that vertex
    uint8_t edge[MITM_EDGES_MAX][2]; // slots, ascending
    int final;                       // slots, in key order, that are final afterwards
    uint64_t forbidden[3]; // ones in the slots of S that must not have the degree 0, 1, 2 afterwards
    // If plan->is_coloured: ones in the slots that hold cells of each colour afterwards, and by how much the sum of the degrees on
    // the first colour must exceed that on the second once w has both its edges.
    uint64_t coloured[2];
    int excess;
};

// In place of a number of undecided edges: the slot still holds a vertex outside S.
enum { MITM_LENT = 255 };

struct mitm_half {
    int steps;
    struct mitm_step *step;
    // [steps * cells] how many edges each vertex of S (in key order) still has after each step
    uint8_t *undecided;
};

// After this many steps of each half, the first `slots` slots in key order are final.
struct mitm_milestone {
    int slots;
    int steps[2];
};

// A comparison of a state with its mirror image: the sum of the degrees in the slots of `plus` (ones in their low bits) minus the
// sum in the slots of `minus`. The first comparison that is not 0 decides which of the two is kept: in half 0 the one for which it
// is positive, in half 1 the other one, unless the plan is symmetric. Partners (see mitm_plan_partner()) are kept or dropped
// together.
struct mitm_comparison {
    int slots; // slots, in key order, that must be final
    uint64_t plus, minus;
};

struct mitm_plan {
    int cells;                     // vertices of S, including the added vertex w if there is one
    int vertex[MITM_SLOTS_MAX];    // of S, in key order
    int low;                       // slots below those of S: the i-th slot in key order is low+cells-1-i
    bool symmetric;                // half 1 is the image of half 0 under the flip,
    bool shared;                   // and has the very same states: half[1] has no steps
    uint8_t image[MITM_SLOTS_MAX]; // where the flip takes a slot of S; otherwise the slot itself
    struct mitm_half half[2];
    int milestones; // the last one has all slots and all steps
    struct mitm_milestone milestone[MITM_SLOTS_MAX + 2];
    int comparisons; // 0: mirror images are not dropped
    struct mitm_comparison comparison[MITM_SLOTS_MAX];
    bool has_w;       // the last vertex of S is w
    bool is_coloured; // the ends of a tour, to which w is joined, lie on different colours
    double cost;      // for comparing plans only; it has no unit
};

// Plans come from mitm_plan_find() (tours/mitm/plan/planner.h).
void mitm_plan_clear(struct mitm_plan *plan);

// A fingerprint of everything that determines the meaning of states and blocks.
uint64_t mitm_plan_fingerprint(const struct mitm_plan *plan);

// The value of the first comparison of a signature with its mirror image that is not 0, among those that are decided when
// that many slots are final; 0 if there is none.
int mitm_plan_compare(const struct mitm_plan *plan, uint64_t signature, int slots);

// Whether a signature after a step can belong to a tour whose ends have different colours. Only if plan->is_coloured.
bool mitm_plan_suits_colours(const struct mitm_plan *plan, const struct mitm_step *step, uint64_t signature);

// Requires the first `slots` slots in key order to end with the degrees of a signature.
struct mitm_constraint {
    int slots;
    uint64_t degrees;
};

// Ones in the slots that can no longer meet the constraint if they have degree 0, 1, 2 after a step of a half.
void mitm_plan_forbid(const struct mitm_plan *plan, int half, int step,
                      const struct mitm_constraint *constraint, uint64_t forbidden[3]);

// Restricts a plan to the states in which the first `count` slots in key order end with these degrees in half 0, and with those
// that complete them in half 1. `count` must be the number of slots of a milestone. The counts of all 3^count restrictions add up
// to the whole count: this is how work is divided into independent units. False when there is no memory; then the plan can only be
// cleared.
bool mitm_plan_restrict(struct mitm_plan *plan, const uint8_t *degrees, int count);

// The slot of the i-th vertex in key order.
static inline int mitm_plan_slot(const struct mitm_plan *plan, int i)
{
    return plan->low + plan->cells - 1 - i;
}

// The first `slots` degrees, in key order, of the signature on S that completes this one (with all cells: the whole signature):
// 2 minus each degree, in the slot given by plan->image.
uint64_t mitm_plan_partner(const struct mitm_plan *plan, uint64_t signature, int slots);

#endif
