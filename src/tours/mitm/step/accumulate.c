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

struct mitm_accumulator_scratch {
    void *sums; // all 0 between groups; of 32 or of 64 bits each
    size_t sums_bytes;
    struct ranked *pairs, *pairs_too;
    size_t pairs_size;
    void *ranks, *counts; // the group being made
    uint32_t *touched;    // the ranks in use
    size_t states_size;
    struct mitm_source_room room;
};

void mitm_accumulator_init(struct mitm_accumulator *sum, struct matching_tables *tables, enum mitm_mode mode,
                           uint64_t prime)
{
    *sum = (struct mitm_accumulator){.tables = tables,
                                     .mode = mode,
                                     .prime = prime,
                                     // Remainders do not fit lanes.
                                     .simd = mode == MITM_EXACT ? mitm_simd_new(tables) : NULL,
                                     .scratch = memory_resize(NULL, 1, sizeof *sum->scratch)};
    *sum->scratch = (struct mitm_accumulator_scratch){0};
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

void mitm_accumulator_clear(struct mitm_accumulator *sum)
{
    free(sum->simd);
    struct budget *budget = sum->tables->budget;
    budget_free(budget, sum->scratch->sums, sum->scratch->sums_bytes, 1);
    drop_pairs(sum->scratch, budget, sum->scratch->pairs_size);
    drop_states(sum->scratch, budget, sum->scratch->states_size);
    mitm_source_room_clear(&sum->scratch->room, budget);
    free(sum->scratch);
}

static bool reserve_states(struct mitm_accumulator *sum, size_t states)
{
    struct mitm_accumulator_scratch *scratch = sum->scratch;
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
static void *reserve_sums(struct mitm_accumulator *sum, size_t bytes)
{
    struct mitm_accumulator_scratch *scratch = sum->scratch;
    if (bytes > scratch->sums_bytes) {
        scratch->sums = budget_renew(sum->tables->budget, scratch->sums, scratch->sums_bytes, bytes, 1);
        scratch->sums_bytes = scratch->sums ? bytes : 0;
        if (scratch->sums)
            memset(scratch->sums, 0, bytes);
    }
    return scratch->sums;
}

static bool reserve_pairs(struct mitm_accumulator *sum, size_t pairs)
{
    struct mitm_accumulator_scratch *scratch = sum->scratch;
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

static struct mitm_source source_of(struct mitm_accumulator *sum,
                                    const struct mitm_contribution *contribution)
{
    return mitm_source_of(&sum->scratch->room, sum->simd, sum->tables, contribution);
}

static const uint64_t *wide_counts(struct mitm_accumulator *sum, const struct mitm_contribution *contribution)
{
    return mitm_source_counts(&sum->scratch->room, sum->tables, contribution);
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

static void add_group(struct mitm_accumulator *sum, uint64_t signature, size_t states, uint64_t all,
                      bool narrow, struct mitm_layer *out)
{
    if (!states)
        return;
    uint32_t bound = sum->mode == MITM_RESIDUES || all > MITM_UNBOUNDED ? MITM_UNBOUNDED : (uint32_t)all;
    unsigned char *room = mitm_layer_room(out, mitm_group_bytes(signature, states, bound));
    if (!room)
        return;
    if (narrow)
        mitm_states_write_narrow(room, signature, sum->scratch->ranks, sum->scratch->counts, states, bound);
    else
        mitm_states_write_wide(room, signature, sum->scratch->ranks, sum->scratch->counts, states, bound);
    mitm_layer_add(out, signature, states, bound);
}

// Notes a sum that is complete.
static size_t keep_wide(struct mitm_accumulator *sum, int after, uint64_t rank, uint64_t total, size_t states,
                        uint64_t *all)
{
    if (sum->mode == MITM_RESIDUES && total == sum->prime)
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

static inline void add_to(struct mitm_accumulator *sum, uint64_t *total, uint64_t count)
{
    if (sum->mode == MITM_RESIDUES)
        add_residue(total, count, sum->prime);
    else
        add_exact(total, count, &sum->overflowed);
}

// What sums of these contributions do not exceed, UINT64_MAX if their groups do not say. Contracting sends at most two matchings for each
// pair that remains to the same one, the other operations never two.
static uint64_t limit_of(const struct mitm_contribution *contributions, int count)
{
    uint64_t limit = 0;
    for (int f = 0; f < count; f++) {
        uint64_t most = contributions[f].group->bound;
        if (most == MITM_UNBOUNDED)
            return UINT64_MAX;
        for (int c = 0; c < contributions[f].changes; c++) {
            const struct mitm_change *change = &contributions[f].change[c];
            if (change->operation == MATCHING_CONTRACT && change->pairs > 1)
                most *= 2 * (uint64_t)(change->pairs - 1);
        }
        limit += most;
    }
    return limit;
}

static bool is_narrow(const struct mitm_contribution *contributions, int count)
{
    return limit_of(contributions, count) < MITM_UNBOUNDED;
}

// ---- A single contribution in which no two ranks become the same ----

static void make_mapped(struct mitm_accumulator *sum, uint64_t signature, int after,
                        const struct mitm_contribution *contribution, struct mitm_layer *out)
{
    const struct mitm_group *group = contribution->group;
    struct mitm_source source = source_of(sum, contribution);
    if (source.states < group->states)
        return;
    unsigned char *room = mitm_layer_room(out, mitm_group_bytes(signature, source.states, group->bound));
    if (!room)
        return;
    void *ranks = room + mitm_ranks_offset(signature, source.states, group->bound);
    if (matching_is_short(after))
        for (size_t s = 0; s < source.states; s++)
            ((uint16_t *)ranks)[s] = (uint16_t)mitm_source_rank(&source, s);
    else
        for (size_t s = 0; s < source.states; s++)
            ((uint32_t *)ranks)[s] = mitm_source_rank(&source, s);
    if (source.counts != group->counts && group->bound != MITM_UNBOUNDED)
        mitm_states_write_counts(room, signature, source.counts, source.states, group->bound);
    else
        memcpy(room, group->counts, source.states * mitm_count_size(group->bound));
    mitm_layer_add(out, signature, source.states, group->bound);
}

// ---- An array of all ranks, gone through from end to end ----

static void add_narrow(struct mitm_accumulator *sum, const struct mitm_contribution *contribution,
                       uint32_t *restrict sums)
{
    const struct mitm_source source = source_of(sum, contribution);
    MITM_FOR_SOURCE(source, sums[rank] += counts[s])
}

static void add_wide(struct mitm_accumulator *sum, const struct mitm_contribution *contribution,
                     uint64_t *restrict sums)
{
    const struct mitm_source source = source_of(sum, contribution);
    const uint64_t *restrict counts = wide_counts(sum, contribution);
    if (!counts)
        return;
    const uint64_t prime = sum->prime;
    bool overflowed = false;
    if (sum->mode == MITM_RESIDUES)
        for (size_t s = 0; s < source.states; s++)
            add_residue(&sums[mitm_source_rank(&source, s)], counts[s], prime);
    else
        for (size_t s = 0; s < source.states; s++)
            add_exact(&sums[mitm_source_rank(&source, s)], counts[s], &overflowed);
    sum->overflowed |= overflowed;
}

static size_t scan_wide(struct mitm_accumulator *sum, uint64_t *sums, uint64_t size, int after, uint64_t *all)
{
    size_t states = 0;
    for (uint64_t rank = 0; rank < size; rank++)
        if (sums[rank])
            states = keep_wide(sum, after, rank, sums[rank], states, all);
    memset(sums, 0, (size + 1) * sizeof *sums);
    return states;
}

// As mitm_compact(), for ranks of more than 16 bits.
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

// Ranks ascend.
static void make_scanned(struct mitm_accumulator *sum, uint64_t signature, int after,
                         const struct mitm_contribution *contributions, int count, uint64_t inputs,
                         struct mitm_layer *out)
{
    struct mitm_accumulator_scratch *scratch = sum->scratch;
    uint64_t size = matching_count(after), all = 0;
    size_t states;
    // One place more for what is none, which is not a state.
    void *sums = reserve_sums(sum, (size + 1 + MITM_COMPACT_SPARE) * sizeof(uint64_t));
    bool narrow = is_narrow(contributions, count);
    if (!sums || !reserve_states(sum, (inputs < size ? inputs : size) + MITM_COMPACT_SPARE))
        return;
    for (int f = 0; f < count; f++)
        if (narrow)
            add_narrow(sum, &contributions[f], sums);
        else
            add_wide(sum, &contributions[f], sums);
    if (narrow) {
        uint32_t bound;
        ((uint32_t *)sums)[size] = 0;
        states = matching_is_short(after) ? mitm_compact(sums, size, scratch->ranks, scratch->counts, &bound)
                                          : scan_narrow(scratch, sums, size, after, &bound);
        all = bound;
    } else {
        states = scan_wide(sum, sums, size, after, &all);
    }
    add_group(sum, signature, states, all, narrow, out);
}

// A packed group whose sums stay below 2^31, with all matchings side by side.
static void make_by_simd(struct mitm_accumulator *sum, uint64_t signature, int after,
                         const struct mitm_contribution *contributions, int count, struct mitm_layer *out)
{
    uint32_t *sums = reserve_sums(sum, MITM_SIMD_LANES * sizeof *sums);
    if (!sums)
        return;
    for (int f = 0; f < count; f++)
        if (mitm_simd_suits(&contributions[f]))
            mitm_simd_add(sum->simd, &contributions[f], sums);
        else
            add_narrow(sum, &contributions[f], sums);
    sums[matching_count(after)] = 0;
    mitm_simd_collect(sums, signature, out);
}

// ---- The same, with a list of the ranks that are in use ----

static size_t touch_narrow(struct mitm_accumulator *sum, const struct mitm_contribution *contribution,
                           uint32_t *restrict sums, size_t touched_before)
{
    const struct mitm_source source = source_of(sum, contribution);
    uint32_t *restrict touched = sum->scratch->touched;
    size_t count = touched_before;
    MITM_FOR_SOURCE(source, {
        uint32_t before = sums[rank];
        touched[count] = rank;
        count += !before;
        sums[rank] = before + counts[s];
    })
    return count;
}

static size_t touch_wide(struct mitm_accumulator *sum, const struct mitm_contribution *contribution,
                         uint64_t *sums, size_t listed)
{
    const uint64_t *counts = wide_counts(sum, contribution);
    const struct mitm_source source = source_of(sum, contribution);
    if (!counts)
        return listed;
    for (size_t s = 0; s < source.states; s++) {
        uint64_t *place = &sums[mitm_source_rank(&source, s)];
        sum->scratch->touched[listed] = mitm_source_rank(&source, s);
        listed += !*place;
        add_to(sum, place, counts[s]);
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
        // What is none has been listed if its sum happened to pass 0.
        states += rank != size;
    }
    return states;
}

static size_t collect_wide(struct mitm_accumulator *sum, int after, uint64_t *sums, size_t listed,
                           uint64_t *all)
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

static void make_touched(struct mitm_accumulator *sum, uint64_t signature, int after,
                         const struct mitm_contribution *contributions, int count, uint64_t inputs,
                         struct mitm_layer *out)
{
    uint64_t size = matching_count(after), all = 0;
    size_t listed = 0, states;
    bool narrow = is_narrow(contributions, count);
    // One place more for what is none, which does not count as untouched.
    void *sums = reserve_sums(sum, (size + 1) * sizeof(uint64_t));
    if (!sums || !reserve_states(sum, inputs + 1))
        return;
    if (narrow) {
        ((uint32_t *)sums)[size] = 1;
        for (int f = 0; f < count; f++)
            listed = touch_narrow(sum, &contributions[f], sums, listed);
        states = collect_narrow(sum->scratch, after, sums, listed, &all);
        ((uint32_t *)sums)[size] = 0;
    } else {
        ((uint64_t *)sums)[size] = 1;
        for (int f = 0; f < count; f++)
            listed = touch_wide(sum, &contributions[f], sums, listed);
        states = collect_wide(sum, after, sums, listed, &all);
        ((uint64_t *)sums)[size] = 0;
    }
    add_group(sum, signature, states, all, narrow, out);
}

// ---- Thin groups: lists of pairs, sorted by rank ----

static size_t list_pairs(struct mitm_accumulator *sum, int after,
                         const struct mitm_contribution *contributions, int count)
{
    struct ranked *pairs = sum->scratch->pairs;
    uint64_t none = matching_count(after);
    size_t listed = 0;
    for (int f = 0; f < count; f++) {
        const uint64_t *counts = wide_counts(sum, &contributions[f]),
                       *ranks =
                           mitm_source_ranks(&sum->scratch->room, sum->simd, sum->tables, &contributions[f]);
        for (size_t s = 0; counts && ranks && s < contributions[f].group->states; s++) {
            pairs[listed] = (struct ranked){ranks[s], counts[s]};
            listed += ranks[s] != none;
        }
    }
    return listed;
}

static void make_thin(struct mitm_accumulator *sum, uint64_t signature, int after,
                      const struct mitm_contribution *contributions, int count, uint64_t inputs,
                      struct mitm_layer *out)
{
    struct mitm_accumulator_scratch *scratch = sum->scratch;
    if (!reserve_pairs(sum, inputs + 1) || !reserve_states(sum, inputs))
        return;
    size_t listed = list_pairs(sum, after, contributions, count), states = 0;
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

void mitm_accumulate(struct mitm_accumulator *sum, uint64_t signature,
                     const struct mitm_contribution *contributions, int count, bool ascending,
                     struct mitm_layer *out)
{
    int after = mitm_pairs(signature);
    uint64_t inputs = 0, size = matching_count(after);
    bool is_packed = mitm_is_packed(after);
    if (is_packed && sum->simd && limit_of(contributions, count) <= INT32_MAX) {
        make_by_simd(sum, signature, after, contributions, count, out);
        return;
    }
    if (count == 1 && !ascending && !is_packed && !matching_is_long(after) && contributions[0].is_injective) {
        make_mapped(sum, signature, after, &contributions[0], out);
        return;
    }
    for (int f = 0; f < count; f++)
        inputs += contributions[f].group->states;
    if (!ascending && !is_packed && after <= CACHED_PAIRS && size > inputs * SCANNED)
        make_touched(sum, signature, after, contributions, count, inputs, out);
    else if (is_packed || (after <= ARRAY_PAIRS && size <= inputs * THIN))
        make_scanned(sum, signature, after, contributions, count, inputs, out);
    else
        make_thin(sum, signature, after, contributions, count, inputs, out);
}
