// SPDX-License-Identifier: GPL-3.0-or-later
// Unpacks groups, and maps their ranks through the changes of a contribution.
#include "tours/mitm/step/source.h"

#include "tours/mitm/layer/states.h"

#include <stdlib.h>

void mitm_source_room_clear(struct mitm_source_room *room, struct budget *budget)
{
    budget_free(budget, room->ranks, room->ranks_size, sizeof *room->ranks);
    budget_free(budget, room->wide_ranks, room->ranks_size, sizeof *room->wide_ranks);
    budget_free(budget, room->counts, room->counts_size, sizeof *room->counts);
    *room = (struct mitm_source_room){0};
}

// The ranks of a group as a list.
static const void *list_ranks(struct mitm_source_room *room, const struct mitm_simd *simd,
                              const struct mitm_group *group)
{
    if (!mitm_is_packed(mitm_pairs(group->signature)))
        return mitm_ranks(group);
    if (simd)
        mitm_simd_unpack(group, room->unpacked_ranks, room->unpacked_counts);
    else
        mitm_states_unpack(group, room->unpacked_ranks, room->unpacked_counts);
    return room->unpacked_ranks;
}

static bool reserve_ranks(struct mitm_source_room *room, struct budget *budget, size_t states)
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

struct mitm_source mitm_source_of(struct mitm_source_room *room, const struct mitm_simd *simd,
                                  struct matching_tables *tables,
                                  const struct mitm_contribution *contribution)
{
    const struct mitm_group *group = contribution->group;
    const void *ranks = list_ranks(room, simd, group);
    struct mitm_source source = {.states = group->states,
                                 .listed = ranks,
                                 .counts = group->counts,
                                 .size = mitm_count_size(group->bound)};
    if (ranks == room->unpacked_ranks) {
        source.counts = room->unpacked_counts;
        source.size = sizeof *room->unpacked_counts;
    }
    if (mitm_contribution_is_simple(contribution)) {
        const struct matching_change *change = &contribution->change[0];
        if (contribution->changes)
            source.table = matching_table(tables, change->operation, change->pairs, change->i, change->j);
        return source;
    }
    if (!reserve_ranks(room, tables->budget, group->states))
        return (struct mitm_source){0};
    source.mapped = room->ranks;
    mitm_contribution_ranks_narrow(contribution, tables, ranks, room->ranks, room->wide_ranks);
    return source;
}

const uint64_t *mitm_source_counts(struct mitm_source_room *room, struct matching_tables *tables,
                                   const struct mitm_contribution *contribution)
{
    size_t states = contribution->group->states, size = states * 5 / 4;
    if (states > room->counts_size) {
        room->counts =
            budget_renew(tables->budget, room->counts, room->counts_size, size, sizeof *room->counts);
        room->counts_size = room->counts ? size : 0;
    }
    if (!room->counts && states)
        return NULL;
    return mitm_states_counts(contribution->group, room->counts);
}

const uint64_t *mitm_source_ranks(struct mitm_source_room *room, const struct mitm_simd *simd,
                                  struct matching_tables *tables,
                                  const struct mitm_contribution *contribution)
{
    if (!reserve_ranks(room, tables->budget, contribution->group->states))
        return NULL;
    mitm_contribution_ranks_wide(contribution, tables, list_ranks(room, simd, contribution->group),
                                 room->wide_ranks);
    return room->wide_ranks;
}
