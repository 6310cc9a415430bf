// SPDX-License-Identifier: GPL-3.0-or-later
// Joins the states of two halves: counts the pairs of states that form a single circuit.
//
// A group is joined with the group whose degrees complete its own to two everywhere; both then have the same number k of pairs of
// ends. Let u and v be the counts by matching. What is needed is the sum of u(m)·v(m') over all m, m' whose union is one circuit.
// Let m pair point 0 with j. Contracting that pair in m' (the two partners become a pair; there is no result if m' has the same
// pair, which would close a circuit too early) leaves the same problem with k-1 pairs. So v is contracted along (0, 1), (0, 2), …
// in turn, and the part of u with that first pair, whose ranks are consecutive, is joined with the result. This takes about k²
// additions for each state instead of a table of (2k-1)!! by (2k-1)!! entries.
#ifndef LEAPER_TOURS_MITM_JOIN_H
#define LEAPER_TOURS_MITM_JOIN_H

#include "tours/matching/matching_tables.h"
#include "tours/mitm/plan/plan.h"

// A sum of products: 192 bits, lowest word first. In MITM_RESIDUES only the first word is used, reduced.
struct mitm_total {
    uint64_t words[3];
};

void mitm_total_add(struct mitm_total *total, const struct mitm_total *more, enum mitm_mode mode,
                    uint64_t prime);

struct mitm_join_scratch;

// What a thread needs to join.
struct mitm_joiner {
    const struct mitm_plan *plan;
    struct matching_tables *tables;
    enum mitm_mode mode;
    uint64_t prime;
    bool overflowed; // the sum of the counts of a group did not fit into 64 bits
    struct mitm_total total;
    struct mitm_join_scratch *scratch;
};

// False when there is no memory; then there is nothing to clear.
bool mitm_joiner_init(struct mitm_joiner *joiner, const struct mitm_plan *plan,
                      struct matching_tables *tables, enum mitm_mode mode, uint64_t prime);
void mitm_joiner_clear(struct mitm_joiner *joiner);

// One part of a join that several joiners share: parts 0 … parts-1 together make up the whole.
struct mitm_share {
    unsigned part, parts;
};

struct mitm_join_task {
    struct mitm_span first, second; // groups after the last step of half 0, of half 1
    // Both are the same span of a plan with shared states: each pair of groups is joined once for both orders.
    bool same;
    unsigned weight;         // how often each tour is counted
    struct mitm_share share; // the part of this join to do
};

// Adds to joiner->total the number of tours made of a state of each half, times the weight. Where the plan keeps one of two mirror
// images, both are counted. The total is useless once the budget of the tables has ended.
void mitm_join(struct mitm_joiner *joiner, const struct mitm_join_task *task);

#endif
