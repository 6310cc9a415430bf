// SPDX-License-Identifier: GPL-3.0-or-later
// A group on its way into another one: where its ranks go.
#ifndef LEAPER_TOURS_MITM_FEED_H
#define LEAPER_TOURS_MITM_FEED_H

#include "tours/matching/matching_tables.h"
#include "tours/mitm/layer/layer.h"
#include "tours/mitm/plan/pattern.h"

#ifdef __cplusplus
extern "C" {
#endif

struct mitm_contribution {
    const struct mitm_group *group;
    int changes;                                 // none: matchings stay as they are
    struct mitm_change change[MITM_CHANGES_MAX]; // one after the other
    bool is_injective;                           // no two ranks become the same, and none becomes "none"
};

// The contribution that a pattern makes of a group that it suits.
void mitm_contribution_init(struct mitm_contribution *contribution, const struct mitm_pattern *pattern,
                            const struct mitm_group *group);

// The new rank of each state of the contribution's group, whose ranks are listed at `ranks`; "none" is the number of matchings of the
// result. narrow: in 32 bits, which the result's ranks must fit; `room` has room for as many of 64.
void mitm_contribution_ranks_narrow(const struct mitm_contribution *contribution,
                                    struct matching_tables *tables, const void *ranks, uint32_t *to,
                                    uint64_t *room);
void mitm_contribution_ranks_wide(const struct mitm_contribution *contribution,
                                  struct matching_tables *tables, const void *ranks, uint64_t *to);

// Whether ranks have 16 bits before and after, and a table of a row says what becomes of them, if anything does.
static inline bool mitm_contribution_is_simple(const struct mitm_contribution *contribution)
{
    return contribution->changes == 0
               ? matching_is_short(mitm_pairs(contribution->group->signature))
               : contribution->changes == 1 && contribution->change[0].pairs <= MATCHING_ROW_PAIRS;
}

#ifdef __cplusplus
}
#endif

#endif
