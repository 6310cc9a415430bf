// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of earlier positions: counting, taking back, copying.

#include "notation/coordinate_read.h"
#include "position/moves/history.h"
#include "position/turn.h"
#include "support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void play(struct position *pos, struct history *history, const char *text)
{
    struct turn turn;
    assert_true(coordinate_read_turn(pos, text, &turn, NULL));
    history_push(history, pos);
    turn_play(pos, &turn);
}

static void shuffle(struct position *pos, struct history *history)
{
    play(pos, history, "g1f3");
    play(pos, history, "g8f6");
    play(pos, history, "f3g1");
    play(pos, history, "f6g8");
}

static void test_occurrences(void **state)
{
    (void)state;
    struct scene scene;
    struct history history;
    scene_init(&scene, "chess", "", NULL);
    struct position pos = scene.position;
    history_init(&history);
    assert_int_equal(history_occurrences(&history, &pos), 0);
    for (unsigned times = 1; times <= 30; times++) {
        shuffle(&pos, &history);
        assert_int_equal(history_occurrences(&history, &pos), times);
        assert_int_equal(history.count, 4 * times);
    }
    // Nothing comes back over a pawn move.
    play(&pos, &history, "e2e4");
    play(&pos, &history, "e7e5");
    assert_int_equal(history_occurrences(&history, &pos), 0);
    shuffle(&pos, &history);
    assert_int_equal(history_occurrences(&history, &pos), 1);
    history_clear(&history);
    scene_clear(&scene);
}

static void test_pop_and_copy(void **state)
{
    (void)state;
    struct scene scene;
    struct history history, copy;
    scene_init(&scene, "chess", "", NULL);
    struct position pos = scene.position;
    history_init(&history);
    history_init(&copy);
    history_copy(&copy, &history);
    assert_int_equal(copy.count, 0);
    shuffle(&pos, &history);
    shuffle(&pos, &history);
    history_copy(&copy, &history);
    assert_int_equal(history_occurrences(&copy, &pos), 2);
    history_pop(&history);
    assert_int_equal(history.count, 7);
    assert_int_equal(copy.count, 8); // the copy is its own
    history_copy(&copy, &history);
    assert_int_equal(copy.count, 7);
    history_clear(&copy);
    history_clear(&history);
    assert_int_equal(history.count, 0);
    scene_clear(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_occurrences),
        cmocka_unit_test(test_pop_and_copy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
