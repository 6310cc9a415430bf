// SPDX-License-Identifier: GPL-3.0-or-later
// A block that all threads join together adds up to what one joiner makes of it.
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
    struct meet_plan plan;
    struct matching_tables *tables;
    struct count_request request;
    struct checkpoint checkpoint;
    struct meet_level level[2];
    struct meet_task task;
    struct error err;
    struct meet meet;
};

static int compare_signatures(const void *a, const void *b)
{
    uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
    return (first > second) - (first < second);
}

// Groups of all matchings.
static void fill(struct meet_level *level, struct random *random, uint64_t *signatures)
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
        void *room = meet_level_room(level, meet_group_bytes(signatures[g], STATES, MEET_UNBOUNDED));
        meet_states_write_wide(room, signatures[g], ranks, counts, STATES, MEET_UNBOUNDED);
        meet_level_add(level, signatures[g], STATES, MEET_UNBOUNDED);
    }
}

static void open_scene(struct scene *scene, uint64_t prime)
{
    struct random random = {10};
    enum meet_mode mode = prime ? MEET_RESIDUES : MEET_EXACT;
    uint64_t signatures[2][GROUPS];
    *scene = (struct scene){.plan = {.cells = CELLS}, .tables = matching_tables_new(NULL)};
    for (int slot = 0; slot < CELLS; slot++)
        scene->plan.image[slot] = (uint8_t)slot;
    scene->meet = (struct meet){.request = &scene->request,
                                .plan = &scene->plan,
                                .mode = mode,
                                .prime = prime,
                                .threads = THREADS,
                                .checkpoint = &scene->checkpoint,
                                .err = &scene->err};
    checkpoint_init(&scene->checkpoint, 0);
    pthread_mutex_init(&scene->meet.mutex, NULL);
    meet_memory_init(&scene->meet.memory, NULL, "/tmp");
    scene->meet.workers = memory_resize(NULL, THREADS, sizeof *scene->meet.workers);
    memset(scene->meet.workers, 0, THREADS * sizeof *scene->meet.workers);
    for (int i = 0; i < THREADS; i++) {
        scene->meet.workers[i].meet = &scene->meet;
        meet_joiner_init(&scene->meet.workers[i].joiner, &scene->plan, scene->tables, mode, prime);
    }
    for (int g = 0; g < GROUPS; g++) {
        signatures[0][g] = tours_random_signature(&random, CELLS, PAIRS);
        signatures[1][g] = meet_plan_partner(&scene->plan, signatures[0][g], CELLS);
    }
    scene->task = (struct meet_task){.milestone = 1, .weight = 2, .digits = DIGITS, .share = 0.25};
    for (int side = 0; side < 2; side++) {
        meet_level_init(&scene->level[side], &scene->meet.memory);
        fill(&scene->level[side], &random, signatures[side]);
        scene->task.span[side] = (struct meet_span){scene->level[side].groups, scene->level[side].count};
    }
}

static void close_scene(struct scene *scene)
{
    for (int i = 0; i < THREADS; i++)
        meet_joiner_clear(&scene->meet.workers[i].joiner);
    free(scene->meet.workers);
    meet_level_clear(&scene->level[0]);
    meet_level_clear(&scene->level[1]);
    meet_memory_clear(&scene->meet.memory);
    pthread_mutex_destroy(&scene->meet.mutex);
    checkpoint_clear(&scene->checkpoint);
    matching_tables_free(scene->tables);
}

// Twice the same block: nothing of the first time may be counted again.
static void check_joins(uint64_t prime)
{
    struct scene scene;
    struct meet_joiner alone;
    struct meet_total expected = {{0, 0, 0}};
    open_scene(&scene, prime);
    meet_joiner_init(&alone, &scene.plan, scene.tables, scene.meet.mode, prime);
    meet_join(&alone, scene.task.span[0].groups, scene.task.span[0].count, scene.task.span[1].groups,
              scene.task.span[1].count, false, scene.task.weight, (struct meet_share){0, 1});
    assert_true(alone.total.words[0] != 0);
    for (int i = 1; i <= 2; i++) {
        meet_join_together(&scene.meet, &scene.task);
        meet_total_add(&expected, &alone.total, scene.meet.mode, prime);
        assert_memory_equal(scene.meet.total.words, expected.words, sizeof expected.words);
        assert_int_equal(scene.checkpoint.blocks, i);
        assert_true(scene.meet.done == 0.25 * i);
    }
    assert_false(scene.meet.stopped);
    assert_int_equal(scene.checkpoint.block[0].milestone, 1);
    assert_int_equal(scene.checkpoint.block[0].digits, DIGITS);
    meet_joiner_clear(&alone);
    close_scene(&scene);
}

static void test_joins(void **state)
{
    (void)state;
    check_joins(0);
    check_joins(residue_prime(0));
}

// Whichever thread it was.
static void test_overflow_stops(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, 0);
    scene.meet.workers[THREADS - 1].joiner.overflowed = true;
    meet_join_together(&scene.meet, &scene.task);
    assert_true(scene.meet.stopped);
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
