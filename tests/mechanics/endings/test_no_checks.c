// SPDX-License-Identifier: GPL-3.0-or-later
// Games in which no turn may give check, at random: the turns are those legal moves after which, when they are played, the enemy is
// not in check.
#include "base/random.h"
#include "position/fen.h"
#include "position/moves/attack.h"
#include "position/moves/generate.h"
#include "support/texted.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// Returns how many moves would give check.
static unsigned compare(const struct position *pos, const struct move_list *turns)
{
    struct move_list legal = {.count = 0};
    generate_legal(pos, &legal);
    unsigned quiet = 0;
    for (unsigned i = 0; i < legal.count; i++) {
        struct position after = *pos;
        struct undo undo;
        position_apply(&after, legal.moves[i], &undo);
        if (attack_checks(&after, position_side(&after)))
            continue;
        assert_true(quiet < turns->count);
        assert_int_equal(turns->moves[quiet++], legal.moves[i]);
    }
    assert_int_equal(turns->count, quiet);
    return legal.count - quiet;
}

static void check(const char *name, const char *text)
{
    struct variant *variant = texted_new(name, text);
    struct random random = {1};
    unsigned checks = 0;
    for (int game = 0; game < 100; game++) {
        struct position pos;
        struct error err = {0};
        assert_true(fen_read(&pos, variant, variant->start, &err));
        struct outcome outcome;
        for (int turn = 0; turn < 150 && !position_ended(&pos, &outcome); turn++) {
            struct move_list turns;
            struct undo undo;
            position_actions(&pos, &turns);
            checks += compare(&pos, &turns);
            if (!turns.count)
                break;
            position_apply(&pos, turns.moves[random_below(&random, turns.count)], &undo);
        }
    }
    assert_true(checks > 500);
    variant_free(variant);
}

static void test_racing_kings(void **state)
{
    (void)state;
    check("racing", "[racing:racingkings]\n");
}

// Pawns, castling and promotions; leaps along lines of slides, two lines through one square, ranges that end, hoppers.
static void test_other_pieces(void **state)
{
    (void)state;
    check("quiet", "[quiet:chess]\nchecking = false\n");
    check("leapers",
          "[leapers:racingkings]\ncustomPiece1 = n:ND\ncustomPiece2 = b:NN\ncustomPiece3 = r:R3H\n");
    check("hoppers", "[hoppers:racingkings]\ncustomPiece1 = r:pR\ncustomPiece2 = n:nN\n");
}

static void test_walls(void **state)
{
    (void)state;
    check("walls", "[walls:racingkings]\nstartFen = 8/2*5/5*2/8/1*6/6*1/krbnNBRK/qrbnNBRQ w - - 0 1\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_racing_kings),
        cmocka_unit_test(test_other_pieces),
        cmocka_unit_test(test_walls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
