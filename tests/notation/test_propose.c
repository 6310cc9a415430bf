// SPDX-License-Identifier: GPL-3.0-or-later
// Which legal turns are proposed for a text that is none.
#include "base/random.h"
#include "notation/propose.h"
#include "notation/san.h"
#include "position/fen.h"
#include "position/integrity.h"
#include "support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void propose(const char *game, const char *fen, const char *text, struct proposals *proposals)
{
    struct variant *variant = scene_variant(game, "");
    struct position pos, before;
    struct error err = {0};
    if (!fen_read(&pos, variant, fen, &err))
        fail_msg("%s: %s %s", fen, err.at, err.message);
    before = pos;
    propose_turns(&pos, text, proposals);
    assert_true(position_equal(&pos, &before));
    // Whatever is proposed can be played as it is written.
    for (unsigned i = 0; i < proposals->count; i++) {
        struct turn turn = {.count = 0};
        if (!san_read_turn(&pos, proposals->list[i].text, &turn, &err))
            fail_msg("%s: %s", proposals->list[i].text, err.message);
        assert_int_equal(turn.count, proposals->list[i].turn.count);
        for (unsigned j = 0; j < turn.count; j++)
            assert_int_equal(turn.actions[j], proposals->list[i].turn.actions[j]);
    }
    variant_free(variant);
}

// The proposals, joined by blanks in the order of generation, are these.
static void check(const char *game, const char *fen, const char *text, unsigned distance,
                  const char *expected)
{
    struct proposals proposals;
    struct buffer found;
    buffer_init(&found);
    propose(game, fen, text, &proposals);
    for (unsigned i = 0; i < proposals.count; i++)
        buffer_addf(&found, "%s%s", i ? " " : "", proposals.list[i].text);
    assert_string_equal(buffer_text(&found), expected);
    assert_int_equal(proposals.distance, distance);
    assert_false(proposals.more);
    buffer_clear(&found);
}

static void test_in_the_notation_that_was_used(void **state)
{
    (void)state;
    const char *fen = "4k3/8/8/3p4/4P3/8/8/B3K2R w K - 0 1";
    check("chess", "startpos", "Ng1-f4", 1, "Ng1-f3");
    check("chess", "startpos", "g1f4", 1, "g1f3");
    check("chess", "startpos", "Mg1-f3", 1, "Ng1-f3");
    check("chess", fen, "e4:d6", 1, "e4:d5");
    check("chess", fen, "e4xd6", 1, "e4xd5");
    check("chess", fen, "exd6", 1, "exd5");
    check("chess", fen, "O-0", 1, "O-O");
    check("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7-a8=K", 1, "a7-a8=Q a7-a8=R a7-a8=B a7-a8=N");
}

static void test_signs_do_not_count(void **state)
{
    (void)state;
    check("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Rh1-i8+!", 1, "Rh1-h8");
}

static void test_the_game_of_the_page(void **state)
{
    (void)state;
    // Before Black's 15th move, which was printed as @b7-b6.
    check(
        "hans38",
        "****kb*r/rppbqppp/p1nppn**/********/****P***/**NP1N**/PPPB*PPP/R1*QRBK1 b k - 0 15 0/2 b1h1e3/b6 -",
        "@b7-b6", 1, "b7-b6");
}

static void test_turns_of_several_actions(void **state)
{
    (void)state;
    const char *fen = "4k3/8/********/********/****1***/**1*N***/8/4K3 w - - 0 1";
    check("hans38-postal-plus", fen, "Nc2,@e3-d4,@d3", 1, "Nc2,@e3-d4,@@d3");
    check("infinite-reserves", fen, "Nc2,@e4-e5,@e4", 1, "Nc2,@e4-e5,@@e4");
    // A turn that is not complete lacks three letters and more.
    struct proposals proposals;
    propose("infinite-reserves", fen, "Ne3-c2", &proposals);
    assert_int_equal(proposals.count, 0);
}

static void test_nothing_comes_near(void **state)
{
    (void)state;
    static const char *const texts[] = {"",
                                        "+",
                                        "hello",
                                        "Qxq9q9q9",
                                        "!!!!",
                                        "\xff\xfe\xfd",
                                        "e2e4,e2e4,e2e4,e2e4,e2e4,e2e4,e2e4,e2e4,e2e4,e2e4,e2e4,e2e4,e2e4"};
    struct proposals proposals;
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        propose("chess", "startpos", texts[i], &proposals);
        assert_int_equal(proposals.count, 0);
    }
    propose("chess", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "Kh8", &proposals);
    assert_int_equal(proposals.count, 0);
}

static void test_too_many_are_cut(void **state)
{
    (void)state;
    struct proposals proposals;
    propose("hans38", "startpos", "@@e9", &proposals);
    assert_int_equal(proposals.count, 4); // @@e3 … @@e6
    propose("chess", "8/8/8/8/3Q4/8/7k/2K5 w - - 0 1", "Qz9", &proposals);
    assert_int_equal(proposals.count, 0);
    propose("chess", "8/8/8/8/3Q4/8/7k/2K5 w - - 0 1", "Qd9", &proposals);
    assert_int_equal(proposals.count, 7);
    propose("chess", "8/8/8/8/3Q4/8/7k/2K5 w - - 0 1", "d4x4", &proposals);
    assert_int_equal(proposals.count, 7);
    propose("hans38", "startpos", "@@x4", &proposals);
    assert_int_equal(proposals.count, PROPOSALS_MAX);
    assert_false(proposals.more);
    propose("moving-squares", "startpos", "@@a3,@a2x4", &proposals);
    assert_true(proposals.count > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_in_the_notation_that_was_used),
        cmocka_unit_test(test_signs_do_not_count),
        cmocka_unit_test(test_the_game_of_the_page),
        cmocka_unit_test(test_turns_of_several_actions),
        cmocka_unit_test(test_nothing_comes_near),
        cmocka_unit_test(test_too_many_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
