// SPDX-License-Identifier: GPL-3.0-or-later
// What one group contributes to a group of the next layer: the same counts, under new ranks.
#ifndef LEAPER_TOURS_MITM_STEP_CONTRIBUTION_H
#define LEAPER_TOURS_MITM_STEP_CONTRIBUTION_H

#include "tours/matching/matching_tables.h"
#include "tours/mitm/layer/layer.h"
#include "tours/mitm/plan/pattern.h"

struct mitm_contribution {
    const struct mitm_group *group;
    int changes;                                     // 0: matchings stay as they are
    struct matching_change change[MITM_CHANGES_MAX]; // one after the other
    bool is_injective; // no two ranks are mapped to the same rank, and none to "none"
};

// The contribution of a group to which a pattern applies.
void mitm_contribution_init(struct mitm_contribution *contribution, const struct mitm_pattern *pattern,
                            const struct mitm_group *group);

// Computes the new rank of each state of the group, whose ranks are listed at `ranks`; "none" is the number of matchings of the
// result. narrow: new ranks have 32 bits, which must suffice; `room` has room for one 64-bit rank for each state.
void mitm_contribution_ranks_narrow(const struct mitm_contribution *contribution,
                                    struct matching_tables *tables, const void *ranks, uint32_t *to,
                                    uint64_t *room);
void mitm_contribution_ranks_wide(const struct mitm_contribution *contribution,
                                  struct matching_tables *tables, const void *ranks, uint64_t *to);

// Whether ranks have 16 bits before and after, and at most one table look-up leads from one to the other.
static inline bool mitm_contribution_is_simple(const struct mitm_contribution *contribution)
{
    return contribution->changes == 0
               ? matching_is_short(mitm_pairs(contribution->group->signature))
               : contribution->changes == 1 && contribution->change[0].pairs <= MATCHING_ROW_PAIRS;
}

#endif
