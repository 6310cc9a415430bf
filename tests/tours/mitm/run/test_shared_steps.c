// SPDX-License-Identifier: GPL-3.0-or-later
// A block joined by all threads together gives the same total as one joiner.
#include "base/memory.h"
#include "support/tours.h"
#include "tours/frontier/residue.h"
#include "tours/mitm/layer/states.h"
#include "tours/mitm/run/run.h"

#include <stdlib.h>
#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

enum { CELLS = 12, PAIRS = 3, GROUPS = 60, THREADS = 3, DIGITS = 5 };

// A run at its last milestone, and its only block.
struct scene {
    struct mitm_plan plan;
    struct matching_tables *tables;
    struct count_request request;
    struct checkpoint checkpoint;
    struct mitm_layer layer[2];
    struct mitm_task task;
    struct mitm_run run;
};

static int compare_signatures(const void *a, const void *b)
{
    uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
    return (first > second) - (first < second);
}

// Appends groups that contain all matchings.
static void fill(struct mitm_layer *layer, struct random *random, uint64_t *signatures)
{
    enum { STATES = 15 };
    uint16_t ranks[STATES];
    uint64_t counts[STATES];
    qsort(signatures, GROUPS, sizeof *signatures, compare_signatures);
    for (int g = 0; g < GROUPS; g++) {
        if (g && signatures[g] == signatures[g - 1])
            continue;
        for (size_t s = 0; s < STATES; s++) {
            ranks[s] = (uint16_t)s;
            counts[s] = random_next(random) >> 9;
        }
        void *room = mitm_layer_room(layer, mitm_group_bytes(signatures[g], STATES, MITM_UNBOUNDED));
        mitm_states_write_wide(room, &(struct mitm_states){signatures[g], STATES, MITM_UNBOUNDED, ranks},
                               counts);
        mitm_layer_add(layer, signatures[g], STATES, MITM_UNBOUNDED);
    }
}

static void open_scene(struct scene *scene, uint64_t prime)
{
    struct random random = {10};
    enum mitm_mode mode = prime ? MITM_RESIDUES : MITM_EXACT;
    uint64_t signatures[2][GROUPS];
    *scene = (struct scene){.plan = {.cells = CELLS}, .tables = matching_tables_new(NULL)};
    for (int slot = 0; slot < CELLS; slot++)
        scene->plan.image[slot] = (uint8_t)slot;
    scene->run = (struct mitm_run){.request = &scene->request,
                                   .plan = &scene->plan,
                                   .mode = mode,
                                   .prime = prime,
                                   .threads = THREADS,
                                   .checkpoint = &scene->checkpoint};
    checkpoint_init(&scene->checkpoint, 0);
    pthread_mutex_init(&scene->run.mutex, NULL);
    mitm_arena_init(&scene->run.arena, NULL, "/tmp");
    scene->run.workers = memory_resize(NULL, THREADS, sizeof *scene->run.workers);
    memset(scene->run.workers, 0, THREADS * sizeof *scene->run.workers);
    for (int i = 0; i < THREADS; i++) {
        scene->run.workers[i].run = &scene->run;
        assert_true(
            mitm_joiner_init(&scene->run.workers[i].joiner, &scene->plan, scene->tables, mode, prime));
    }
    for (int g = 0; g < GROUPS; g++) {
        signatures[0][g] = tours_random_signature(&random, CELLS, PAIRS);
        signatures[1][g] = mitm_plan_partner(&scene->plan, signatures[0][g], CELLS);
    }
    scene->task = (struct mitm_task){.milestone = 1, .weight = 2, .degrees = DIGITS, .share = 0.25};
    for (int side = 0; side < 2; side++) {
        mitm_layer_init(&scene->layer[side], &scene->run.arena);
        fill(&scene->layer[side], &random, signatures[side]);
        scene->task.span[side] = (struct mitm_span){scene->layer[side].groups, scene->layer[side].count};
    }
}

static void close_scene(struct scene *scene)
{
    for (int i = 0; i < THREADS; i++)
        mitm_joiner_clear(&scene->run.workers[i].joiner);
    free(scene->run.workers);
    mitm_layer_clear(&scene->layer[0]);
    mitm_layer_clear(&scene->layer[1]);
    mitm_arena_clear(&scene->run.arena);
    pthread_mutex_destroy(&scene->run.mutex);
    checkpoint_clear(&scene->checkpoint);
    matching_tables_free(scene->tables);
}

// Joins the same block twice: nothing of the first join may be counted again.
static void check_joins(uint64_t prime)
{
    struct scene scene;
    struct mitm_joiner alone;
    struct mitm_total expected = {{0, 0, 0}};
    open_scene(&scene, prime);
    mitm_joiner_init(&alone, &scene.plan, scene.tables, scene.run.mode, prime);
    mitm_join(&alone, &(struct mitm_join_task){
                          scene.task.span[0], scene.task.span[1], false, scene.task.weight, {0, 1}});
    assert_true(alone.total.words[0] != 0);
    for (int i = 1; i <= 2; i++) {
        mitm_share_join(&scene.run, &scene.task);
        mitm_total_add(&expected, &alone.total, scene.run.mode, prime);
        assert_memory_equal(scene.run.total.words, expected.words, sizeof expected.words);
        assert_int_equal(scene.checkpoint.blocks.count, i);
        assert_true(scene.run.done == 0.25 * i);
    }
    assert_false(scene.run.stopped);
    assert_int_equal(scene.checkpoint.blocks.items[0].milestone, 1);
    assert_int_equal(scene.checkpoint.blocks.items[0].degrees, DIGITS);
    mitm_joiner_clear(&alone);
    close_scene(&scene);
}

static void test_joins(void **state)
{
    (void)state;
    check_joins(0);
    check_joins(residue_prime(0));
}

// An overflow in any thread stops the run.
static void test_overflow_stops(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, 0);
    scene.run.workers[THREADS - 1].joiner.overflowed = true;
    mitm_share_join(&scene.run, &scene.task);
    assert_true(scene.run.stopped);
    close_scene(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_joins),
        cmocka_unit_test(test_overflow_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
