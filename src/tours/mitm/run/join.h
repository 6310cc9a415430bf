// SPDX-License-Identifier: GPL-3.0-or-later
// Joining the states of two halves: how many pairs of states make a single circuit.
//
// Groups are joined with the group whose degrees complete theirs to two everywhere; both then have the same k pairs of
// ends. With u and v the counts by matching, the sum wanted is u(m)·v(m') over all m, m' whose union is one circuit. Let m pair point 0 with
// j. Contracting that pair in m' (its two partners become a pair; none if m' has the same pair and would close a circuit too early)
// leaves the same question with k-1 pairs. So v is contracted along (0, 1), (0, 2), … in turn, and the part of u with that first
// pair, whose ranks are neighbours, is joined with the result: about k² additions a state in place of a table of (2k-1)!! by (2k-1)!!.
#ifndef LEAPER_TOURS_MITM_JOIN_H
#define LEAPER_TOURS_MITM_JOIN_H

#include "tours/matching/matching_tables.h"
#include "tours/mitm/plan/plan.h"

#ifdef __cplusplus
extern "C" {
#endif

// A sum of products: in 192 bits, lowest word first; in MITM_RESIDUES only the first word, reduced.
struct mitm_total {
    uint64_t words[3];
};

void mitm_total_add(struct mitm_total *total, const struct mitm_total *more, enum mitm_mode mode,
                    uint64_t prime);

struct mitm_join_scratch;

struct mitm_joiner {
    const struct mitm_plan *plan;
    struct matching_tables *tables;
    enum mitm_mode mode;
    uint64_t prime;
    bool overflowed; // the counts of a group did not add up in 64 bits
    struct mitm_total total;
    struct mitm_join_scratch *scratch;
};

void mitm_joiner_init(struct mitm_joiner *joiner, const struct mitm_plan *plan,
                      struct matching_tables *tables, enum mitm_mode mode, uint64_t prime);
void mitm_joiner_clear(struct mitm_joiner *joiner);

// A part of a join that is done by several joiners: all shares 0 … parts-1 together are the whole.
struct mitm_share {
    unsigned part, parts;
};

// Adds `weight` times the tours made of a state among `first` (final states of half 0) and one among `second` (half 1)
// to joiner->total. Where the plan keeps one of two mirror images, both are counted. `same`: the lists are one and the same, in a
// plan with shared states; each pair of groups is then joined once for both orders. Of all that only a share is done. What has been
// added is worth nothing once the budget of the tables has ended.
void mitm_join(struct mitm_joiner *joiner, const struct mitm_group *first, size_t first_count,
               const struct mitm_group *second, size_t second_count, bool same, unsigned weight,
               struct mitm_share share);

#ifdef __cplusplus
}
#endif

#endif
