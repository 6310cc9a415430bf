// SPDX-License-Identifier: GPL-3.0-or-later
// The inner loops of meet-in-the-middle.
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

// An array of sums has an entry for every rank. It is scanned from end to end if it is at most SCANNED times as long as the whole
// input, or at most THIN times if the ranks in use cannot be listed instead.
enum { SCANNED = 8, THIN = 48 };
// The most pairs for which such an array fits into a processor's second-level cache, and for which it is used at all.
enum { CACHED_PAIRS = 7, ARRAY_PAIRS = 8 };

struct mitm_accumulator_scratch {
    void *sums; // 32 or 64 bits each; all 0 between groups
    size_t sums_bytes;
    struct ranked *pairs, *pairs_too;
    size_t pairs_size;
    void *ranks, *counts; // of the group under construction
    uint32_t *touched;    // ranks in use
    size_t states_size;
    struct mitm_source_room room;
};

// A group under construction.
struct making {
    const struct mitm_pending_group *group;
    int after;       // pairs of its signature
    uint64_t inputs; // states of all contributions together
    struct mitm_layer *out;
};

bool mitm_accumulator_init(struct mitm_accumulator *accumulator, struct matching_tables *tables,
                           enum mitm_mode mode, uint64_t prime)
{
    // Remainders are too large for the SIMD kernel.
    bool has_simd = mode == MITM_EXACT && mitm_simd_available();
    *accumulator = (struct mitm_accumulator){.tables = tables,
                                             .mode = mode,
                                             .prime = prime,
                                             .simd = has_simd ? mitm_simd_new(tables) : NULL,
                                             .scratch = memory_try_zeroed(1, sizeof *accumulator->scratch)};
    if (accumulator->scratch && (accumulator->simd || !has_simd))
        return true;
    free(accumulator->simd);
    free(accumulator->scratch);
    return false;
}

static void drop_states(struct mitm_accumulator_scratch *scratch, struct budget *budget, size_t size)
{
    budget_free(budget, scratch->ranks, size, sizeof(uint64_t));
    budget_free(budget, scratch->counts, size, sizeof(uint64_t));
    budget_free(budget, scratch->touched, size, sizeof *scratch->touched);
    scratch->ranks = scratch->counts = NULL;
    scratch->touched = NULL;
    scratch->states_size = 0;
}

static void drop_pairs(struct mitm_accumulator_scratch *scratch, struct budget *budget, size_t size)
{
    budget_free(budget, scratch->pairs, size, sizeof *scratch->pairs);
    budget_free(budget, scratch->pairs_too, size, sizeof *scratch->pairs_too);
    scratch->pairs = scratch->pairs_too = NULL;
    scratch->pairs_size = 0;
}

void mitm_accumulator_clear(struct mitm_accumulator *accumulator)
{
    free(accumulator->simd);
    struct budget *budget = accumulator->tables->budget;
    budget_free(budget, accumulator->scratch->sums, accumulator->scratch->sums_bytes, 1);
    drop_pairs(accumulator->scratch, budget, accumulator->scratch->pairs_size);
    drop_states(accumulator->scratch, budget, accumulator->scratch->states_size);
    mitm_source_room_clear(&accumulator->scratch->room, budget);
    free(accumulator->scratch);
}

static bool reserve_states(struct mitm_accumulator *accumulator, size_t states)
{
    struct mitm_accumulator_scratch *scratch = accumulator->scratch;
    struct budget *budget = accumulator->tables->budget;
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

// Returns sums that are all 0; NULL when the budget has no room.
static void *reserve_sums(struct mitm_accumulator *accumulator, size_t bytes)
{
    struct mitm_accumulator_scratch *scratch = accumulator->scratch;
    if (bytes > scratch->sums_bytes) {
        scratch->sums =
            budget_renew(accumulator->tables->budget, scratch->sums, scratch->sums_bytes, bytes, 1);
        scratch->sums_bytes = scratch->sums ? bytes : 0;
        if (scratch->sums)
            memset(scratch->sums, 0, bytes);
    }
    return scratch->sums;
}

static bool reserve_pairs(struct mitm_accumulator *accumulator, size_t pairs)
{
    struct mitm_accumulator_scratch *scratch = accumulator->scratch;
    struct budget *budget = accumulator->tables->budget;
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

static struct mitm_source source_of(struct mitm_accumulator *accumulator,
                                    const struct mitm_contribution *contribution)
{
    return mitm_source_of(&accumulator->scratch->room, accumulator->simd, accumulator->tables, contribution);
}

static const uint64_t *wide_counts(struct mitm_accumulator *accumulator,
                                   const struct mitm_contribution *contribution)
{
    return mitm_source_counts(&accumulator->scratch->room, accumulator->tables, contribution);
}

// ---- Completing a group ----

static inline void set_rank(void *ranks, int pairs, uint64_t at, uint64_t rank)
{
    if (matching_is_short(pairs))
        ((uint16_t *)ranks)[at] = (uint16_t)rank;
    else if (matching_is_long(pairs))
        ((uint64_t *)ranks)[at] = rank;
    else
        ((uint32_t *)ranks)[at] = (uint32_t)rank;
}

// Appends the group whose states are in the scratch memory. `all`: the bitwise or of its counts, which is a bound on them.
static void add_group(struct mitm_accumulator *accumulator, const struct making *making, size_t states,
                      uint64_t all, bool narrow)
{
    if (!states)
        return;
    const struct mitm_accumulator_scratch *scratch = accumulator->scratch;
    uint64_t signature = making->group->signature;
    uint32_t bound =
        accumulator->mode == MITM_RESIDUES || all > MITM_UNBOUNDED ? MITM_UNBOUNDED : (uint32_t)all;
    unsigned char *room = mitm_layer_room(making->out, mitm_group_bytes(signature, states, bound));
    if (!room)
        return;
    if (narrow)
        mitm_states_write_narrow(room, &(struct mitm_states){signature, states, bound, scratch->ranks},
                                 scratch->counts);
    else
        mitm_states_write_wide(room, &(struct mitm_states){signature, states, bound, scratch->ranks},
                               scratch->counts);
    mitm_layer_add(making->out, signature, states, bound);
}

// The states of a group under construction, with 64-bit counts.
struct completion {
    int after;
    size_t states;
    uint64_t all; // bitwise or of the counts
};

static void keep_wide(struct mitm_accumulator *accumulator, struct completion *done, uint64_t rank,
                      uint64_t total)
{
    if (accumulator->mode == MITM_RESIDUES && total == accumulator->prime)
        return;
    done->all |= total;
    set_rank(accumulator->scratch->ranks, done->after, done->states, rank);
    ((uint64_t *)accumulator->scratch->counts)[done->states++] = total;
}

// A remainder of 0 is stored as the prime itself: 0 means that nothing has been added.
static inline void add_residue(uint64_t *total, uint64_t count, uint64_t prime)
{
    uint64_t more = *total + count;
    *total = more > prime ? more - prime : more;
}

static inline void add_exact(uint64_t *total, uint64_t count, bool *overflowed)
{
    *overflowed |= __builtin_add_overflow(*total, count, total);
}

static inline void add_to(struct mitm_accumulator *accumulator, uint64_t *total, uint64_t count)
{
    if (accumulator->mode == MITM_RESIDUES)
        add_residue(total, count, accumulator->prime);
    else
        add_exact(total, count, &accumulator->overflowed);
}

// A bound on the sums of a group; UINT64_MAX if the contributing groups have none. For each pair that remains, contraction maps at
// most two matchings to the same one; the other operations are injective.
static uint64_t limit_of(const struct mitm_pending_group *group)
{
    uint64_t limit = 0;
    for (int f = 0; f < group->count; f++) {
        uint64_t most = group->contributions[f].group->bound;
        if (most == MITM_UNBOUNDED)
            return UINT64_MAX;
        for (int c = 0; c < group->contributions[f].changes; c++) {
            const struct matching_change *change = &group->contributions[f].change[c];
            if (change->operation == MATCHING_CONTRACT && change->pairs > 1)
                most *= 2 * (uint64_t)(change->pairs - 1);
        }
        limit += most;
    }
    return limit;
}

static bool is_narrow(const struct mitm_pending_group *group)
{
    return limit_of(group) < MITM_UNBOUNDED;
}

// ---- A single injective contribution ----

static void make_mapped(struct mitm_accumulator *accumulator, const struct making *making)
{
    const struct mitm_contribution *contribution = &making->group->contributions[0];
    const struct mitm_group *group = contribution->group;
    uint64_t signature = making->group->signature;
    struct mitm_source source = source_of(accumulator, contribution);
    if (source.states < group->states)
        return;
    unsigned char *room =
        mitm_layer_room(making->out, mitm_group_bytes(signature, source.states, group->bound));
    if (!room)
        return;
    void *ranks = room + mitm_ranks_offset(signature, source.states, group->bound);
    if (matching_is_short(making->after))
        for (size_t s = 0; s < source.states; s++)
            ((uint16_t *)ranks)[s] = (uint16_t)mitm_source_rank(&source, s);
    else
        for (size_t s = 0; s < source.states; s++)
            ((uint32_t *)ranks)[s] = mitm_source_rank(&source, s);
    if (source.counts != group->counts && group->bound != MITM_UNBOUNDED)
        mitm_states_write_counts(room, signature, source.counts, source.states, group->bound);
    else
        memcpy(room, group->counts, source.states * mitm_count_size(group->bound));
    mitm_layer_add(making->out, signature, source.states, group->bound);
}

// ---- An array of sums, scanned from end to end ----

static void add_narrow(struct mitm_accumulator *accumulator, const struct mitm_contribution *contribution,
                       uint32_t *restrict sums)
{
    const struct mitm_source source = source_of(accumulator, contribution);
    MITM_FOR_SOURCE(source, sums[rank] += counts[s])
}

static void add_wide(struct mitm_accumulator *accumulator, const struct mitm_contribution *contribution,
                     uint64_t *restrict sums)
{
    const struct mitm_source source = source_of(accumulator, contribution);
    const uint64_t *restrict counts = wide_counts(accumulator, contribution);
    if (!counts)
        return;
    const uint64_t prime = accumulator->prime;
    bool overflowed = false;
    if (accumulator->mode == MITM_RESIDUES)
        for (size_t s = 0; s < source.states; s++)
            add_residue(&sums[mitm_source_rank(&source, s)], counts[s], prime);
    else
        for (size_t s = 0; s < source.states; s++)
            add_exact(&sums[mitm_source_rank(&source, s)], counts[s], &overflowed);
    accumulator->overflowed |= overflowed;
}

static void scan_wide(struct mitm_accumulator *accumulator, uint64_t *sums, struct completion *done)
{
    uint64_t size = matching_count(done->after);
    for (uint64_t rank = 0; rank < size; rank++)
        if (sums[rank])
            keep_wide(accumulator, done, rank, sums[rank]);
    memset(sums, 0, (size + 1) * sizeof *sums);
}

// Like mitm_compact(), but for ranks of more than 16 bits.
static size_t scan_narrow(struct mitm_accumulator_scratch *scratch, uint32_t *sums, uint64_t size, int after,
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

// Makes a group whose ranks ascend.
static void make_scanned(struct mitm_accumulator *accumulator, const struct making *making)
{
    const struct mitm_pending_group *group = making->group;
    struct mitm_accumulator_scratch *scratch = accumulator->scratch;
    uint64_t size = matching_count(making->after), all = 0;
    size_t states;
    // The entry after the last rank is for "none", which is not a state.
    void *sums = reserve_sums(accumulator, (size + 1 + MITM_COMPACT_SPARE) * sizeof(uint64_t));
    bool narrow = is_narrow(group);
    if (!sums ||
        !reserve_states(accumulator, (making->inputs < size ? making->inputs : size) + MITM_COMPACT_SPARE))
        return;
    for (int f = 0; f < group->count; f++)
        if (narrow)
            add_narrow(accumulator, &group->contributions[f], sums);
        else
            add_wide(accumulator, &group->contributions[f], sums);
    if (narrow) {
        uint32_t bound;
        ((uint32_t *)sums)[size] = 0;
        states = matching_is_short(making->after)
                     ? mitm_compact(sums, size, scratch->ranks, scratch->counts, &bound)
                     : scan_narrow(scratch, sums, size, making->after, &bound);
        all = bound;
    } else {
        struct completion done = {.after = making->after};
        scan_wide(accumulator, sums, &done);
        states = done.states;
        all = done.all;
    }
    add_group(accumulator, making, states, all, narrow);
}

// Makes a packed group whose sums stay below 2^31.
static void make_by_simd(struct mitm_accumulator *accumulator, const struct making *making)
{
    const struct mitm_pending_group *group = making->group;
    uint32_t *sums = reserve_sums(accumulator, MITM_SIMD_LANES * sizeof *sums);
    if (!sums)
        return;
    for (int f = 0; f < group->count; f++)
        if (mitm_simd_suits(&group->contributions[f]))
            mitm_simd_add(accumulator->simd, &group->contributions[f], sums);
        else
            add_narrow(accumulator, &group->contributions[f], sums);
    sums[matching_count(making->after)] = 0;
    mitm_simd_collect(sums, group->signature, making->out);
}

// ---- An array of sums, with a list of the entries in use ----

static size_t touch_narrow(struct mitm_accumulator *accumulator, const struct mitm_contribution *contribution,
                           uint32_t *restrict sums, size_t touched_before)
{
    const struct mitm_source source = source_of(accumulator, contribution);
    uint32_t *restrict touched = accumulator->scratch->touched;
    size_t count = touched_before;
    MITM_FOR_SOURCE(source, {
        uint32_t before = sums[rank];
        touched[count] = rank;
        count += !before;
        sums[rank] = before + counts[s];
    })
    return count;
}

static size_t touch_wide(struct mitm_accumulator *accumulator, const struct mitm_contribution *contribution,
                         uint64_t *sums, size_t listed)
{
    const uint64_t *counts = wide_counts(accumulator, contribution);
    const struct mitm_source source = source_of(accumulator, contribution);
    if (!counts)
        return listed;
    for (size_t s = 0; s < source.states; s++) {
        uint64_t *place = &sums[mitm_source_rank(&source, s)];
        accumulator->scratch->touched[listed] = mitm_source_rank(&source, s);
        listed += !*place;
        add_to(accumulator, place, counts[s]);
    }
    return listed;
}

static size_t collect_narrow(struct mitm_accumulator_scratch *scratch, int after, uint32_t *sums,
                             size_t listed, uint64_t *all)
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
        // "None" has been listed if its sum happened to pass 0.
        states += rank != size;
    }
    return states;
}

static void collect_wide(struct mitm_accumulator *accumulator, uint64_t *sums, size_t listed,
                         struct completion *done)
{
    uint64_t size = matching_count(done->after);
    for (size_t i = 0; i < listed; i++) {
        uint32_t rank = accumulator->scratch->touched[i];
        uint64_t total = sums[rank];
        sums[rank] = 0;
        if (rank != size)
            keep_wide(accumulator, done, rank, total);
    }
}

static void make_touched(struct mitm_accumulator *accumulator, const struct making *making)
{
    const struct mitm_pending_group *group = making->group;
    uint64_t size = matching_count(making->after), all = 0;
    size_t listed = 0, states;
    bool narrow = is_narrow(group);
    // The entry after the last rank is for "none"; it does not count as untouched.
    void *sums = reserve_sums(accumulator, (size + 1) * sizeof(uint64_t));
    if (!sums || !reserve_states(accumulator, making->inputs + 1))
        return;
    if (narrow) {
        ((uint32_t *)sums)[size] = 1;
        for (int f = 0; f < group->count; f++)
            listed = touch_narrow(accumulator, &group->contributions[f], sums, listed);
        states = collect_narrow(accumulator->scratch, making->after, sums, listed, &all);
        ((uint32_t *)sums)[size] = 0;
    } else {
        ((uint64_t *)sums)[size] = 1;
        for (int f = 0; f < group->count; f++)
            listed = touch_wide(accumulator, &group->contributions[f], sums, listed);
        struct completion done = {.after = making->after};
        collect_wide(accumulator, sums, listed, &done);
        states = done.states;
        all = done.all;
        ((uint64_t *)sums)[size] = 0;
    }
    add_group(accumulator, making, states, all, narrow);
}

// ---- Sparse groups: lists of rank and count, sorted by rank ----

static size_t list_pairs(struct mitm_accumulator *accumulator, const struct making *making)
{
    const struct mitm_pending_group *group = making->group;
    struct ranked *pairs = accumulator->scratch->pairs;
    uint64_t none = matching_count(making->after);
    size_t listed = 0;
    for (int f = 0; f < group->count; f++) {
        const uint64_t *counts = wide_counts(accumulator, &group->contributions[f]),
                       *ranks = mitm_source_ranks(&accumulator->scratch->room, accumulator->simd,
                                                  accumulator->tables, &group->contributions[f]);
        for (size_t s = 0; counts && ranks && s < group->contributions[f].group->states; s++) {
            pairs[listed] = (struct ranked){ranks[s], counts[s]};
            listed += ranks[s] != none;
        }
    }
    return listed;
}

static void make_thin(struct mitm_accumulator *accumulator, const struct making *making)
{
    struct mitm_accumulator_scratch *scratch = accumulator->scratch;
    if (!reserve_pairs(accumulator, making->inputs + 1) || !reserve_states(accumulator, making->inputs))
        return;
    size_t listed = list_pairs(accumulator, making);
    struct completion done = {.after = making->after};
    const struct ranked *sorted =
        rank_sort(scratch->pairs, scratch->pairs_too, listed, matching_count(making->after));
    for (size_t i = 0; i < listed;) {
        struct ranked total = sorted[i++];
        for (; i < listed && sorted[i].rank == total.rank; i++)
            add_to(accumulator, &total.count, sorted[i].count);
        keep_wide(accumulator, &done, total.rank, total.count);
    }
    add_group(accumulator, making, done.states, done.all, false);
}

void mitm_accumulate(struct mitm_accumulator *accumulator, const struct mitm_pending_group *group,
                     struct mitm_layer *out)
{
    struct making making = {.group = group, .after = mitm_pairs(group->signature), .out = out};
    bool is_packed = mitm_is_packed(making.after);
    if (is_packed && accumulator->simd && limit_of(group) <= INT32_MAX) {
        make_by_simd(accumulator, &making);
        return;
    }
    if (group->count == 1 && !group->ascending && !is_packed && !matching_is_long(making.after) &&
        group->contributions[0].is_injective) {
        make_mapped(accumulator, &making);
        return;
    }
    for (int f = 0; f < group->count; f++)
        making.inputs += group->contributions[f].group->states;
    uint64_t size = matching_count(making.after);
    if (!group->ascending && !is_packed && making.after <= CACHED_PAIRS && size > making.inputs * SCANNED)
        make_touched(accumulator, &making);
    else if (is_packed || (making.after <= ARRAY_PAIRS && size <= making.inputs * THIN))
        make_scanned(accumulator, &making);
    else
        make_thin(accumulator, &making);
}
