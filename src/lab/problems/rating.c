// SPDX-License-Identifier: GPL-3.0-or-later
// Lets the levels of the engine try.
#include "lab/problems/rating.h"
#include "search/ladder.h"

// An announcement may name its squares or not.
static bool is_same_action(move a, move b)
{
    return a == b || (move_kind(a) == MOVE_ANNOUNCE && move_kind(b) == MOVE_ANNOUNCE);
}

// Whether the turn solves the problem: by its first action, if that may be followed by anything.
static bool is_solution(const struct problem *problem, const struct turn *turn)
{
    const struct turn *a = &problem->line[0], *b = turn;
    if (problem->duals & 1)
        return b->count && is_same_action(a->actions[0], b->actions[0]);
    for (unsigned i = 0; i < a->count && i < b->count; i++)
        if (!is_same_action(a->actions[i], b->actions[i]))
            return false;
    return a->count == b->count;
}

void problem_rate(struct problem *problem, struct engine *engine)
{
    problem->rating = RATING_LEAST;
    for (int level = 0; level < LEVELS; level++) {
        problem->found[level] = 0;
        for (unsigned try = 0; try < PROBLEM_TRIES; try++) {
            struct search_request request = {
                .position = &problem->start,
                .limits = {.nodes = RATING_NODES},
                .handicap = ladder_level(problem->start.variant->game, &levels[level]),
                .seed = try + 1,
            };
            struct search_result result;
            engine_clear(engine);
            engine_search(engine, &request, &result);
            problem->found[level] += is_solution(problem, &result.turn);
        }
        problem->rating += RATING_STEP * (PROBLEM_TRIES - problem->found[level]);
    }
}
