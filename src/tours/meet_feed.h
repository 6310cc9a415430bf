// SPDX-License-Identifier: GPL-3.0-or-later
// A group on its way into another one: where its ranks go, and its counts in the size that sums have.
#ifndef LEAPER_TOURS_MEET_FEED_H
#define LEAPER_TOURS_MEET_FEED_H

#include "tours/matching_tables.h"
#include "tours/meet_level.h"
#include "tours/meet_pattern.h"

struct meet_feed {
    const struct meet_group *group;
    int changes;                                 // none: matchings stay as they are
    struct meet_change change[MEET_CHANGES_MAX]; // one after the other
    int lookups;                                 // in tables of 16 bits, one after the other; -1: by routes
    const uint16_t *table[MEET_CHANGES_MAX];
    bool is_injective; // no two ranks become the same, and none becomes "none"
};

// The ways that ranks go which need more than tables of 16 bits.
struct meet_routes {
    int count;
    struct matching_route route[MEET_CHANGES_MAX];
};

// The feed that a pattern makes of a group that it suits.
void meet_feed_init(struct meet_feed *feed, struct matching_tables *tables,
                    const struct meet_pattern *pattern, const struct meet_group *group);

// Makes routes for a feed whose `lookups` is -1.
void meet_routes_prepare(struct meet_routes *routes, struct matching_tables *tables,
                         const struct meet_feed *feed);

// The new rank; "none" is the number of matchings of the result.
static inline uint64_t meet_routes_follow(const struct meet_routes *routes, uint64_t rank)
{
    for (int r = 0; r < routes->count; r++) {
        rank = matching_follow(&routes->route[r], rank);
        // What is none stays none, but the numbers for it differ.
        if (rank == routes->route[r].none)
            return routes->route[routes->count - 1].none;
    }
    return rank;
}

// The counts of a group in 64 bits: those of the group itself where they are so, else copied to `room`, which has room for all.
const uint64_t *meet_counts_wide(const struct meet_group *group, uint64_t *room);

// Copies counts to where a group with that bound is to have them.
void meet_counts_store_narrow(void *to, const uint32_t *counts, size_t states, uint32_t bound);
void meet_counts_store_wide(void *to, const uint64_t *counts, size_t states, uint32_t bound);

// The new rank of state s of the feed's group, whose ranks lie at `ranks`. `lookups` is feed->lookups, known to the compiler
// where this is to be fast.
static inline uint64_t meet_feed_rank(const struct meet_feed *feed, const struct meet_routes *routes,
                                      int lookups, const void *ranks, size_t s)
{
    if (lookups < 0)
        return meet_routes_follow(routes, meet_rank_at(ranks, meet_pairs(feed->group->signature), s));
    uint16_t rank = ((const uint16_t *)ranks)[s];
    for (int i = 0; i < lookups; i++)
        rank = feed->table[i][rank];
    return rank;
}

#endif
