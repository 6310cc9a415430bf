// SPDX-License-Identifier: GPL-3.0-or-later
// The inner loops of the meeting method.
#include "tours/mitm/step/accumulate.h"

#include "base/memory.h"
#include "tours/frontier/residue.h"
#include "tours/mitm/layer/rank_sort.h"
#include "tours/mitm/layer/states.h"
#include "tours/mitm/step/compact.h"
#include "tours/mitm/step/simd_kernel.h"
#include "tours/mitm/step/source.h"

#include <stdlib.h>
#include <string.h>

// How many times as long as all that goes in an array of all ranks may be: to be gone through from end to end; to be used at all
// when it has to be.
enum { SCANNED = 8, THIN = 48 };
// Up to so many pairs such an array fits a processor's second cache, and is of use at all.
enum { CACHED_PAIRS = 7, ARRAY_PAIRS = 8 };

struct meet_sum_scratch {
    void *sums; // all 0 between groups; of 32 or of 64 bits each
    size_t sums_bytes;
    struct ranked *pairs, *pairs_too;
    size_t pairs_size;
    void *ranks, *counts; // the group being made
    uint32_t *touched;    // the ranks in use
    size_t states_size;
    struct meet_source_room room;
};

void meet_sum_init(struct meet_sum *sum, struct matching_tables *tables, enum meet_mode mode, uint64_t prime)
{
    *sum = (struct meet_sum){.tables = tables,
                             .mode = mode,
                             .prime = prime,
                             // Remainders do not fit lanes.
                             .lanes = mode == MEET_EXACT ? meet_lanes_new(tables) : NULL,
                             .scratch = memory_resize(NULL, 1, sizeof *sum->scratch)};
    *sum->scratch = (struct meet_sum_scratch){0};
}

static void drop_states(struct meet_sum_scratch *scratch, struct budget *budget, size_t size)
{
    budget_free(budget, scratch->ranks, size, sizeof(uint64_t));
    budget_free(budget, scratch->counts, size, sizeof(uint64_t));
    budget_free(budget, scratch->touched, size, sizeof *scratch->touched);
    scratch->ranks = scratch->counts = NULL;
    scratch->touched = NULL;
    scratch->states_size = 0;
}

static void drop_pairs(struct meet_sum_scratch *scratch, struct budget *budget, size_t size)
{
    budget_free(budget, scratch->pairs, size, sizeof *scratch->pairs);
    budget_free(budget, scratch->pairs_too, size, sizeof *scratch->pairs_too);
    scratch->pairs = scratch->pairs_too = NULL;
    scratch->pairs_size = 0;
}

void meet_sum_clear(struct meet_sum *sum)
{
    free(sum->lanes);
    struct budget *budget = sum->tables->budget;
    budget_free(budget, sum->scratch->sums, sum->scratch->sums_bytes, 1);
    drop_pairs(sum->scratch, budget, sum->scratch->pairs_size);
    drop_states(sum->scratch, budget, sum->scratch->states_size);
    meet_source_room_clear(&sum->scratch->room, budget);
    free(sum->scratch);
}

static bool reserve_states(struct meet_sum *sum, size_t states)
{
    struct meet_sum_scratch *scratch = sum->scratch;
    struct budget *budget = sum->tables->budget;
    size_t before = scratch->states_size, size = states * 5 / 4;
    if (states <= before)
        return true;
    scratch->ranks = budget_renew(budget, scratch->ranks, before, size, sizeof(uint64_t));
    scratch->counts = budget_renew(budget, scratch->counts, before, size, sizeof(uint64_t));
    scratch->touched = budget_renew(budget, scratch->touched, before, size, sizeof *scratch->touched);
    scratch->states_size = size;
    if (scratch->ranks && scratch->counts && scratch->touched)
        return true;
    drop_states(scratch, budget, size);
    return false;
}

// All 0; NULL when the budget has no room.
static void *reserve_sums(struct meet_sum *sum, size_t bytes)
{
    struct meet_sum_scratch *scratch = sum->scratch;
    if (bytes > scratch->sums_bytes) {
        scratch->sums = budget_renew(sum->tables->budget, scratch->sums, scratch->sums_bytes, bytes, 1);
        scratch->sums_bytes = scratch->sums ? bytes : 0;
        if (scratch->sums)
            memset(scratch->sums, 0, bytes);
    }
    return scratch->sums;
}

static bool reserve_pairs(struct meet_sum *sum, size_t pairs)
{
    struct meet_sum_scratch *scratch = sum->scratch;
    struct budget *budget = sum->tables->budget;
    size_t before = scratch->pairs_size, size = pairs * 5 / 4;
    if (pairs <= before)
        return true;
    scratch->pairs = budget_renew(budget, scratch->pairs, before, size, sizeof *scratch->pairs);
    scratch->pairs_too = budget_renew(budget, scratch->pairs_too, before, size, sizeof *scratch->pairs_too);
    scratch->pairs_size = size;
    if (scratch->pairs && scratch->pairs_too)
        return true;
    drop_pairs(scratch, budget, size);
    return false;
}

static struct meet_source source_of(struct meet_sum *sum, const struct meet_feed *feed)
{
    return meet_source_of(&sum->scratch->room, sum->lanes, sum->tables, feed);
}

static const uint64_t *wide_counts(struct meet_sum *sum, const struct meet_feed *feed)
{
    return meet_source_counts(&sum->scratch->room, sum->tables, feed);
}

// ---- Putting a group down ----

static inline void set_rank(void *ranks, int pairs, uint64_t at, uint64_t rank)
{
    if (matching_is_short(pairs))
        ((uint16_t *)ranks)[at] = (uint16_t)rank;
    else if (matching_is_long(pairs))
        ((uint64_t *)ranks)[at] = rank;
    else
        ((uint32_t *)ranks)[at] = (uint32_t)rank;
}

static void add_group(struct meet_sum *sum, uint64_t signature, size_t states, uint64_t all, bool narrow,
                      struct meet_level *out)
{
    if (!states)
        return;
    uint32_t bound = sum->mode == MEET_RESIDUES || all > MEET_UNBOUNDED ? MEET_UNBOUNDED : (uint32_t)all;
    unsigned char *room = meet_level_room(out, meet_group_bytes(signature, states, bound));
    if (!room)
        return;
    if (narrow)
        meet_states_write_narrow(room, signature, sum->scratch->ranks, sum->scratch->counts, states, bound);
    else
        meet_states_write_wide(room, signature, sum->scratch->ranks, sum->scratch->counts, states, bound);
    meet_level_add(out, signature, states, bound);
}

// Notes a sum that is complete.
static size_t keep_wide(struct meet_sum *sum, int after, uint64_t rank, uint64_t total, size_t states,
                        uint64_t *all)
{
    if (sum->mode == MEET_RESIDUES && total == sum->prime)
        return states;
    *all |= total;
    set_rank(sum->scratch->ranks, after, states, rank);
    ((uint64_t *)sum->scratch->counts)[states] = total;
    return states + 1;
}

// A remainder of 0 is kept as the prime itself: 0 means that nothing has been added.
static inline void add_residue(uint64_t *total, uint64_t count, uint64_t prime)
{
    uint64_t more = *total + count;
    *total = more > prime ? more - prime : more;
}

static inline void add_exact(uint64_t *total, uint64_t count, bool *overflowed)
{
    *overflowed |= __builtin_add_overflow(*total, count, total);
}

static inline void add_to(struct meet_sum *sum, uint64_t *total, uint64_t count)
{
    if (sum->mode == MEET_RESIDUES)
        add_residue(total, count, sum->prime);
    else
        add_exact(total, count, &sum->overflowed);
}

// What sums of these feeds do not exceed, UINT64_MAX if their groups do not say. Contracting sends at most two matchings for each
// pair that remains to the same one, the other operations never two.
static uint64_t limit_of(const struct meet_feed *feeds, int count)
{
    uint64_t limit = 0;
    for (int f = 0; f < count; f++) {
        uint64_t most = feeds[f].group->bound;
        if (most == MEET_UNBOUNDED)
            return UINT64_MAX;
        for (int c = 0; c < feeds[f].changes; c++) {
            const struct meet_change *change = &feeds[f].change[c];
            if (change->operation == MATCHING_CONTRACT && change->pairs > 1)
                most *= 2 * (uint64_t)(change->pairs - 1);
        }
        limit += most;
    }
    return limit;
}

static bool is_narrow(const struct meet_feed *feeds, int count)
{
    return limit_of(feeds, count) < MEET_UNBOUNDED;
}

// ---- A single feed in which no two ranks become the same ----

static void make_mapped(struct meet_sum *sum, uint64_t signature, int after, const struct meet_feed *feed,
                        struct meet_level *out)
{
    const struct meet_group *group = feed->group;
    struct meet_source source = source_of(sum, feed);
    if (source.states < group->states)
        return;
    unsigned char *room = meet_level_room(out, meet_group_bytes(signature, source.states, group->bound));
    if (!room)
        return;
    void *ranks = room + meet_ranks_offset(signature, source.states, group->bound);
    if (matching_is_short(after))
        for (size_t s = 0; s < source.states; s++)
            ((uint16_t *)ranks)[s] = (uint16_t)meet_source_rank(&source, s);
    else
        for (size_t s = 0; s < source.states; s++)
            ((uint32_t *)ranks)[s] = meet_source_rank(&source, s);
    if (source.counts != group->counts && group->bound != MEET_UNBOUNDED)
        meet_states_write_counts(room, signature, source.counts, source.states, group->bound);
    else
        memcpy(room, group->counts, source.states * meet_count_size(group->bound));
    meet_level_add(out, signature, source.states, group->bound);
}

// ---- An array of all ranks, gone through from end to end ----

static void add_narrow(struct meet_sum *sum, const struct meet_feed *feed, uint32_t *restrict sums)
{
    const struct meet_source source = source_of(sum, feed);
    MEET_FOR_SOURCE(source, sums[rank] += counts[s])
}

static void add_wide(struct meet_sum *sum, const struct meet_feed *feed, uint64_t *restrict sums)
{
    const struct meet_source source = source_of(sum, feed);
    const uint64_t *restrict counts = wide_counts(sum, feed);
    if (!counts)
        return;
    const uint64_t prime = sum->prime;
    bool overflowed = false;
    if (sum->mode == MEET_RESIDUES)
        for (size_t s = 0; s < source.states; s++)
            add_residue(&sums[meet_source_rank(&source, s)], counts[s], prime);
    else
        for (size_t s = 0; s < source.states; s++)
            add_exact(&sums[meet_source_rank(&source, s)], counts[s], &overflowed);
    sum->overflowed |= overflowed;
}

static size_t scan_wide(struct meet_sum *sum, uint64_t *sums, uint64_t size, int after, uint64_t *all)
{
    size_t states = 0;
    for (uint64_t rank = 0; rank < size; rank++)
        if (sums[rank])
            states = keep_wide(sum, after, rank, sums[rank], states, all);
    memset(sums, 0, (size + 1) * sizeof *sums);
    return states;
}

// As meet_collect(), for ranks of more than 16 bits.
static size_t scan_narrow(struct meet_sum_scratch *scratch, uint32_t *sums, uint64_t size, int after,
                          uint32_t *all)
{
    uint32_t *counts = scratch->counts;
    size_t states = 0;
    *all = 0;
    for (uint64_t rank = 0; rank < size; rank++) {
        if (!sums[rank])
            continue;
        set_rank(scratch->ranks, after, states, rank);
        counts[states++] = sums[rank];
        *all |= sums[rank];
        sums[rank] = 0;
    }
    return states;
}

// Ranks ascend.
static void make_scanned(struct meet_sum *sum, uint64_t signature, int after, const struct meet_feed *feeds,
                         int count, uint64_t inputs, struct meet_level *out)
{
    struct meet_sum_scratch *scratch = sum->scratch;
    uint64_t size = matching_count(after), all = 0;
    size_t states;
    // One place more for what is none, which is not a state.
    void *sums = reserve_sums(sum, (size + 1 + MEET_COLLECT_SPARE) * sizeof(uint64_t));
    bool narrow = is_narrow(feeds, count);
    if (!sums || !reserve_states(sum, (inputs < size ? inputs : size) + MEET_COLLECT_SPARE))
        return;
    for (int f = 0; f < count; f++)
        if (narrow)
            add_narrow(sum, &feeds[f], sums);
        else
            add_wide(sum, &feeds[f], sums);
    if (narrow) {
        uint32_t bound;
        ((uint32_t *)sums)[size] = 0;
        states = matching_is_short(after) ? meet_collect(sums, size, scratch->ranks, scratch->counts, &bound)
                                          : scan_narrow(scratch, sums, size, after, &bound);
        all = bound;
    } else {
        states = scan_wide(sum, sums, size, after, &all);
    }
    add_group(sum, signature, states, all, narrow, out);
}

// A packed group whose sums stay below 2^31, with all matchings side by side.
static void make_in_lanes(struct meet_sum *sum, uint64_t signature, int after, const struct meet_feed *feeds,
                          int count, struct meet_level *out)
{
    uint32_t *sums = reserve_sums(sum, MEET_LANES * sizeof *sums);
    if (!sums)
        return;
    for (int f = 0; f < count; f++)
        if (meet_lanes_suits(&feeds[f]))
            meet_lanes_add(sum->lanes, &feeds[f], sums);
        else
            add_narrow(sum, &feeds[f], sums);
    sums[matching_count(after)] = 0;
    meet_lanes_collect(sums, signature, out);
}

// ---- The same, with a list of the ranks that are in use ----

static size_t touch_narrow(struct meet_sum *sum, const struct meet_feed *feed, uint32_t *restrict sums,
                           size_t touched_before)
{
    const struct meet_source source = source_of(sum, feed);
    uint32_t *restrict touched = sum->scratch->touched;
    size_t count = touched_before;
    MEET_FOR_SOURCE(source, {
        uint32_t before = sums[rank];
        touched[count] = rank;
        count += !before;
        sums[rank] = before + counts[s];
    })
    return count;
}

static size_t touch_wide(struct meet_sum *sum, const struct meet_feed *feed, uint64_t *sums, size_t listed)
{
    const uint64_t *counts = wide_counts(sum, feed);
    const struct meet_source source = source_of(sum, feed);
    if (!counts)
        return listed;
    for (size_t s = 0; s < source.states; s++) {
        uint64_t *place = &sums[meet_source_rank(&source, s)];
        sum->scratch->touched[listed] = meet_source_rank(&source, s);
        listed += !*place;
        add_to(sum, place, counts[s]);
    }
    return listed;
}

static size_t collect_narrow(struct meet_sum_scratch *scratch, int after, uint32_t *sums, size_t listed,
                             uint64_t *all)
{
    uint64_t size = matching_count(after);
    uint32_t *counts = scratch->counts;
    size_t states = 0;
    for (size_t i = 0; i < listed; i++) {
        uint32_t rank = scratch->touched[i];
        set_rank(scratch->ranks, after, states, rank);
        counts[states] = sums[rank];
        *all |= sums[rank];
        sums[rank] = 0;
        // What is none has been listed if its sum happened to pass 0.
        states += rank != size;
    }
    return states;
}

static size_t collect_wide(struct meet_sum *sum, int after, uint64_t *sums, size_t listed, uint64_t *all)
{
    uint64_t size = matching_count(after);
    size_t states = 0;
    for (size_t i = 0; i < listed; i++) {
        uint32_t rank = sum->scratch->touched[i];
        uint64_t total = sums[rank];
        sums[rank] = 0;
        if (rank != size)
            states = keep_wide(sum, after, rank, total, states, all);
    }
    return states;
}

static void make_touched(struct meet_sum *sum, uint64_t signature, int after, const struct meet_feed *feeds,
                         int count, uint64_t inputs, struct meet_level *out)
{
    uint64_t size = matching_count(after), all = 0;
    size_t listed = 0, states;
    bool narrow = is_narrow(feeds, count);
    // One place more for what is none, which does not count as untouched.
    void *sums = reserve_sums(sum, (size + 1) * sizeof(uint64_t));
    if (!sums || !reserve_states(sum, inputs + 1))
        return;
    if (narrow) {
        ((uint32_t *)sums)[size] = 1;
        for (int f = 0; f < count; f++)
            listed = touch_narrow(sum, &feeds[f], sums, listed);
        states = collect_narrow(sum->scratch, after, sums, listed, &all);
        ((uint32_t *)sums)[size] = 0;
    } else {
        ((uint64_t *)sums)[size] = 1;
        for (int f = 0; f < count; f++)
            listed = touch_wide(sum, &feeds[f], sums, listed);
        states = collect_wide(sum, after, sums, listed, &all);
        ((uint64_t *)sums)[size] = 0;
    }
    add_group(sum, signature, states, all, narrow, out);
}

// ---- Thin groups: lists of pairs, sorted by rank ----

static size_t list_pairs(struct meet_sum *sum, int after, const struct meet_feed *feeds, int count)
{
    struct ranked *pairs = sum->scratch->pairs;
    uint64_t none = matching_count(after);
    size_t listed = 0;
    for (int f = 0; f < count; f++) {
        const uint64_t *counts = wide_counts(sum, &feeds[f]),
                       *ranks = meet_source_ranks(&sum->scratch->room, sum->lanes, sum->tables, &feeds[f]);
        for (size_t s = 0; counts && ranks && s < feeds[f].group->states; s++) {
            pairs[listed] = (struct ranked){ranks[s], counts[s]};
            listed += ranks[s] != none;
        }
    }
    return listed;
}

static void make_thin(struct meet_sum *sum, uint64_t signature, int after, const struct meet_feed *feeds,
                      int count, uint64_t inputs, struct meet_level *out)
{
    struct meet_sum_scratch *scratch = sum->scratch;
    if (!reserve_pairs(sum, inputs + 1) || !reserve_states(sum, inputs))
        return;
    size_t listed = list_pairs(sum, after, feeds, count), states = 0;
    uint64_t all = 0;
    const struct ranked *sorted =
        rank_sort(scratch->pairs, scratch->pairs_too, listed, matching_count(after));
    for (size_t i = 0; i < listed;) {
        struct ranked total = sorted[i++];
        for (; i < listed && sorted[i].rank == total.rank; i++)
            add_to(sum, &total.count, sorted[i].count);
        states = keep_wide(sum, after, total.rank, total.count, states, &all);
    }
    add_group(sum, signature, states, all, false, out);
}

void meet_sum_groups(struct meet_sum *sum, uint64_t signature, const struct meet_feed *feeds, int count,
                     bool ascending, struct meet_level *out)
{
    int after = meet_pairs(signature);
    uint64_t inputs = 0, size = matching_count(after);
    bool is_packed = meet_is_packed(after);
    if (is_packed && sum->lanes && limit_of(feeds, count) <= INT32_MAX) {
        make_in_lanes(sum, signature, after, feeds, count, out);
        return;
    }
    if (count == 1 && !ascending && !is_packed && !matching_is_long(after) && feeds[0].is_injective) {
        make_mapped(sum, signature, after, &feeds[0], out);
        return;
    }
    for (int f = 0; f < count; f++)
        inputs += feeds[f].group->states;
    if (!ascending && !is_packed && after <= CACHED_PAIRS && size > inputs * SCANNED)
        make_touched(sum, signature, after, feeds, count, inputs, out);
    else if (is_packed || (after <= ARRAY_PAIRS && size <= inputs * THIN))
        make_scanned(sum, signature, after, feeds, count, inputs, out);
    else
        make_thin(sum, signature, after, feeds, count, inputs, out);
}
