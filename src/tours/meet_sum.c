// SPDX-License-Identifier: GPL-3.0-or-later
// The inner loops of the meeting method.
#include "tours/meet_sum.h"

#include "base/memory.h"
#include "tours/meet_collect.h"
#include "tours/rank_sort.h"
#include "tours/residue.h"

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
    size_t states_size;
    void *widened; // the counts of a feed
    size_t widened_size;
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
    free(sum->scratch->widened);
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

static void *reserve_widened(struct meet_sum_scratch *scratch, size_t states)
{
    if (states > scratch->widened_size) {
        scratch->widened_size = states * 3 / 2;
        scratch->widened = memory_resize(scratch->widened, scratch->widened_size, sizeof(uint64_t));
    }
    return scratch->widened;
}

// ---- Taking up a feed ----

// What the inner loops need of a feed.
struct source {
    const struct meet_feed *feed;
    size_t states;
    const unsigned char *counts;
    size_t size;   // of a count
    uint32_t mask; // ones in the bits of a count, if it has at most 32
    const void *ranks;
    struct meet_routes routes;
};

static void open_source(struct source *source, struct meet_sum *sum, const struct meet_feed *feed)
{
    source->feed = feed;
    source->states = feed->group->states;
    source->counts = feed->group->counts;
    source->size = meet_count_size(feed->group->bound);
    source->mask = (uint32_t)(UINT64_MAX >> (64 - 8 * source->size));
    source->ranks = meet_ranks(feed->group);
    source->routes.count = 0;
    if (feed->lookups < 0)
        meet_routes_prepare(&source->routes, sum->tables, feed);
}

static inline uint64_t rank_of(const struct source *source, int lookups, size_t s)
{
    return meet_feed_rank(source->feed, &source->routes, lookups, source->ranks, s);
}

// A count of at most 32 bits. Whatever its size, four bytes may be read: ranks lie behind the counts.
static inline uint32_t narrow_count(const struct source *source, size_t s)
{
    uint32_t bytes;
    memcpy(&bytes, source->counts + s * source->size, sizeof bytes);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes >>= 32 - 8 * source->size;
#endif
    return bytes & source->mask;
}

static const uint64_t *wide_counts(struct meet_sum *sum, const struct meet_feed *feed)
{
    return meet_counts_wide(feed->group, reserve_widened(sum->scratch, feed->group->states));
}

// Runs a loop that is compiled for each number of lookups, of which there are up to MEET_CHANGES_MAX.
#define BY_LOOKUPS(lookups, loop)                                                                            \
    switch (lookups) {                                                                                       \
    case 0:                                                                                                  \
        loop(0);                                                                                             \
        break;                                                                                               \
    case 1:                                                                                                  \
        loop(1);                                                                                             \
        break;                                                                                               \
    case 2:                                                                                                  \
        loop(2);                                                                                             \
        break;                                                                                               \
    case 3:                                                                                                  \
        loop(3);                                                                                             \
        break;                                                                                               \
    default:                                                                                                 \
        loop(-1);                                                                                            \
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

static void add_group(struct meet_sum *sum, uint64_t signature, size_t states, uint64_t all, bool is_narrow,
                      struct meet_level *out)
{
    if (!states)
        return;
    uint32_t bound = sum->mode == MEET_RESIDUES || all > MEET_UNBOUNDED ? MEET_UNBOUNDED : (uint32_t)all;
    unsigned char *room = meet_level_room(out, meet_group_bytes(signature, states, bound));
    if (is_narrow)
        meet_counts_store_narrow(room, sum->scratch->counts, states, bound);
    else
        meet_counts_store_wide(room, sum->scratch->counts, states, bound);
    memcpy(room + meet_ranks_offset(signature, states, bound), sum->scratch->ranks,
           states * meet_rank_size(meet_pairs(signature)));
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

// Whether sums of these feeds stay below 2^32. Contracting sends at most two matchings for each pair that remains to the same
// one, the other operations never two.
static bool is_narrow(const struct meet_feed *feeds, int count)
{
    uint64_t bound = 0;
    for (int f = 0; f < count; f++) {
        uint64_t most = feeds[f].group->bound;
        if (most == MEET_UNBOUNDED)
            return false;
        for (int c = 0; c < feeds[f].changes; c++) {
            const struct meet_change *change = &feeds[f].change[c];
            if (change->operation == MATCHING_CONTRACT && change->pairs > 1)
                most *= 2 * (uint64_t)(change->pairs - 1);
        }
        bound += most;
    }
    return bound < MEET_UNBOUNDED;
}

// ---- A single feed in which no two ranks become the same ----

static void make_mapped(struct meet_sum *sum, uint64_t signature, int after, const struct meet_feed *feed,
                        struct meet_level *out)
{
    const struct meet_group *group = feed->group;
    size_t states = group->states;
    unsigned char *room = meet_level_room(out, meet_group_bytes(signature, states, group->bound));
    void *ranks = room + meet_ranks_offset(signature, states, group->bound);
    struct source source;
    open_source(&source, sum, feed);
    memcpy(room, group->counts, states * meet_count_size(group->bound));
#define MAP(lookups)                                                                                         \
    for (size_t s = 0; s < states; s++)                                                                      \
    set_rank(ranks, (lookups) < 0 ? after : 0, s, rank_of(&source, lookups, s))
    BY_LOOKUPS(feed->lookups, MAP)
#undef MAP
    meet_level_add(out, signature, states, group->bound);
}

// ---- An array of all ranks, gone through from end to end ----

static void add_narrow(struct meet_sum *sum, const struct meet_feed *feed, uint32_t *restrict sums)
{
    struct source source;
    open_source(&source, sum, feed);
#define ADD(lookups)                                                                                         \
    for (size_t s = 0; s < source.states; s++)                                                               \
    sums[rank_of(&source, lookups, s)] += narrow_count(&source, s)
    BY_LOOKUPS(feed->lookups, ADD)
#undef ADD
}

static void add_wide(struct meet_sum *sum, const struct meet_feed *feed, uint64_t *restrict sums)
{
    const uint64_t *restrict counts = wide_counts(sum, feed);
    const uint64_t prime = sum->prime;
    bool overflowed = false;
    struct source source;
    open_source(&source, sum, feed);
#define ADD_RESIDUES(lookups)                                                                                \
    for (size_t s = 0; s < source.states; s++)                                                               \
    add_residue(&sums[rank_of(&source, lookups, s)], counts[s], prime)
#define ADD_EXACTLY(lookups)                                                                                 \
    for (size_t s = 0; s < source.states; s++)                                                               \
    add_exact(&sums[rank_of(&source, lookups, s)], counts[s], &overflowed)
    if (sum->mode == MEET_RESIDUES)
        BY_LOOKUPS(feed->lookups, ADD_RESIDUES)
    else
        BY_LOOKUPS(feed->lookups, ADD_EXACTLY)
#undef ADD_RESIDUES
#undef ADD_EXACTLY
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
    void *sums = reserve_sums(scratch, (size + 1 + MEET_COLLECT_SPARE) * sizeof(uint64_t));
    bool narrow = is_narrow(feeds, count);
    reserve_states(scratch, (inputs < size ? inputs : size) + MEET_COLLECT_SPARE);
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

// ---- The same, with a list of the ranks that are in use ----

static size_t touch_narrow(struct meet_sum *sum, const struct meet_feed *feed, int after,
                           uint32_t *restrict sums, size_t listed)
{
    void *restrict touched = sum->scratch->ranks;
    struct source source;
    open_source(&source, sum, feed);
#define TOUCH(lookups)                                                                                       \
    for (size_t s = 0; s < source.states; s++) {                                                             \
        uint64_t rank = rank_of(&source, lookups, s);                                                        \
        uint32_t before = sums[rank];                                                                        \
        set_rank(touched, (lookups) < 0 ? after : 0, listed, rank);                                          \
        listed += !before;                                                                                   \
        sums[rank] = before + narrow_count(&source, s);                                                      \
    }
    BY_LOOKUPS(feed->lookups, TOUCH)
#undef TOUCH
    return listed;
}

static size_t touch_wide(struct meet_sum *sum, const struct meet_feed *feed, int after, uint64_t *sums,
                         size_t listed)
{
    const uint64_t *counts = wide_counts(sum, feed);
    struct source source;
    open_source(&source, sum, feed);
    for (size_t s = 0; s < source.states; s++) {
        uint64_t rank = rank_of(&source, feed->lookups, s);
        set_rank(sum->scratch->ranks, after, listed, rank);
        listed += !sums[rank];
        add_to(sum, &sums[rank], counts[s]);
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
        uint64_t rank = meet_rank_at(scratch->ranks, after, i);
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
        uint64_t rank = meet_rank_at(sum->scratch->ranks, after, i), total = sums[rank];
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
    void *sums = reserve_sums(sum->scratch, (size + 1) * sizeof(uint64_t));
    reserve_states(sum->scratch, inputs + 1);
    if (narrow) {
        ((uint32_t *)sums)[size] = 1;
        for (int f = 0; f < count; f++)
            listed = touch_narrow(sum, &feeds[f], after, sums, listed);
        states = collect_narrow(sum->scratch, after, sums, listed, &all);
        ((uint32_t *)sums)[size] = 0;
    } else {
        ((uint64_t *)sums)[size] = 1;
        for (int f = 0; f < count; f++)
            listed = touch_wide(sum, &feeds[f], after, sums, listed);
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
        const uint64_t *counts = wide_counts(sum, &feeds[f]);
        struct source source;
        open_source(&source, sum, &feeds[f]);
        for (size_t s = 0; s < source.states; s++) {
            uint64_t rank = rank_of(&source, feeds[f].lookups, s);
            pairs[listed] = (struct ranked){rank, counts[s]};
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
    if (count == 1 && !ascending && feeds[0].is_injective) {
        make_mapped(sum, signature, after, &feeds[0], out);
        return;
    }
    for (int f = 0; f < count; f++)
        inputs += feeds[f].group->states;
    if (!ascending && after <= CACHED_PAIRS && size > inputs * SCANNED)
        make_touched(sum, signature, after, feeds, count, inputs, out);
    else if (after <= ARRAY_PAIRS && size <= inputs * THIN)
        make_scanned(sum, signature, after, feeds, count, inputs, out);
    else
        make_thin(sum, signature, after, feeds, count, inputs, out);
}
