// SPDX-License-Identifier: GPL-3.0-or-later
// Unpacks, and takes ranks through the changes of a feed.
#include "tours/mitm/step/source.h"

#include "tours/mitm/layer/states.h"

#include <stdlib.h>

void meet_source_room_clear(struct meet_source_room *room, struct budget *budget)
{
    budget_free(budget, room->ranks, room->ranks_size, sizeof *room->ranks);
    budget_free(budget, room->wide_ranks, room->ranks_size, sizeof *room->wide_ranks);
    budget_free(budget, room->counts, room->counts_size, sizeof *room->counts);
    *room = (struct meet_source_room){0};
}

// The ranks of a feed's group as a list.
static const void *list_ranks(struct meet_source_room *room, const struct meet_lanes *lanes,
                              const struct meet_group *group)
{
    if (!meet_is_packed(meet_pairs(group->signature)))
        return meet_ranks(group);
    if (lanes)
        meet_lanes_unpack(group, room->unpacked_ranks, room->unpacked_counts);
    else
        meet_states_unpack(group, room->unpacked_ranks, room->unpacked_counts);
    return room->unpacked_ranks;
}

static bool reserve_ranks(struct meet_source_room *room, struct budget *budget, size_t states)
{
    if (states <= room->ranks_size)
        return true;
    size_t before = room->ranks_size, size = states * 5 / 4;
    room->ranks = budget_renew(budget, room->ranks, before, size, sizeof *room->ranks);
    room->wide_ranks = budget_renew(budget, room->wide_ranks, before, size, sizeof *room->wide_ranks);
    if (room->ranks && room->wide_ranks) {
        room->ranks_size = size;
        return true;
    }
    budget_free(budget, room->ranks, size, sizeof *room->ranks);
    budget_free(budget, room->wide_ranks, size, sizeof *room->wide_ranks);
    room->ranks = NULL;
    room->wide_ranks = NULL;
    room->ranks_size = 0;
    return false;
}

struct meet_source meet_source_of(struct meet_source_room *room, const struct meet_lanes *lanes,
                                  struct matching_tables *tables, const struct meet_feed *feed)
{
    const struct meet_group *group = feed->group;
    const void *ranks = list_ranks(room, lanes, group);
    struct meet_source source = {.states = group->states,
                                 .listed = ranks,
                                 .counts = group->counts,
                                 .size = meet_count_size(group->bound)};
    if (ranks == room->unpacked_ranks) {
        source.counts = room->unpacked_counts;
        source.size = sizeof *room->unpacked_counts;
    }
    if (meet_feed_is_simple(feed)) {
        const struct meet_change *change = &feed->change[0];
        if (feed->changes)
            source.table = matching_table(tables, change->operation, change->pairs, change->i, change->j);
        return source;
    }
    if (!reserve_ranks(room, tables->budget, group->states))
        return (struct meet_source){0};
    source.mapped = room->ranks;
    meet_feed_ranks_narrow(feed, tables, ranks, room->ranks, room->wide_ranks);
    return source;
}

const uint64_t *meet_source_counts(struct meet_source_room *room, struct matching_tables *tables,
                                   const struct meet_feed *feed)
{
    size_t states = feed->group->states, size = states * 5 / 4;
    if (states > room->counts_size) {
        room->counts =
            budget_renew(tables->budget, room->counts, room->counts_size, size, sizeof *room->counts);
        room->counts_size = room->counts ? size : 0;
    }
    if (!room->counts && states)
        return NULL;
    return meet_states_counts(feed->group, room->counts);
}

const uint64_t *meet_source_ranks(struct meet_source_room *room, const struct meet_lanes *lanes,
                                  struct matching_tables *tables, const struct meet_feed *feed)
{
    if (!reserve_ranks(room, tables->budget, feed->group->states))
        return NULL;
    meet_feed_ranks_wide(feed, tables, list_ranks(room, lanes, feed->group), room->wide_ranks);
    return room->wide_ranks;
}
