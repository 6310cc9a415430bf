// SPDX-License-Identifier: GPL-3.0-or-later
// Unpacks, and takes ranks through the changes of a feed.
#include "tours/meet_source.h"

#include "base/memory.h"
#include "tours/meet_states.h"

#include <stdlib.h>

void meet_source_room_clear(struct meet_source_room *room)
{
    free(room->ranks);
    free(room->wide_ranks);
    free(room->counts);
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

static void reserve_ranks(struct meet_source_room *room, size_t states)
{
    if (states <= room->ranks_size)
        return;
    room->ranks_size = states * 3 / 2;
    room->ranks = memory_resize(room->ranks, room->ranks_size, sizeof *room->ranks);
    room->wide_ranks = memory_resize(room->wide_ranks, room->ranks_size, sizeof *room->wide_ranks);
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
    reserve_ranks(room, group->states);
    source.mapped = room->ranks;
    meet_feed_ranks_narrow(feed, tables, ranks, room->ranks, room->wide_ranks);
    return source;
}

const uint64_t *meet_source_counts(struct meet_source_room *room, const struct meet_feed *feed)
{
    size_t states = feed->group->states;
    if (states > room->counts_size) {
        room->counts_size = states * 3 / 2;
        room->counts = memory_resize(room->counts, room->counts_size, sizeof *room->counts);
    }
    return meet_states_counts(feed->group, room->counts);
}

const uint64_t *meet_source_ranks(struct meet_source_room *room, const struct meet_lanes *lanes,
                                  struct matching_tables *tables, const struct meet_feed *feed)
{
    reserve_ranks(room, feed->group->states);
    meet_feed_ranks_wide(feed, tables, list_ranks(room, lanes, feed->group), room->wide_ranks);
    return room->wide_ranks;
}
