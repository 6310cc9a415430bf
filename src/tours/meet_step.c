// SPDX-License-Identifier: GPL-3.0-or-later
// The inner loops of the meeting method: merging streams of groups, adding up states of equal rank.
#include "tours/meet_step.h"

#include "base/memory.h"
#include "tours/residue.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// A vertex that goes (or -1) and the far ends of its chosen edges (or -1); or the ends of an edge inside S.
struct choice {
    int v, a, b;
};

// Choices made one after the other: which groups they suit, what they add to their signatures.
struct pattern {
    uint64_t mask, value; // a group suits when signature & mask == value
    uint64_t delta;
    int choices;
    struct choice choice[1 + MEET_FOLDED_MAX];
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
    void *changed[2]; // ranks between two changes
    size_t changed_size;
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
    free(stepper->scratch->changed[0]);
    free(stepper->scratch->changed[1]);
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

static void choose(struct pattern *pattern, uint8_t *added, int v, int a, int b)
{
    pattern->choice[pattern->choices++] = (struct choice){v, a, b};
    if (a >= 0)
        added[a]++;
    if (b >= 0)
        added[b]++;
}

// The pattern of choosing the edges to `a` and `b` (-1: none), and a subset of the edges inside S. Does nothing when that adds
// more to a digit than it can hold.
static void add_pattern(struct meet_scratch *scratch, int *count, const struct meet_step *step, int a, int b,
                        unsigned subset)
{
    struct pattern *pattern = &scratch->patterns[*count];
    uint8_t added[MEET_SLOTS_MAX] = {0};
    *pattern = (struct pattern){0};
    if (step->slot >= 0) {
        unsigned digit = 2U - (a >= 0) - (b >= 0);
        choose(pattern, added, step->slot, a, b);
        pattern->mask = digit_at(step->slot, 3);
        pattern->value = digit_at(step->slot, digit);
        pattern->delta -= digit_at(step->slot, digit);
    }
    for (int e = 0; e < step->edges; e++)
        if (subset >> e & 1)
            choose(pattern, added, -1,
                   step->edge[e][0] < step->edge[e][1] ? step->edge[e][0] : step->edge[e][1],
                   step->edge[e][0] < step->edge[e][1] ? step->edge[e][1] : step->edge[e][0]);
    for (int slot = 0; slot < MEET_SLOTS_MAX; slot++) {
        if (added[slot] > 2)
            return;
        pattern->delta += digit_at(slot, added[slot]);
        // What is added to must be at most 1, or 0.
        pattern->mask |= digit_at(slot, added[slot] == 2 ? 3 : added[slot] ? 2 : 0);
    }
    ++*count;
}

static int list_patterns(struct meet_scratch *scratch, const struct meet_step *step)
{
    int count = 0;
    for (unsigned subset = 0; subset < 1U << step->edges; subset++) {
        add_pattern(scratch, &count, step, -1, -1, subset);
        for (int i = 0; i < step->count; i++) {
            add_pattern(scratch, &count, step, step->to[i], -1, subset);
            for (int j = i + 1; j < step->count; j++)
                add_pattern(scratch, &count, step, step->to[i], step->to[j], subset);
        }
    }
    return count;
}

// What a choice does to the matching of a group.
struct change {
    enum matching_operation operation;
    int pairs; // before
    int i, j;
};

static int point_of(uint64_t ones, int slot)
{
    return __builtin_popcountll(ones & (digit_at(slot, 1) - 1));
}

// The change by a choice with at least one edge.
static struct change change_of(struct choice choice, uint64_t signature)
{
    uint64_t ones = signature & MEET_ONES;
    int v = choice.v, a = choice.a, b = choice.b, pairs = meet_pairs(signature);
    if (b < 0) {
        // The vertex had one edge; now it is inside the path.
        int at_v = point_of(ones, v), at_a = point_of(ones, a);
        if (meet_digit(signature, a))
            return (struct change){MATCHING_CONTRACT, pairs, at_v < at_a ? at_v : at_a,
                                   at_v < at_a ? at_a : at_v};
        return (struct change){MATCHING_MOVE, pairs, at_v, at_a - (v < a)};
    }
    int at_a = point_of(ones, a), at_b = point_of(ones, b); // a < b
    bool end_a = meet_digit(signature, a), end_b = meet_digit(signature, b);
    if (end_a && end_b)
        return (struct change){MATCHING_CONTRACT, pairs, at_a, at_b};
    if (end_a)
        return (struct change){MATCHING_MOVE, pairs, at_a, at_b - 1};
    if (end_b)
        return (struct change){MATCHING_MOVE, pairs, at_b, at_a};
    return (struct change){MATCHING_INSERT, pairs, at_a, at_b + 1};
}

// The changes that a pattern makes to a group, in turn; how many.
static int list_changes(const struct pattern *pattern, uint64_t signature, struct change *changes)
{
    int count = 0;
    for (int c = 0; c < pattern->choices; c++) {
        struct choice choice = pattern->choice[c];
        unsigned gone = choice.v < 0 ? 0 : meet_digit(signature, choice.v);
        if (choice.a >= 0) {
            changes[count++] = change_of(choice, signature);
            signature += digit_at(choice.a, 1) + (choice.b >= 0 ? digit_at(choice.b, 1) : 0);
        }
        if (choice.v >= 0)
            signature -= digit_at(choice.v, gone);
    }
    return count;
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

// Adds counts to sums[new rank]. `table` is NULL where ranks stay as they are.
static void add_up(struct meet_stepper *stepper, const void *ranks, int pairs, const void *counts,
                   uint64_t states, const void *table, int after)
{
    uint64_t *sums = stepper->scratch->sums;
    if (stepper->mode == MEET_NARROW) {
        ADD_UP_ALL(MEET_NARROW)
    } else if (stepper->mode == MEET_WIDE) {
        ADD_UP_ALL(MEET_WIDE)
    } else {
        ADD_UP_ALL(MEET_RESIDUES)
    }
}

static void set_rank(void *ranks, int pairs, uint64_t at, uint64_t rank)
{
    if (matching_is_short(pairs))
        ((uint16_t *)ranks)[at] = (uint16_t)rank;
    else if (matching_is_long(pairs))
        ((uint64_t *)ranks)[at] = rank;
    else
        ((uint32_t *)ranks)[at] = (uint32_t)rank;
}

static const void *table_for(struct meet_stepper *stepper, const struct change *change)
{
    if (change->pairs > MATCHING_TABLE_PAIRS)
        return NULL;
    return matching_table(stepper->tables, change->operation, change->pairs, change->i, change->j);
}

// The new rank of one matching; the number of matchings for "none", before and after.
static uint64_t changed(const struct change *change, const void *table, uint64_t rank)
{
    int after = matching_pairs_after(change->operation, change->pairs);
    if (table)
        return matching_is_short(after) ? ((const uint16_t *)table)[rank] : ((const uint32_t *)table)[rank];
    if (rank == matching_count(change->pairs))
        return matching_count(after);
    rank = matching_apply(change->operation, change->pairs, change->i, change->j, rank);
    return rank == MATCHING_NONE ? matching_count(after) : rank;
}

// Writes the ranks that a change makes to `out` (which may be `ranks` where ranks do not grow).
static void change_ranks(struct meet_stepper *stepper, const struct change *change, const void *ranks,
                         uint64_t states, void *out)
{
    int after = matching_pairs_after(change->operation, change->pairs);
    const void *table = table_for(stepper, change);
    if (table && matching_is_short(change->pairs) && matching_is_short(after))
        for (uint64_t s = 0; s < states; s++)
            ((uint16_t *)out)[s] = ((const uint16_t *)table)[((const uint16_t *)ranks)[s]];
    else
        for (uint64_t s = 0; s < states; s++)
            set_rank(out, after, s, changed(change, table, rank_at(ranks, change->pairs, s)));
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

// clang-format off
#define COLLECT(RANK, COUNT)                                                                                           \
    do {                                                                                                               \
        RANK *restrict ranks = scratch->ranks;                                                                         \
        COUNT *restrict counts = scratch->counts;                                                                      \
        for (uint64_t rank = 0; rank < size; rank++) {                                                                 \
            uint64_t sum = sums[rank];                                                                                 \
            all |= sum;                                                                                                \
            ranks[states] = (RANK)rank;                                                                                \
            counts[states] = (COUNT)sum;                                                                               \
            states += sum != 0;                                                                                        \
        }                                                                                                              \
    } while (0)
// clang-format on

// Moves the sums that are not 0 to scratch->ranks and ->counts; how many there are.
static uint64_t collect(struct meet_stepper *stepper, uint64_t size, int pairs)
{
    struct meet_scratch *scratch = stepper->scratch;
    uint64_t *restrict sums = scratch->sums, states = 0, all = 0;
    bool is_short = matching_is_short(pairs), is_narrow = stepper->mode == MEET_NARROW;
    // One more than there can be: the loops write before they know.
    reserve_states(scratch, size + 1);
    if (is_short && is_narrow)
        COLLECT(uint16_t, uint32_t);
    else if (is_short)
        COLLECT(uint16_t, uint64_t);
    else if (is_narrow)
        COLLECT(uint32_t, uint32_t);
    else
        COLLECT(uint32_t, uint64_t);
    memset(sums, 0, (size + 1) * sizeof *sums);
    if (is_narrow && all >> 32)
        stepper->overflowed = true;
    return states;
}

static void reserve_changed(struct meet_scratch *scratch, size_t states)
{
    if (states <= scratch->changed_size)
        return;
    scratch->changed_size = states * 3 / 2;
    for (int i = 0; i < 2; i++)
        scratch->changed[i] = memory_resize(scratch->changed[i], scratch->changed_size, sizeof(uint64_t));
}

static uint64_t make_dense(struct meet_stepper *stepper, int feeds, int after)
{
    struct meet_scratch *scratch = stepper->scratch;
    uint64_t size = matching_count(after);
    reserve_sums(scratch, size + 1);
    for (int f = 0; f < feeds; f++) {
        const struct meet_group *group = scratch->feeds[f].group;
        struct change changes[1 + MEET_FOLDED_MAX];
        int count = list_changes(scratch->feeds[f].pattern, group->signature, changes), c = 0;
        const void *ranks = group->ranks;
        int pairs = meet_pairs(group->signature);
        // The last change adds up; those before it only give new ranks. Two buffers take turns.
        for (; c < count && (c + 1 < count || changes[c].pairs > MATCHING_TABLE_PAIRS); c++) {
            reserve_changed(scratch, group->states);
            change_ranks(stepper, &changes[c], ranks, group->states, scratch->changed[c & 1]);
            ranks = scratch->changed[c & 1];
            pairs = matching_pairs_after(changes[c].operation, changes[c].pairs);
        }
        add_up(stepper, ranks, pairs, group->counts, group->states,
               c < count ? table_for(stepper, &changes[c]) : NULL, after);
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
    set_rank(scratch->ranks, pairs, at, pair.rank);
    if (mode == MEET_NARROW)
        ((uint32_t *)scratch->counts)[at] = (uint32_t)pair.count;
    else
        ((uint64_t *)scratch->counts)[at] = pair.count;
}

static size_t list_pairs(struct meet_stepper *stepper, int feeds, int after)
{
    struct meet_scratch *scratch = stepper->scratch;
    uint64_t none = matching_count(after);
    size_t listed = 0;
    for (int f = 0; f < feeds; f++) {
        const struct meet_group *group = scratch->feeds[f].group;
        struct change changes[1 + MEET_FOLDED_MAX];
        const void *tables[1 + MEET_FOLDED_MAX];
        int pairs = meet_pairs(group->signature);
        int count = list_changes(scratch->feeds[f].pattern, group->signature, changes);
        for (int c = 0; c < count; c++)
            tables[c] = table_for(stepper, &changes[c]);
        for (uint64_t s = 0; s < group->states; s++) {
            uint64_t rank = rank_at(group->ranks, pairs, s);
            for (int c = 0; c < count; c++)
                rank = changed(&changes[c], tables[c], rank);
            if (rank != none)
                scratch->pairs[listed++] = (struct pair){rank, count_at(group->counts, stepper->mode, s)};
        }
    }
    return listed;
}

static uint64_t make_thin(struct meet_stepper *stepper, int feeds, int after, uint64_t inputs)
{
    struct meet_scratch *scratch = stepper->scratch;
    reserve_pairs(scratch, inputs);
    reserve_states(scratch, inputs);
    size_t count = list_pairs(stepper, feeds, after);
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

static bool keeps_ranks(const struct pattern *pattern)
{
    return pattern->choices == 0 || (pattern->choices == 1 && pattern->choice[0].a < 0);
}

static void make_group(struct meet_stepper *stepper, uint64_t signature, int feeds, struct meet_level *out)
{
    struct meet_scratch *scratch = stepper->scratch;
    if (feeds == 1 && keeps_ranks(scratch->feeds[0].pattern)) {
        const struct meet_group *group = scratch->feeds[0].group;
        meet_level_add(out, signature, group->states, group->ranks, group->counts, stepper->mode);
        return;
    }
    int after = meet_pairs(signature);
    uint64_t inputs = 0, states;
    for (int f = 0; f < feeds; f++)
        inputs += scratch->feeds[f].group->states;
    if (after <= DENSE_PAIRS && matching_count(after) <= inputs * THIN)
        states = make_dense(stepper, feeds, after);
    else
        states = make_thin(stepper, feeds, after, inputs);
    if (states)
        meet_level_add(out, signature, states, scratch->ranks, scratch->counts, stepper->mode);
}

void meet_step(struct meet_stepper *stepper, int half, int step, const struct meet_group *groups,
               size_t count, uint64_t low, uint64_t high, struct meet_level *out)
{
    struct meet_scratch *scratch = stepper->scratch;
    const struct meet_step *now = &stepper->plan->half[half].step[step];
    if (low >= high)
        return;
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
            make_group(stepper, next, feeds, out);
    }
}
