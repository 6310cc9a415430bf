// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the exhaustive solver and compares what it finds with what makes a problem.
#include "lab/problems/examine.h"

#include "lab/problems/themes.h"
#include "search/solve.h"

enum { PROOF_MEMORY = 4, RESEMBLANCE = 6 };

// One run of the solver.
struct proof {
    const struct position *position;
    const struct problem_wish *wish;
    bool stopped;
    struct solve_result result;
    struct outcome outcome; // of the last line
    unsigned count;         // its turns …
    struct turn *line;      // … PROBLEM_LINE_MAX at most; NULL: not wanted
    bool by_turn;           // look for a second first turn, not only for a second first action
};

static bool go_on(void *context, const struct solve_progress *progress)
{
    struct proof *proof = context;
    const struct problem_wish *wish = proof->wish;
    proof->stopped =
        progress->positions > wish->effort || (wish->must_stop && wish->must_stop(wish->context));
    return !proof->stopped;
}

static void note_line(void *context, const struct solve_line *line)
{
    struct proof *proof = context;
    proof->outcome = line->outcome;
    proof->count = solve_line_turns(proof->position, line, proof->line, PROBLEM_LINE_MAX);
}

// Looks for a win that the side can force within so many turns, and for a second one. False if that took too long.
static bool prove(struct proof *proof, enum color winner, unsigned turns, struct error *err)
{
    struct solve_request request = {
        .position = proof->position,
        .mode = SOLVE_FORCED,
        .turns = (int)turns,
        .winner = winner,
        .lines = 2,
        .by_turn = proof->by_turn,
        .memory = PROOF_MEMORY,
        .oracle = proof->wish->oracle,
        .progress = go_on,
        .found = proof->line ? note_line : NULL,
        .context = proof,
    };
    proof->stopped = false;
    return solve_run(&request, &proof->result, err) && !proof->stopped &&
           proof->result.status != SOLVE_STOPPED;
}

static bool count_choice(void *context, const struct turn *turn)
{
    unsigned *count = context;
    (void)turn;
    return ++*count < PROBLEM_CHOICES_MIN;
}

// Whether there is something to choose from, and nothing that only has to be announced.
static bool has_choice(const struct problem *problem)
{
    unsigned choices = 0;
    turn_each(&problem->start, count_choice, &choices);
    return choices >= PROBLEM_CHOICES_MIN && move_kind(problem->line[0].actions[0]) != MOVE_ANNOUNCE;
}

// Finds the turns of the winner that are not the only ones.
static bool find_duals(const struct problem_wish *wish, struct problem *problem, struct error *err)
{
    struct position pos = problem->start;
    problem->duals = 0;
    for (unsigned i = 0; i < problem->count; i++) {
        unsigned number = i / 2;
        struct proof proof = {.wish = wish, .position = &pos, .by_turn = true};
        if (i % 2 == 0 && (i || pos.variant->composed)) {
            if (!prove(&proof, problem_winner(problem), problem->turns - number, err))
                return false;
            problem->duals |= (unsigned)(proof.result.lines > 1) << number;
        }
        turn_play(&pos, &problem->line[i]);
    }
    return true;
}

// Whether the winner, if the other side could pass after the first turn, would have no win in time.
static bool find_zugzwang(const struct problem_wish *wish, const struct problem *problem, bool *zugzwang,
                          struct error *err)
{
    struct position pos = problem->start;
    struct proof proof = {.wish = wish, .position = &pos};
    struct undo undo;
    *zugzwang = false;
    turn_play(&pos, &problem->line[0]);
    if (problem->turns < 2 || position_in_check(&pos))
        return true;
    position_pass(&pos, &undo);
    bool proved = prove(&proof, problem_winner(problem), problem->turns - 1, err);
    *zugzwang = proved && proof.result.status == SOLVE_NONE;
    return proved;
}

enum problem_status problem_examine(const struct position *pos, const struct problem_wish *wish,
                                    struct problem *problem, struct error *err)
{
    struct proof proof = {.wish = wish, .position = pos, .line = problem->line};
    bool zugzwang;
    *err = (struct error){.code = ERROR_NONE};
    *problem = (struct problem){.start = *pos};
    if (!prove(&proof, position_side(pos), wish->most, err))
        return PROBLEM_UNPROVED;
    problem->turns = (unsigned)(proof.result.half_turns + 1) / 2;
    problem->outcome = proof.outcome;
    problem->count = proof.count;
    if (proof.result.status != SOLVE_FOUND || proof.result.lines != 1 || problem->turns < wish->least ||
        (wish->reason && problem->outcome.reason != wish->reason) || !has_choice(problem))
        return PROBLEM_REFUSED;
    if (!find_duals(wish, problem, err) || !find_zugzwang(wish, problem, &zugzwang, err))
        return PROBLEM_UNPROVED;
    problem->themes = problem_find_themes(problem, zugzwang);
    return PROBLEM_GOOD;
}

bool problem_resembles(const struct problem *one, const struct problem *other)
{
    unsigned differences = 0;
    for (unsigned s = 0; s < GRID_SQUARES && differences < RESEMBLANCE; s++)
        differences += one->start.pieces[s] != other->start.pieces[s];
    return differences < RESEMBLANCE;
}
