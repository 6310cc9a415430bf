// SPDX-License-Identifier: GPL-3.0-or-later
// The sum over all pairs of half-tours.
//
// A set of crossing steps gives each node a number of steps, and so determines the types of both halves. For a pair of
// types (L, U) and a set of steps X, a lower structure and X together form a matching of the ends of U. For every such
// matching, `sums` holds the number of half-tours of type U that complete it to a single circuit; it is computed for all
// structures of U at once. So a pair of types with l and u structures costs min(l, u) look-ups for each set of steps
// instead of l · u joins. On the 8×8 board this saves a factor of 120.
//
// Pairs are taken up to flips of the board: of the (at most four) images of a pair, only the greatest by `order` is
// used. Its upper type, for which the sums are computed, has at least as many structures as the lower.
#include "tours/mckay/mckay_join.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "tours/matching/perfect_hash.h"

#include <stdlib.h>
#include <string.h>

// A set of steps from ranks 3 and 4 to rank 5 that together give rank 5 the required code.
struct combination {
    int32_t b_low; // index of the code of rank 3
    struct mckay_paths paths;
};

// Combinations with the same steps from rank 4 are consecutive.
struct group {
    uint32_t low; // the code of rank 4, from these steps only
    size_t first, end;
};

struct join {
    const struct mckay_ground *ground;
    const struct mckay_types *types;
    const struct mckay_sets *sets;
    const struct mckay_watch *watch;
    struct circuit_tables tables;
    struct perfect_hash hashes[PERFECT_HASH_PAIRS + 1]; // by half the number of ends
    uint64_t *orders; // [types] a type's order over that of its mirror image: all that multiplicity() needs
    struct joiner *joiners;
    pthread_mutex_t lock;
    uint64_t done; // values of a; protected by the lock
    bool stopped;  // protected by the lock
    atomic_bool failed;
};

// One thread's work.
struct joiner {
    struct join *all;
    struct mckay_joined joined;
    struct VECTOR_OF(struct combination) combinations;
    struct group *groups; // [sets of steps 4-5]
    int group_count;
    const struct mckay_type *upper;
    int32_t upper_index;
    uint8_t point[MCKAY_ENDS_MAX]; // the point of U's matchings that a node of the half is
    bool has_sums;
    const struct perfect_hash *hash; // of U's ends
    uint64_t *sums;                  // by slot: how many half-tours of type U form a circuit with a matching
    uint64_t *ranked_sums, *scratch;
};

static bool add_combination(struct joiner *joiner, const struct mckay_set *middle,
                            const struct mckay_set *outer)
{
    if (!vector_reserve(&joiner->combinations, joiner->combinations.count + 1))
        return false;
    struct combination *combination = &joiner->combinations.items[joiner->combinations.count++];
    combination->b_low = joiner->all->types->b_index[outer->low];
    mckay_paths_init(&combination->paths);
    mckay_paths_add_set(&combination->paths, middle);
    mckay_paths_add_set(&combination->paths, outer);
    return true;
}

// Lists all ways to give rank 5 its steps from ranks 3 and 4.
static bool list_combinations(struct joiner *joiner, uint32_t a_high)
{
    const struct mckay_ground *ground = joiner->all->ground;
    const struct mckay_sets *outer = &joiner->all->sets[STEP_3_5], *middle = &joiner->all->sets[STEP_4_5];
    joiner->combinations.count = 0;
    joiner->group_count = 0;
    for (size_t i = 0; i < middle->list.count; i++) {
        const struct mckay_set *set = &middle->list.items[i];
        int32_t rest = mckay_code_subtract(ground, a_high, set->high);
        if (rest < 0)
            continue;
        struct group group = {set->low, joiner->combinations.count, 0};
        for (int j = outer->first[rest]; j < outer->first[rest + 1]; j++)
            if (joiner->all->types->b_index[outer->list.items[j].low] >= 0 &&
                !add_combination(joiner, set, &outer->list.items[j]))
                return false;
        group.end = joiner->combinations.count;
        if (group.end > group.first)
            joiner->groups[joiner->group_count++] = group;
    }
    return true;
}

// How many different pairs of types the flips produce from (U, L); 0 if one of them is greater than (U, L).
static int multiplicity(uint64_t upper, uint64_t lower)
{
    const uint64_t low = UINT32_MAX;
    uint64_t pair = (upper & ~low) | lower >> 32, mirrored = upper << 32 | (lower & low);
    uint64_t flipped = (lower & ~low) | upper >> 32, turned = lower << 32 | (upper & low);
    if (flipped > pair || mirrored > pair || turned > pair)
        return 0;
    if (mirrored == pair || mirrored == flipped)
        return flipped == pair ? 1 : 2;
    return flipped == pair ? 2 : 4;
}

// The number of upper half-tours that form a circuit with a matching of U's ends.
static uint64_t sum_upper(const struct joiner *joiner, const uint8_t *partner)
{
    const struct mckay_type *upper = joiner->upper;
    uint64_t sum = 0;
    if (upper->ends <= PERFECT_HASH_POINTS) {
        for (int i = 0; i < upper->ends; i++)
            sum += joiner->hash->weight[i][partner[i]];
        return joiner->sums[perfect_hash_slot(joiner->hash, sum)];
    }
    const struct matching_term *structure = &joiner->all->types->structure[upper->first];
    for (uint32_t i = 0; i < upper->count; i++) {
        uint8_t other[MCKAY_ENDS_MAX];
        matching_unrank(upper->ends / 2, structure[i].rank, other);
        if (matching_is_circuit(upper->ends / 2, partner, other))
            sum += structure[i].count;
    }
    return sum;
}

// The sum over lower structures if the steps join no two ends of the lower half. `partner` holds the partners of
// those ends of U that the steps alone join, and every other point itself.
static mckay_count sum_straight(const struct joiner *joiner, const struct mckay_type *lower,
                                const struct mckay_paths *paths, const uint8_t *partner)
{
    const struct mckay_types *types = joiner->all->types;
    const struct perfect_hash *hash = joiner->hash;
    const int half = 2 * joiner->all->ground->width, ends = lower->ends;
    uint8_t to[MCKAY_ENDS_MAX];
    uint64_t made = 0;
    for (int i = 0; i < ends; i++)
        to[lower->end[i]] = joiner->point[paths->mate[lower->end[i]] - half];
    for (int i = 0; i < joiner->upper->ends; i++)
        made += hash->weight[i][partner[i]];
    const uint8_t *pairs = types->pairs + lower->pairs;
    const struct matching_term *structure = &types->structure[lower->first];
    mckay_count sum = 0;
    for (uint32_t s = 0; s < lower->count; s++, pairs += ends) {
        uint64_t weights = made;
        for (int i = 0; i < ends; i += 2)
            weights += hash->either[to[pairs[i]]][to[pairs[i + 1]]];
        sum += (mckay_count)joiner->sums[perfect_hash_slot(hash, weights)] * structure[s].count;
    }
    return sum;
}

// Joins paths of a lower structure along the steps that connect two of its ends (`links`, two by two): removes
// these ends, so that the outer ends of the joined paths become partners. False when this closes a circuit, except
// with the last link if `may_close`.
static bool link_paths(uint8_t *lower_partner, const uint8_t *links, int link_count, bool may_close)
{
    for (int i = 0; i < link_count; i++) {
        uint8_t a = lower_partner[links[2 * i]], b = lower_partner[links[2 * i + 1]];
        if (a == links[2 * i + 1])
            return may_close && i == link_count - 1;
        lower_partner[a] = b;
        lower_partner[b] = a;
    }
    return true;
}

// The same if the steps also join ends of the lower half, or if U has no ends or too many for `sums`.
static mckay_count sum_winding(const struct joiner *joiner, const struct mckay_type *lower,
                               const struct mckay_paths *paths, uint8_t *partner)
{
    const struct mckay_types *types = joiner->all->types;
    const int half = 2 * joiner->all->ground->width, ends = lower->ends;
    uint8_t links[MCKAY_ENDS_MAX], risen[MCKAY_ENDS_MAX], to[MCKAY_ENDS_MAX];
    int link_count = 0, risen_count = 0;
    for (int i = 0; i < ends; i++) {
        int node = lower->end[i], mate = paths->mate[node];
        if (mate >= half) {
            risen[risen_count++] = (uint8_t)node;
            to[node] = joiner->point[mate - half];
        } else if (mate > node) {
            links[2 * link_count] = (uint8_t)node;
            links[2 * link_count++ + 1] = (uint8_t)mate;
        }
    }
    const bool is_last = !joiner->upper->ends;
    const uint8_t *pairs = types->pairs + lower->pairs;
    const struct matching_term *structure = &types->structure[lower->first];
    mckay_count sum = 0;
    for (uint32_t s = 0; s < lower->count; s++, pairs += ends) {
        uint8_t lower_partner[MCKAY_ENDS_MAX];
        for (int i = 0; i < ends; i += 2) {
            lower_partner[pairs[i]] = pairs[i + 1];
            lower_partner[pairs[i + 1]] = pairs[i];
        }
        if (!link_paths(lower_partner, links, link_count, is_last))
            continue;
        for (int i = 0; i < risen_count; i++)
            partner[to[risen[i]]] = to[lower_partner[risen[i]]];
        uint64_t above = is_last ? types->structure[joiner->upper->first].count : sum_upper(joiner, partner);
        sum += (mckay_count)above * structure[s].count;
    }
    return sum;
}

static void make_sums(struct joiner *joiner)
{
    const struct mckay_type *upper = joiner->upper;
    joiner->has_sums = true;
    if (upper->ends < 2 || upper->ends > PERFECT_HASH_POINTS)
        return;
    const struct matching_vector vector = {upper->ends / 2, &joiner->all->types->structure[upper->first],
                                           upper->count};
    circuit_sums(&joiner->all->tables, &vector, joiner->ranked_sums, joiner->scratch);
    joiner->hash = &joiner->all->hashes[vector.pairs];
    for (size_t i = 0; i < matching_count(vector.pairs); i++)
        joiner->sums[joiner->hash->slot[i]] = joiner->ranked_sums[i];
}

// The number of tours with given types and crossing steps.
static mckay_count sum_structures(struct joiner *joiner, const struct mckay_type *lower,
                                  const struct mckay_paths *paths)
{
    const struct mckay_type *upper = joiner->upper;
    const int half = 2 * joiner->all->ground->width;
    // A circuit of steps alone is a tour only if no half-tour has an end.
    if (paths->closed)
        return paths->closed == 1 && !upper->ends && !lower->ends;
    if (!joiner->has_sums)
        make_sums(joiner);
    bool winds = !upper->ends || upper->ends > PERFECT_HASH_POINTS;
    uint8_t partner[MCKAY_ENDS_MAX];
    for (int i = 0; i < upper->ends; i++) {
        int mate = paths->mate[upper->end[i] + half];
        partner[i] = mate >= half ? joiner->point[mate - half] : (uint8_t)i;
    }
    for (int i = 0; i < lower->ends && !winds; i++)
        winds = paths->mate[lower->end[i]] < half;
    return winds ? sum_winding(joiner, lower, paths, partner) : sum_straight(joiner, lower, paths, partner);
}

static void join_upper(struct joiner *joiner, int32_t index)
{
    const struct join *all = joiner->all;
    const struct mckay_sets *last = &all->sets[STEP_4_6];
    const uint64_t order = all->orders[index];
    joiner->upper = &all->types->type[index];
    joiner->has_sums = false;
    for (int i = 0; i < joiner->upper->ends; i++)
        joiner->point[joiner->upper->end[i]] = (uint8_t)i;
    for (int i = last->first[joiner->upper->b]; i < last->first[joiner->upper->b + 1]; i++)
        for (int g = 0; g < joiner->group_count; g++) {
            int32_t a_low = mckay_code_add(all->ground, joiner->groups[g].low, last->list.items[i].low);
            if (a_low < 0 || all->types->a_index[a_low] < 0)
                continue;
            const int32_t *row = mckay_types_row(all->types, (uint32_t)a_low);
            for (size_t c = joiner->groups[g].first; c < joiner->groups[g].end; c++) {
                const struct combination *combination = &joiner->combinations.items[c];
                int32_t lower = row[combination->b_low];
                int times = lower == MCKAY_NO_TYPE ? 0 : multiplicity(order, all->orders[lower]);
                if (!times)
                    continue;
                struct mckay_paths paths = combination->paths;
                mckay_paths_add_set(&paths, &last->list.items[i]);
                joiner->joined.crossing_sets++;
                joiner->joined.tours +=
                    (mckay_count)(unsigned)times * sum_structures(joiner, &all->types->type[lower], &paths);
            }
        }
}

// Whether the work goes on, after `finished` further types.
static bool report(struct join *all, uint64_t finished)
{
    pthread_mutex_lock(&all->lock);
    all->done += finished;
    if (!all->stopped && all->watch->progress &&
        !all->watch->progress(all->watch->context, (double)all->done / (double)all->types->count))
        all->stopped = true;
    bool goes_on = !all->stopped && !atomic_load(&all->failed);
    pthread_mutex_unlock(&all->lock);
    return goes_on;
}

static void join_a(void *context, uint64_t a, int thread)
{
    struct join *all = context;
    struct joiner *joiner = &all->joiners[thread];
    const struct mckay_types *types = all->types;
    int first = types->first_of_a[a], end = types->first_of_a[a + 1];
    if (!report(all, 0))
        return;
    if (!list_combinations(joiner, types->type[first].a)) {
        atomic_store(&all->failed, true);
        return;
    }
    for (int32_t i = first; i < end; i++)
        if (types->type[i].order >= types->type[types->type[i].mirror].order) {
            join_upper(joiner, i);
            if (i % 64 == 0 && !report(all, 0))
                return;
        }
    report(all, (uint64_t)(end - first));
}

static bool prepare(struct join *all, int threads)
{
    all->joiners = memory_try_zeroed((size_t)threads, sizeof *all->joiners);
    all->orders = memory_try(NULL, (size_t)all->types->count, sizeof *all->orders);
    if (!all->joiners || !all->orders || !circuit_tables_init(&all->tables))
        return false;
    int ends = 0;
    for (int i = 0; i < all->types->count; i++) {
        const struct mckay_type *type = &all->types->type[i];
        ends = type->ends > ends && type->ends <= PERFECT_HASH_POINTS ? type->ends : ends;
        all->orders[i] = (uint64_t)type->order << 32 | (uint64_t)all->types->type[type->mirror].order;
    }
    for (int k = 1; k <= ends / 2; k++)
        if (!perfect_hash_init(&all->hashes[k], k))
            return false;
    size_t sums = matching_count(ends / 2);
    for (int i = 0; i < threads; i++) {
        struct joiner *joiner = &all->joiners[i];
        joiner->all = all;
        joiner->groups = memory_try(NULL, all->sets[STEP_4_5].list.count, sizeof *joiner->groups);
        joiner->sums = memory_try(NULL, (size_t)all->hashes[ends / 2].slot_mask + 1, sizeof *joiner->sums);
        joiner->ranked_sums = memory_try(NULL, sums, sizeof *joiner->ranked_sums);
        joiner->scratch = memory_try(NULL, sums, sizeof *joiner->scratch);
        if (!joiner->groups || !joiner->sums || !joiner->ranked_sums || !joiner->scratch)
            return false;
    }
    return true;
}

static void clear(struct join *all, int threads)
{
    for (int i = 0; all->joiners && i < threads; i++) {
        vector_clear(&all->joiners[i].combinations);
        free(all->joiners[i].groups);
        free(all->joiners[i].sums);
        free(all->joiners[i].ranked_sums);
        free(all->joiners[i].scratch);
    }
    free(all->joiners);
    free(all->orders);
    circuit_tables_clear(&all->tables);
    for (int k = 1; k <= PERFECT_HASH_PAIRS; k++)
        perfect_hash_clear(&all->hashes[k]);
    pthread_mutex_destroy(&all->lock);
}

bool mckay_join(const struct mckay_parts *parts, int threads, const struct mckay_watch *watch,
                struct mckay_joined *joined, struct error *err)
{
    struct join all = {.ground = parts->ground, .types = parts->types, .sets = parts->sets, .watch = watch};
    pthread_mutex_init(&all.lock, NULL);
    *joined = (struct mckay_joined){0};
    if (!prepare(&all, threads))
        atomic_store(&all.failed, true);
    else
        parallel_for(threads, (uint64_t)parts->types->a_count, join_a, &all);
    for (int i = 0; all.joiners && i < threads; i++) {
        joined->crossing_sets += all.joiners[i].joined.crossing_sets;
        joined->tours += all.joiners[i].joined.tours;
    }
    clear(&all, threads);
    if (atomic_load(&all.failed))
        return error_no_memory(err);
    if (all.stopped)
        return error_set(err, ERROR_BUSY, "", "the work was interrupted");
    return true;
}
