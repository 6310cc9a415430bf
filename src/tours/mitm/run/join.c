// SPDX-License-Identifier: GPL-3.0-or-later
// Joins groups of states by contracting matchings one pair at a time.
#include "tours/mitm/run/join.h"

#include "base/memory.h"
#include "tours/frontier/residue.h"
#include "tours/matching/permute.h"
#include "tours/mitm/layer/states.h"
#include "tours/mitm/run/circuits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

// For up to LISTED_PAIRS pairs there are lists of the matchings that form one circuit with each matching: 105 times 48 entries.
enum { LISTED_PAIRS = 4, LISTED_MATCHINGS = 105, LISTED_CIRCUITS = 48 };
// From this many matchings of LISTED_PAIRS pairs on, one more contraction takes less time than the lists.
enum { MANY = 20 };
// In a divided join, groups of more than DIVIDED_STATES states are divided as well, but only into one part for every
// SHARES_EACH shares, since each part has to read the whole group.
enum { DIVIDED_STATES = 30000, SHARES_EACH = 8 };
// Before joining lists of at least this many matchings, check whether to continue.
enum { ASKED_FROM = 1000 };
// From this many matchings on, computing all sums at once takes less time than the lists.
enum { FEW = 3 };

struct entry {
    uint64_t rank, count;
};

struct list {
    struct entry *entries;
    size_t count, capacity;
};

// Entries of the first list that agree in their first pairs: their ranks minus `base` are ranks of the remaining pairs.
struct slice {
    const struct entry *entries;
    size_t count;
    uint64_t base;
};

struct mitm_join_scratch {
    uint64_t *ranks, *counts; // of a group
    size_t states_size;
    struct list first, second; // the groups being joined; ranks refer to the order of slots in the first
    struct mitm_total sum;     // of these groups
    struct list contracted[MATCHING_PAIRS_MAX + 1]; // the second list, by the number of pairs left
    uint64_t *dense[MATCHING_TABLE_PAIRS + 1];      // the same, indexed by rank
    uint8_t circuits[LISTED_PAIRS + 1][LISTED_MATCHINGS][LISTED_CIRCUITS]; // ranks, by pairs and rank
    struct mitm_circuits kernel; // for all matchings of four pairs at once
    // The processor supports it, and the counts of the second list add up to less than 2^32.
    bool kernel_suits;
    struct permuter permuter;
    uint8_t *partners; // of all matchings of a list, for joining one by one
    size_t partners_size;
};

// ---- Which matchings make one circuit ----

// Each matching of k pairs forms one circuit with (2k-2)!! matchings.
static int circuits_of(int pairs)
{
    static const int numbers[LISTED_PAIRS + 1] = {0, 1, 2, 8, LISTED_CIRCUITS};
    return numbers[pairs];
}

static void list_circuits(struct mitm_join_scratch *scratch)
{
    for (int pairs = 1; pairs <= LISTED_PAIRS; pairs++)
        for (uint64_t mine = 0; mine < matching_count(pairs); mine++) {
            uint8_t a[2 * LISTED_PAIRS], b[2 * LISTED_PAIRS];
            int count = 0;
            matching_unrank(pairs, mine, a);
            for (uint64_t theirs = 0; theirs < matching_count(pairs); theirs++) {
                matching_unrank(pairs, theirs, b);
                if (matching_is_circuit(pairs, a, b))
                    scratch->circuits[pairs][mine][count++] = (uint8_t)theirs;
            }
            assert(count == circuits_of(pairs));
        }
}

bool mitm_joiner_init(struct mitm_joiner *joiner, const struct mitm_plan *plan,
                      struct matching_tables *tables, enum mitm_mode mode, uint64_t prime)
{
    *joiner = (struct mitm_joiner){.plan = plan, .tables = tables, .mode = mode, .prime = prime};
    struct mitm_join_scratch *scratch = memory_try_zeroed(1, sizeof *scratch);
    if (!scratch)
        return false;
    joiner->scratch = scratch;
    permuter_init(&scratch->permuter, tables);
    for (int k = 0; k <= MATCHING_TABLE_PAIRS; k++) {
        scratch->dense[k] = memory_try(NULL, matching_count(k) + 1, sizeof *scratch->dense[k]);
        if (!scratch->dense[k]) {
            mitm_joiner_clear(joiner);
            return false;
        }
    }
    list_circuits(scratch);
    mitm_circuits_init(&scratch->kernel, tables);
    return true;
}

void mitm_joiner_clear(struct mitm_joiner *joiner)
{
    struct mitm_join_scratch *scratch = joiner->scratch;
    struct budget *budget = joiner->tables->budget;
    budget_free(budget, scratch->ranks, scratch->states_size, sizeof *scratch->ranks);
    budget_free(budget, scratch->counts, scratch->states_size, sizeof *scratch->counts);
    budget_free(budget, scratch->first.entries, scratch->first.capacity, sizeof *scratch->first.entries);
    budget_free(budget, scratch->second.entries, scratch->second.capacity, sizeof *scratch->second.entries);
    for (int k = 0; k <= MATCHING_PAIRS_MAX; k++)
        budget_free(budget, scratch->contracted[k].entries, scratch->contracted[k].capacity,
                    sizeof *scratch->contracted[k].entries);
    for (int k = 0; k <= MATCHING_TABLE_PAIRS; k++)
        free(scratch->dense[k]);
    permuter_clear(&scratch->permuter);
    budget_free(budget, scratch->partners, scratch->partners_size, 1);
    free(scratch);
}

// ---- Sums ----

void mitm_total_add(struct mitm_total *total, const struct mitm_total *more, enum mitm_mode mode,
                    uint64_t prime)
{
    if (mode == MITM_RESIDUES) {
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

static inline void add_wide(struct mitm_total *sum, wide more)
{
    wide low = ((wide)sum->words[1] << 64 | sum->words[0]) + more;
    sum->words[2] += low < more;
    sum->words[0] = (uint64_t)low;
    sum->words[1] = (uint64_t)(low >> 64);
}

static inline void add_product(struct mitm_joiner *joiner, uint64_t a, uint64_t b)
{
    struct mitm_total *sum = &joiner->scratch->sum;
    if (joiner->mode == MITM_RESIDUES) {
        sum->words[0] = residue_add(sum->words[0], residue_multiply(a, b, joiner->prime), joiner->prime);
        return;
    }
    add_wide(sum, (wide)a * b);
}

// The sum of two counts of the second list, which is known to fit into 64 bits.
static inline uint64_t add(const struct mitm_joiner *joiner, uint64_t a, uint64_t b)
{
    return joiner->mode == MITM_RESIDUES ? residue_add(a, b, joiner->prime) : a + b;
}

// ---- Few pairs: arrays ----

// The entry after the last rank is for "none".
static uint64_t *clear_dense(struct mitm_joiner *joiner, int pairs)
{
    uint64_t *dense = joiner->scratch->dense[pairs];
    memset(dense, 0, (matching_count(pairs) + 1) * sizeof *dense);
    return dense;
}

// How many entries of an ascending list have a rank below `rank`.
static size_t entries_below(const struct entry *entries, size_t count, uint64_t rank)
{
    size_t n = 0;
    while (n < count && entries[n].rank < rank)
        n++;
    return n;
}

// Joins a slice with scratch->dense[pairs].
static void join_listed(struct mitm_joiner *joiner, int pairs, const struct slice *first)
{
    const uint64_t *dense = joiner->scratch->dense[pairs];
    int length = circuits_of(pairs);
    for (size_t i = 0; i < first->count; i++) {
        const uint8_t *circuits = joiner->scratch->circuits[pairs][first->entries[i].rank - first->base];
        uint64_t others = 0;
        for (int c = 0; c < length; c++)
            others = add(joiner, others, dense[circuits[c]]);
        add_product(joiner, first->entries[i].count, others);
    }
}

// Joins a slice with the counts of all matchings of MITM_CIRCUITS_PAIRS pairs, which add up to less than 2^32.
static void join_by_kernel(struct mitm_joiner *joiner, const struct slice *first, const uint32_t *counts)
{
    uint32_t others[MITM_CIRCUITS_ROOM];
    wide all = 0;
    mitm_circuits_sum(&joiner->scratch->kernel, counts, others);
    for (size_t i = 0; i < first->count; i++)
        all += (wide)first->entries[i].count * others[first->entries[i].rank - first->base];
    add_wide(&joiner->scratch->sum, all);
}

// Cuts off the entries of *rest in which point 0 has its next partner: those with ranks below base + size.
static struct slice next_slice(struct slice *rest, uint64_t size)
{
    struct slice part = {rest->entries, entries_below(rest->entries, rest->count, rest->base + size),
                         rest->base};
    rest->entries += part.count;
    rest->count -= part.count;
    rest->base += size;
    return part;
}

// Joins a slice with scratch->dense[pairs]. pairs <= LISTED_PAIRS.
static void join_dense(struct mitm_joiner *joiner, int pairs, const struct slice *first)
{
    const uint64_t *dense = joiner->scratch->dense[pairs];
    if (pairs == MITM_CIRCUITS_PAIRS && first->count >= FEW && joiner->scratch->kernel_suits) {
        uint32_t counts[MITM_CIRCUITS_ROOM] = {0};
        for (int r = 0; r < MITM_CIRCUITS_RANKS; r++)
            counts[r] = (uint32_t)dense[r];
        join_by_kernel(joiner, first, counts);
        return;
    }
    if (pairs != LISTED_PAIRS || first->count < MANY) {
        join_listed(joiner, pairs, first);
        return;
    }
    struct slice rest = *first;
    for (int j = 1; j < 2 * pairs && rest.count > 0; j++) {
        struct slice part = next_slice(&rest, matching_count(pairs - 1));
        if (!part.count)
            continue;
        const uint16_t *table = matching_table(joiner->tables, MATCHING_CONTRACT, pairs, 0, j);
        uint64_t *smaller = clear_dense(joiner, pairs - 1);
        for (uint64_t r = 0; r < matching_count(pairs); r++)
            smaller[table[r]] = add(joiner, smaller[table[r]], dense[r]);
        join_listed(joiner, pairs - 1, &part);
    }
}

// ---- Many pairs: lists ----

// Makes room in a list; its contents are lost.
static bool reserve(struct mitm_joiner *joiner, struct list *list, size_t count)
{
    if (count <= list->capacity)
        return true;
    size_t size = count * 5 / 4;
    list->entries =
        budget_renew(joiner->tables->budget, list->entries, list->capacity, size, sizeof *list->entries);
    list->capacity = list->entries ? size : 0;
    list->count = 0;
    return list->entries;
}

// Contracts a list along (0, j) into scratch->dense[pairs - 1]; `table` is the table of the contraction.
static void contract_densely(struct mitm_joiner *joiner, int pairs, const uint16_t *table,
                             const struct list *second)
{
    const struct entry *entries = second->entries;
    uint64_t *dense = clear_dense(joiner, pairs - 1);
    for (size_t i = 0; i < second->count; i++) {
        uint64_t *place = &dense[table[entries[i].rank]];
        *place = add(joiner, *place, entries[i].count);
    }
}

static void list_dense(struct mitm_joiner *joiner, int pairs, struct list *list)
{
    const uint64_t *dense = joiner->scratch->dense[pairs];
    uint64_t size = matching_count(pairs);
    if (!reserve(joiner, list, size + 1))
        return;
    list->count = 0;
    for (uint64_t rank = 0; rank < size; rank++) {
        list->entries[list->count] = (struct entry){rank, dense[rank]};
        list->count += dense[rank] != 0;
    }
}

// Contracts a list of one pair more than MITM_CIRCUITS_PAIRS along (0, j) and joins it with a slice.
static void contract_and_join(struct mitm_joiner *joiner, int j, const struct slice *first,
                              const struct list *second)
{
    const uint16_t *restrict table =
        matching_table(joiner->tables, MATCHING_CONTRACT, MITM_CIRCUITS_PAIRS + 1, 0, j);
    const struct entry *restrict entries = second->entries;
    uint32_t counts[MITM_CIRCUITS_ROOM] = {0};
    for (size_t i = 0; i < second->count; i++)
        counts[table[entries[i].rank]] += (uint32_t)entries[i].count;
    join_by_kernel(joiner, first, counts);
}

// Contracts a list along (0, j) into scratch->contracted[pairs - 1], where a matching may then occur several times, or, if few pairs
// remain, into scratch->dense[pairs - 1].
static void contract(struct mitm_joiner *joiner, int pairs, int j, const struct list *second)
{
    struct list *smaller = &joiner->scratch->contracted[pairs - 1];
    uint64_t none = matching_count(pairs - 1);
    const uint16_t *table =
        pairs <= MATCHING_TABLE_PAIRS ? matching_table(joiner->tables, MATCHING_CONTRACT, pairs, 0, j) : NULL;
    if (pairs - 1 <= LISTED_PAIRS) {
        contract_densely(joiner, pairs, table, second);
        return;
    }
    if (table && 2 * second->count > none) {
        contract_densely(joiner, pairs, table, second);
        list_dense(joiner, pairs - 1, smaller);
        return;
    }
    size_t kept = 0;
    struct matching_route route;
    matching_route_prepare(&route, joiner->tables, &(struct matching_change){MATCHING_CONTRACT, pairs, 0, j});
    if (!reserve(joiner, smaller, second->count + 1))
        return;
    for (size_t i = 0; i < second->count; i++) {
        uint64_t rank = matching_follow(&route, second->entries[i].rank);
        smaller->entries[kept] = (struct entry){rank, second->entries[i].count};
        kept += rank != none;
    }
    smaller->count = kept;
}

// Joins a slice of few matchings, with more pairs than tables exist for, by testing every pair of matchings.
static void join_singly(struct mitm_joiner *joiner, int pairs, const struct slice *first,
                        const struct list *second)
{
    struct mitm_join_scratch *scratch = joiner->scratch;
    size_t points = 2 * (size_t)pairs, needed = second->count * points;
    uint8_t mine[2 * MATCHING_PAIRS_MAX];
    if (needed > scratch->partners_size) {
        scratch->partners = budget_renew(joiner->tables->budget, scratch->partners, scratch->partners_size,
                                         needed * 5 / 4, 1);
        scratch->partners_size = scratch->partners ? needed * 5 / 4 : 0;
        if (!scratch->partners)
            return;
    }
    for (size_t i = 0; i < second->count; i++)
        matching_unrank(pairs, second->entries[i].rank, scratch->partners + i * points);
    for (size_t i = 0; i < first->count; i++) {
        uint64_t others = 0;
        matching_unrank(pairs, first->entries[i].rank - first->base, mine);
        for (size_t j = 0; j < second->count; j++)
            if (matching_is_circuit(pairs, mine, scratch->partners + j * points))
                others = add(joiner, others, second->entries[j].count);
        add_product(joiner, first->entries[i].count, others);
    }
}

static void join_lists(struct mitm_joiner *joiner, int pairs, const struct slice *first,
                       const struct list *second);

// Joins a slice in which point 0 has partner j with the second list.
static void join_partner(struct mitm_joiner *joiner, int pairs, int j, const struct slice *first,
                         const struct list *second)
{
    if (pairs == MITM_CIRCUITS_PAIRS + 1 && first->count >= FEW && joiner->scratch->kernel_suits) {
        contract_and_join(joiner, j, first, second);
        return;
    }
    contract(joiner, pairs, j, second);
    if (pairs - 1 <= LISTED_PAIRS)
        join_dense(joiner, pairs - 1, first);
    else
        join_lists(joiner, pairs - 1, first, &joiner->scratch->contracted[pairs - 1]);
}

// Joins a slice with a list.
static void join_lists(struct mitm_joiner *joiner, int pairs, const struct slice *first,
                       const struct list *second)
{
    if (pairs <= LISTED_PAIRS) {
        uint64_t *dense = clear_dense(joiner, pairs);
        for (size_t i = 0; i < second->count; i++)
            dense[second->entries[i].rank] =
                add(joiner, dense[second->entries[i].rank], second->entries[i].count);
        join_dense(joiner, pairs, first);
        return;
    }
    if (pairs > MATCHING_TABLE_PAIRS && first->count < 2 * (size_t)pairs) {
        join_singly(joiner, pairs, first, second);
        return;
    }
    struct slice rest = *first;
    for (int j = 1; j < 2 * pairs && rest.count > 0; j++) {
        struct slice part = next_slice(&rest, matching_count(pairs - 1));
        if (!part.count)
            continue;
        // Checking takes no time compared with joining a long list.
        struct budget *budget = joiner->tables->budget;
        if (second->count < ASKED_FROM ? !budget_lasts(budget) : !budget_poll(budget))
            return;
        join_partner(joiner, pairs, j, &part, second);
    }
}

// ---- Groups ----

// Makes room for the states of a group.
static bool reserve_states(struct mitm_joiner *joiner, size_t states)
{
    struct mitm_join_scratch *scratch = joiner->scratch;
    struct budget *budget = joiner->tables->budget;
    size_t before = scratch->states_size, size = states * 5 / 4;
    if (states <= before)
        return true;
    scratch->ranks = budget_renew(budget, scratch->ranks, before, size, sizeof *scratch->ranks);
    scratch->counts = budget_renew(budget, scratch->counts, before, size, sizeof *scratch->counts);
    scratch->states_size = size;
    if (scratch->ranks && scratch->counts)
        return true;
    budget_free(budget, scratch->ranks, size, sizeof *scratch->ranks);
    budget_free(budget, scratch->counts, size, sizeof *scratch->counts);
    scratch->ranks = scratch->counts = NULL;
    scratch->states_size = 0;
    return false;
}

// Loads a group into a list. False when the budget has no room.
static bool load(struct mitm_joiner *joiner, struct list *list, const struct mitm_group *group)
{
    struct mitm_join_scratch *scratch = joiner->scratch;
    if (!reserve(joiner, list, group->states) || !reserve_states(joiner, group->states))
        return false;
    list->count = group->states;
    mitm_states_read(group, scratch->ranks, scratch->counts);
    for (size_t i = 0; i < group->states; i++)
        list->entries[i] = (struct entry){scratch->ranks[i], scratch->counts[i]};
    return true;
}

// Lists the point of the first list's matchings that corresponds to each point of the second list's.
static void list_places(const struct mitm_plan *plan, uint64_t mine, uint64_t theirs, uint8_t *places)
{
    uint64_t ones = mine & MITM_ONES;
    int point = 0;
    for (int slot = 0; slot < plan->low + plan->cells; slot++)
        if (mitm_degree(theirs, slot) == 1)
            places[point++] =
                (uint8_t)__builtin_popcountll(ones & ((UINT64_C(1) << (2 * plan->image[slot])) - 1));
}

static void rearrange(struct mitm_joiner *joiner, struct list *list, int pairs, const uint8_t *places)
{
    const uint16_t *table = NULL;
    if (pairs <= MATCHING_TABLE_PAIRS) {
        table = permuter_table(&joiner->scratch->permuter, pairs, places);
        for (size_t e = 0; e < list->count && table; e++)
            list->entries[e].rank = table[list->entries[e].rank];
        return;
    }
    for (size_t e = 0; e < list->count; e++)
        list->entries[e].rank = permute_rank(pairs, places, list->entries[e].rank);
}

// Keeps only the matchings of a list in which the partner of point 0 belongs to the share: the work for each partner is
// independent.
static void keep_share(struct list *list, int pairs, struct mitm_share share)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        list->entries[kept] = list->entries[i];
        kept += list->entries[i].rank / matching_count(pairs - 1) % share.parts == share.part;
    }
    list->count = kept;
}

static void join_groups(struct mitm_joiner *joiner, const struct mitm_group *first,
                        const struct mitm_group *second, unsigned weight, struct mitm_share share)
{
    struct mitm_join_scratch *scratch = joiner->scratch;
    // The shorter list is contracted.
    if (second->states > first->states) {
        const struct mitm_group *longer = second;
        second = first;
        first = longer;
    }
    int pairs = mitm_pairs(first->signature);
    uint8_t places[2 * MATCHING_PAIRS_MAX];
    if (pairs == 0)
        return;
    if (!load(joiner, &scratch->first, first))
        return;
    keep_share(&scratch->first, pairs, share);
    if (!load(joiner, &scratch->second, second))
        return;
    list_places(joiner->plan, first->signature, second->signature, places);
    rearrange(joiner, &scratch->second, pairs, places);
    if (joiner->mode == MITM_EXACT) {
        wide all = 0;
        for (size_t i = 0; i < scratch->second.count; i++)
            all += scratch->second.entries[i].count;
        joiner->overflowed |= all >> 64 != 0;
        scratch->kernel_suits = all >> 32 == 0 && mitm_circuits_available();
    }
    scratch->sum = (struct mitm_total){{0, 0, 0}};
    join_lists(joiner, pairs, &(struct slice){scratch->first.entries, scratch->first.count, 0},
               &scratch->second);
    for (unsigned i = 0; i < weight; i++)
        mitm_total_add(&joiner->total, &scratch->sum, joiner->mode, joiner->prime);
}

void mitm_join(struct mitm_joiner *joiner, const struct mitm_join_task *task)
{
    const struct mitm_plan *plan = joiner->plan;
    const struct mitm_span *first = &task->first, *second = &task->second;
    const struct mitm_share share = task->share, whole = {0, 1};
    // The part of a divided group that belongs to this share.
    const struct mitm_share large = {share.part / SHARES_EACH, (share.parts + SHARES_EACH - 1) / SHARES_EACH};
    for (size_t i = 0; i < first->count && budget_poll(joiner->tables->budget); i++) {
        const struct mitm_group *group = &first->groups[i];
        bool is_divided = group->states > DIVIDED_STATES;
        if (is_divided ? share.part % SHARES_EACH != 0 : i % share.parts != share.part)
            continue;
        uint64_t partner = mitm_plan_partner(plan, group->signature, plan->cells);
        if (task->same && partner < group->signature)
            continue;
        size_t at = mitm_find_group(second->groups, second->count, partner);
        if (at == second->count || second->groups[at].signature != partner)
            continue;
        unsigned times = task->weight;
        if (task->same && partner != group->signature)
            times *= 2;
        if (plan->comparisons && mitm_plan_compare(plan, group->signature, plan->cells))
            times *= 2;
        join_groups(joiner, group, &second->groups[at], times, is_divided ? large : whole);
    }
}
