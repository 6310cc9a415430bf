// SPDX-License-Identifier: GPL-3.0-or-later
// Makes feeds ready: changes, tables, counts.
#include "tours/meet_feed.h"

#include <string.h>

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

void meet_counts_store_narrow(void *to, const uint32_t *counts, size_t states, uint32_t bound)
{
    uint8_t *one = to;
    uint16_t *two = to;
    uint64_t *eight = to;
    switch (meet_count_size(bound)) {
    case 1:
        for (size_t s = 0; s < states; s++)
            one[s] = (uint8_t)counts[s];
        return;
    case 2:
        for (size_t s = 0; s < states; s++)
            two[s] = (uint16_t)counts[s];
        return;
    case 4:
        memcpy(to, counts, states * sizeof *counts);
        return;
    default:
        // All bits of a bound may be set although no sum has them all.
        for (size_t s = 0; s < states; s++)
            eight[s] = counts[s];
    }
}

void meet_counts_store_wide(void *to, const uint64_t *counts, size_t states, uint32_t bound)
{
    uint8_t *one = to;
    uint16_t *two = to;
    uint32_t *four = to;
    switch (meet_count_size(bound)) {
    case 1:
        for (size_t s = 0; s < states; s++)
            one[s] = (uint8_t)counts[s];
        return;
    case 2:
        for (size_t s = 0; s < states; s++)
            two[s] = (uint16_t)counts[s];
        return;
    case 4:
        for (size_t s = 0; s < states; s++)
            four[s] = (uint32_t)counts[s];
        return;
    default:
        memcpy(to, counts, states * sizeof *counts);
    }
}
