// SPDX-License-Identifier: GPL-3.0-or-later
// The exhaustive solver with tables: it says what it would say without them, and knows also what it could not reach.
#include "position/fen.h"
#include "position/setup.h"
#include "support/scene.h"
#include "tables/folder.h"
#include "tables/table_oracle.h"

#include "base/random.h"
#include "search/solve.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static struct folder folder;
static struct oracle oracle;

struct proof {
    struct solve_result result;
    unsigned lines;
    move first[MOVE_LIST_MAX]; // of each line
    unsigned length;           // of the last one
};

static void note(void *context, const struct solve_line *line)
{
    struct proof *proof = context;
    proof->first[proof->lines++] = line->actions[0];
    proof->length = line->count;
}

static void prove(struct proof *proof, const struct position *pos, int turns, struct solve_request wish)
{
    struct error err;
    wish.position = pos;
    wish.mode = SOLVE_FORCED;
    wish.turns = turns;
    wish.winner = position_side(pos);
    wish.lines = MOVE_LIST_MAX;
    wish.memory = 1;
    wish.found = note;
    wish.context = proof;
    proof->lines = proof->length = 0;
    assert_true(solve_run(&wish, &proof->result, &err));
}

static struct position read_fen(const char *fen)
{
    struct position pos;
    assert_true(fen_read(&pos, folder.variant, fen, NULL));
    return pos;
}

// A rook, perhaps a knight against it, and two kings, on half of the board. False if that is no legal position.
static bool place(struct random *random, bool knight, struct position *pos)
{
    struct setup setup;
    setup_init(&setup, folder.variant);
    setup.side = random_below(random, 2) ? BLACK : WHITE;
    const piece men[] = {piece_of(TYPE_KING, WHITE), piece_of(type_of_letter('R'), WHITE),
                         piece_of(TYPE_KING, BLACK), piece_of(type_of_letter('N'), BLACK)};
    for (unsigned i = 0; i < (knight ? 4 : 3); i++) {
        // The weak king on an edge, where short wins are.
        int rank = i == 2 ? 7 : 4 + (int)random_below(random, 4);
        setup.pieces[square_at((int)random_below(random, 8), rank)] = men[i];
    }
    return position_from_setup(pos, folder.variant, &setup, NULL);
}

// Wins in at most two turns, with and without tables: the same length, and the same first turns.
static void test_the_same_as_without(void **state)
{
    (void)state;
    static struct proof with, without;
    struct random random = {7};
    unsigned found = 0;
    while (found < 25) {
        struct position pos;
        if (!place(&random, random_below(&random, 4) == 0, &pos))
            continue;
        prove(&with, &pos, 2, (struct solve_request){.oracle = &oracle});
        prove(&without, &pos, 2, (struct solve_request){.oracle = NULL});
        assert_int_equal(with.result.status, without.result.status);
        assert_int_equal(with.result.half_turns, without.result.half_turns);
        assert_int_equal(with.lines, without.lines);
        for (unsigned i = 0; i < with.lines; i++)
            assert_int_equal(with.first[i], without.first[i]);
        found += with.result.status == SOLVE_FOUND;
    }
}

// The longest wins, which no search comes to, take as many half-turns as the table says.
static void test_wins_that_are_far_away(void **state)
{
    (void)state;
    static struct proof proof;
    static const char *const fens[] = {"8/8/8/8/8/8/2k5/K6R w - - 0 1", "8/8/8/3k4/8/8/8/KR6 w - - 40 50"};
    for (unsigned i = 0; i < sizeof fens / sizeof *fens; i++) {
        struct position pos = read_fen(fens[i]);
        unsigned value = folder_value(&folder, fens[i]);
        prove(&proof, &pos, SOLVE_TURNS_MAX, (struct solve_request){.oracle = &oracle});
        assert_int_equal(proof.result.status, SOLVE_FOUND);
        assert_int_equal(proof.result.half_turns, value - 1);
        assert_int_equal(proof.length, value - 1);
    }
}

// A draw, and a win that comes too late for the fifty-move rule, are no wins.
static void test_what_is_not_won(void **state)
{
    (void)state;
    static struct proof proof;
    struct position drawn = read_fen("8/8/8/8/8/1k6/8/R6K b - - 0 1");
    prove(&proof, &drawn, SOLVE_TURNS_MAX, (struct solve_request){.oracle = &oracle});
    assert_int_equal(proof.result.status, SOLVE_NONE);
    unsigned value = folder_value(&folder, "k7/8/2K5/8/8/8/8/7R w - - 0 80");
    for (unsigned late = 0; late < 2; late++) {
        struct buffer text;
        buffer_init(&text);
        buffer_addf(&text, "k7/8/2K5/8/8/8/8/7R w - - %u 80", 100 - (value - 1) + late);
        struct position pos = read_fen(buffer_text(&text));
        buffer_clear(&text);
        prove(&proof, &pos, 4, (struct solve_request){.oracle = &oracle});
        assert_int_equal(proof.result.status == SOLVE_FOUND, !late);
    }
}

// Tables know mates. Who looks for another end is not told that there is none because there is a mate.
static void test_other_ends_are_searched(void **state)
{
    (void)state;
    static struct proof proof;
    struct position pos = read_fen("7k/8/6K1/8/8/8/8/R7 w - - 0 1");
    prove(&proof, &pos, 1, (struct solve_request){.oracle = &oracle, .reason = REASON_CHECKMATE});
    assert_int_equal(proof.lines, 1);
    prove(&proof, &pos, 1, (struct solve_request){.oracle = &oracle, .reason = REASON_STALEMATE});
    assert_int_equal(proof.result.status, SOLVE_NONE);
}

static int begin(void **state)
{
    (void)state;
    folder_init(&folder, scene_variant("chess", ""));
    folder_build(&folder, "KRK");
    folder_build(&folder, "KNK");
    oracle = table_oracle(folder.shelf);
    return 0;
}

static int end(void **state)
{
    (void)state;
    folder_clear(&folder);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_same_as_without),
        cmocka_unit_test(test_wins_that_are_far_away),
        cmocka_unit_test(test_what_is_not_won),
        cmocka_unit_test(test_other_ends_are_searched),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
