// SPDX-License-Identifier: GPL-3.0-or-later
// Problems with known solutions, and small positions compared with a search that has no table and no move ordering.
#include "search/solve.h"

#include "support/effort.h"
#include "support/thought.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

struct problem {
    struct thought thought;
    struct solve_request request;
    struct solve_result result;
    unsigned lines;
    unsigned looks;
};

// Every line that is reported is legal and ends as it claims.
static void check_line(void *context, const struct solve_line *line)
{
    struct problem *problem = context;
    struct position pos = problem->thought.position;
    struct undo undo;
    for (unsigned i = 0; i < line->count; i++) {
        assert_true(position_is_legal(&pos, line->actions[i]));
        position_apply(&pos, line->actions[i], &undo);
    }
    assert_int_equal(pos.state.actions, 0);
    struct outcome outcome = position_outcome(&pos, NULL);
    assert_int_equal(outcome.result, line->outcome.result);
    assert_int_equal(outcome.reason, line->outcome.reason);
    problem->lines++;
}

static void problem_init(struct problem *problem, const char *game, const char *parameters, const char *fen)
{
    *problem = (struct problem){.lines = 0};
    thought_init(&problem->thought, game, parameters, fen);
    problem->request = (struct solve_request){
        .position = &problem->thought.position,
        .either = true,
        .winner = position_side(&problem->thought.position),
        .memory = 1,
        .lines = 1000,
        .found = check_line,
        .context = problem,
    };
}

// Solves; returns the number of half-turns, or 0 if there is no solution.
static int problem_solve(struct problem *problem, enum solve_mode mode, int turns)
{
    struct error err;
    problem->request.mode = mode;
    problem->request.turns = turns;
    problem->lines = 0;
    assert_true(solve_run(&problem->request, &problem->result, &err));
    assert_int_equal(problem->result.lines, problem->lines);
    assert_int_not_equal(problem->result.status, SOLVE_STOPPED);
    assert_int_equal(problem->result.status == SOLVE_FOUND, problem->lines > 0);
    return problem->result.status == SOLVE_FOUND ? problem->result.half_turns : 0;
}

// A question, and the solution: the number of half-turns (0: none) and of lines.
struct known {
    enum solve_mode mode;
    const char *game, *fen;
    enum reason reason;
    int turns;
    int half_turns;
    unsigned lines;
};

static void expect(struct known known)
{
    struct problem problem;
    problem_init(&problem, known.game, "", known.fen);
    problem.request.reason = known.reason;
    assert_int_equal(problem_solve(&problem, known.mode, known.turns), known.half_turns);
    assert_int_equal(problem.lines, known.lines);
    thought_clear(&problem.thought);
}

static void test_fools_mate(void **state)
{
    (void)state;
    expect((struct known){SOLVE_HELPED, "chess", NULL, REASON_NONE, 2, 4, 8});
    expect((struct known){SOLVE_HELPED, "chess", NULL, REASON_STALEMATE, 1, 0, 0});
}

static void test_forced_mates(void **state)
{
    (void)state;
    // P. Morphy's problem in two, and one in three.
    expect((struct known){SOLVE_FORCED, "chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", REASON_NONE, 3, 3, 1});
    expect((struct known){SOLVE_FORCED, "chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", REASON_CHECKMATE, 3,
                          5, 1});
    expect((struct known){SOLVE_FORCED, "chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", REASON_CHECKMATE, 2,
                          0, 0});
    // Stalemate (Kb6 and Ka6) wins with fuel and draws without.
    expect((struct known){SOLVE_FORCED, "fuel", "k7/P7/8/1K6/8/8/8/8 w - - 0 1", REASON_STALEMATE, 1, 1, 2});
    expect((struct known){SOLVE_FORCED, "chess", "k7/P7/8/1K6/8/8/8/8 w - - 0 1", REASON_STALEMATE, 1, 0, 0});
}

// R. Betza: "the shortest possible win by stalemate is 3 turns".
static void test_shortest_stalemate_of_hans38(void **state)
{
    (void)state;
    struct problem problem;
    problem_init(&problem, "hans38", "", NULL);
    problem.request.reason = REASON_STALEMATE;
    problem.request.lines = 1;
    assert_int_equal(problem_solve(&problem, SOLVE_HELPED, 3), 6);
    // That there is no shorter one does not depend on the game's bound.
    problem.request.without_bounds = true;
    assert_int_equal(problem_solve(&problem, SOLVE_HELPED, 1), 0);
    thought_clear(&problem.thought);
}

// ---- Against a plain search ----

static bool is_wanted(const struct problem *problem, struct outcome outcome, enum color winner)
{
    return outcome.result == result_of_winner(winner) &&
           (!problem->request.reason || outcome.reason == problem->request.reason);
}

// Counts the helped wins of exactly that many half-turns, or tells whether the winner can force one within them.
static unsigned plainly(const struct problem *problem, struct position *pos, enum color winner, int left)
{
    struct move_list list;
    bool helped = problem->request.mode == SOLVE_HELPED, tries = helped || position_side(pos) == winner;
    position_actions(pos, &list);
    if (!pos->state.actions) {
        struct outcome outcome = position_outcome_of(pos, list.count > 0, NULL);
        if (!left || outcome.result != RESULT_ONGOING)
            return (!left || !helped) && is_wanted(problem, outcome, winner);
    }
    unsigned sum = 0, all = 1;
    for (unsigned i = 0; i < list.count; i++) {
        struct undo undo;
        position_apply(pos, list.moves[i], &undo);
        unsigned below = plainly(problem, pos, winner, left - !pos->state.actions);
        position_undo(pos, &undo);
        sum += helped ? below : below > 0;
        all = all && below;
    }
    return tries ? sum : all;
}

// The number of half-turns of the shortest solution within `turns`, and the number of solutions.
static int solve_plainly(struct problem *problem, int turns, unsigned *solutions)
{
    struct position pos = problem->thought.position;
    enum color side = position_side(&pos);
    *solutions = 0;
    for (int half = 1; half <= 2 * turns; half++) {
        enum color winner = half % 2 ? side : other_color(side);
        if (problem->request.mode == SOLVE_FORCED && winner != side)
            continue;
        *solutions = plainly(problem, &pos, winner, half);
        if (*solutions)
            return half;
    }
    return 0;
}

// Positions reached from `fen` by `turns` random turns and some more, `rounds` times.
struct sample {
    const char *game, *parameters, *fen;
    unsigned seed, rounds, turns;
};

static void compare(struct sample sample)
{
    struct problem problem;
    struct random random = {sample.seed};
    unsigned solved = 0, solutions;
    problem_init(&problem, sample.game, sample.parameters, sample.fen);
    struct position start = problem.thought.position;
    for (unsigned i = 0; i < sample.rounds; i++) {
        problem.thought.position = start;
        thought_wander(&problem.thought.position, &random, sample.turns + random_below(&random, 8));
        if (position_outcome(&problem.thought.position, NULL).result != RESULT_ONGOING)
            continue;
        problem.request.winner = position_side(&problem.thought.position);
        problem.request.reason = i % 3 == 1 ? REASON_STALEMATE : i % 3 == 2 ? REASON_CHECKMATE : REASON_NONE;
        for (enum solve_mode mode = SOLVE_HELPED; mode <= SOLVE_FORCED; mode++) {
            problem.request.lines = 100000;
            int found = problem_solve(&problem, mode, 1);
            assert_int_equal(found, solve_plainly(&problem, 1, &solutions));
            if (mode == SOLVE_HELPED)
                assert_int_equal(problem.lines, solutions);
            solved += found > 0;
        }
    }
    // Without any solutions the comparison would prove nothing.
    if (!solved)
        fail_msg("%s: no position had a solution", sample.game);
    thought_clear(&problem.thought);
}

static void test_against_plain_search(void **state)
{
    (void)state;
    compare((struct sample){"chess", "", "8/8/8/8/k7/8/1K1Q2R1/8 w - - 0 1", 1, 40 / EFFORT_DIVISOR + 1, 0});
    compare((struct sample){"fuel", "fuel=1", NULL, 2, 80 / EFFORT_DIVISOR, 22});
    compare((struct sample){
        "hans38", "",
        "rnbqkbnr/pppppppp/********/********/********/********/PPPPPPPP/RNBQKBNR w KQkq - 0 3 1/1 -/- -", 3,
        60 / EFFORT_DIVISOR + 3, 0});
    compare((struct sample){"hans38-postal", "", NULL, 4, 30 / EFFORT_DIVISOR + 3, 2});
    compare((struct sample){
        "hans38-postal-plus", "white=nutters",
        "k*******/********/********/********/********/********/**G*****/*G1K**** w - - 0 9 1/0 -/- -", 5, 3,
        0});
}

// ---- Limits ----

static bool refuse(void *context, const struct solve_progress *progress)
{
    struct problem *problem = context;
    assert_true(progress->positions > 0);
    return ++problem->looks < 3;
}

// After a move of a piece, a square may be placed in many ways or not at all: these are turns, but not first actions, of their own.
static void test_turns_and_first_actions(void **state)
{
    (void)state;
    struct problem problem;
    problem_init(&problem, "chess", "", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    problem.request.by_turn = true;
    assert_int_equal(problem_solve(&problem, SOLVE_FORCED, 2), 3);
    assert_int_equal(problem.lines, 1);
    thought_clear(&problem.thought);
    // Seven moves win, each followed by a square on a1, one on b1, or none.
    problem_init(&problem, "hans38-postal", "", "k7/3Q4/1K6/8/8/8/8/**6 w - - 0 9 1/0 -/- -");
    assert_int_equal(problem_solve(&problem, SOLVE_FORCED, 2), 1);
    assert_int_equal(problem.lines, 7);
    problem.request.by_turn = true;
    assert_int_equal(problem_solve(&problem, SOLVE_FORCED, 2), 1);
    assert_int_equal(problem.lines, 21);
    thought_clear(&problem.thought);
}

static void test_stops_when_told(void **state)
{
    (void)state;
    struct problem problem;
    struct error err;
    problem_init(&problem, "chess", "", NULL);
    problem.request.turns = 4;
    problem.request.winner = WHITE;
    problem.request.mode = SOLVE_FORCED;
    problem.request.progress = refuse;
    assert_true(solve_run(&problem.request, &problem.result, &err));
    assert_int_equal(problem.result.status, SOLVE_STOPPED);
    assert_int_equal(problem.looks, 3);
    thought_clear(&problem.thought);
}

static void test_refuses_numbers_out_of_range(void **state)
{
    (void)state;
    struct problem problem;
    struct error err;
    problem_init(&problem, "chess", "", NULL);
    for (int turns = 0; turns <= SOLVE_TURNS_MAX + 1; turns += SOLVE_TURNS_MAX + 1) {
        problem.request.turns = turns;
        assert_false(solve_run(&problem.request, &problem.result, &err));
        assert_int_equal(err.code, ERROR_PARAMETER);
    }
    problem.request.turns = 1;
    problem.request.memory = 0;
    assert_false(solve_run(&problem.request, &problem.result, &err));
    assert_int_equal(err.code, ERROR_PARAMETER);
    thought_clear(&problem.thought);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fools_mate),
        cmocka_unit_test(test_forced_mates),
        cmocka_unit_test(test_shortest_stalemate_of_hans38),
        cmocka_unit_test(test_against_plain_search),
        cmocka_unit_test(test_turns_and_first_actions),
        cmocka_unit_test(test_stops_when_told),
        cmocka_unit_test(test_refuses_numbers_out_of_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
