// SPDX-License-Identifier: GPL-3.0-or-later
// Groups of stones: keys are equal where the play is the same, opposite groups cancel out, and other games have no stones.
#include "search/fights/stones.h"
#include "support/stones.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static uint64_t key_of(const struct variant *variant, const char *fen, enum color side)
{
    struct position pos;
    struct stones stones;
    stones_position(&pos, variant, fen);
    assert_true(stones_read(&stones, &pos));
    return stones_key(&stones, side);
}

static void test_equal_play_has_equal_keys(void **state)
{
    (void)state;
    struct variant *variant = stones_variant("clobber");
    const char *group = "PPp2/1p3/5/5/5/5 w 0 1";
    uint64_t key = key_of(variant, group, WHITE);
    assert_true(key);
    // Shifted, mirrored, turned; with stones out of play; with the colours exchanged for the other side.
    assert_int_equal(key_of(variant, "5/5/5/2PPp/3p1/5 w 0 1", WHITE), key);
    assert_int_equal(key_of(variant, "2pPP/3p1/5/5/5/5 w 0 1", WHITE), key);
    assert_int_equal(key_of(variant, "1P3/pP3/1p3/5/5/5 w 0 1", WHITE), key);
    assert_int_equal(key_of(variant, "PPp2/1p3/5/pp3/5/PP1pp w 0 1", WHITE), key);
    assert_int_equal(key_of(variant, "ppP2/1P3/5/5/5/5 w 0 1", BLACK), key);
    assert_int_not_equal(key_of(variant, group, BLACK), key);
    assert_int_not_equal(key_of(variant, "PPp2/2p2/5/5/5/5 w 0 1", WHITE), key);
    variant_free(variant);
}

static void test_opposite_groups_cancel_out(void **state)
{
    (void)state;
    struct variant *variant = stones_variant("clobber");
    assert_false(key_of(variant, "Pp3/5/3Pp/5/5/5 w 0 1", WHITE));
    assert_false(key_of(variant, "PPp2/5/5/1ppP1/5/5 w 0 1", BLACK));
    assert_true(key_of(variant, "PPp2/5/5/1PPp1/5/5 w 0 1", WHITE));
    assert_int_equal(key_of(variant, "PPp2/5/Pp3/5/3Pp/5 w 0 1", WHITE),
                     key_of(variant, "PPp2/5/5/5/5/5 w 0 1", WHITE));
    variant_free(variant);
}

static void test_other_games_are_left_alone(void **state)
{
    (void)state;
    static const char *const names[] = {"chess", "giveaway", "breakthrough", "amazons", "ataxx", "jesonmor"};
    struct stones stones;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        struct variant *variant = stones_variant(names[i]);
        struct position pos;
        stones_position(&pos, variant, "startpos");
        assert_false(stones_read(&stones, &pos));
        variant_free(variant);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equal_play_has_equal_keys),
        cmocka_unit_test(test_opposite_groups_cancel_out),
        cmocka_unit_test(test_other_games_are_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
