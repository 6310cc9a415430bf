// SPDX-License-Identifier: GPL-3.0-or-later
// In random games of variants whose moves are not generated from pins: the list is that of all pseudo-legal moves that turn out
// safe when each is played.
#include "base/random.h"
#include "position/fen.h"
#include "position/moves/generate.h"
#include "support/texted.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void compare(const struct position *pos)
{
    struct move_list legal = {.count = 0}, pseudo = {.count = 0};
    generate_legal(pos, &legal);
    generate_pseudo(pos, &pseudo);
    unsigned safe = 0;
    for (unsigned i = 0; i < pseudo.count; i++)
        if (generate_is_safe(pos, pseudo.moves[i])) {
            assert_true(safe < legal.count);
            assert_int_equal(legal.moves[safe++], pseudo.moves[i]);
        }
    assert_int_equal(legal.count, safe);
}

// Returns how many positions there were.
static unsigned play(const struct variant *variant, struct random *random)
{
    struct position pos;
    struct error err = {0};
    assert_true(fen_read(&pos, variant, variant->start, &err));
    unsigned turns = 0;
    for (struct outcome outcome; turns < 150 && !position_ended(&pos, &outcome); turns++) {
        struct move_list list;
        struct undo undo;
        compare(&pos);
        position_actions(&pos, &list);
        if (!list.count)
            break;
        position_apply(&pos, list.moves[random_below(random, list.count)], &undo);
    }
    return turns;
}

static void check(const char *name, const char *text)
{
    struct variant *variant = texted_new(name, text);
    struct random random = {1};
    unsigned positions = 0;
    for (int game = 0; game < 30; game++)
        positions += play(variant, &random);
    assert_true(positions > 500);
    variant_free(variant);
}

static void test_blasts(void **state)
{
    (void)state;
    check("blasting", "[blasting:atomic]\n");
}

static void test_rides_that_jump_or_are_lame(void **state)
{
    (void)state;
    check("jumping", "[jumping:shako]\n");
    check(
        "lame",
        "[lame:chess]\ncustomPiece1 = n:nN\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
    check("hopping", "[hopping:chess]\ncustomPiece1 = q:gQ\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blasts),
        cmocka_unit_test(test_rides_that_jump_or_are_lame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
