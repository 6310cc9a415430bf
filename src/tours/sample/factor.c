// SPDX-License-Identifier: GPL-3.0-or-later
// Joins the forward and the backward table of degrees in the middle, and finds factors by their numbers.
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
    mp_limb_t
        *ends; // [joints_count * limbs] the number of factors of the joints up to and including this one
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

// The most bytes that the joints can take. *most receives the most joints, *limbs the most limbs of their ends.
static uint64_t joints_room(const struct factor *factor, size_t *most, int *limbs)
{
    const struct factor_level *front = factor_table_last(&factor->tables.forward);
    const struct factor_level *back = factor_table_last(&factor->tables.backward);
    mpz_t total, product;
    mpz_inits(total, product, NULL);
    factor_level_sum(front, total);
    factor_level_sum(back, product);
    mpz_mul(total, total, product);
    *limbs = mpz_size(total) ? (int)mpz_size(total) : 1;
    *most = front->count < back->count ? front->count : back->count;
    mpz_clears(total, product, NULL);
    return *most * (sizeof *factor->joints + (size_t)*limbs * sizeof *factor->ends);
}

// A factor that is being made.
struct making {
    struct factor *factor;
    const struct factor_graph *graph;
    struct factor_plan plan;
    struct factor_budget *budget;
};

// Lists the joints, and adds up in `total` how many factors they have.
static bool list_joints(const struct making *making, mpz_t total, struct error *err)
{
    struct factor *factor = making->factor;
    struct factor_budget *budget = making->budget;
    const struct factor_level *front = factor_table_last(&factor->tables.forward);
    const struct factor_level *back = factor_table_last(&factor->tables.backward);
    enum { ASK_EVERY = 1 << 12 };
    size_t most;
    uint64_t bytes = joints_room(factor, &most, &factor->limbs);
    mpz_set_ui(total, 0);
    if (budget->used + bytes > budget->limit) {
        budget->needed = budget->used + bytes;
        return factor_budget_refuse(budget, err);
    }
    factor->joints = memory_try(NULL, most + 1, sizeof *factor->joints);
    factor->ends = memory_try(NULL, (most + 1) * (size_t)factor->limbs, sizeof *factor->ends);
    if (!factor->joints || !factor->ends)
        return error_no_memory(err);
    memset(factor->ends, 0, (most + 1) * (size_t)factor->limbs * sizeof *factor->ends);
    mpz_t weight, product;
    mpz_inits(weight, product, NULL);
    bool stopped = false;
    for (size_t i = 0; i < front->count && !stopped; i++) {
        stopped = i % ASK_EVERY == 0 && budget->go_on && !budget->go_on(budget->context);
        size_t j = factor_level_find(back, completion(&making->plan, making->graph, front->keys[i]));
        if (j == back->count)
            continue;
        mpz_import(weight, (size_t)front->limbs, -1, sizeof(mp_limb_t), 0, 0, factor_weight(front, i));
        mpz_import(product, (size_t)back->limbs, -1, sizeof(mp_limb_t), 0, 0, factor_weight(back, j));
        mpz_mul(product, product, weight);
        mpz_add(total, total, product);
        factor->joints[factor->joints_count] = (struct joint){(uint32_t)i, (uint32_t)j};
        mpz_export(factor->ends + factor->joints_count++ * (size_t)factor->limbs, NULL, -1, sizeof(mp_limb_t),
                   0, 0, total);
    }
    budget->used += bytes;
    mpz_clears(weight, product, NULL);
    return !stopped || error_set(err, ERROR_BUSY, "", "the work was interrupted");
}

// Packs the ends into as many limbs as the total has: ranks need no more.
static void pack_ends(struct factor *factor, const mpz_t total)
{
    int limbs = mpz_size(total) ? (int)mpz_size(total) : 1;
    for (size_t i = 0; i < factor->joints_count; i++)
        memmove(factor->ends + i * (size_t)limbs, factor->ends + i * (size_t)factor->limbs,
                (size_t)limbs * sizeof *factor->ends);
    factor->limbs = limbs;
}

// Reports how much memory the tables need. Returns false.
static bool measure(struct factor *factor, struct factor_budget *budget, struct error *err)
{
    size_t most;
    int limbs;
    bool both = !factor_table_resembles(&factor->tables.backward, &factor->tables.forward);
    factor_table_forget(&factor->tables.forward);
    factor_table_forget(&factor->tables.backward);
    budget->used = 0;
    if (!factor_table_measure(&factor->tables.forward, 0, budget, err) ||
        (both && !budget->unknown && !factor_table_measure(&factor->tables.backward, 0, budget, err)))
        return false;
    if (!both)
        factor_table_build_like(&factor->tables.backward, &factor->tables.forward, 0, budget, err);
    if (!budget->unknown)
        budget->needed += joints_room(factor, &most, &limbs);
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
    mpz_t total;
    if (!factor || !choose_order(graph, &order, other)) {
        error_no_memory(err);
        free(factor);
        return NULL;
    }
    memset(factor, 0, sizeof *factor);
    struct making making = {.factor = factor, .graph = graph, .budget = budget};
    mpz_init(total);
    bool built = factor_plan_make(&making.plan, graph, order, &factor->tables, err) &&
                 build_tables(factor, budget, err) && list_joints(&making, total, err);
    if (built)
        pack_ends(factor, total);
    mpz_clear(total);
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

void factor_count(const struct factor *factor, mpz_t count)
{
    mpz_set_ui(count, 0);
    if (factor->joints_count)
        mpz_import(count, (size_t)factor->limbs, -1, sizeof(mp_limb_t), 0, 0,
                   factor->ends + (factor->joints_count - 1) * (size_t)factor->limbs);
}

int factor_limbs(const struct factor *factor)
{
    return factor->limbs;
}

// The first joint whose end lies above the rank.
static size_t find_joint(const struct factor *factor, const mp_limb_t *rank)
{
    size_t low = 0, high = factor->joints_count - 1;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (mpn_cmp(factor->ends + middle * (size_t)factor->limbs, rank, factor->limbs) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void factor_unrank(const struct factor *factor, mp_limb_t *work, factor_edge take, void *context)
{
    int limbs = factor->limbs;
    mp_limb_t *rank = work, *quotient = work + limbs, *rest = work + 2 * (size_t)limbs;
    assert(factor->joints_count > 0);
    size_t place = find_joint(factor, rank);
    if (place > 0)
        mpn_sub_n(rank, rank, factor->ends + (place - 1) * (size_t)limbs, limbs);
    const struct joint *joint = &factor->joints[place];
    const struct factor_level *back = factor_table_last(&factor->tables.backward);
    // Within the joint, ranks are pairs: quotient and remainder by the weight of the backward state.
    const mp_limb_t *divisor = factor_weight(back, joint->backward);
    int size = back->limbs;
    while (size > 1 && divisor[size - 1] == 0)
        size--;
    memset(quotient, 0, 2 * (size_t)limbs * sizeof *quotient);
    mpn_tdiv_qr(quotient, rest, 0, rank, limbs, divisor, size);
    factor_table_unrank(&factor->tables.forward, joint->forward, quotient, take, context);
    factor_table_unrank(&factor->tables.backward, joint->backward, rest, take, context);
}
