// SPDX-License-Identifier: GPL-3.0-or-later
// The inner loops of the meeting method.
#include "tours/meet_sum.h"

#include "base/memory.h"
#include "tours/meet_collect.h"
#include "tours/residue.h"

#include <stdlib.h>
#include <string.h>

struct pair {
    uint64_t rank, count;
};

// Groups of up to so many pairs are added up in an array of all ranks, when they are not too thin for that.
enum { DENSE_PAIRS = 8, THIN = 48 };

struct meet_sum_scratch {
    void *sums; // all 0 between groups; of 32 or of 64 bits each
    size_t sums_bytes;
    struct pair *pairs, *pairs_too;
    size_t pairs_size;
    void *ranks, *counts; // the group being made
    size_t states_size;
};

void meet_sum_init(struct meet_sum *sum, struct matching_tables *tables, enum meet_mode mode, uint64_t prime)
{
    *sum = (struct meet_sum){tables, mode, prime, false, memory_resize(NULL, 1, sizeof *sum->scratch)};
    *sum->scratch = (struct meet_sum_scratch){0};
}

void meet_sum_clear(struct meet_sum *sum)
{
    free(sum->scratch->sums);
    free(sum->scratch->pairs);
    free(sum->scratch->pairs_too);
    free(sum->scratch->ranks);
    free(sum->scratch->counts);
    free(sum->scratch);
}

static void reserve_states(struct meet_sum_scratch *scratch, size_t states)
{
    if (states <= scratch->states_size)
        return;
    scratch->states_size = states * 3 / 2;
    scratch->ranks = memory_resize(scratch->ranks, scratch->states_size, sizeof(uint64_t));
    scratch->counts = memory_resize(scratch->counts, scratch->states_size, sizeof(uint64_t));
}

static void *reserve_sums(struct meet_sum_scratch *scratch, size_t bytes)
{
    if (bytes > scratch->sums_bytes) {
        scratch->sums = memory_resize(scratch->sums, bytes, 1);
        memset((unsigned char *)scratch->sums + scratch->sums_bytes, 0, bytes - scratch->sums_bytes);
        scratch->sums_bytes = bytes;
    }
    return scratch->sums;
}

static void reserve_pairs(struct meet_sum_scratch *scratch, size_t pairs)
{
    if (pairs <= scratch->pairs_size)
        return;
    scratch->pairs_size = pairs * 3 / 2;
    scratch->pairs = memory_resize(scratch->pairs, scratch->pairs_size, sizeof *scratch->pairs);
    scratch->pairs_too = memory_resize(scratch->pairs_too, scratch->pairs_size, sizeof *scratch->pairs_too);
}

// Appends the group that lies in the scratch.
static void add_group(struct meet_sum *sum, uint64_t signature, size_t states, uint32_t bound,
                      struct meet_level *out)
{
    if (!states)
        return;
    size_t offset = meet_ranks_offset(signature, states, sum->mode),
           rank_bytes = states * meet_rank_size(meet_pairs(signature));
    unsigned char *room = meet_level_room(out, offset + rank_bytes);
    memcpy(room, sum->scratch->counts, states * meet_count_size(sum->mode));
    memcpy(room + offset, sum->scratch->ranks, rank_bytes);
    meet_level_add(out, signature, states, bound, sum->mode);
}

// ---- Ranks and counts ----

static void set_rank(void *ranks, int pairs, uint64_t at, uint64_t rank)
{
    if (matching_is_short(pairs))
        ((uint16_t *)ranks)[at] = (uint16_t)rank;
    else if (matching_is_long(pairs))
        ((uint64_t *)ranks)[at] = rank;
    else
        ((uint32_t *)ranks)[at] = (uint32_t)rank;
}

static void set_count(void *counts, enum meet_mode mode, uint64_t at, uint64_t count)
{
    if (mode == MEET_NARROW)
        ((uint32_t *)counts)[at] = (uint32_t)count;
    else
        ((uint64_t *)counts)[at] = count;
}

// Sums of 32-bit counts cannot overflow 64 bits; the others are watched or reduced.
static inline void add_to(struct meet_sum *sum, uint64_t *total, uint64_t count)
{
    if (sum->mode == MEET_RESIDUES)
        *total = residue_add(*total, count, sum->prime);
    else if (sum->mode == MEET_WIDE)
        sum->overflowed |= __builtin_add_overflow(*total, count, total);
    else
        *total += count;
}

// The way that the ranks of a feed go when no table of 16 bits says it all.
static void prepare(struct meet_sum *sum, const struct meet_change *change, struct matching_route *route)
{
    if (!change->is_none)
        matching_route_prepare(route, sum->tables, change->operation, change->pairs, change->i, change->j);
}

static uint64_t changed(const struct meet_change *change, const struct matching_route *route, uint64_t rank)
{
    return change->is_none ? rank : matching_follow(route, rank);
}

// ---- Dense groups: an array of all ranks ----

// Whether the results of a change are looked up: then all ranks have 16 bits.
static bool is_looked_up(const struct meet_change *change, int after)
{
    return change->pairs <= MATCHING_TABLE_PAIRS && matching_is_short(after);
}

static const uint16_t *table_for(struct meet_sum *sum, const struct meet_change *change)
{
    return matching_table(sum->tables, change->operation, change->pairs, change->i, change->j);
}

static void add_narrow(struct meet_sum *sum, const struct meet_feed *feed, int after, uint32_t *restrict sums)
{
    const struct meet_group *group = feed->group;
    const uint32_t *restrict counts = group->counts;
    const uint16_t *restrict ranks = meet_ranks(group, sum->mode);
    size_t states = group->states;
    if (!is_looked_up(&feed->change, after)) {
        struct matching_route route;
        prepare(sum, &feed->change, &route);
        for (size_t s = 0; s < states; s++)
            sums[changed(&feed->change, &route, meet_rank_at(ranks, feed->change.pairs, s))] += counts[s];
    } else if (feed->change.is_none) {
        for (size_t s = 0; s < states; s++)
            sums[ranks[s]] += counts[s];
    } else {
        const uint16_t *restrict table = table_for(sum, &feed->change);
        for (size_t s = 0; s < states; s++)
            sums[table[ranks[s]]] += counts[s];
    }
}

static void add_wide(struct meet_sum *sum, const struct meet_feed *feed, int after, uint64_t *restrict sums)
{
    const struct meet_group *group = feed->group;
    const uint16_t *restrict ranks = meet_ranks(group, sum->mode);
    size_t states = group->states;
    if (!is_looked_up(&feed->change, after)) {
        struct matching_route route;
        prepare(sum, &feed->change, &route);
        for (size_t s = 0; s < states; s++)
            add_to(sum, &sums[changed(&feed->change, &route, meet_rank_at(ranks, feed->change.pairs, s))],
                   meet_count_at(group->counts, sum->mode, s));
    } else if (feed->change.is_none) {
        for (size_t s = 0; s < states; s++)
            add_to(sum, &sums[ranks[s]], meet_count_at(group->counts, sum->mode, s));
    } else {
        const uint16_t *restrict table = table_for(sum, &feed->change);
        for (size_t s = 0; s < states; s++)
            add_to(sum, &sums[table[ranks[s]]], meet_count_at(group->counts, sum->mode, s));
    }
}

// Whether sums of these feeds stay below 2^32. Contracting sends at most two matchings for each pair that remains to the same
// one, the other operations never two.
static bool is_narrow(const struct meet_sum *sum, const struct meet_feed *feeds, int count, int after)
{
    uint64_t bound = 0;
    if (sum->mode != MEET_NARROW || !matching_is_short(after))
        return false;
    for (int f = 0; f < count; f++) {
        bool contracts = !feeds[f].change.is_none && feeds[f].change.operation == MATCHING_CONTRACT;
        bound += (uint64_t)feeds[f].group->bound * (contracts && after ? 2 * (uint64_t)after : 1);
    }
    return bound <= UINT32_MAX;
}

static uint64_t collect_wide(struct meet_sum *sum, uint64_t *sums, uint64_t size, int after, uint32_t *bound)
{
    struct meet_sum_scratch *scratch = sum->scratch;
    uint64_t states = 0, all = 0;
    for (uint64_t rank = 0; rank < size; rank++) {
        if (!sums[rank])
            continue;
        all |= sums[rank];
        set_rank(scratch->ranks, after, states, rank);
        set_count(scratch->counts, sum->mode, states++, sums[rank]);
    }
    *bound = (uint32_t)all;
    memset(sums, 0, (size + 1) * sizeof *sums);
    sum->overflowed |= sum->mode == MEET_NARROW && all >> 32;
    return states;
}

static void make_dense(struct meet_sum *sum, uint64_t signature, int after, const struct meet_feed *feeds,
                       int count, uint64_t inputs, struct meet_level *out)
{
    struct meet_sum_scratch *scratch = sum->scratch;
    uint64_t size = matching_count(after), states,
             most = (inputs < size ? inputs : size) + MEET_COLLECT_SPARE;
    // One place more for what is none, which is not a state.
    void *sums = reserve_sums(scratch, (size + 1 + MEET_COLLECT_SPARE) * sizeof(uint64_t));
    uint32_t bound;
    reserve_states(scratch, most);
    if (!is_narrow(sum, feeds, count, after)) {
        for (int f = 0; f < count; f++)
            add_wide(sum, &feeds[f], after, sums);
        states = collect_wide(sum, sums, size, after, &bound);
        add_group(sum, signature, states, bound, out);
        return;
    }
    for (int f = 0; f < count; f++)
        add_narrow(sum, &feeds[f], after, sums);
    ((uint32_t *)sums)[size] = 0;
    uint32_t *counts = meet_level_room(out, most * (sizeof *counts + sizeof(uint16_t)));
    states = meet_collect(sums, size, scratch->ranks, counts, &bound);
    memcpy(counts + states, scratch->ranks, states * sizeof(uint16_t));
    if (states)
        meet_level_add(out, signature, states, bound, sum->mode);
}

// ---- Thin groups: lists of pairs, sorted by rank ----

// Radix sort by rank, eight bits at a time, insertion for short lists.
static void sort_pairs(struct meet_sum_scratch *scratch, size_t count, uint64_t ranks)
{
    struct pair *pairs = scratch->pairs, *others = scratch->pairs_too;
    if (count <= 48) {
        for (size_t i = 1; i < count; i++) {
            struct pair pair = pairs[i];
            size_t j = i;
            for (; j > 0 && pairs[j - 1].rank > pair.rank; j--)
                pairs[j] = pairs[j - 1];
            pairs[j] = pair;
        }
        return;
    }
    for (int shift = 0; shift < 64 && (ranks - 1) >> shift; shift += 8) {
        size_t places[257] = {0};
        for (size_t i = 0; i < count; i++)
            places[(pairs[i].rank >> shift & 255) + 1]++;
        for (int i = 0; i < 256; i++)
            places[i + 1] += places[i];
        for (size_t i = 0; i < count; i++)
            others[places[pairs[i].rank >> shift & 255]++] = pairs[i];
        struct pair *swap = pairs;
        pairs = others;
        others = swap;
    }
    scratch->pairs = pairs;
    scratch->pairs_too = others;
}

static size_t list_pairs(struct meet_sum *sum, int after, const struct meet_feed *feeds, int count)
{
    struct pair *pairs = sum->scratch->pairs;
    uint64_t none = matching_count(after);
    size_t listed = 0;
    for (int f = 0; f < count; f++) {
        const struct meet_group *group = feeds[f].group;
        const struct meet_change *change = &feeds[f].change;
        const uint16_t *table =
            is_looked_up(change, after) && !change->is_none ? table_for(sum, change) : NULL;
        const void *ranks = meet_ranks(group, sum->mode);
        struct matching_route route;
        if (!table)
            prepare(sum, change, &route);
        for (size_t s = 0; s < group->states; s++) {
            uint64_t rank = table ? table[((const uint16_t *)ranks)[s]]
                                  : changed(change, &route, meet_rank_at(ranks, change->pairs, s));
            pairs[listed] = (struct pair){rank, meet_count_at(group->counts, sum->mode, s)};
            listed += rank != none;
        }
    }
    return listed;
}

static void make_thin(struct meet_sum *sum, uint64_t signature, int after, const struct meet_feed *feeds,
                      int count, uint64_t inputs, struct meet_level *out)
{
    struct meet_sum_scratch *scratch = sum->scratch;
    reserve_pairs(scratch, inputs + 1);
    reserve_states(scratch, inputs);
    size_t listed = list_pairs(sum, after, feeds, count);
    sort_pairs(scratch, listed, matching_count(after));
    size_t states = 0;
    uint32_t bound = 0;
    for (size_t i = 0; i < listed;) {
        struct pair total = scratch->pairs[i++];
        for (; i < listed && scratch->pairs[i].rank == total.rank; i++)
            add_to(sum, &total.count, scratch->pairs[i].count);
        sum->overflowed |= sum->mode == MEET_NARROW && total.count >> 32;
        // A sum of residues may be 0.
        if (!total.count)
            continue;
        set_rank(scratch->ranks, after, states, total.rank);
        set_count(scratch->counts, sum->mode, states++, total.count);
        bound |= (uint32_t)total.count;
    }
    add_group(sum, signature, states, bound, out);
}

void meet_sum_groups(struct meet_sum *sum, uint64_t signature, const struct meet_feed *feeds, int count,
                     struct meet_level *out)
{
    int after = meet_pairs(signature);
    if (count == 1 && feeds[0].change.is_none) {
        const struct meet_group *group = feeds[0].group;
        size_t bytes =
            meet_ranks_offset(signature, group->states, sum->mode) + group->states * meet_rank_size(after);
        memcpy(meet_level_room(out, bytes), group->counts, bytes);
        meet_level_add(out, signature, group->states, group->bound, sum->mode);
        return;
    }
    uint64_t inputs = 0;
    for (int f = 0; f < count; f++)
        inputs += feeds[f].group->states;
    if (after <= DENSE_PAIRS && matching_count(after) <= inputs * THIN)
        make_dense(sum, signature, after, feeds, count, inputs, out);
    else
        make_thin(sum, signature, after, feeds, count, inputs, out);
}
