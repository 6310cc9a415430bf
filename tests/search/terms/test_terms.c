// SPDX-License-Identifier: GPL-3.0-or-later
// The terms of the evaluation: each makes the difference between two positions that differ in nothing else, and follows from how pieces move.
#include "search/evaluation/features.h"
#include "search/terms/activity.h"
#include "search/terms/endings.h"
#include "search/terms/king.h"
#include "search/terms/threats.h"
#include "support/thought.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

struct desk {
    struct thought thought;
    struct evaluator evaluator;
    struct pawn_structure slots[PAWN_SLOTS];
    struct balance balance;
    struct survey survey;
    struct camp camps[2];
};

static struct desk *desk_new(const char *game, const char *fen)
{
    struct desk *desk = calloc(1, sizeof *desk);
    assert_non_null(desk);
    thought_init(&desk->thought, game, "", fen);
    evaluator_init(&desk->evaluator, desk->thought.variant, FEATURES_ALL);
    // Of each term, as much as can be told apart, whatever weights have been tuned.
    for (int term = 0; term < TERMS; term++)
        desk->evaluator.worth[term] = (struct pair){(int16_t)(term + 1), (int16_t)(term + 1)};
    const struct position *pos = &desk->thought.position;
    balance_init(&desk->balance, &desk->evaluator.valuation, pos);
    desk->survey =
        (struct survey){&desk->evaluator, pos,
                        pawns_look_up(desk->slots, desk->evaluator.worth, pos, desk->balance.pawn_key)};
    activity_find(desk->camps, &desk->survey);
    return desk;
}

static void desk_free(struct desk *desk)
{
    evaluator_clear(&desk->evaluator);
    thought_clear(&desk->thought);
    free(desk);
}

// What White's pieces earn by where they stand, without mobility.
static int standing(const char *game, const char *fen)
{
    struct desk *desk = desk_new(game, fen);
    const struct camp *white = &desk->camps[WHITE];
    int worth = white->sum.mg - white->mobility.mg / MOBILITY_UNIT;
    desk_free(desk);
    return worth;
}

static void test_open_files(void **state)
{
    (void)state;
    assert_int_equal(standing("chess", "4k3/8/8/8/8/8/1P6/R3K3 w - - 0 1"), TERM_OPEN_FILE + 1);
    assert_int_equal(standing("chess", "4k3/p7/8/8/8/8/1P6/R3K3 w - - 0 1"), TERM_HALF_OPEN_FILE + 1);
    assert_int_equal(standing("chess", "4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1"), 0);
    // A queen does not need the file.
    assert_int_equal(standing("chess", "4k3/8/8/8/8/8/1P6/Q3K3 w - - 0 1"), 0);
    // Boards of any size have files.
    assert_int_equal(standing("capablanca", "5k4/10/10/10/10/10/1P8/R4K4 w - - 0 1"), TERM_OPEN_FILE + 1);
}

static void test_outposts(void **state)
{
    (void)state;
    assert_int_equal(standing("chess", "4k3/8/8/3N4/4P3/8/8/4K3 w - - 0 1"), TERM_OUTPOST_LEAPER + 1);
    assert_int_equal(standing("chess", "4k3/8/8/3B4/4P3/8/8/4K3 w - - 0 1"), TERM_OUTPOST_RIDER + 1);
    // Not where a pawn may come and attack it, nor where no pawn guards it; a pawn that has passed by is harmless.
    assert_int_equal(standing("chess", "4k3/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1"), 0);
    assert_int_equal(standing("chess", "4k3/8/8/3N4/8/4P3/8/4K3 w - - 0 1"), 0);
    assert_int_equal(standing("chess", "4k3/8/8/2pN4/4P3/8/8/4K3 w - - 0 1"), TERM_OUTPOST_LEAPER + 1);
}

static int threats(const char *fen)
{
    struct desk *desk = desk_new("chess", fen);
    int worth = threats_worth(&desk->survey, &desk->camps[WHITE], &desk->camps[BLACK]).mg;
    desk_free(desk);
    return worth;
}

static void test_threats(void **state)
{
    (void)state;
    assert_int_equal(threats("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), 0);
    // A pawn attacks a knight; that it is not defended counts once only.
    assert_int_equal(threats("4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1"), TERM_THREAT_BY_PAWN + 1);
    // A rook attacks a guarded queen, an unguarded knight, an unguarded pawn.
    assert_int_equal(threats("4k3/8/4p3/3q4/8/8/8/3RK3 w - - 0 1"), TERM_THREAT_BY_LESSER + 1);
    assert_int_equal(threats("6k1/8/8/3n4/8/8/8/3RK3 w - - 0 1"), TERM_THREAT_HANGING + 1);
    assert_int_equal(threats("6k1/8/8/3p4/8/8/8/3RK3 w - - 0 1"), TERM_THREAT_TO_PAWN + 1);
    assert_int_equal(threats("6k1/8/4p3/3p4/8/8/8/3RK3 w - - 0 1"), 0);
}

static int shelter(const char *fen)
{
    struct desk *desk = desk_new("chess", fen);
    int worth = king_shelter(&desk->survey, WHITE).mg;
    desk_free(desk);
    return worth;
}

static void test_shelter_and_storm(void **state)
{
    (void)state;
    enum { NO_STORM = 3 * (TERM_STORM_NONE + 1) };
    assert_int_equal(shelter("4k3/8/8/8/8/8/5PPP/6K1 w - - 0 1"), 3 * (TERM_SHELTER_1 + 1) + NO_STORM);
    assert_int_equal(shelter("4k3/8/8/8/8/7P/5PP1/6K1 w - - 0 1"),
                     2 * (TERM_SHELTER_1 + 1) + TERM_SHELTER_2 + 1 + NO_STORM);
    assert_int_equal(shelter("4k3/8/8/8/8/8/5P1P/6K1 w - - 0 1"),
                     2 * (TERM_SHELTER_1 + 1) + TERM_SHELTER_NONE + 1 + NO_STORM);
    // A pawn that comes closer opens lines sooner; in the corner there are two files.
    assert_int_equal(shelter("4k3/8/8/8/8/7p/6PP/7K w - - 0 1"),
                     2 * (TERM_SHELTER_1 + 1) + TERM_STORM_2 + 1 + TERM_STORM_NONE + 1);
    // Further up the board, there is no shelter.
    assert_int_equal(shelter("4k3/8/8/8/8/6K1/5PPP/8 w - - 0 1"), 0);
}

// If all terms of danger weigh as much.
static int danger(const char *fen, int16_t each)
{
    struct desk *desk = desk_new("chess", fen);
    for (int term = TERM_DANGER_ASSAULT; term <= TERM_DANGER_CHECK; term++)
        desk->evaluator.worth[term] = (struct pair){each, each};
    int worth = king_danger(&desk->survey, &desk->camps[WHITE], &desk->camps[BLACK], BLACK).mg;
    desk_free(desk);
    return worth;
}

static void test_danger(void **state)
{
    (void)state;
    // One attacker is harmless, a second one is not, and a third makes it worse.
    assert_int_equal(danger("6k1/5ppp/8/7Q/8/8/8/4K3 w - - 0 1", 4), 0);
    int two = danger("6k1/5ppp/8/6NQ/8/8/8/4K3 w - - 0 1", 4);
    assert_true(two > 0);
    assert_true(danger("6k1/5ppp/8/6NQ/8/3B4/8/4K3 w - - 0 1", 4) > two);
    // There is a limit, and nothing is gained by an attack that weighs less than nothing.
    assert_int_equal(danger("6k1/5ppp/8/6NQ/8/8/8/4K3 w - - 0 1", 1000),
                     DANGER_MOST * DANGER_MOST / DANGER_UNIT);
    assert_int_equal(danger("6k1/5ppp/8/6NQ/8/8/8/4K3 w - - 0 1", -4), 0);
    // Where mate loses, kings need not fear.
    struct desk *desk = desk_new("misere", "6k1/5ppp/8/6NQ/8/3B4/8/4K3 w - - 0 1");
    assert_int_equal(king_danger(&desk->survey, &desk->camps[WHITE], &desk->camps[BLACK], BLACK).mg, 0);
    desk_free(desk);
}

static int mop_up_in(const char *game, const char *fen)
{
    struct desk *desk = desk_new(game, fen);
    int worth = endings_mop_up(&desk->survey, &desk->balance, 600);
    desk_free(desk);
    return worth;
}

static int mop_up(const char *fen)
{
    return mop_up_in("chess", fen);
}

static void test_lone_kings_are_driven_to_the_right_corner(void **state)
{
    (void)state;
    // With a bishop on dark squares, to a1 and h8; its knight and king are equally far from all corners.
    assert_true(mop_up("7k/8/8/8/3KN3/8/8/2B5 w - - 0 1") > mop_up("k7/8/8/8/3KN3/8/8/2B5 w - - 0 1") + 50);
    assert_true(mop_up("k7/8/8/8/3KN3/8/8/5B2 w - - 0 1") > mop_up("7k/8/8/8/3KN3/8/8/5B2 w - - 0 1") + 50);
    // A rook mates at any edge, two bishops or two knights in any corner.
    assert_true(mop_up("8/8/8/7k/8/8/4K3/R7 w - - 0 1") > mop_up("8/8/8/4k3/8/8/4K3/R7 w - - 0 1"));
    assert_int_equal(mop_up("7k/8/8/8/3K4/8/8/2B2B2 w - - 0 1"), mop_up("k7/8/8/8/4K3/8/8/2B2B2 w - - 0 1"));
    assert_true(mop_up("7k/8/8/8/3K4/8/8/2B2B2 w - - 0 1") > mop_up("8/8/8/4k3/8/4K3/8/2B2B2 w - - 0 1"));
}

// Whoever takes the last pawn, or has a bishop that attacks no corner, has gained all the same.
static void test_driving_is_no_fine(void **state)
{
    (void)state;
    static const char *const starts[] = {"k4/5/5/5/B2NK", "k4/5/5/5/1B1NK", "5/5/k4/5/B2NK",
                                         "5/5/k4/5/1B1NK"};
    for (unsigned i = 0; i < sizeof starts / sizeof *starts; i++) {
        char fen[64];
        snprintf(fen, sizeof fen, "%s w - - 0 1", starts[i]);
        assert_true(mop_up_in("gardner", fen) >= 0);
    }
    assert_true(mop_up("8/8/8/3k4/8/8/8/B6K w - - 0 1") >= 0);
    // What is dropped is not on the board.
    assert_int_equal(mop_up_in("crazyhouse", "4k3/8/8/8/8/8/8/RR2K3[] w - - 0 1"), 0);
}

static int scale(const char *fen)
{
    struct desk *desk = desk_new("chess", fen);
    int eg = desk->balance.eg, scaled = endings_scale(&desk->survey, &desk->balance, eg, 1024);
    desk_free(desk);
    return scaled;
}

static void test_drawish_endings(void **state)
{
    (void)state;
    assert_int_equal(scale("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), 1024);
    assert_int_equal(scale("4k3/8/8/8/8/8/8/B3K3 w - - 0 1"), 64);
    assert_int_equal(scale("4k3/8/8/8/8/8/p7/B3K3 w - - 0 1"), 64);
    assert_int_equal(scale("4k3/8/8/8/8/8/8/N3K3 w - - 0 1"), 256);
    assert_int_equal(scale("4k3/r7/8/8/8/8/8/RB2K3 w - - 0 1"), 256);
    assert_int_equal(scale("4k3/r7/8/8/8/8/8/Q3K3 w - - 0 1"), 1024);
    assert_int_equal(scale("4k3/r7/8/8/8/8/P7/RB2K3 w - - 0 1"), 1024);
    // Bishops that never meet.
    assert_int_equal(scale("4k3/b7/8/8/8/8/PP6/1B2K3 w - - 0 1"), 512);
    assert_int_equal(scale("4k3/b7/8/8/8/8/PP6/B3K3 w - - 0 1"), 1024);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_open_files),
        cmocka_unit_test(test_outposts),
        cmocka_unit_test(test_threats),
        cmocka_unit_test(test_shelter_and_storm),
        cmocka_unit_test(test_danger),
        cmocka_unit_test(test_lone_kings_are_driven_to_the_right_corner),
        cmocka_unit_test(test_driving_is_no_fine),
        cmocka_unit_test(test_drawish_endings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
