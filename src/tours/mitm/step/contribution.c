// SPDX-License-Identifier: GPL-3.0-or-later
// Prepares contributions, and maps ranks through their changes.
#include "tours/mitm/step/contribution.h"

#include <string.h>

void mitm_contribution_init(struct mitm_contribution *contribution, const struct mitm_pattern *pattern,
                            const struct mitm_group *group)
{
    uint64_t signature = group->signature;
    contribution->group = group;
    contribution->changes = 0;
    contribution->is_injective = true;
    for (int c = 0; c < pattern->choices; c++) {
        struct matching_change *change = &contribution->change[contribution->changes];
        if (mitm_change_of(&pattern->choice[c], signature, change)) {
            contribution->is_injective &= change->operation != MATCHING_CONTRACT;
            contribution->changes++;
        }
        signature += pattern->choice[c].delta;
    }
}

void mitm_contribution_ranks_wide(const struct mitm_contribution *contribution,
                                  struct matching_tables *tables, const void *ranks, uint64_t *to)
{
    int pairs = mitm_pairs(contribution->group->signature);
    for (size_t s = 0; s < contribution->group->states; s++) {
        to[s] = mitm_rank_at(ranks, pairs, s);
        for (int c = 0; c < contribution->changes; c++) {
            const struct matching_change *change = &contribution->change[c];
            to[s] = matching_map(tables, change, to[s]);
        }
    }
}

// ---- Ranks of 32 bits, one change after the other ----

static void follow_table(const uint16_t *restrict table, uint32_t *restrict ranks, size_t count)
{
    for (size_t s = 0; s < count; s++)
        ranks[s] = table[ranks[s]];
}

static void follow_route(const struct matching_route *restrict route, uint32_t *restrict ranks, size_t count)
{
    for (size_t s = 0; s < count; s++)
        ranks[s] = (uint32_t)matching_follow(route, ranks[s]);
}

// For fewer ranks than this, a table of 20 KB is not worth its place in the processor's cache.
enum { MANY = 400 };

static void follow(const struct matching_change *change, struct matching_tables *tables, uint32_t *ranks,
                   size_t count)
{
    int after = matching_pairs_after(change->operation, change->pairs);
    if (change->pairs <= MATCHING_ROW_PAIRS ||
        (change->pairs <= MATCHING_TABLE_PAIRS && matching_is_short(after) && count >= MANY)) {
        follow_table(matching_table(tables, change->operation, change->pairs, change->i, change->j), ranks,
                     count);
        return;
    }
    struct matching_route route;
    matching_route_prepare(&route, tables, change);
    follow_route(&route, ranks, count);
}

// Whether ranks have at most 32 bits after every change.
static bool is_narrow(const struct mitm_contribution *contribution)
{
    bool narrow = !matching_is_long(mitm_pairs(contribution->group->signature));
    for (int c = 0; c < contribution->changes; c++)
        narrow &= !matching_is_long(
            matching_pairs_after(contribution->change[c].operation, contribution->change[c].pairs));
    return narrow;
}

void mitm_contribution_ranks_narrow(const struct mitm_contribution *contribution,
                                    struct matching_tables *tables, const void *restrict ranks,
                                    uint32_t *restrict to, uint64_t *room)
{
    size_t states = contribution->group->states;
    if (!is_narrow(contribution)) {
        mitm_contribution_ranks_wide(contribution, tables, ranks, room);
        for (size_t s = 0; s < states; s++)
            to[s] = (uint32_t)room[s];
        return;
    }
    if (matching_is_short(mitm_pairs(contribution->group->signature)))
        for (size_t s = 0; s < states; s++)
            to[s] = ((const uint16_t *)ranks)[s];
    else
        memcpy(to, ranks, states * sizeof *to);
    for (int c = 0; c < contribution->changes; c++)
        follow(&contribution->change[c], tables, to, states);
}
