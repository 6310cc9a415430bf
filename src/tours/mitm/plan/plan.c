// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses among the ways to cut a board, and says what follows from the choice.
#include "tours/mitm/plan/plan.h"

#include "base/memory.h"
#include "base/random.h"
#include "tours/mitm/plan/cut.h"
#include "tours/mitm/plan/schedule.h"

#include <stdlib.h>
#include <string.h>

// ---- What follows from a list of steps ----

// A degree of S that is final must leave something that the other half can add.
static void forbid_degrees(const struct mitm_cut *cut, struct mitm_plan *plan, int half)
{
    int before = 0;
    for (int i = 0; i < plan->half[half].steps; i++) {
        struct mitm_step *step = &plan->half[half].step[i];
        for (int k = before; k < step->final; k++) {
            int v = plan->vertex[k], others = 0;
            for (int j = cut->cycles->first[v]; j < cut->cycles->first[v + 1]; j++) {
                int side = cut->side[cut->cycles->neighbours[j]];
                others += side == MITM_MIDDLE ? cut->half_of[j] != half : side != half;
            }
            uint64_t bit = UINT64_C(1) << (2 * mitm_plan_slot(plan, k));
            if (others < 2)
                step->forbidden[0] |= bit;
            if (others < 1)
                step->forbidden[1] |= bit;
        }
        before = step->final;
    }
}

static int steps_until(const struct mitm_half *half, int slots)
{
    int steps = 1;
    while (steps < half->steps && half->step[steps - 1].final < slots)
        steps++;
    return steps;
}

static void list_milestones(const struct mitm_cut *cut, struct mitm_plan *plan)
{
    for (int k = 1; k < plan->cells; k++) {
        bool same_file = mitm_cut_is_cell(cut, plan->vertex[k]) &&
                         mitm_cut_column(cut, plan->vertex[k - 1]) == mitm_cut_column(cut, plan->vertex[k]);
        if (same_file)
            continue;
        struct mitm_milestone *milestone = &plan->milestone[plan->milestones];
        *milestone = (struct mitm_milestone){k, {0, 0}};
        for (int half = 0; half < (plan->symmetric ? 1 : 2); half++)
            milestone->steps[half] = steps_until(&plan->half[half], k);
        // Several files may become final at once.
        if (plan->milestones && !memcmp(milestone[-1].steps, milestone->steps, sizeof milestone->steps)) {
            milestone[-1].slots = k;
            continue;
        }
        bool last = milestone->steps[0] == plan->half[0].steps &&
                    (plan->symmetric || milestone->steps[1] == plan->half[1].steps);
        if (last)
            break;
        plan->milestones++;
    }
    plan->milestone[plan->milestones++] =
        (struct mitm_milestone){plan->cells, {plan->half[0].steps, plan->half[1].steps}};
}

// A milestone before the first, where nothing is final as yet: what long lists there lead to can be worked off
// block by block.
static void add_early_milestone(struct mitm_plan *plan)
{
    struct mitm_milestone early = {0, {0, 0}};
    for (int half = 0; half < (plan->symmetric ? 1 : 2); half++) {
        int step = plan->milestone[0].steps[half] - 1;
        while (step > 0 && plan->half[half].step[step].slot < 0)
            step--;
        if (step < 1)
            return;
        early.steps[half] = step;
    }
    memmove(plan->milestone + 1, plan->milestone, (size_t)plan->milestones * sizeof *plan->milestone);
    plan->milestone[0] = early;
    plan->milestones++;
}

static uint64_t bit_of(const struct mitm_cut *cut, const struct mitm_plan *plan, int layer, int file)
{
    int v = mitm_cut_vertex(cut, layer, file);
    return v < 0 ? 0 : UINT64_C(1) << (2 * mitm_plan_slot(plan, cut->key[v]));
}

static int place_behind(const struct mitm_cut *cut, const struct mitm_plan *plan, int file)
{
    int place = 0;
    for (int k = 0; k < plan->cells; k++)
        if (mitm_cut_is_cell(cut, plan->vertex[k]) && mitm_cut_column(cut, plan->vertex[k]) == file)
            place = k + 1;
    return place;
}

static int compare_comparisons(const void *a, const void *b)
{
    return ((const struct mitm_comparison *)a)->slots - ((const struct mitm_comparison *)b)->slots;
}

static void list_comparisons(const struct mitm_cut *cut, struct mitm_plan *plan)
{
    for (int file = 0; file < cut->files / 2 && cut->mirrored; file++) {
        int other = cut->files - 1 - file, place = place_behind(cut, plan, file);
        int slots = place_behind(cut, plan, other);
        for (int i = 0; i < cut->span; i++) {
            int layer = cut->first + i, image = cut->first + cut->span - 1 - i;
            if (plan->symmetric && image <= layer)
                break;
            struct mitm_comparison *comparison = &plan->comparison[plan->comparisons++];
            comparison->slots = slots > place ? slots : place;
            comparison->plus = bit_of(cut, plan, layer, file);
            comparison->minus = bit_of(cut, plan, layer, other);
            // What the completion by a symmetric half keeps is the difference between a cell and its image.
            if (plan->symmetric) {
                comparison->plus |= bit_of(cut, plan, image, other);
                comparison->minus |= bit_of(cut, plan, image, file);
            }
        }
    }
    qsort(plan->comparison, (size_t)plan->comparisons, sizeof *plan->comparison, compare_comparisons);
}

static void list_images(const struct mitm_cut *cut, struct mitm_plan *plan)
{
    for (int slot = 0; slot < MITM_SLOTS_MAX; slot++)
        plan->image[slot] = (uint8_t)slot;
    for (int k = 0; k < plan->cells && plan->symmetric; k++)
        plan->image[mitm_plan_slot(plan, k)] =
            (uint8_t)mitm_plan_slot(plan, cut->key[mitm_cut_image(cut, cut->flip, plan->vertex[k])]);
}

// ---- The choice of a plan ----

static bool try_cut(struct mitm_cut *cut, struct mitm_plan *plan)
{
    *plan = (struct mitm_plan){
        .symmetric = cut->symmetric, .shared = cut->symmetric, .is_coloured = cut->cycles->colour != NULL};
    bool good = mitm_cut_place(cut, plan) && mitm_cut_divide(cut, plan) &&
                mitm_schedule_half(cut, plan, MITM_BELOW) &&
                (cut->symmetric || mitm_schedule_half(cut, plan, MITM_ABOVE)) &&
                plan->low + plan->cells < MITM_SLOTS_MAX;
    if (!good) {
        mitm_plan_clear(plan);
        return false;
    }
    for (int half = 0; half < 2; half++) {
        mitm_schedule_number_slots(plan, &plan->half[half]);
        forbid_degrees(cut, plan, half);
    }
    list_milestones(cut, plan);
    add_early_milestone(plan);
    list_comparisons(cut, plan);
    list_images(cut, plan);
    // The mirror halves the lists at the end. On 6×10 and 8×10 it leaves 0.64 and 0.56 of the states, where the cost, which takes the
    // first lists for too long, would have them 1.19 and 1.56 times as many; on 10×10 1.78 times. With w there are fewer lists behind
    // the first ones: five files wide, open tours take 2 to 3.6 times as many states by the mirror as without.
    if (cut->mirrored)
        plan->cost *= plan->has_w ? 0.6 : 0.45;
    return true;
}

// From both ends inward where the mirror image is of use: then the first comparisons are decided early.
static void order_files(struct mitm_cut *cut, bool inward)
{
    cut->files_in_order = memory_resize(cut->files_in_order, (size_t)cut->files, sizeof *cut->files_in_order);
    for (int i = 0; i < cut->files; i++)
        cut->files_in_order[i] = !inward ? i : i & 1 ? cut->files - 1 - i / 2 : i / 2;
}

// Tries one separator with as much symmetry as it allows; keeps the plan if it is the cheapest so far.
static void try_separator(struct mitm_cut *cut, struct mitm_plan *best, bool *found)
{
    const struct cycle_graph *cycles = cut->cycles;
    bool plain_ends = cycles->vertices <= cycles->cells + 1;
    bool can_flip =
        plain_ends && cycles->symmetries >> cut->flip & 1 && 2 * cut->first + cut->span == cut->layers;
    bool can_mirror = plain_ends && cycles->symmetries >> cut->mirror & 1;
    for (int choice = 3; choice >= 0; choice--) {
        struct mitm_plan plan;
        cut->symmetric = choice & 1;
        cut->mirrored = choice & 2;
        order_files(cut, cut->mirrored);
        if ((cut->symmetric && !can_flip) || (cut->mirrored && !can_mirror) || !try_cut(cut, &plan))
            continue;
        if (*found && best->cost <= plan.cost) {
            mitm_plan_clear(&plan);
            continue;
        }
        if (*found)
            mitm_plan_clear(best);
        *best = plan;
        *found = true;
    }
}

bool mitm_plan_init(struct mitm_plan *plan, const struct tour_graph *graph, const struct cycle_graph *cycles)
{
    bool found = false;
    struct mitm_cut cut = {.graph = graph, .cycles = cycles};
    cut.side = memory_resize(NULL, (size_t)cycles->vertices, sizeof *cut.side);
    cut.key = memory_resize(NULL, (size_t)cycles->vertices, sizeof *cut.key);
    cut.half_of = memory_resize(NULL, 2 * (size_t)cycles->edges + 1, sizeof *cut.half_of);
    for (cut.axis = 0; cut.axis < 2; cut.axis++) {
        cut.layers = cut.axis ? graph->width : graph->height;
        cut.files = cut.axis ? graph->height : graph->width;
        cut.flip = cut.axis ? SYMMETRY_LEFT_RIGHT : SYMMETRY_TOP_BOTTOM;
        cut.mirror = cut.axis ? SYMMETRY_TOP_BOTTOM : SYMMETRY_LEFT_RIGHT;
        cut.span = mitm_cut_longest_leap(&cut);
        for (cut.first = 1; cut.first + cut.span < cut.layers && cut.span > 0; cut.first++)
            // Elsewhere than near the middle one half would do nearly all.
            if (abs(2 * cut.first + cut.span - cut.layers) <= 4)
                try_separator(&cut, plan, &found);
    }
    free(cut.side);
    free(cut.key);
    free(cut.half_of);
    free(cut.files_in_order);
    return found;
}

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

static void copy_half(struct mitm_plan *plan)
{
    struct mitm_half *from = &plan->half[0], *to = &plan->half[1];
    size_t steps = (size_t)from->steps, cells = (size_t)plan->cells;
    to->steps = from->steps;
    to->step = memory_resize(NULL, steps, sizeof *to->step);
    to->undecided = memory_resize(NULL, steps * cells, 1);
    memcpy(to->step, from->step, steps * sizeof *to->step);
    memcpy(to->undecided, from->undecided, steps * cells);
    for (int m = 0; m < plan->milestones; m++)
        plan->milestone[m].steps[1] = plan->milestone[m].steps[0];
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

void mitm_plan_restrict(struct mitm_plan *plan, const uint8_t *degrees, int count)
{
    struct mitm_constraint constraints[2] = {{count, 0}, {count, 0}};
    for (int k = 0; k < count; k++)
        constraints[0].degrees |= (uint64_t)degrees[k] << (2 * mitm_plan_slot(plan, k));
    constraints[1].degrees = mitm_plan_partner(plan, constraints[0].degrees, count);
    if (plan->shared && constraints[0].degrees != constraints[1].degrees) {
        copy_half(plan);
        plan->shared = false;
    }
    for (int h = 0; h < (plan->shared ? 1 : 2); h++)
        for (int i = 0; i < plan->half[h].steps; i++) {
            uint64_t forbidden[3];
            mitm_plan_forbid(plan, h, i, &constraints[h], forbidden);
            for (int degree = 0; degree < 3; degree++)
                plan->half[h].step[i].forbidden[degree] |= forbidden[degree];
        }
}
