// SPDX-License-Identifier: GPL-3.0-or-later
// Applies a plan to signatures, and restricts it to one unit of work.
#include "tours/mitm/plan/plan.h"

#include "base/memory.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

void mitm_plan_clear(struct mitm_plan *plan)
{
    for (int half = 0; half < 2; half++) {
        free(plan->half[half].step);
        free(plan->half[half].undecided);
        plan->half[half] = (struct mitm_half){0};
    }
}

uint64_t mitm_plan_partner(const struct mitm_plan *plan, uint64_t signature, int slots)
{
    uint64_t partner = 0;
    int shift = 2 * (plan->low + plan->cells - slots);
    for (int slot = plan->low; slot < plan->low + plan->cells; slot++)
        partner |= (uint64_t)(2 - mitm_degree(signature, slot)) << (2 * plan->image[slot]);
    return partner >> shift << shift;
}

static void mix_in(uint64_t *print, uint64_t value)
{
    *print = random_mix(*print ^ value);
}

uint64_t mitm_plan_fingerprint(const struct mitm_plan *plan)
{
    uint64_t print = 1;
    mix_in(&print, (uint64_t)plan->cells << 8 | (uint64_t)plan->is_coloured << 2 |
                       (uint64_t)plan->symmetric << 1 | plan->shared);
    for (int i = 0; i < plan->cells; i++)
        mix_in(&print, (uint64_t)plan->vertex[i]);
    for (int h = 0; h < 2; h++)
        for (int i = 0; i < plan->half[h].steps; i++) {
            const struct mitm_step *step = &plan->half[h].step[i];
            mix_in(&print,
                   (uint64_t)(step->slot + 1) << 32 | (uint64_t)step->count << 16 | (uint64_t)step->final);
            for (int t = 0; t < step->count; t++)
                mix_in(&print, step->to[t]);
            for (int e = 0; e < step->edges; e++)
                mix_in(&print, (uint64_t)step->edge[e][0] << 8 | step->edge[e][1]);
            for (int d = 0; d < 3; d++)
                mix_in(&print, step->forbidden[d]);
        }
    for (int i = 0; i < plan->comparisons; i++) {
        mix_in(&print, plan->comparison[i].plus);
        mix_in(&print, plan->comparison[i].minus);
    }
    return print;
}

static int degree_sum(uint64_t signature, uint64_t slots)
{
    return __builtin_popcountll(signature & slots) + 2 * __builtin_popcountll(signature >> 1 & slots);
}

bool mitm_plan_suits_colours(const struct mitm_plan *plan, const struct mitm_step *step, uint64_t signature)
{
    if (mitm_degree(signature, mitm_plan_slot(plan, plan->cells - 1)) < 2)
        return true;
    return degree_sum(signature, step->coloured[0]) - degree_sum(signature, step->coloured[1]) ==
           step->excess;
}

int mitm_plan_compare(const struct mitm_plan *plan, uint64_t signature, int slots)
{
    for (int i = 0; i < plan->comparisons && plan->comparison[i].slots <= slots; i++) {
        int difference = degree_sum(signature, plan->comparison[i].plus) -
                         degree_sum(signature, plan->comparison[i].minus);
        if (difference)
            return difference;
    }
    return 0;
}

// Gives half 1 its own copy of the steps of half 0.
static bool copy_half(struct mitm_plan *plan)
{
    struct mitm_half *from = &plan->half[0], *to = &plan->half[1];
    size_t steps = (size_t)from->steps, cells = (size_t)plan->cells;
    to->step = memory_try(NULL, steps, sizeof *to->step);
    to->undecided = memory_try(NULL, steps * cells, 1);
    if (!to->step || !to->undecided)
        return false; // mitm_plan_clear() frees what has been allocated
    to->steps = from->steps;
    memcpy(to->step, from->step, steps * sizeof *to->step);
    memcpy(to->undecided, from->undecided, steps * cells);
    for (int m = 0; m < plan->milestones; m++)
        plan->milestone[m].steps[1] = plan->milestone[m].steps[0];
    return true;
}

void mitm_plan_forbid(const struct mitm_plan *plan, int half, int step,
                      const struct mitm_constraint *constraint, uint64_t forbidden[3])
{
    for (unsigned degree = 0; degree < 3; degree++)
        forbidden[degree] = 0;
    for (int k = 0; k < constraint->slots; k++) {
        int slot = mitm_plan_slot(plan, k);
        unsigned wanted = mitm_degree(constraint->degrees, slot),
                 undecided = plan->half[half].undecided[step * plan->cells + k];
        if (undecided == MITM_LENT)
            continue;
        for (unsigned degree = 0; degree < 3; degree++)
            if (degree > wanted || degree + undecided < wanted)
                forbidden[degree] |= UINT64_C(1) << (2 * slot);
    }
}

bool mitm_plan_restrict(struct mitm_plan *plan, const uint8_t *degrees, int count)
{
    struct mitm_constraint constraints[2] = {{count, 0}, {count, 0}};
    for (int k = 0; k < count; k++)
        constraints[0].degrees |= (uint64_t)degrees[k] << (2 * mitm_plan_slot(plan, k));
    constraints[1].degrees = mitm_plan_partner(plan, constraints[0].degrees, count);
    if (plan->shared && constraints[0].degrees != constraints[1].degrees) {
        if (!copy_half(plan))
            return false;
        plan->shared = false;
    }
    for (int h = 0; h < (plan->shared ? 1 : 2); h++)
        for (int i = 0; i < plan->half[h].steps; i++) {
            uint64_t forbidden[3];
            mitm_plan_forbid(plan, h, i, &constraints[h], forbidden);
            for (int degree = 0; degree < 3; degree++)
                plan->half[h].step[i].forbidden[degree] |= forbidden[degree];
        }
    return true;
}
