// SPDX-License-Identifier: GPL-3.0-or-later
// The inner loops of the meeting method: merging streams of groups, adding up states of equal rank.
#include "tours/meet_step.h"

#include "base/memory.h"
#include "tours/residue.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// A choice of edges: which groups it suits, what it adds to their signatures.
struct pattern {
    uint64_t mask, value; // a group suits when signature & mask == value
    uint64_t delta;
    int a, b;  // slots of the chosen edges' far ends; -1: none
    size_t at; // the next group that suits
};

// One group on its way into the group being made.
struct feed {
    const struct meet_group *group;
    const struct pattern *pattern;
};

struct pair {
    uint64_t rank, count;
};

// Groups of up to so many pairs are added up in an array of all ranks, when they are not too thin for that.
enum { DENSE_PAIRS = 8, THIN = 24 };

struct meet_scratch {
    struct pattern patterns[MEET_PATTERNS_MAX];
    uint64_t heads[MEET_PATTERNS_MAX];
    struct feed feeds[MEET_PATTERNS_MAX];
    uint64_t *sums; // all 0 between groups
    size_t sums_size;
    struct pair *pairs, *pairs_too;
    size_t pairs_size;
    void *ranks, *counts; // the group being made
    size_t states_size;
};

void meet_stepper_init(struct meet_stepper *stepper, const struct meet_plan *plan,
                       struct matching_tables *tables, enum meet_mode mode, uint64_t prime)
{
    *stepper = (struct meet_stepper){plan, tables, mode, prime, false, NULL};
    stepper->scratch = memory_resize(NULL, 1, sizeof *stepper->scratch);
    memset(stepper->scratch, 0, sizeof *stepper->scratch);
}

void meet_stepper_clear(struct meet_stepper *stepper)
{
    free(stepper->scratch->sums);
    free(stepper->scratch->pairs);
    free(stepper->scratch->pairs_too);
    free(stepper->scratch->ranks);
    free(stepper->scratch->counts);
    free(stepper->scratch);
}

void meet_start(struct meet_level *level, enum meet_mode mode)
{
    static const uint16_t rank = 0;
    static const uint32_t narrow = 1;
    static const uint64_t wide = 1;
    meet_level_add(level, 0, 1, &rank, mode == MEET_NARROW ? (const void *)&narrow : &wide, mode);
}

// ---- Patterns ----

static uint64_t digit_at(int slot, unsigned digit)
{
    return (uint64_t)digit << (2 * slot);
}

// The choice of the edges to `a` and `b` (-1: none) in a step.
static void add_pattern(struct meet_scratch *scratch, int *count, const struct meet_step *step, int a, int b)
{
    struct pattern *pattern = &scratch->patterns[(*count)++];
    *pattern = (struct pattern){.a = a, .b = b};
    unsigned chosen = (a >= 0 ? 1U : 0U) + (b >= 0 ? 1U : 0U);
    if (step->slot >= 0) {
        pattern->mask |= digit_at(step->slot, 3);
        pattern->value |= digit_at(step->slot, 2 - chosen);
        pattern->delta -= digit_at(step->slot, 2 - chosen);
    }
    if (a >= 0) {
        pattern->mask |= digit_at(a, 2);
        pattern->delta += digit_at(a, 1);
    }
    if (b >= 0) {
        pattern->mask |= digit_at(b, 2);
        pattern->delta += digit_at(b, 1);
    }
}

static int list_patterns(struct meet_scratch *scratch, const struct meet_step *step)
{
    int count = 0;
    add_pattern(scratch, &count, step, -1, -1);
    if (step->slot < 0) {
        add_pattern(scratch, &count, step, step->to[0], step->to[1]);
        return count;
    }
    for (int i = 0; i < step->count; i++) {
        add_pattern(scratch, &count, step, step->to[i], -1);
        for (int j = i + 1; j < step->count; j++)
            add_pattern(scratch, &count, step, step->to[i], step->to[j]);
    }
    return count;
}

// What a pattern does to the matching of a group.
struct change {
    bool is_identity;
    enum matching_operation operation;
    int i, j;
};

static int point_of(uint64_t ones, int slot)
{
    return __builtin_popcountll(ones & (digit_at(slot, 1) - 1));
}

static struct change change_of(const struct pattern *pattern, const struct meet_step *step,
                               uint64_t signature)
{
    uint64_t ones = signature & MEET_ONES;
    int a = pattern->a, b = pattern->b;
    if (a < 0)
        return (struct change){.is_identity = true};
    if (b < 0) {
        // The vertex had one edge; now it is inside the path.
        int v = step->slot, at_v = point_of(ones, v), at_a = point_of(ones, a);
        if (meet_digit(signature, a))
            return (struct change){false, MATCHING_CONTRACT, at_v < at_a ? at_v : at_a,
                                   at_v < at_a ? at_a : at_v};
        return (struct change){false, MATCHING_MOVE, at_v, at_a - (v < a)};
    }
    int at_a = point_of(ones, a), at_b = point_of(ones, b); // a < b
    bool end_a = meet_digit(signature, a), end_b = meet_digit(signature, b);
    if (end_a && end_b)
        return (struct change){false, MATCHING_CONTRACT, at_a, at_b};
    if (end_a)
        return (struct change){false, MATCHING_MOVE, at_a, at_b - 1};
    if (end_b)
        return (struct change){false, MATCHING_MOVE, at_b, at_a};
    return (struct change){false, MATCHING_INSERT, at_a, at_b + 1};
}

// ---- Adding up a group ----

static inline uint64_t rank_at(const void *ranks, int pairs, uint64_t i)
{
    return matching_is_short(pairs)  ? ((const uint16_t *)ranks)[i]
           : matching_is_long(pairs) ? ((const uint64_t *)ranks)[i]
                                     : ((const uint32_t *)ranks)[i];
}

static inline uint64_t count_at(const void *counts, enum meet_mode mode, uint64_t i)
{
    return mode == MEET_NARROW ? ((const uint32_t *)counts)[i] : ((const uint64_t *)counts)[i];
}

// Sums of 32-bit counts cannot overflow 64 bits; the others are watched or reduced.
static inline void add_to(struct meet_stepper *stepper, enum meet_mode mode, uint64_t *sum, uint64_t count)
{
    if (mode == MEET_RESIDUES)
        *sum = residue_add(*sum, count, stepper->prime);
    else if (mode == MEET_WIDE)
        stepper->overflowed |= __builtin_add_overflow(*sum, count, sum);
    else
        *sum += count;
}

// clang-format off
#define ADD_UP(MODE, RANK, NEW_RANK)                                                                                   \
    for (uint64_t s = 0; s < states; s++)                                                                              \
        add_to(stepper, MODE, &sums[NEW_RANK(((const RANK *)ranks)[s])], count_at(counts, MODE, s))
#define SAME(rank) (rank)
#define BY_SHORT(rank) ((const uint16_t *)table)[rank]
#define BY_LONG(rank) ((const uint32_t *)table)[rank]
#define ADD_UP_ALL(MODE)                                                                                               \
    if (!table && matching_is_short(pairs)) { ADD_UP(MODE, uint16_t, SAME); }                                          \
    else if (!table && !matching_is_long(pairs)) { ADD_UP(MODE, uint32_t, SAME); }                                     \
    else if (!table) { ADD_UP(MODE, uint64_t, SAME); }                                                                 \
    else if (matching_is_short(pairs) && matching_is_short(after)) { ADD_UP(MODE, uint16_t, BY_SHORT); }               \
    else if (matching_is_short(pairs)) { ADD_UP(MODE, uint16_t, BY_LONG); }                                            \
    else if (matching_is_short(after)) { ADD_UP(MODE, uint32_t, BY_SHORT); }                                           \
    else { ADD_UP(MODE, uint32_t, BY_LONG); }
// clang-format on

// Adds the counts of a group to sums[new rank]. `table` is NULL where ranks stay as they are.
static void add_up(struct meet_stepper *stepper, const struct meet_group *group, const void *table, int after)
{
    const void *ranks = group->ranks, *counts = group->counts;
    uint64_t states = group->states, *sums = stepper->scratch->sums;
    int pairs = meet_pairs(group->signature);
    if (stepper->mode == MEET_NARROW) {
        ADD_UP_ALL(MEET_NARROW)
    } else if (stepper->mode == MEET_WIDE) {
        ADD_UP_ALL(MEET_WIDE)
    } else {
        ADD_UP_ALL(MEET_RESIDUES)
    }
}

static void add_up_slowly(struct meet_stepper *stepper, const struct meet_group *group,
                          const struct change *change)
{
    int pairs = meet_pairs(group->signature);
    for (uint64_t s = 0; s < group->states; s++) {
        uint64_t rank =
            matching_apply(change->operation, pairs, change->i, change->j, rank_at(group->ranks, pairs, s));
        if (rank != MATCHING_NONE)
            add_to(stepper, stepper->mode, &stepper->scratch->sums[rank],
                   count_at(group->counts, stepper->mode, s));
    }
}

static void reserve_states(struct meet_scratch *scratch, size_t states)
{
    if (states <= scratch->states_size)
        return;
    scratch->states_size = states * 3 / 2;
    scratch->ranks = memory_resize(scratch->ranks, scratch->states_size, sizeof(uint64_t));
    scratch->counts = memory_resize(scratch->counts, scratch->states_size, sizeof(uint64_t));
}

static void reserve_sums(struct meet_scratch *scratch, size_t size)
{
    if (size <= scratch->sums_size)
        return;
    scratch->sums = memory_resize(scratch->sums, size, sizeof *scratch->sums);
    memset(scratch->sums + scratch->sums_size, 0, (size - scratch->sums_size) * sizeof *scratch->sums);
    scratch->sums_size = size;
}

// Moves the sums that are not 0 to scratch->ranks and ->counts; how many there are.
static uint64_t collect(struct meet_stepper *stepper, uint64_t size, int pairs)
{
    struct meet_scratch *scratch = stepper->scratch;
    uint64_t *sums = scratch->sums, states = 0, all = 0;
    bool is_short = matching_is_short(pairs), is_narrow = stepper->mode == MEET_NARROW;
    reserve_states(scratch, size + 1);
    for (uint64_t rank = 0; rank < size; rank++) {
        uint64_t sum = sums[rank];
        all |= sum;
        if (is_short)
            ((uint16_t *)scratch->ranks)[states] = (uint16_t)rank;
        else
            ((uint32_t *)scratch->ranks)[states] = (uint32_t)rank;
        if (is_narrow)
            ((uint32_t *)scratch->counts)[states] = (uint32_t)sum;
        else
            ((uint64_t *)scratch->counts)[states] = sum;
        states += sum != 0;
    }
    memset(sums, 0, (size + 1) * sizeof *sums);
    if (is_narrow && all >> 32)
        stepper->overflowed = true;
    return states;
}

static uint64_t make_dense(struct meet_stepper *stepper, const struct meet_step *step, int feeds, int after)
{
    struct meet_scratch *scratch = stepper->scratch;
    uint64_t size = matching_count(after);
    reserve_sums(scratch, size + 1);
    for (int f = 0; f < feeds; f++) {
        const struct meet_group *group = scratch->feeds[f].group;
        int pairs = meet_pairs(group->signature);
        struct change change = change_of(scratch->feeds[f].pattern, step, group->signature);
        if (change.is_identity)
            add_up(stepper, group, NULL, after);
        else if (pairs <= MATCHING_TABLE_PAIRS)
            add_up(stepper, group,
                   matching_table(stepper->tables, change.operation, pairs, change.i, change.j), after);
        else
            add_up_slowly(stepper, group, &change);
    }
    return collect(stepper, size, after);
}

// ---- Thin groups: lists of pairs, sorted by rank ----

static void reserve_pairs(struct meet_scratch *scratch, size_t pairs)
{
    if (pairs <= scratch->pairs_size)
        return;
    scratch->pairs_size = pairs * 3 / 2;
    scratch->pairs = memory_resize(scratch->pairs, scratch->pairs_size, sizeof *scratch->pairs);
    scratch->pairs_too = memory_resize(scratch->pairs_too, scratch->pairs_size, sizeof *scratch->pairs_too);
}

// Radix sort by rank, eight bits at a time, insertion for short lists.
static void sort_pairs(struct meet_scratch *scratch, size_t count, uint64_t ranks)
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

static void set_state(struct meet_scratch *scratch, enum meet_mode mode, int pairs, uint64_t at,
                      struct pair pair)
{
    if (matching_is_short(pairs))
        ((uint16_t *)scratch->ranks)[at] = (uint16_t)pair.rank;
    else if (matching_is_long(pairs))
        ((uint64_t *)scratch->ranks)[at] = pair.rank;
    else
        ((uint32_t *)scratch->ranks)[at] = (uint32_t)pair.rank;
    if (mode == MEET_NARROW)
        ((uint32_t *)scratch->counts)[at] = (uint32_t)pair.count;
    else
        ((uint64_t *)scratch->counts)[at] = pair.count;
}

static size_t list_pairs(struct meet_stepper *stepper, const struct meet_step *step, int feeds)
{
    struct meet_scratch *scratch = stepper->scratch;
    size_t count = 0;
    for (int f = 0; f < feeds; f++) {
        const struct meet_group *group = scratch->feeds[f].group;
        int pairs = meet_pairs(group->signature), after;
        struct change change = change_of(scratch->feeds[f].pattern, step, group->signature);
        const void *table = NULL;
        after = change.is_identity ? pairs : matching_pairs_after(change.operation, pairs);
        uint64_t none = after <= DENSE_PAIRS ? matching_count(after) : MATCHING_NONE;
        if (!change.is_identity && pairs <= MATCHING_TABLE_PAIRS)
            table = matching_table(stepper->tables, change.operation, pairs, change.i, change.j);
        for (uint64_t s = 0; s < group->states; s++) {
            uint64_t rank = rank_at(group->ranks, pairs, s);
            if (table)
                rank = matching_is_short(after) ? ((const uint16_t *)table)[rank]
                                                : ((const uint32_t *)table)[rank];
            else if (!change.is_identity)
                rank = matching_apply(change.operation, pairs, change.i, change.j, rank);
            if (rank != MATCHING_NONE && rank != none)
                scratch->pairs[count++] = (struct pair){rank, count_at(group->counts, stepper->mode, s)};
        }
    }
    return count;
}

static uint64_t make_thin(struct meet_stepper *stepper, const struct meet_step *step, int feeds, int after,
                          uint64_t inputs)
{
    struct meet_scratch *scratch = stepper->scratch;
    reserve_pairs(scratch, inputs);
    reserve_states(scratch, inputs);
    size_t count = list_pairs(stepper, step, feeds);
    sort_pairs(scratch, count, matching_count(after));
    uint64_t states = 0;
    for (size_t i = 0; i < count;) {
        struct pair sum = scratch->pairs[i++];
        for (; i < count && scratch->pairs[i].rank == sum.rank; i++)
            add_to(stepper, stepper->mode, &sum.count, scratch->pairs[i].count);
        if (stepper->mode == MEET_NARROW && sum.count >> 32)
            stepper->overflowed = true;
        // A sum of residues may be 0.
        if (sum.count)
            set_state(scratch, stepper->mode, after, states++, sum);
    }
    return states;
}

// ---- The merge ----

// Moves a pattern on to the next group that suits it; its new head.
static inline uint64_t advance(struct pattern *pattern, const struct meet_group *groups, size_t count)
{
    size_t at = pattern->at;
    while (at < count && (groups[at].signature & pattern->mask) != pattern->value)
        at++;
    pattern->at = at;
    return at < count ? groups[at].signature + pattern->delta : UINT64_MAX;
}

static bool is_allowed(const struct meet_plan *plan, int half, int step, uint64_t signature)
{
    const struct meet_step *now = &plan->half[half].step[step];
    uint64_t twos = signature >> 1 & MEET_ONES, ones = signature & MEET_ONES,
             zeros = ~(ones | twos) & MEET_ONES;
    if ((zeros & now->forbidden[0]) | (ones & now->forbidden[1]) | (twos & now->forbidden[2]))
        return false;
    if (!plan->comparisons || now->final < plan->comparison[0].slots)
        return true;
    int order = meet_plan_compare(plan, signature, now->final);
    return half && !plan->symmetric ? order <= 0 : order >= 0;
}

static void make_group(struct meet_stepper *stepper, const struct meet_step *step, uint64_t signature,
                       int feeds, struct meet_level *out)
{
    struct meet_scratch *scratch = stepper->scratch;
    if (feeds == 1 && scratch->feeds[0].pattern->a < 0) {
        const struct meet_group *group = scratch->feeds[0].group;
        meet_level_add(out, signature, group->states, group->ranks, group->counts, stepper->mode);
        return;
    }
    int after = meet_pairs(signature);
    uint64_t inputs = 0, states;
    for (int f = 0; f < feeds; f++)
        inputs += scratch->feeds[f].group->states;
    if (after <= DENSE_PAIRS && matching_count(after) <= inputs * THIN)
        states = make_dense(stepper, step, feeds, after);
    else
        states = make_thin(stepper, step, feeds, after, inputs);
    if (states)
        meet_level_add(out, signature, states, scratch->ranks, scratch->counts, stepper->mode);
}

void meet_step(struct meet_stepper *stepper, int half, int step, const struct meet_group *groups,
               size_t count, uint64_t low, uint64_t high, struct meet_level *out)
{
    struct meet_scratch *scratch = stepper->scratch;
    const struct meet_step *now = &stepper->plan->half[half].step[step];
    int patterns = list_patterns(scratch, now);
    for (int p = 0; p < patterns; p++) {
        struct pattern *pattern = &scratch->patterns[p];
        // The first group whose image is not below `low`: images ascend with the groups that suit.
        int64_t start = (int64_t)(low - pattern->delta);
        pattern->at = start <= 0 ? 0 : meet_find(groups, count, (uint64_t)start);
        scratch->heads[p] = advance(pattern, groups, count);
    }
    for (;;) {
        uint64_t next = UINT64_MAX;
        for (int p = 0; p < patterns; p++)
            next = scratch->heads[p] < next ? scratch->heads[p] : next;
        if (next >= high)
            break;
        int feeds = 0;
        for (int p = 0; p < patterns; p++)
            if (scratch->heads[p] == next) {
                struct pattern *pattern = &scratch->patterns[p];
                scratch->feeds[feeds++] = (struct feed){&groups[pattern->at], pattern};
                pattern->at++;
                scratch->heads[p] = advance(pattern, groups, count);
            }
        if (is_allowed(stepper->plan, half, step, next))
            make_group(stepper, now, next, feeds, out);
    }
}
