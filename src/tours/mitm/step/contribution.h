// SPDX-License-Identifier: GPL-3.0-or-later
// A group on its way into another one: where its ranks go.
#ifndef LEAPER_TOURS_MEET_FEED_H
#define LEAPER_TOURS_MEET_FEED_H

#include "tours/matching/matching_tables.h"
#include "tours/mitm/layer/layer.h"
#include "tours/mitm/plan/pattern.h"

#ifdef __cplusplus
extern "C" {
#endif

struct meet_feed {
    const struct meet_group *group;
    int changes;                                 // none: matchings stay as they are
    struct meet_change change[MEET_CHANGES_MAX]; // one after the other
    bool is_injective;                           // no two ranks become the same, and none becomes "none"
};

// The feed that a pattern makes of a group that it suits.
void meet_feed_init(struct meet_feed *feed, const struct meet_pattern *pattern,
                    const struct meet_group *group);

// The new rank of each state of the feed's group, whose ranks are listed at `ranks`; "none" is the number of matchings of the
// result. narrow: in 32 bits, which the result's ranks must fit; `room` has room for as many of 64.
void meet_feed_ranks_narrow(const struct meet_feed *feed, struct matching_tables *tables, const void *ranks,
                            uint32_t *to, uint64_t *room);
void meet_feed_ranks_wide(const struct meet_feed *feed, struct matching_tables *tables, const void *ranks,
                          uint64_t *to);

// Whether ranks have 16 bits before and after, and a table of a row says what becomes of them, if anything does.
static inline bool meet_feed_is_simple(const struct meet_feed *feed)
{
    return feed->changes == 0 ? matching_is_short(meet_pairs(feed->group->signature))
                              : feed->changes == 1 && feed->change[0].pairs <= MATCHING_ROW_PAIRS;
}

#ifdef __cplusplus
}
#endif

#endif
