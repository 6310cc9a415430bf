// SPDX-License-Identifier: GPL-3.0-or-later
// The patterns of a step are all possible choices, each listed once, and change degrees and paths as their edges do one by one.
#include "tours/mitm/plan/pattern.h"

#include "base/random.h"

#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

enum { SLOTS = 9 };

// A signature and the other end of the path that ends in a slot; edges are taken one at a time.
struct paths {
    unsigned degree[SLOTS];
    int mate[SLOTS];
    bool is_none; // a path was closed
};

// False when a slot would need a third edge.
static bool join(struct paths *paths, int a, int b)
{
    if (paths->degree[a] == 2 || paths->degree[b] == 2)
        return false;
    int end_a = paths->degree[a] ? paths->mate[a] : a, end_b = paths->degree[b] ? paths->mate[b] : b;
    paths->is_none |= end_a == b;
    paths->mate[end_a] = end_b;
    paths->mate[end_b] = end_a;
    paths->degree[a]++;
    paths->degree[b]++;
    return true;
}

static uint64_t signature_of(const struct paths *paths)
{
    uint64_t signature = 0;
    for (int slot = 0; slot < SLOTS; slot++)
        signature |= (uint64_t)paths->degree[slot] << (2 * slot);
    return signature;
}

static uint64_t rank_of(const struct paths *paths)
{
    int place[SLOTS], points = 0;
    uint8_t partner[SLOTS] = {0};
    for (int slot = 0; slot < SLOTS; slot++)
        place[slot] = paths->degree[slot] == 1 ? points++ : -1;
    for (int slot = 0; slot < SLOTS; slot++)
        if (place[slot] >= 0)
            partner[place[slot]] = (uint8_t)place[paths->mate[slot]];
    return matching_rank(points / 2, partner);
}

static void draw_paths(struct random *random, struct paths *paths)
{
    int open = -1;
    *paths = (struct paths){0};
    for (int slot = 0; slot < SLOTS; slot++) {
        paths->degree[slot] = random_below(random, 3);
        if (paths->degree[slot] != 1)
            continue;
        paths->mate[slot] = open;
        if (open >= 0)
            paths->mate[open] = slot;
        open = open >= 0 ? -1 : slot;
    }
    if (open >= 0)
        paths->degree[open] = 0;
    // The same ends in another order.
    for (int i = 0; i < 20; i++) {
        int a = (int)random_below(random, SLOTS), b = (int)random_below(random, SLOTS);
        if (paths->degree[a] != 1 || paths->degree[b] != 1 || a == b || paths->mate[a] == b)
            continue;
        int mate_a = paths->mate[a], mate_b = paths->mate[b];
        paths->mate[a] = mate_b;
        paths->mate[mate_b] = a;
        paths->mate[b] = mate_a;
        paths->mate[mate_a] = b;
    }
}

// A random step: it eliminates the vertex in some slot, or none; some other slots hold its neighbours, and up to two edges join
// others.
static void draw_step(struct random *random, struct mitm_step *step)
{
    *step = (struct mitm_step){.slot = (int)random_below(random, SLOTS + 2)};
    if (step->slot >= SLOTS)
        step->slot = -1;
    for (int slot = 0; slot < SLOTS && step->slot >= 0; slot++)
        if (slot != step->slot && random_below(random, 2))
            step->to[step->count++] = (uint8_t)slot;
    int edges = (int)random_below(random, MITM_EDGES_MAX + 1);
    while (step->edges < edges) {
        uint8_t a = (uint8_t)random_below(random, SLOTS), b = (uint8_t)random_below(random, SLOTS);
        if (a >= b || a == step->slot || b == step->slot ||
            (step->edges && step->edge[0][0] == a && step->edge[0][1] == b))
            continue;
        memcpy(step->edge[step->edges++], (uint8_t[]){a, b}, 2);
    }
}

// Whether a pattern chooses these neighbours (places in step->to, or -1) and edges, and nothing else.
static bool is_way(const struct mitm_step *step, const struct mitm_pattern *pattern, int first, int second,
                   unsigned taken)
{
    int c = 0;
    if (step->slot >= 0) {
        const struct mitm_choice *choice = &pattern->choice[c++];
        if (choice->v != step->slot || choice->a != (first < 0 ? -1 : step->to[first]) ||
            choice->b != (second < 0 ? -1 : step->to[second]))
            return false;
    }
    for (int e = 0; e < step->edges; e++) {
        if (!(taken >> e & 1))
            continue;
        const struct mitm_choice *choice = &pattern->choice[c++];
        if (c > pattern->choices || choice->v != -1 || choice->a != step->edge[e][0] ||
            choice->b != step->edge[e][1])
            return false;
    }
    return c == pattern->choices;
}

// Applies a choice to the paths. False when a slot has no room, or the vertex does not end up with two edges.
static bool take(const struct mitm_step *step, struct paths *paths, int first, int second, unsigned taken)
{
    if ((first >= 0 && !join(paths, step->slot, step->to[first])) ||
        (second >= 0 && !join(paths, step->slot, step->to[second])))
        return false;
    if (step->slot >= 0) {
        if (paths->degree[step->slot] != 2)
            return false;
        paths->degree[step->slot] = 0;
    }
    for (int e = 0; e < step->edges; e++)
        if (taken >> e & 1 && !join(paths, step->edge[e][0], step->edge[e][1]))
            return false;
    return true;
}

static uint64_t change_rank(const struct mitm_pattern *pattern, uint64_t signature, uint64_t rank)
{
    for (int c = 0; c < pattern->choices && rank != MATCHING_NONE; c++) {
        struct matching_change change;
        if (mitm_change_of(&pattern->choice[c], signature, &change)) {
            assert_int_equal(change.pairs, mitm_pairs(signature));
            rank = matching_apply(change.operation, change.pairs, change.i, change.j, rank);
        }
        signature += pattern->choice[c].delta;
    }
    return rank;
}

// Checks that exactly one of the patterns that apply makes a choice if it is possible, and none if it is not. Returns how many do.
static int check_way(const struct mitm_step *step, const struct mitm_pattern *patterns, int count,
                     const struct paths *paths, const int neighbours[2], unsigned taken)
{
    struct paths after = *paths;
    uint64_t signature = signature_of(paths);
    bool possible = take(step, &after, neighbours[0], neighbours[1], taken);
    int found = 0;
    for (int p = 0; p < count; p++) {
        if ((signature & patterns[p].mask) != patterns[p].value ||
            !is_way(step, &patterns[p], neighbours[0], neighbours[1], taken))
            continue;
        found++;
        if (!possible)
            continue;
        assert_int_equal(signature + patterns[p].delta, signature_of(&after));
        assert_int_equal(change_rank(&patterns[p], signature, rank_of(paths)),
                         after.is_none ? MATCHING_NONE : rank_of(&after));
    }
    assert_int_equal(found, possible);
    return found;
}

static int check_step(const struct mitm_step *step, const struct paths *paths)
{
    static struct mitm_pattern patterns[MITM_PATTERNS_MAX];
    int count = mitm_patterns(step, patterns), ways = 0, suiting = 0;
    uint64_t signature = signature_of(paths);
    for (unsigned taken = 0; taken < 1U << step->edges; taken++)
        for (int i = -1; i < step->count; i++)
            for (int j = -1; j < step->count; j++)
                if (i < 0 ? j < 0 : j < 0 || j > i)
                    ways += check_way(step, patterns, count, paths, (const int[]){i, j}, taken);
    for (int p = 0; p < count; p++)
        suiting += (signature & patterns[p].mask) == patterns[p].value;
    // Every pattern is one of these choices.
    assert_int_equal(suiting, ways);
    return ways;
}

static void test_ways(void **state)
{
    (void)state;
    struct random random = {1};
    int ways = 0, kinds[2][MITM_EDGES_MAX + 1] = {{0}};
    for (int i = 0; i < 4000; i++) {
        struct mitm_step step;
        struct paths paths;
        draw_step(&random, &step);
        for (int k = 0; k < 5; k++) {
            draw_paths(&random, &paths);
            ways += check_step(&step, &paths);
        }
        kinds[step.slot >= 0][step.edges]++;
    }
    assert_true(ways > 4000);
    for (int i = 0; i < 2 * (MITM_EDGES_MAX + 1); i++)
        assert_true(kinds[i % 2][i / 2] > 100);
}

// Two edges inside the separator and one of the vertex's, all at slot 1.
static void test_shared_slot(void **state)
{
    (void)state;
    struct mitm_step step = {.slot = 0, .count = 2, .to = {1, 2}, .edges = 2, .edge = {{1, 2}, {1, 3}}};
    struct paths paths = {0};
    // The vertex needs both its edges, which leaves room for one of the others.
    assert_int_equal(check_step(&step, &paths), 3);
    // The vertex has both its edges already.
    paths.degree[0] = 2;
    assert_int_equal(check_step(&step, &paths), 4);
    paths.degree[1] = 2;
    assert_int_equal(check_step(&step, &paths), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ways),
        cmocka_unit_test(test_shared_slot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
