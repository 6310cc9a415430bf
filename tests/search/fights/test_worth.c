// SPDX-License-Identifier: GPL-3.0-or-later
// What groups of stones are worth tells who wins, as trying all moves does.
#include "base/random.h"
#include "search/fights/stones.h"
#include "search/fights/worth.h"
#include "support/stones.h"

#include <stdlib.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

struct scene {
    struct variant *variant;
    struct table table;
    struct shared *shared;
    struct effort effort;
    struct worths worths;
};

static int set_up(void **state)
{
    static struct scene scene;
    struct error err = {0};
    scene.variant = stones_variant("clobber");
    scene.shared = calloc(1, sizeof *scene.shared);
    scene.effort = (struct effort){.w = worker_new(0), .end = UINT64_MAX};
    if (!scene.shared || !scene.effort.w || !table_init(&scene.table, 1, &err))
        return -1;
    scene.effort.w->shared = scene.shared;
    scene.effort.w->watch.next = UINT64_MAX; // nobody stops it
    scene.worths = (struct worths){&scene.effort, &scene.table, 1};
    *state = &scene;
    return 0;
}

static int tear_down(void **state)
{
    struct scene *scene = *state;
    table_clear(&scene->table);
    worker_free(scene->effort.w);
    free(scene->shared);
    variant_free(scene->variant);
    return 0;
}

static void read_stones(struct scene *scene, struct stones *stones, struct position *pos, const char *fen)
{
    stones_position(pos, scene->variant, fen);
    assert_true(stones_read(stones, pos));
    stones->worths = &scene->worths;
}

static struct upstar sum_of(struct scene *scene, const char *fen)
{
    struct position pos;
    struct stones stones;
    read_stones(scene, &stones, &pos, fen);
    stones_key(&stones, WHITE);
    return stones.sum;
}

static void test_small_groups(void **state)
{
    // Known values: two stones are star, a row of two against one is up; there may be a move that leaves nothing.
    static const struct {
        const char *fen;
        int ups;
        unsigned heap;
    } groups[] = {
        {"Pp3/5/5/5/5/5 w 0 1", 0, 1},     {"PPp2/5/5/5/5/5 w 0 1", 1, 0},
        {"Ppp2/5/5/5/5/5 w 0 1", -1, 0},   {"PPp2/5/Pp3/5/5/5 w 0 1", 1, 1},
        {"PpP2/5/PpP2/5/5/5 w 0 1", 0, 0}, {"PPp2/5/ppP2/5/5/5 w 0 1", 0, 0},
    };
    for (unsigned i = 0; i < sizeof groups / sizeof *groups; i++) {
        struct upstar sum = sum_of(*state, groups[i].fen);
        assert_int_equal(sum.ups, groups[i].ups);
        assert_int_equal(sum.heap, groups[i].heap);
    }
}

static void test_sums_tell_who_wins(void **state)
{
    enum { GAMES = 400, FEW = 5 };
    struct scene *scene = *state;
    struct random random = {5};
    unsigned decided = 0, stars = 0;
    for (unsigned i = 0; i < GAMES; i++) {
        struct position pos;
        struct stones stones;
        struct move_list list;
        struct undo undo;
        read_stones(scene, &stones, &pos, "startpos");
        for (position_actions(&pos, &list); list.count > FEW; position_actions(&pos, &list))
            position_apply(&pos, list.moves[random_below(&random, list.count)], &undo);
        assert_true(stones_read(&stones, &pos));
        stones.worths = &scene->worths;
        uint64_t key = stones_key(&stones, position_side(&pos));
        if (key != STONES_WON && key != STONES_LOST)
            continue;
        decided++;
        stars += stones.sum.ups || stones.sum.heap;
        assert_int_equal(key == STONES_WON, stones_win(&pos));
    }
    assert_true(decided > 20 && stars > 20);
}

static void test_nothing_is_looked_for_when_nodes_are_used_up(void **state)
{
    struct scene *scene = *state;
    struct position pos;
    struct stones stones;
    table_forget(&scene->table);
    scene->effort.end = 0;
    read_stones(scene, &stones, &pos, "PPp2/5/5/5/5/5 w 0 1");
    assert_true(stones_key(&stones, WHITE) & 1);
    scene->effort.end = UINT64_MAX;
    scene->effort.over = false;
    assert_int_equal(stones_key(&stones, WHITE), STONES_WON);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_small_groups, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_sums_tell_who_wins, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_nothing_is_looked_for_when_nodes_are_used_up, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
