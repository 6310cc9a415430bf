// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates the lengths of lists that are too long to build, in a count of closed knight's tours, from random parts of them.
//
//     lists BOARD LIKE [INNER [DRAWS [MOST [SEED]]]]
//
// The steps of a half are taken as in the count, but after the first list of more than MOST states only in part: for some cells the
// final degree is drawn at random, and only states that can still end with it are built. Every state of a whole list is built with
// a known probability: the product, over those cells, of the sum of the probabilities of the degrees that it can end with. Counted
// as 1 / probability each, the states that are built give an unbiased estimate of the length of the whole list (Horvitz and
// Thompson, 1952). The probabilities of degrees are taken from the whole lists of a smaller board.
//
// Most of these cells belong to the separator. On large boards the lists become long before any of these has edges. So degrees of
// the last INNER cells of the half may be drawn as well, but then lists are estimated only up to the step that removes the first of
// them. The halves of the board must be images of each other.
#include "base/random.h"
#include "tours/matching/matching_tables.h"
#include "tours/mitm/plan/planner.h"
#include "tours/mitm/step/step.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { STEPS_MAX = 100, CUTS = 3, INNER_MAX = 6, DRAWS_MAX = 1000 };

// A cell whose degree may be drawn.
struct cell {
    int slot;
    uint8_t undecided[STEPS_MAX]; // as in struct mitm_half; MITM_LENT where nothing is known after a step
    double chance[3];             // of drawing each degree
    bool is_drawn;
    unsigned degree; // the degree that was drawn
};

// What a draw says about a list.
struct sums {
    double states, bytes;
    double units[CUTS]; // states of the lists of all units with 2, 4, … cells fixed
};

struct sampler {
    struct mitm_plan plan;
    struct mitm_stepper stepper;
    struct budget budget;
    struct mitm_arena arena;
    struct cell cells[MITM_SLOTS_MAX + INNER_MAX];
    int count, inner, end; // cells, the last of which are inner ones; steps up to the first of these
    uint64_t most;
    struct random random;
    struct sums sums[STEPS_MAX];
    uint64_t made;
};

static double uniform(struct random *random)
{
    return (double)(random_next(random) >> 11) / 9007199254740992.0;
}

// A bit for each final degree that a cell may still reach from its degree in a signature after a step.
static unsigned ways_of(const struct cell *cell, int step, uint64_t signature)
{
    unsigned undecided = cell->undecided[step], degree = mitm_degree(signature, cell->slot);
    if (undecided == MITM_LENT)
        return 7;
    return 7U << degree & 7U & ((2U << (degree + (undecided > 2 ? 2 : undecided))) - 1);
}

// The probability that states of this signature are built.
static double chance_of(const struct sampler *sampler, int step, uint64_t signature)
{
    double chance = 1;
    for (int k = 0; k < sampler->count; k++) {
        double sum = 0;
        if (!sampler->cells[k].is_drawn)
            continue;
        for (unsigned ways = ways_of(&sampler->cells[k], step, signature); ways; ways &= ways - 1)
            sum += sampler->cells[k].chance[__builtin_ctz(ways)];
        chance *= sum;
    }
    return chance;
}

static bool is_required(const struct sampler *sampler, int step, uint64_t signature)
{
    for (int k = 0; k < sampler->count; k++)
        if (sampler->cells[k].is_drawn &&
            !(ways_of(&sampler->cells[k], step, signature) >> sampler->cells[k].degree & 1))
            return false;
    return true;
}

// How many required states a list has and, on average, would have after drawing the degree of a cell.
static double states_left(const struct sampler *sampler, int step, struct mitm_span list,
                          double left[MITM_SLOTS_MAX + INNER_MAX])
{
    double all = 0;
    memset(left, 0, (MITM_SLOTS_MAX + INNER_MAX) * sizeof *left);
    for (size_t i = 0; i < list.count; i++) {
        const struct mitm_group *group = &list.groups[i];
        if (!is_required(sampler, step, group->signature))
            continue;
        all += group->states;
        for (int k = 0; k < sampler->count; k++)
            for (unsigned ways = ways_of(&sampler->cells[k], step, group->signature); ways; ways &= ways - 1)
                left[k] += group->states * sampler->cells[k].chance[__builtin_ctz(ways)];
    }
    return all;
}

static void draw_cell(struct sampler *sampler, int k)
{
    struct cell *cell = &sampler->cells[k];
    double at = uniform(&sampler->random) - cell->chance[0];
    cell->degree = 0;
    while (cell->degree < 2 && at >= 0)
        at -= cell->chance[++cell->degree];
    cell->is_drawn = true;
}

// Draws degrees until the required states of a list are few enough. False when nothing is left of it.
static bool thin(struct sampler *sampler, int step, struct mitm_span list)
{
    double left[MITM_SLOTS_MAX + INNER_MAX];
    for (;;) {
        double all = states_left(sampler, step, list, left);
        int best = -1;
        for (int k = 0; k < sampler->count; k++)
            if (!sampler->cells[k].is_drawn && left[k] < 0.9 * all && (best < 0 || left[k] < left[best]))
                best = k;
        if (all <= (double)sampler->most || best < 0)
            return all > 0;
        draw_cell(sampler, best);
    }
}

static struct mitm_range range_after(const struct sampler *sampler, int step)
{
    struct mitm_range range = {.high = UINT64_MAX};
    for (int k = 0; k < sampler->count; k++) {
        const struct cell *cell = &sampler->cells[k];
        unsigned undecided = cell->undecided[step];
        for (unsigned degree = 0; degree < 3 && cell->is_drawn && undecided != MITM_LENT; degree++)
            if (degree > cell->degree || degree + undecided < cell->degree)
                range.forbidden[degree] |= UINT64_C(1) << (2 * cell->slot);
    }
    return range;
}

static void note(struct sampler *sampler, int step, const struct mitm_layer *layer)
{
    struct sums *sums = &sampler->sums[step];
    *sums = (struct sums){0};
    for (size_t i = 0; i < layer->count; i++) {
        const struct mitm_group *group = &layer->groups[i];
        double share = 1 / chance_of(sampler, step, group->signature), states = share * group->states;
        size_t bytes = sizeof *group + mitm_group_bytes(group->signature, group->states, group->bound);
        sums->states += states;
        sums->bytes += share * (double)bytes;
        for (int c = 0; c < CUTS; c++) {
            for (int k = 2 * c; k < 2 * c + 2; k++)
                states *= __builtin_popcount(ways_of(&sampler->cells[k], step, group->signature));
            sums->units[c] += states;
        }
    }
    sampler->made += layer->states;
}

// Takes a step; the caller frees the resulting list.
static struct mitm_layer take_step(struct sampler *sampler, int step, struct mitm_span list)
{
    struct mitm_layer out;
    const struct mitm_advance advance = {.step = step, .input = list, .range = range_after(sampler, step)};
    mitm_layer_init(&out, &sampler->arena);
    mitm_advance(&sampler->stepper, &advance, &out);
    note(sampler, step, &out);
    return out;
}

// Builds whole lists from the start until one is too long. Returns how many steps that took.
static int make_first(struct sampler *sampler, struct mitm_layer *layer)
{
    int step = 0;
    mitm_start_layer(layer, MITM_EXACT);
    while (step < sampler->end && layer->states <= sampler->most) {
        struct mitm_layer out = take_step(sampler, step++, (struct mitm_span){layer->groups, layer->count});
        mitm_layer_clear(layer);
        *layer = out;
    }
    return step;
}

// Draws the degrees of the cells in the near rank of the separator to which a step gives edges, unless the list is short: once they
// have edges, a draw rules out fewer states.
static void draw_touched(struct sampler *sampler, int step, struct mitm_span list)
{
    const struct mitm_step *taken = &sampler->plan.half[0].step[step];
    uint64_t states = 0;
    for (size_t i = 0; i < list.count; i++)
        states += list.groups[i].states;
    if (states <= sampler->most / 10 || taken->final)
        return;
    for (int k = 0; k < sampler->plan.cells; k += 2)
        for (int t = 0; t < taken->count; t++)
            if (taken->to[t] == sampler->cells[k].slot && !sampler->cells[k].is_drawn)
                draw_cell(sampler, k);
}

// Builds parts of the later lists.
static void draw(struct sampler *sampler, int step, const struct mitm_layer *first)
{
    struct mitm_layer layer;
    struct mitm_span list = {first->groups, first->count};
    mitm_layer_init(&layer, &sampler->arena);
    for (int k = 0; k < sampler->count; k++)
        sampler->cells[k].is_drawn = false;
    for (int s = step; s < sampler->end; s++)
        sampler->sums[s] = (struct sums){0};
    for (int k = sampler->plan.cells; k < sampler->count; k++)
        draw_cell(sampler, k);
    for (; step < sampler->end; step++) {
        draw_touched(sampler, step, list);
        if (!thin(sampler, step - 1, list))
            break;
        struct mitm_layer out = take_step(sampler, step, list);
        mitm_layer_clear(&layer);
        layer = out;
        list = (struct mitm_span){layer.groups, layer.count};
    }
    mitm_layer_clear(&layer);
}

// Adds up all lists; for bytes, takes the maximum.
static struct sums total_of(const struct sampler *sampler)
{
    struct sums total = {0};
    for (int s = 0; s < sampler->end; s++) {
        const struct sums *sums = &sampler->sums[s];
        total.states += sums->states;
        total.bytes = sums->bytes > total.bytes ? sums->bytes : total.bytes;
        for (int c = 0; c < CUTS; c++)
            total.units[c] += sums->units[c];
    }
    return total;
}

static bool make_plan(struct mitm_plan *plan, const char *text)
{
    struct tour_board board;
    struct leaper leaper;
    struct tour_graph graph;
    struct cycle_graph cycles;
    const struct tour_constraint ends = {false, -1, -1};
    if (!tour_board_read(&board, text, NULL) || !leaper_read(&leaper, "N", NULL) ||
        !tour_graph_init(&graph, &board, &leaper, NULL, NULL))
        return false;
    bool good = cycle_graph_init(&cycles, &graph, &ends, NULL) && mitm_plan_find(plan, &graph, &cycles, NULL);
    return good && plan->shared && plan->cells % 2 == 0 && plan->half[0].steps <= STEPS_MAX;
}

// The corresponding cell of the smaller board: equally far from one end of the key order, or near its last end.
static int corresponding_cell(const struct sampler *sampler, const struct sampler *like, int k)
{
    int others = like->plan.cells;
    if (k >= sampler->plan.cells - 4)
        return k - sampler->count + like->count;
    return k < others - 4 ? k : others - 8 + (k - others + 4) % 4;
}

// Learns from the whole lists of a smaller board how often cells end with each degree: a state counts in equal parts for the
// degrees that it can end with. Cells are matched from the ends of the separator inward, and from its middle.
static void learn(struct sampler *sampler, struct sampler *like)
{
    double shares[MITM_SLOTS_MAX + INNER_MAX][3] = {{0}};
    struct mitm_layer layer;
    mitm_layer_init(&layer, &like->arena);
    mitm_start_layer(&layer, MITM_EXACT);
    for (int step = 0; step < like->plan.half[0].steps; step++) {
        struct mitm_layer out = take_step(like, step, (struct mitm_span){layer.groups, layer.count});
        mitm_layer_clear(&layer);
        layer = out;
        for (size_t i = 0; i < layer.count; i++)
            for (int k = 0; k < like->count; k++) {
                if (like->cells[k].undecided[step] == MITM_LENT)
                    continue;
                unsigned ways = ways_of(&like->cells[k], step, layer.groups[i].signature);
                for (unsigned rest = ways; rest; rest &= rest - 1)
                    shares[k][__builtin_ctz(rest)] +=
                        (double)layer.groups[i].states / __builtin_popcount(ways);
            }
    }
    mitm_layer_clear(&layer);
    for (int k = 0; k < sampler->count; k++) {
        int from = corresponding_cell(sampler, like, k);
        double all = shares[from][0] + shares[from][1] + shares[from][2];
        for (int degree = 0; degree < 3; degree++)
            sampler->cells[k].chance[degree] = 0.9 * shares[from][degree] / all + 0.1 / 3;
    }
}

// The cell that a step removes: how many edges it can still get from cells removed before it.
static struct cell inner_cell(const struct mitm_half *half, int step)
{
    struct cell cell = {.slot = half->step[step].slot};
    unsigned undecided = 0;
    memset(cell.undecided, MITM_LENT, sizeof cell.undecided);
    // Before the step that removed another cell from the same slot, it had none.
    for (int s = step - 1; s >= 0 && half->step[s].slot != cell.slot; s--) {
        cell.undecided[s] = (uint8_t)undecided;
        for (int t = 0; t < half->step[s].count; t++)
            undecided += half->step[s].to[t] == cell.slot;
    }
    return cell;
}

static void list_cells(struct sampler *sampler)
{
    const struct mitm_plan *plan = &sampler->plan;
    const struct mitm_half *half = &plan->half[0];
    sampler->count = plan->cells + sampler->inner;
    for (int k = 0; k < plan->cells; k++) {
        sampler->cells[k].slot = mitm_plan_slot(plan, k);
        for (int s = 0; s < half->steps; s++)
            sampler->cells[k].undecided[s] = half->undecided[s * plan->cells + k];
    }
    sampler->end = half->steps;
    for (int i = 0; i < sampler->inner; i++) {
        while (half->step[--sampler->end].slot < 0)
            continue;
        sampler->cells[plan->cells + i] = inner_cell(half, sampler->end);
    }
}

static bool open_sampler(struct sampler *sampler, const char *board, struct matching_tables *tables,
                         int inner)
{
    sampler->inner = inner;
    if (!make_plan(&sampler->plan, board))
        return false;
    list_cells(sampler);
    budget_init(&sampler->budget, &(struct budget_bounds){0});
    mitm_arena_init(&sampler->arena, &sampler->budget, "/var/tmp");
    mitm_stepper_init(&sampler->stepper, &sampler->plan, tables, MITM_EXACT, 0);
    return true;
}

static void print_estimate(const char *name, const double *values, int count)
{
    double sum = 0, squares = 0;
    for (int i = 0; i < count; i++)
        sum += values[i];
    for (int i = 0; i < count; i++)
        squares += (values[i] - sum / count) * (values[i] - sum / count);
    printf("%s: %.3g, standard error %.2g\n", name, sum / count,
           count > 1 ? sqrt(squares / (count - 1) / count) : INFINITY);
}

// Makes the requested number of draws, and prints the estimates.
static void run(struct sampler *sampler, int draws)
{
    static double whole[DRAWS_MAX], units[CUTS][DRAWS_MAX], lists[STEPS_MAX][2];
    struct mitm_layer first;
    mitm_layer_init(&first, &sampler->arena);
    int steps = make_first(sampler, &first);
    puts(
        "| draw | states made | states of whole lists | longest list, bytes | memory |\n| --- | --- | --- | --- | --- |");
    for (int i = 0; i < draws; i++) {
        uint64_t before = sampler->made;
        draw(sampler, steps, &first);
        struct sums total = total_of(sampler);
        whole[i] = total.states;
        for (int c = 0; c < CUTS; c++)
            units[c][i] = total.units[c];
        printf("| %d | %.3g | %.4g | %.3g | %.0f MB |\n", i + 1, (double)(sampler->made - before),
               total.states, total.bytes, (double)atomic_load(&sampler->budget.peak) / 1e6);
        fflush(stdout);
        for (int s = 0; s < sampler->end; s++) {
            lists[s][0] += sampler->sums[s].states / draws;
            lists[s][1] += sampler->sums[s].bytes / draws;
        }
    }
    for (int s = 0; s < sampler->end; s++)
        printf("after step %d, %d cells final: %.4g states, %.3g bytes\n", s + 1,
               sampler->plan.half[0].step[s].final, lists[s][0], lists[s][1]);
    print_estimate("states", whole, draws);
    for (int c = 0; c < CUTS; c++) {
        char name[40];
        snprintf(name, sizeof name, "states of units, %d cells fixed", 2 * c + 2);
        print_estimate(name, units[c], draws);
    }
    mitm_layer_clear(&first);
}

int main(int argc, char **argv)
{
    static struct sampler sampler, like;
    int inner = argc > 3 ? atoi(argv[3]) : 0, draws = argc > 4 ? atoi(argv[4]) : 10;
    sampler.most = argc > 5 ? strtoull(argv[5], NULL, 10) : 10000000;
    sampler.random.state = argc > 6 ? strtoull(argv[6], NULL, 10) : 1;
    struct matching_tables *tables = matching_tables_new(NULL);
    if (argc < 3 || inner < 0 || inner > INNER_MAX || draws < 1 || draws > DRAWS_MAX ||
        !open_sampler(&sampler, argv[1], tables, inner) || !open_sampler(&like, argv[2], tables, inner)) {
        fprintf(stderr, "usage: lists BOARD LIKE [INNER [DRAWS [MOST [SEED]]]]\n");
        return 2;
    }
    learn(&sampler, &like);
    run(&sampler, draws);
    return 0;
}
