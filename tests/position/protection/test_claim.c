// SPDX-License-Identifier: GPL-3.0-or-later
// Which announcement wins most: alone, off turn, or behind a move.
#include "position/protection/claim.h"

#include "notation/coordinate_write.h"
#include "position/fen.h"
#include "support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// White's king is a step away from closing the circuit; Black has no path.
#define ALMOST  "1B5k/4n2q/B4R2/r2r4/4N3/nR2b1N1/3K4/1b1Q4"
#define CIRCUIT "1B5k/4n2q/B4R2/r2r4/4N3/nR2b1N1/4K3/1b1Q4"
#define BOTH    "1B6/4n2q/B4R1k/r2r4/4N3/nR2b1N1/4K3/1b1Q4"

static void expect(const struct position *pos, bool found, const struct turn *turn, const char *expected)
{
    struct buffer text;
    buffer_init(&text);
    if (found)
        coordinate_write_turn(pos, turn, &text);
    assert_string_equal(buffer_text(&text), expected);
    assert_int_equal(found, turn->count > 0);
    buffer_clear(&text);
}

static void try(const char *game, const char *parameters, const char *fen, const char *white,
                const char *black, const char *best)
{
    struct variant *variant = scene_variant(game, parameters);
    struct position pos;
    struct turn turn;
    struct error err;
    if (!fen_read(&pos, variant, fen, &err))
        fail_msg("%s: %s", fen, err.message);
    expect(&pos, claim_find_win(&pos, WHITE, &turn), &turn, white);
    expect(&pos, claim_find_win(&pos, BLACK, &turn), &turn, black);
    expect(&pos, claim_find_best(&pos, &turn), &turn, best);
    variant_free(variant);
}

static void test_alone_and_behind_a_move(void **state)
{
    (void)state;
    try("hamiltonian", "", CIRCUIT " w - - 0 9", "!", "", "!");
    try("hamiltonian", "", CIRCUIT " b - - 0 9", ",!", "", "");
    try("hamiltonian", "", ALMOST " w - - 0 9", "d2e2,!", "", "d2e2,!");
    try("hamiltonian", "", ALMOST " b - - 0 9", ",!", "", "");
    try("hamiltonian", "", "7k/q7/8/8/8/8/8/R3N3 w - - 0 9", "!", "", "!");
    // Black has nothing before he moves, but something with a move.
    try("hamiltonian", "", "7k/q7/8/8/8/8/7N/R3B3 b - - 0 9", "", "", "a7g7,!");
}

static void test_draws_and_other_games(void **state)
{
    (void)state;
    try("hamiltonian", "", BOTH " b - - 0 9", "", "", "");
    try("hamiltonian", "", "8/8/8/8/8/8/8/8[Kk] w - - 0 1", "", "", "");
    try("chess", "", "startpos", "", "", "");
}

static void test_scorings(void **state)
{
    (void)state;
    // Two rooks on a rank: a circuit either way; the longer one scores more by distance only.
    try("hamiltonian", "scoring=standard", "q7/7k/8/8/8/8/8/R1R5 w - - 0 9", "!", "", "!");
    try("hamiltonian", "scoring=distance", "q7/7k/8/8/8/8/8/R1R5 w - - 0 9", "c1h1,!", "", "c1h1,!");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alone_and_behind_a_move),
        cmocka_unit_test(test_draws_and_other_games),
        cmocka_unit_test(test_scorings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
