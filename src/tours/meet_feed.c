// SPDX-License-Identifier: GPL-3.0-or-later
// Makes feeds ready: changes, tables, counts.
#include "tours/meet_feed.h"

void meet_feed_init(struct meet_feed *feed, struct matching_tables *tables,
                    const struct meet_pattern *pattern, const struct meet_group *group)
{
    uint64_t signature = group->signature;
    feed->group = group;
    feed->changes = 0;
    for (int c = 0; c < pattern->choices; c++) {
        feed->changes += meet_change_of(&pattern->choice[c], signature, &feed->change[feed->changes]);
        signature += pattern->choice[c].delta;
    }
    feed->lookups = matching_is_short(meet_pairs(group->signature)) ? feed->changes : -1;
    feed->is_injective = true;
    for (int c = 0; c < feed->changes; c++) {
        const struct meet_change *change = &feed->change[c];
        feed->is_injective &= change->operation != MATCHING_CONTRACT;
        if (feed->lookups >= 0 && matching_is_short(matching_pairs_after(change->operation, change->pairs)))
            feed->table[c] = matching_table(tables, change->operation, change->pairs, change->i, change->j);
        else
            feed->lookups = -1;
    }
}

void meet_routes_prepare(struct meet_routes *routes, struct matching_tables *tables,
                         const struct meet_feed *feed)
{
    routes->count = feed->changes;
    for (int c = 0; c < feed->changes; c++) {
        const struct meet_change *change = &feed->change[c];
        matching_route_prepare(&routes->route[c], tables, change->operation, change->pairs, change->i,
                               change->j);
    }
}

const uint64_t *meet_counts_wide(const struct meet_group *group, uint64_t *room)
{
    if (group->bound == MEET_UNBOUNDED)
        return group->counts;
    for (size_t s = 0; s < group->states; s++)
        room[s] = meet_count_at(group, s);
    return room;
}

// Copies counts in the size of a group with that bound. All bits of a bound may be set although no count has them all: then narrow
// counts take eight bytes too.
#define STORE_AS(type)                                                                                       \
    for (size_t s = 0; s < states; s++)                                                                      \
    ((type *)to)[s] = (type)counts[s]
#define STORE                                                                                                \
    switch (meet_count_size(bound)) {                                                                        \
    case 1:                                                                                                  \
        STORE_AS(uint8_t);                                                                                   \
        break;                                                                                               \
    case 2:                                                                                                  \
        STORE_AS(uint16_t);                                                                                  \
        break;                                                                                               \
    case 4:                                                                                                  \
        STORE_AS(uint32_t);                                                                                  \
        break;                                                                                               \
    default:                                                                                                 \
        STORE_AS(uint64_t);                                                                                  \
    }

void meet_counts_store_narrow(void *to, const uint32_t *counts, size_t states, uint32_t bound)
{
    STORE
}

void meet_counts_store_wide(void *to, const uint64_t *counts, size_t states, uint32_t bound)
{
    STORE
}
