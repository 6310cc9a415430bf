// SPDX-License-Identifier: GPL-3.0-or-later
// Joins the forward and the backward table of degrees in the middle, and finds factors by rank.
#include "tours/sample/factor.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// Two states of the last levels that complete each other.
struct joint {
    uint32_t forward, backward;
};

struct factor {
    struct factor_tables tables;
    size_t joints_count;
    struct joint *joints;
    int limbs;
    uint64_t *ends; // [joints_count * limbs] the number of factors of the joints up to and including this one
};

// The key of the backward table that completes a key of the forward table. Both start from 2 - demand
// for every vertex, so the degrees add up to 2 + 2 - demand. UINT64_MAX, which is not a key, when there is none.
static uint64_t completion(const struct factor_plan *plan, const struct factor_graph *graph, uint64_t key)
{
    uint64_t answer = 0;
    for (int i = 0; i < plan->separator; i++) {
        const struct factor_meeting *meeting = &plan->meetings[i];
        int start = 2 - graph->demand[meeting->vertex];
        int have = meeting->forward_slot < 0 ? start : (int)(key >> (2 * meeting->forward_slot) & 3);
        int want = 2 + start - have;
        if (meeting->backward_slot >= 0 && want <= 2)
            answer |= (uint64_t)want << (2 * meeting->backward_slot);
        else if (want != start)
            return UINT64_MAX;
    }
    return answer;
}

// What the joints take at most.
struct joints_room {
    size_t joints;
    int limbs; // of an end
    uint64_t bytes;
};

// False when there is no memory.
static bool joints_measure(const struct factor *factor, struct joints_room *room)
{
    const struct factor_level *front = factor_table_last(&factor->tables.forward);
    const struct factor_level *back = factor_table_last(&factor->tables.backward);
    struct natural ahead = {0}, behind = {0}, total = {0};
    factor_level_sum(front, &ahead);
    factor_level_sum(back, &behind);
    natural_multiply(&total, &ahead, &behind);
    bool measured = !total.failed;
    room->limbs = total.count ? (int)total.count : 1;
    room->joints = front->count < back->count ? front->count : back->count;
    room->bytes = room->joints * (sizeof *factor->joints + (size_t)room->limbs * sizeof *factor->ends);
    natural_clear(&ahead);
    natural_clear(&behind);
    natural_clear(&total);
    return measured;
}

// A factor that is being made.
struct making {
    struct factor *factor;
    const struct factor_graph *graph;
    struct factor_plan plan;
    struct factor_budget *budget;
};

// Lists the joints, and adds up in `total` how many factors they have.
static bool list_joints(const struct making *making, struct natural *total, struct error *err)
{
    struct factor *factor = making->factor;
    struct factor_budget *budget = making->budget;
    const struct factor_level *front = factor_table_last(&factor->tables.forward);
    const struct factor_level *back = factor_table_last(&factor->tables.backward);
    enum { ASK_EVERY = 1 << 12 };
    struct joints_room room;
    if (!joints_measure(factor, &room))
        return error_no_memory(err);
    if (budget->used + room.bytes > budget->limit) {
        budget->needed = budget->used + room.bytes;
        return factor_budget_refuse(budget, err);
    }
    size_t limbs = (size_t)room.limbs;
    factor->limbs = room.limbs;
    factor->joints = memory_try(NULL, room.joints + 1, sizeof *factor->joints);
    factor->ends = memory_try(NULL, (room.joints + 1) * limbs, sizeof *factor->ends);
    if (!factor->joints || !factor->ends)
        return error_no_memory(err);
    struct natural ahead = {0}, behind = {0}, product = {0};
    bool stopped = false;
    for (size_t i = 0; i < front->count && !stopped; i++) {
        stopped = i % ASK_EVERY == 0 && budget->go_on && !budget->go_on(budget->context);
        size_t j = factor_level_find(back, completion(&making->plan, making->graph, front->keys[i]));
        if (j == back->count)
            continue;
        natural_set_limbs(&ahead, factor_weight(front, i), (size_t)front->limbs);
        natural_set_limbs(&behind, factor_weight(back, j), (size_t)back->limbs);
        natural_multiply(&product, &ahead, &behind);
        natural_add(total, &product);
        factor->joints[factor->joints_count] = (struct joint){(uint32_t)i, (uint32_t)j};
        natural_store(total, factor->ends + factor->joints_count++ * limbs, limbs);
    }
    budget->used += room.bytes;
    natural_clear(&ahead);
    natural_clear(&behind);
    natural_clear(&product);
    if (total->failed)
        return error_no_memory(err);
    return !stopped || error_set(err, ERROR_BUSY, "", "the work was interrupted");
}

// Packs the ends into as many limbs as the total has: ranks need no more.
static void pack_ends(struct factor *factor, const struct natural *total)
{
    int limbs = total->count ? (int)total->count : 1;
    for (size_t i = 0; i < factor->joints_count; i++)
        memmove(factor->ends + i * (size_t)limbs, factor->ends + i * (size_t)factor->limbs,
                (size_t)limbs * sizeof *factor->ends);
    factor->limbs = limbs;
}

// Reports how much memory the tables need. Returns false.
static bool measure(struct factor *factor, struct factor_budget *budget, struct error *err)
{
    struct joints_room room;
    bool both = !factor_table_resembles(&factor->tables.backward, &factor->tables.forward);
    factor_table_forget(&factor->tables.forward);
    factor_table_forget(&factor->tables.backward);
    budget->used = 0;
    if (!factor_table_measure(&factor->tables.forward, 0, budget, err) ||
        (both && !budget->unknown && !factor_table_measure(&factor->tables.backward, 0, budget, err)))
        return false;
    if (!both)
        factor_table_build_like(&factor->tables.backward, &factor->tables.forward, 0, budget, err);
    if (!budget->unknown) {
        if (!joints_measure(factor, &room))
            return error_no_memory(err);
        budget->needed += room.bytes;
    }
    return factor_budget_refuse(budget, err);
}

static bool build_tables(struct factor *factor, struct factor_budget *budget, struct error *err)
{
    struct error reason;
    if (factor_table_build(&factor->tables.forward, 0, budget, &reason) &&
        factor_table_build_like(&factor->tables.backward, &factor->tables.forward, 0, budget, &reason))
        return true;
    if (reason.code == ERROR_TOO_LARGE)
        return budget->measures ? measure(factor, budget, err) : factor_budget_refuse(budget, err);
    if (err)
        *err = reason;
    return false;
}

// The cheaper of the two orders.
static bool choose_order(const struct factor_graph *graph, const int **order, const int *other)
{
    double cost, other_cost;
    if (!other)
        return true;
    if (!factor_plan_cost(graph, *order, &cost) || !factor_plan_cost(graph, other, &other_cost))
        return false;
    if (other_cost < cost)
        *order = other;
    return true;
}

struct factor *factor_new(const struct factor_graph *graph, const int *order, const int *other,
                          struct factor_budget *budget, struct error *err)
{
    struct factor *factor = memory_try(NULL, 1, sizeof *factor);
    struct natural total = {0};
    if (!factor || !choose_order(graph, &order, other)) {
        error_no_memory(err);
        free(factor);
        return NULL;
    }
    memset(factor, 0, sizeof *factor);
    struct making making = {.factor = factor, .graph = graph, .budget = budget};
    bool built = factor_plan_make(&making.plan, graph, order, &factor->tables, err) &&
                 build_tables(factor, budget, err) && list_joints(&making, &total, err);
    if (built)
        pack_ends(factor, &total);
    natural_clear(&total);
    factor_plan_clear(&making.plan);
    if (built)
        return factor;
    factor_free(factor);
    return NULL;
}

void factor_free(struct factor *factor)
{
    if (!factor)
        return;
    factor_table_clear(&factor->tables.forward);
    factor_table_clear(&factor->tables.backward);
    free(factor->joints);
    free(factor->ends);
    free(factor);
}

void factor_count(const struct factor *factor, struct natural *count)
{
    natural_set(count, 0);
    if (factor->joints_count)
        natural_set_limbs(count, factor->ends + (factor->joints_count - 1) * (size_t)factor->limbs,
                          (size_t)factor->limbs);
}

int factor_limbs(const struct factor *factor)
{
    return factor->limbs;
}

// The first joint whose end lies above the rank.
static size_t find_joint(const struct factor *factor, const uint64_t *rank)
{
    size_t low = 0, high = factor->joints_count - 1;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (limbs_compare(factor->ends + middle * (size_t)factor->limbs, rank, factor->limbs) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void factor_unrank(const struct factor *factor, uint64_t *work, factor_edge take, void *context)
{
    int limbs = factor->limbs;
    uint64_t *rank = work, *rest = work + limbs;
    assert(factor->joints_count > 0);
    size_t place = find_joint(factor, rank);
    if (place > 0)
        limbs_subtract(rank, limbs, factor->ends + (place - 1) * (size_t)limbs, limbs);
    const struct joint *joint = &factor->joints[place];
    const struct factor_level *back = factor_table_last(&factor->tables.backward);
    // Within the joint, ranks are pairs: quotient and remainder by the weight of the backward state.
    const uint64_t *divisor = factor_weight(back, joint->backward);
    int size = back->limbs;
    while (size > 1 && divisor[size - 1] == 0)
        size--;
    limbs_divide(rank, rest, limbs, divisor, size);
    factor_table_unrank(&factor->tables.forward, joint->forward, rank, take, context);
    factor_table_unrank(&factor->tables.backward, joint->backward, rest, take, context);
}
