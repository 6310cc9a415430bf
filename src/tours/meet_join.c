// SPDX-License-Identifier: GPL-3.0-or-later
// Joins groups of states by contracting matchings pair by pair.
#include "tours/meet_join.h"

#include "base/memory.h"
#include "tours/residue.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

struct entry {
    uint64_t rank, count;
};

struct list {
    struct entry *entries;
    size_t count, capacity;
};

struct meet_join_scratch {
    struct list first, second; // the groups being joined, ranks in the order of the first's slots
    uint64_t
        *dense[MATCHING_TABLE_PAIRS + 1]; // [(2k-1)!! + 1] the contracted second, by the number of pairs left
    struct list
        part[MATCHING_PAIRS_MAX + 1]; // parts of the first, and the second contracted, where that is a list
    struct list thin[MATCHING_PAIRS_MAX + 1];
    uint8_t *partners; // of all matchings of both lists, for joining one by one
    size_t partners_size;
};

void meet_joiner_init(struct meet_joiner *joiner, const struct meet_plan *plan,
                      struct matching_tables *tables, enum meet_mode mode, uint64_t prime)
{
    *joiner = (struct meet_joiner){.plan = plan, .tables = tables, .mode = mode, .prime = prime};
    joiner->scratch = memory_resize(NULL, 1, sizeof *joiner->scratch);
    memset(joiner->scratch, 0, sizeof *joiner->scratch);
    for (int k = 0; k <= MATCHING_TABLE_PAIRS; k++)
        joiner->scratch->dense[k] = memory_resize(NULL, matching_count(k) + 1, sizeof(uint64_t));
}

void meet_joiner_clear(struct meet_joiner *joiner)
{
    struct meet_join_scratch *scratch = joiner->scratch;
    free(scratch->first.entries);
    free(scratch->second.entries);
    free(scratch->partners);
    for (int k = 0; k <= MATCHING_TABLE_PAIRS; k++)
        free(scratch->dense[k]);
    for (int k = 0; k <= MATCHING_PAIRS_MAX; k++) {
        free(scratch->part[k].entries);
        free(scratch->thin[k].entries);
    }
    free(scratch);
}

// ---- Sums ----

void meet_total_add(struct meet_total *total, const struct meet_total *more, enum meet_mode mode,
                    uint64_t prime)
{
    if (mode == MEET_RESIDUES) {
        total->words[0] = residue_add(total->words[0], more->words[0], prime);
        return;
    }
    wide carry = 0;
    for (int i = 0; i < 3; i++) {
        carry += (wide)total->words[i] + more->words[i];
        total->words[i] = (uint64_t)carry;
        carry >>= 64;
    }
}

static inline void add_product(const struct meet_joiner *joiner, struct meet_total *sum, uint64_t a,
                               uint64_t b)
{
    if (joiner->mode == MEET_RESIDUES) {
        sum->words[0] = residue_add(sum->words[0], residue_multiply(a, b, joiner->prime), joiner->prime);
        return;
    }
    wide product = (wide)a * b, low = ((wide)sum->words[1] << 64 | sum->words[0]) + product;
    sum->words[2] += low < product;
    sum->words[0] = (uint64_t)low;
    sum->words[1] = (uint64_t)(low >> 64);
}

// The sum of two entries of the second list; without residues it is known to fit.
static inline uint64_t add(const struct meet_joiner *joiner, uint64_t a, uint64_t b)
{
    return joiner->mode == MEET_RESIDUES ? residue_add(a, b, joiner->prime) : a + b;
}

// ---- Joining dense ----

static const void *contraction(struct meet_joiner *joiner, int pairs, int j)
{
    return matching_table(joiner->tables, MATCHING_CONTRACT, pairs, 0, j);
}

static void join_dense(struct meet_joiner *joiner, struct meet_total *sum, int pairs,
                       const struct entry *first, size_t count, uint64_t base);

// Clears the array for so many pairs; its last place takes what is none.
static uint64_t *clear_dense(struct meet_joiner *joiner, int pairs)
{
    uint64_t *dense = joiner->scratch->dense[pairs];
    memset(dense, 0, (matching_count(pairs) + 1) * sizeof *dense);
    return dense;
}

// How many entries of an ascending list lie below a rank.
static size_t entries_below(const struct entry *entries, size_t count, uint64_t rank)
{
    size_t n = 0;
    while (n < count && entries[n].rank < rank)
        n++;
    return n;
}

// Joins `first` (ranks less `base`) with scratch->dense[pairs].
static void join_dense(struct meet_joiner *joiner, struct meet_total *sum, int pairs,
                       const struct entry *first, size_t count, uint64_t base)
{
    const uint64_t *dense = joiner->scratch->dense[pairs];
    if (pairs == 1) {
        add_product(joiner, sum, first->count, dense[0]);
        return;
    }
    if (pairs == 2) {
        // Two different ones of the three matchings make one circuit.
        for (size_t i = 0; i < count; i++) {
            uint64_t rank = first[i].rank - base;
            uint64_t others = add(joiner, dense[rank == 0 ? 1 : 0], dense[rank == 2 ? 1 : 2]);
            if (rank == 1)
                others = add(joiner, dense[0], dense[2]);
            add_product(joiner, sum, first[i].count, others);
        }
        return;
    }
    uint64_t all = matching_count(pairs), rest = matching_count(pairs - 1);
    for (int j = 1; j < 2 * pairs && count > 0; j++) {
        size_t part = entries_below(first, count, base + rest);
        if (part > 0) {
            const void *table = contraction(joiner, pairs, j);
            uint64_t *smaller = clear_dense(joiner, pairs - 1);
            if (joiner->mode == MEET_RESIDUES)
                for (uint64_t r = 0; r < all; r++) {
                    uint64_t *place = &smaller[((const uint16_t *)table)[r]];
                    *place = residue_add(*place, dense[r], joiner->prime);
                }
            else
                for (uint64_t r = 0; r < all; r++)
                    smaller[((const uint16_t *)table)[r]] += dense[r];
            join_dense(joiner, sum, pairs - 1, first, part, base);
        }
        first += part;
        count -= part;
        base += rest;
    }
}

// The same with the second list still a list.
static void join_list(struct meet_joiner *joiner, struct meet_total *sum, int pairs,
                      const struct list *firsts, const struct list *seconds)
{
    const struct entry *first = firsts->entries, *second = seconds->entries;
    size_t count = firsts->count;
    if (pairs <= 2) {
        uint64_t *dense = clear_dense(joiner, pairs);
        for (size_t i = 0; i < seconds->count; i++)
            dense[second[i].rank] = add(joiner, dense[second[i].rank], second[i].count);
        join_dense(joiner, sum, pairs, first, count, 0);
        return;
    }
    uint64_t rest = matching_count(pairs - 1), base = 0;
    for (int j = 1; j < 2 * pairs && count > 0; j++) {
        size_t part = entries_below(first, count, base + rest);
        if (part > 0) {
            const uint16_t *table = contraction(joiner, pairs, j);
            uint64_t *smaller = clear_dense(joiner, pairs - 1);
            for (size_t i = 0; i < seconds->count; i++) {
                uint64_t *place = &smaller[table[second[i].rank]];
                *place = add(joiner, *place, second[i].count);
            }
            join_dense(joiner, sum, pairs - 1, first, part, base);
        }
        first += part;
        count -= part;
        base += rest;
    }
}

// ---- Joining one by one: short lists ----

static bool is_circuit(const uint8_t *a, const uint8_t *b, int points)
{
    int at = 0, length = 0;
    do {
        at = b[a[at]];
        length += 2;
    } while (at != 0);
    return length == points;
}

static void join_singly(struct meet_joiner *joiner, struct meet_total *sum, int pairs,
                        const struct list *first, const struct list *second)
{
    struct meet_join_scratch *scratch = joiner->scratch;
    size_t points = 2 * (size_t)pairs, needed = (second->count + 1) * points;
    if (needed > scratch->partners_size) {
        scratch->partners = memory_resize(scratch->partners, needed * 2, 1);
        scratch->partners_size = needed * 2;
    }
    uint8_t *mine = scratch->partners + second->count * points;
    for (size_t i = 0; i < second->count; i++)
        matching_unrank(pairs, second->entries[i].rank, scratch->partners + i * points);
    for (size_t i = 0; i < first->count; i++) {
        uint64_t others = 0;
        matching_unrank(pairs, first->entries[i].rank, mine);
        for (size_t j = 0; j < second->count; j++)
            if (is_circuit(mine, scratch->partners + j * points, (int)points))
                others = add(joiner, others, second->entries[j].count);
        add_product(joiner, sum, first->entries[i].count, others);
    }
}

// ---- Joining thin lists of many pairs ----

static struct entry *push(struct list *list)
{
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? list->capacity * 2 : 64;
        list->entries = memory_resize(list->entries, list->capacity, sizeof *list->entries);
    }
    return &list->entries[list->count++];
}

static int compare_entries(const void *a, const void *b)
{
    uint64_t first = ((const struct entry *)a)->rank, second = ((const struct entry *)b)->rank;
    return (first > second) - (first < second);
}

static void sort_and_merge(const struct meet_joiner *joiner, struct list *list)
{
    size_t kept = 0;
    if (list->count)
        qsort(list->entries, list->count, sizeof *list->entries, compare_entries);
    for (size_t i = 0; i < list->count; i++) {
        if (kept && list->entries[kept - 1].rank == list->entries[i].rank)
            list->entries[kept - 1].count =
                add(joiner, list->entries[kept - 1].count, list->entries[i].count);
        else
            list->entries[kept++] = list->entries[i];
    }
    list->count = kept;
}

static void join_lists(struct meet_joiner *joiner, struct meet_total *sum, int pairs,
                       const struct list *first, const struct list *second);

// Many pairs: contracts list by list.
static void join_thin(struct meet_joiner *joiner, struct meet_total *sum, int pairs, const struct list *first,
                      const struct list *second)
{
    struct meet_join_scratch *scratch = joiner->scratch;
    struct list *smaller = &scratch->thin[pairs - 1], *mine = &scratch->part[pairs - 1];
    uint64_t rest = matching_count(pairs - 1);
    size_t at = 0;
    for (int j = 1; j < 2 * pairs && at < first->count; j++) {
        size_t part = entries_below(first->entries + at, first->count - at, (uint64_t)j * rest);
        mine->count = smaller->count = 0;
        for (size_t i = at; i < at + part; i++)
            *push(mine) =
                (struct entry){first->entries[i].rank - (uint64_t)(j - 1) * rest, first->entries[i].count};
        for (size_t i = 0; i < second->count && part; i++) {
            uint64_t rank = matching_apply(MATCHING_CONTRACT, pairs, 0, j, second->entries[i].rank);
            if (rank != MATCHING_NONE)
                *push(smaller) = (struct entry){rank, second->entries[i].count};
        }
        if (pairs - 1 > MATCHING_TABLE_PAIRS)
            sort_and_merge(joiner, smaller);
        if (mine->count && smaller->count)
            join_lists(joiner, sum, pairs - 1, mine, smaller);
        at += part;
    }
}

static void join_lists(struct meet_joiner *joiner, struct meet_total *sum, int pairs,
                       const struct list *first, const struct list *second)
{
    if (pairs > 2 && first->count * second->count < matching_count(pairs <= 6 ? pairs : 6))
        join_singly(joiner, sum, pairs, first, second);
    else if (pairs <= MATCHING_TABLE_PAIRS)
        join_list(joiner, sum, pairs, first, second);
    else
        join_thin(joiner, sum, pairs, first, second);
}

// ---- Groups ----

static void load(struct list *list, const struct meet_group *group, enum meet_mode mode)
{
    int pairs = meet_pairs(group->signature);
    list->count = 0;
    if (list->capacity < group->states) {
        list->capacity = group->states * 2;
        list->entries = memory_resize(list->entries, list->capacity, sizeof *list->entries);
    }
    list->count = group->states;
    for (size_t i = 0; i < group->states; i++) {
        uint64_t rank = matching_is_short(pairs)  ? ((const uint16_t *)group->ranks)[i]
                        : matching_is_long(pairs) ? ((const uint64_t *)group->ranks)[i]
                                                  : ((const uint32_t *)group->ranks)[i];
        uint64_t count =
            mode == MEET_NARROW ? ((const uint32_t *)group->counts)[i] : ((const uint64_t *)group->counts)[i];
        list->entries[i] = (struct entry){rank, count};
    }
}

// Where the points of the second list's matchings stand among those of the first.
static void list_places(const struct meet_plan *plan, uint64_t mine, uint64_t theirs, int *places)
{
    uint64_t ones = mine & MEET_ONES;
    int point = 0;
    for (int slot = 0; slot < plan->low + plan->cells; slot++)
        if (meet_digit(theirs, slot) == 1)
            places[point++] = __builtin_popcountll(ones & ((UINT64_C(1) << (2 * plan->image[slot])) - 1));
}

// Exchanges neighbouring points until all stand where they should.
static void rearrange(struct meet_joiner *joiner, struct list *list, int pairs, int *places)
{
    for (bool swapped = true; swapped;) {
        swapped = false;
        for (int i = 0; i + 1 < 2 * pairs; i++) {
            if (places[i] < places[i + 1])
                continue;
            int swap = places[i];
            places[i] = places[i + 1];
            places[i + 1] = swap;
            swapped = true;
            const void *table = pairs <= MATCHING_TABLE_PAIRS
                                    ? matching_table(joiner->tables, MATCHING_SWAP, pairs, i, 0)
                                    : NULL;
            for (size_t e = 0; e < list->count; e++) {
                uint64_t *rank = &list->entries[e].rank;
                *rank = !table                     ? matching_apply(MATCHING_SWAP, pairs, i, 0, *rank)
                        : matching_is_short(pairs) ? ((const uint16_t *)table)[*rank]
                                                   : ((const uint32_t *)table)[*rank];
            }
        }
    }
}

static void join_groups(struct meet_joiner *joiner, const struct meet_group *first,
                        const struct meet_group *second, unsigned weight)
{
    struct meet_join_scratch *scratch = joiner->scratch;
    int pairs = meet_pairs(first->signature), places[2 * MATCHING_PAIRS_MAX];
    struct meet_total sum = {{0, 0, 0}};
    if (pairs == 0)
        return;
    load(&scratch->first, first, joiner->mode);
    load(&scratch->second, second, joiner->mode);
    list_places(joiner->plan, first->signature, second->signature, places);
    rearrange(joiner, &scratch->second, pairs, places);
    if (joiner->mode != MEET_RESIDUES) {
        wide all = 0;
        for (size_t i = 0; i < scratch->second.count; i++)
            all += scratch->second.entries[i].count;
        joiner->overflowed |= all >> 64 != 0;
    }
    join_lists(joiner, &sum, pairs, &scratch->first, &scratch->second);
    for (unsigned i = 0; i < weight; i++)
        meet_total_add(&joiner->total, &sum, joiner->mode, joiner->prime);
}

void meet_join(struct meet_joiner *joiner, const struct meet_group *first, size_t first_count,
               const struct meet_group *second, size_t second_count, bool same, unsigned weight)
{
    const struct meet_plan *plan = joiner->plan;
    for (size_t i = 0; i < first_count; i++) {
        uint64_t signature = first[i].signature, partner = meet_plan_partner(plan, signature);
        if (same && partner < signature)
            continue;
        size_t at = meet_find(second, second_count, partner);
        if (at == second_count || second[at].signature != partner)
            continue;
        unsigned times = weight;
        if (same && partner != signature)
            times *= 2;
        if (plan->comparisons && meet_plan_compare(plan, signature, plan->cells))
            times *= 2;
        join_groups(joiner, &first[i], &second[at], times);
    }
}
