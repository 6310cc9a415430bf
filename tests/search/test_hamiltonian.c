// SPDX-License-Identifier: GPL-3.0-or-later
// The engine in Hamiltonian Chess: it sees what both sides could announce, announces itself, and places sensibly.
#include "support/thought.h"

#include "position/fen.h"
#include "position/game.h"
#include "position/moves/outcome.h"
#include "position/position.h"
#include "position/protection/protection_graph.h"
#include "position/turn.h"
#include "position/variant.h"
#include "search/ladder.h"
#include "support/effort.h"

#include <stdio.h>
#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static bool has_path(const struct position *pos, enum color color)
{
    struct protection_graph graph;
    protection_find(pos, color, &graph);
    return protection_has_path(&graph);
}

// Joins each run of ones in a placement into one number.
static void join_runs(char *fen)
{
    char *out = fen;
    for (char *c = fen; *c; c++) {
        bool goes_on = *c == '1' && out > fen && out[-1] >= '1' && out[-1] <= '7';
        if (goes_on)
            out[-1]++;
        else
            *out++ = *c;
    }
    *out = '\0';
}

// A random position with `white` and `black` of the eight pieces of each side.
static void scatter(struct random *random, const struct variant *variant, unsigned white, unsigned black,
                    struct position *pos)
{
    static const char pieces[2][9] = {"KQRRBBNN", "kqrrbbnn"};
    char cells[65], fen[160];
    memset(cells, '1', 64);
    cells[64] = '\0';
    for (int side = 0; side < 2; side++) {
        unsigned used = 0;
        for (unsigned n = 0; n < (side ? black : white);) {
            uint32_t which = random_below(random, 8), where = random_below(random, 64);
            if (used >> which & 1 || cells[where] != '1')
                continue;
            used |= 1U << which;
            cells[where] = pieces[side][which];
            n++;
        }
    }
    snprintf(fen, sizeof fen, "%.8s/%.8s/%.8s/%.8s/%.8s/%.8s/%.8s/%.8s", cells, cells + 8, cells + 16,
             cells + 24, cells + 32, cells + 40, cells + 48, cells + 56);
    join_runs(fen);
    size_t length = strlen(fen);
    snprintf(fen + length, sizeof fen - length, " %c - - 0 20", random_below(random, 2) ? 'w' : 'b');
    struct error err;
    if (!fen_read(pos, variant, fen, &err))
        fail_msg("%s: %s", fen, err.message);
}

static void test_announces(void **state)
{
    (void)state;
    // The queen links to the king and the king to the queen; Black's pieces are far from each other.
    thought_expect("hamiltonian", "", "n7/7r/8/8/8/2b5/8/K6Q w - - 0 20", 2, 1, NULL);
    thought_expect("hamiltonian", "", "k5n1/8/8/8/8/8/8/QB5R b - - 0 20", 4, -1, NULL);
}

// In the author's example White has a circuit and Black a path: whoever is to move, a draw is the best result.
static void test_sees_that_both_have_paths(void **state)
{
    (void)state;
    struct thought thought;
    for (int side = 0; side < 2; side++) {
        char fen[100];
        snprintf(fen, sizeof fen, "1B6/4n2q/B4R1k/r2r4/4N3/nR2b1N1/4K3/1b1Q4 %c - - 0 20", "wb"[side]);
        thought_init(&thought, "hamiltonian", "", fen);
        struct search_result result = thought_search(&thought, 2);
        assert_true(result.score.kind == SCORE_WON ||
                    (result.score.kind == SCORE_CENTIPAWNS && result.score.value >= 0));
        turn_play(&thought.position, &result.turn);
        struct outcome outcome = position_outcome(&thought.position, NULL);
        assert_int_equal(outcome.reason, REASON_ANNOUNCEMENT);
        assert_true(outcome.result ==
                    (result.score.kind == SCORE_WON ? result_of_winner((enum color)side) : RESULT_DRAW));
        thought_clear(&thought);
    }
}

// Compared with an exhaustive search: no win is missed, none is invented, and turns are counted correctly. Wins of at most two turns are searched four
// plies deeper than they are, since late moves are reduced.
static void test_finds_the_wins_of_a_full_search(void **state)
{
    (void)state;
    struct thought thought;
    struct random random = {3};
    unsigned seen[3] = {0};
    thought_init(&thought, "hamiltonian", "", NULL);
    for (int i = 0; i < 240; i += EFFORT_DIVISOR) {
        // Drawn one after the other: in which order arguments are, is the compiler's own business.
        unsigned black = 2 + random_below(&random, 4), white = 2 + random_below(&random, 4);
        scatter(&random, thought.variant, white, black, &thought.position);
        int least = solve_win(&thought.position, i % 8 ? 1 : 2);
        struct search_result result = thought_search(&thought, 7);
        int said = result.score.kind == SCORE_WON ? result.score.value : 0;
        if (least)
            assert_int_equal(said, least);
        else
            assert_true(said == 0 || said > (i % 8 ? 1 : 2));
        seen[least]++;
        if (least != 1)
            continue;
        // A win in one is played out, with the words that it takes.
        enum color side = position_side(&thought.position);
        turn_play(&thought.position, &result.turn);
        assert_int_equal(position_outcome(&thought.position, NULL).result, result_of_winner(side));
    }
    assert_true(seen[0] && seen[1] && (seen[2] || EFFORT_DIVISOR > 1));
    thought_clear(&thought);
}

// Even the weakest level announces a path that it completes, or has at the start of its turn.
static void test_weak_levels_announce(void **state)
{
    (void)state;
    struct thought thought;
    struct random random = {5};
    unsigned announced = 0;
    thought_init(&thought, "hamiltonian", "", NULL);
    for (int i = 0; i < 600; i += EFFORT_DIVISOR) {
        // Drawn one after the other: in which order arguments are, is the compiler's own business.
        unsigned black = 2 + random_below(&random, 3), white = 2 + random_below(&random, 3);
        scatter(&random, thought.variant, white, black, &thought.position);
        enum color side = position_side(&thought.position);
        bool had = has_path(&thought.position, side) && !has_path(&thought.position, other_color(side));
        struct search_request request = {.position = &thought.position,
                                         .handicap =
                                             ladder_level(thought.position.variant->game, &levels[i % 2]),
                                         .seed = random_next(&random)};
        struct search_result result;
        engine_search(thought.engine, &request, &result);
        turn_play(&thought.position, &result.turn);
        struct outcome outcome = position_outcome(&thought.position, NULL);
        bool has = has_path(&thought.position, side) && !has_path(&thought.position, other_color(side)) &&
                   set_count(&thought.position.sets[WHITE]) > 1 &&
                   set_count(&thought.position.sets[BLACK]) > 1;
        if (had || has)
            assert_int_equal(outcome.result, result_of_winner(side));
        announced += had || has;
    }
    assert_true(announced > 20 / EFFORT_DIVISOR);
    thought_clear(&thought);
}

static bool is_on_light(square s)
{
    return (square_file(s) + square_rank(s)) % 2;
}

// Bishops on squares of the same colour reach only half of the board.
static void test_places_bishops_alike(void **state)
{
    (void)state;
    struct thought thought;
    thought_init(&thought, "hamiltonian", "", NULL);
    struct position *pos = &thought.position;
    for (int placed = 0; placed < 16; placed++) {
        struct search_request request = {.position = pos, .limits.nodes = 4000 / EFFORT_DIVISOR};
        struct search_result result;
        engine_search(thought.engine, &request, &result);
        assert_int_equal(move_kind(result.turn.actions[0]), MOVE_DROP);
        turn_play(pos, &result.turn);
    }
    for (unsigned color = WHITE; color <= BLACK; color++) {
        unsigned light = 0, dark = 0;
        square s;
        for (struct set_walk walk = set_walk(&pos->sets[color]); set_next(&walk, &s);)
            if (type_letter(piece_type_of(pos->pieces[s])) == 'B')
                *(is_on_light(s) ? &light : &dark) += 1;
        assert_int_equal(light + dark, 2);
        assert_true(light == 0 || dark == 0);
    }
    thought_clear(&thought);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_announces),
        cmocka_unit_test(test_sees_that_both_have_paths),
        cmocka_unit_test(test_finds_the_wins_of_a_full_search),
        cmocka_unit_test(test_weak_levels_announce),
        cmocka_unit_test(test_places_bishops_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
