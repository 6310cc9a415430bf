// SPDX-License-Identifier: GPL-3.0-or-later
// Position strings: what may be left out, what is written, and hostile texts. (What can be no position is
// tests/position/test_setup.c's business.)
#include "base/random.h"
#include "notation/fen.h"
#include "position/integrity.h"
#include "position/turn.h"
#include "support/effort.h"
#include "support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void rewrites(const char *game, const char *fen, const char *expected)
{
    struct variant *variant = scene_variant(game, "");
    struct position pos;
    struct error err = {0};
    struct buffer written;
    buffer_init(&written);
    if (!fen_read(&pos, variant, fen, &err))
        fail_msg("%s: %s %s", fen, err.at, err.message);
    fen_write(&pos, &written);
    assert_string_equal(buffer_text(&written), expected);
    buffer_clear(&written);
    variant_free(variant);
}

static void test_what_may_be_left_out(void **state)
{
    (void)state;
    rewrites("chess", "4k3/8/8/8/8/8/8/4K3 b - -", "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    rewrites("chess", "4k3/8/8/8/8/8/8/4K3 b - - 7", "4k3/8/8/8/8/8/8/4K3 b - - 7 1");
    rewrites("chess", "  4k3/8/8/8/8/8/8/4K3\tb   -  - 7 12\r\n", "4k3/8/8/8/8/8/8/4K3 b - - 7 12");
    rewrites("chess", "4k3/8/8/8/8/8/8/4K3[] b - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    rewrites("fuel", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1 50x2");
    // A full-move number of 0 is common, and means the first move.
    rewrites("chess", "4k3/8/8/8/8/8/8/4K3 b - - 7 0", "4k3/8/8/8/8/8/8/4K3 b - - 7 1");
    rewrites("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 000", "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    rewrites("chess", "4k3/8/8/8/8/8/8/4K3 b - - 9999 60000", "4k3/8/8/8/8/8/8/4K3 b - - 9999 60000");
}

static void test_runs_of_fuel(void **state)
{
    (void)state;
    rewrites("fuel", "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1 7", "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1 7x4");
    rewrites("fuel", "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1 7,7,0,0", "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1 7x2,0x2");
    rewrites("fuel", "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1 1x1,2,3x1,999",
             "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1 1,2,3,999");
}

static void test_castling_and_target(void **state)
{
    (void)state;
    rewrites("chess", "r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    // The target is kept although nobody can capture.
    rewrites("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    rewrites("chess", "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1");
}

static void check_hostile(const struct variant *variant, const char *text)
{
    struct position pos, untouched;
    struct error err = {0};
    memset(&pos, 0x5a, sizeof pos);
    untouched = pos;
    if (fen_read(&pos, variant, text, &err))
        fail_msg("accepted: %.80s", text);
    assert_memory_equal(&pos, &untouched, sizeof pos);
    assert_true(err.code == ERROR_FEN || err.code == ERROR_TOO_LARGE);
    assert_true(err.message[0] != '\0');
    assert_false(fen_read(&pos, variant, text, NULL));
}

static void test_hostile_texts(void **state)
{
    (void)state;
    enum { LENGTH = 10 * 1000 * 1000 };
    struct variant *variant = scene_variant("fuel", "");
    check_hostile(variant, "");
    check_hostile(variant, "Startpos");
    check_hostile(variant, "startpos w");
    check_hostile(variant, "\xff\xfe\xfd");
    check_hostile(variant, "4k3/8/8/8/8/8/8/4K3 w - - 0 1 18446744073709551617");
    char *text = malloc(LENGTH + 1);
    assert_non_null(text);
    for (const char *filler = "8/k *[1-,x\xc3"; *filler; filler++) {
        memset(text, *filler, LENGTH);
        text[LENGTH] = '\0';
        check_hostile(variant, text);
        text[8000] = '\0'; // short enough to be looked at
        check_hostile(variant, text);
    }
    free(text);
    variant_free(variant);
}

static void test_random_games_read_back(void **state)
{
    (void)state;
    static const char *const variants[][2] = {{"chess", "white=clobberers black=rookies"},
                                              {"chess", "white=nutters"},
                                              {"fuel", "fuel=9"},
                                              {"fuel", ""}};
    struct random random = {11};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        struct variant *variant = scene_variant(variants[i][0], variants[i][1]);
        for (int game = 0; game < 20; game += EFFORT_DIVISOR) {
            struct position pos, read;
            assert_true(fen_read(&pos, variant, "startpos", NULL));
            for (int ply = 0; ply < 100; ply++) {
                struct move_list legal;
                struct buffer fen;
                buffer_init(&fen);
                fen_write(&pos, &fen);
                assert_true(fen_read(&read, variant, buffer_text(&fen), NULL));
                assert_true(position_equal(&pos, &read));
                assert_true(pos.state.hash == read.state.hash);
                buffer_clear(&fen);
                position_actions(&pos, &legal);
                if (!legal.count)
                    break;
                struct turn turn = {1, {legal.moves[random_below(&random, legal.count)]}};
                turn_play(&pos, &turn);
            }
        }
        variant_free(variant);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_may_be_left_out),   cmocka_unit_test(test_runs_of_fuel),
        cmocka_unit_test(test_castling_and_target),    cmocka_unit_test(test_hostile_texts),
        cmocka_unit_test(test_random_games_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
