// SPDX-License-Identifier: GPL-3.0-or-later
// Iterative deepening by half-turns, with a table of what was proved or refuted.
#include "search/solve.h"

#include "base/random.h"
#include "position/game.h"
#include "search/endings/ask.h"
#include "search/solve_table.h"

#include <stdlib.h>

enum { BETWEEN_LOOKS = 1024, WORTH_ORDERING = 2 };

struct solver {
    const struct solve_request *request;
    struct position pos;
    struct solve_table table;
    void *opened; // by the request's oracle; NULL: it is not asked
    uint64_t positions;
    int half_turns; // of the current iteration
    enum color winner;
    bool stopped;
    unsigned lines;
    unsigned length; // of the line that leads to `pos`
    move line[SOLVE_LINE_MAX];
    move refutations[2 * SOLVE_TURNS_MAX + 1][TURN_ACTIONS_MAX + 1];
};

// Whether a side can lose the game by its own half-turn: where giving mate or stalemate
// loses, where kings are not royal, or where a mechanism ends games.
static bool can_lose_by_moving(const struct solver *solver)
{
    const struct variant *variant = solver->pos.variant;
    return variant_stuck_wins(variant) || !variant->royal || variant->hooks.ended.count > 0;
}

// Rules may depend on the clocks. So the hash includes the number of the turn
// and, if it can run out, the half-move clock.
static uint64_t key_of_node(const struct solver *solver, int left)
{
    const struct state *state = &solver->pos.state;
    uint64_t clocks = (uint64_t)state->fullmove << 32 | (uint64_t)left << 16;
    unsigned limit = variant_move_limit(solver->pos.variant);
    if (limit && state->halfmove + (unsigned)left >= limit)
        clocks |= state->halfmove;
    // Otherwise the side to move and the depth determine the winner.
    if (can_lose_by_moving(solver))
        clocks |= (uint64_t)solver->winner << 15;
    return random_mix(state->hash ^ random_mix(clocks));
}

// ---- Shared by both modes ----

static bool must_stop(struct solver *solver)
{
    const struct solve_request *request = solver->request;
    if (++solver->positions % BETWEEN_LOOKS == 0 && request->progress) {
        struct solve_progress progress = {solver->half_turns, solver->positions};
        if (!request->progress(request->context, &progress))
            solver->stopped = true;
    }
    return solver->stopped;
}

static bool is_goal(const struct solver *solver, struct outcome outcome)
{
    const struct solve_request *request = solver->request;
    return outcome.result == result_of_winner(solver->winner) &&
           (!request->reason || outcome.reason == request->reason);
}

// Whether the last half-turn has reached the goal. Turns are generated only if
// having none would be the goal.
static bool is_reached(struct solver *solver, struct outcome *outcome)
{
    *outcome = position_outcome_of(&solver->pos, false, NULL);
    if (!is_goal(solver, *outcome))
        return false;
    *outcome = position_outcome(&solver->pos, NULL);
    return is_goal(solver, *outcome);
}

// The largest of the mechanisms' bounds.
static int least_to_stalemate(const struct position *pos, enum color loser, int half_turns)
{
    int least = 0;
    for_each_part (part, &pos->variant->hooks.least_to_stalemate) {
        int bound = part->mechanism->least_to_stalemate(part, pos, loser, half_turns);
        least = bound > least ? bound : least;
    }
    return least;
}

// Whether the game's bound says that a stalemate takes longer than `left`
// half-turns, of which the loser plays every second.
static bool is_too_far(const struct solver *solver, int left)
{
    enum color loser = other_color(solver->winner);
    return solver->request->reason == REASON_STALEMATE && !solver->request->without_bounds &&
           least_to_stalemate(&solver->pos, loser, left) > left / 2;
}

// Plays an action; returns the half-turns left after it.
static int play(struct solver *solver, move m, int left, struct undo *undo)
{
    position_apply(&solver->pos, m, undo);
    solver->line[solver->length++] = m;
    return left - !solver->pos.state.actions;
}

static void take_back(struct solver *solver, const struct undo *undo)
{
    position_undo(&solver->pos, undo);
    solver->length--;
}

static bool has_enough(const struct solver *solver)
{
    return solver->lines >= (solver->request->lines ? solver->request->lines : 1);
}

// Reports the line; returns whether there are enough now.
static bool report(struct solver *solver, struct outcome outcome)
{
    const struct solve_request *request = solver->request;
    struct solve_line line = {outcome, solver->length, solver->line};
    if (request->found)
        request->found(request->context, &line);
    solver->lines++;
    return has_enough(solver);
}

// ---- Move ordering ----

struct freedom {
    move move;
    unsigned actions; // that the loser would have, as replies
};

static int compare_freedom(const void *a, const void *b)
{
    const struct freedom *first = a, *second = b;
    return (first->actions > second->actions) - (first->actions < second->actions);
}

// The number of actions that the loser would have after the action if it were the loser's turn.
static unsigned freedom_after(struct solver *solver, move m)
{
    struct move_list list;
    struct undo undo, passed;
    unsigned count = MOVE_LIST_MAX;
    position_apply(&solver->pos, m, &undo);
    if (!solver->pos.state.actions) {
        bool passes = position_side(&solver->pos) == solver->winner;
        if (passes)
            position_pass(&solver->pos, &passed);
        position_actions(&solver->pos, &list);
        count = list.count;
        if (passes)
            position_undo(&solver->pos, &passed);
    }
    position_undo(&solver->pos, &undo);
    return count;
}

// Moves the actions that leave the loser the fewest replies to the front. Only a heuristic: all are tried.
static void order_by_freedom(struct solver *solver, struct move_list *list)
{
    struct freedom *order = malloc(list->count * sizeof *order);
    if (!order)
        return;
    for (unsigned i = 0; i < list->count; i++)
        order[i] = (struct freedom){list->moves[i], freedom_after(solver, list->moves[i])};
    // Equal ones stay in the order of generation, so that every machine finds the same line.
    for (unsigned i = 0; i < list->count; i++)
        order[i].actions = order[i].actions * MOVE_LIST_MAX + i;
    if (list->count)
        qsort(order, list->count, sizeof *order, compare_freedom);
    for (unsigned i = 0; i < list->count; i++)
        list->moves[i] = order[i].move;
    free(order);
}

// ---- Helped mode ----

static bool help_below(struct solver *solver, int left);

// Reports all wins that take exactly `left` half-turns; returns whether to end the search.
static bool help(struct solver *solver, int left)
{
    struct outcome outcome;
    bool proved;
    if (must_stop(solver))
        return true;
    if (!left)
        return is_reached(solver, &outcome) && report(solver, outcome);
    if (!solver->pos.state.actions && is_too_far(solver, left))
        return false;
    uint64_t key = key_of_node(solver, left);
    if (solve_table_find(&solver->table, key, &proved))
        return false;
    unsigned before = solver->lines;
    bool enough = help_below(solver, left);
    if (!enough && solver->lines == before)
        solve_table_store(&solver->table, key, false);
    return enough;
}

static bool help_below(struct solver *solver, int left)
{
    struct move_list list;
    struct undo undo;
    bool enough = false;
    position_actions(&solver->pos, &list);
    if (!solver->pos.state.actions &&
        position_outcome_of(&solver->pos, list.count > 0, NULL).result != RESULT_ONGOING)
        return false;
    if (left >= WORTH_ORDERING)
        order_by_freedom(solver, &list);
    for (unsigned i = 0; i < list.count && !enough; i++) {
        enough = help(solver, play(solver, list.moves[i], left, &undo));
        take_back(solver, &undo);
    }
    return enough;
}

// ---- Forced mode ----

static bool force_below(struct solver *solver, int left);

// Whether an oracle knows if the winner can force the goal within `left` half-turns. A win may come too late for the rule about moves
// without progress; that there is none so soon is true under all rules.
static bool is_known(const struct solver *solver, int left, bool *proved)
{
    struct oracle_answer answer;
    if (!solver->opened || !ask_about(solver->request->oracle, solver->opened, &solver->pos, &answer))
        return false;
    enum oracle_word wanted = position_side(&solver->pos) == solver->winner ? ORACLE_WON : ORACLE_LOST;
    *proved = answer.word == wanted && answer.turns <= (unsigned)left;
    return !*proved || ask_in_time(&solver->pos, &answer);
}

// Whether the winner can force the goal within `left` half-turns. Means nothing once the search is stopped.
static bool force(struct solver *solver, int left)
{
    struct outcome outcome;
    bool proved;
    if (must_stop(solver))
        return false;
    if (!left)
        return is_reached(solver, &outcome);
    if (!solver->pos.state.actions && is_too_far(solver, left))
        return false;
    if (is_known(solver, left, &proved))
        return proved;
    uint64_t key = key_of_node(solver, left);
    if (solve_table_find(&solver->table, key, &proved))
        return proved;
    proved = force_below(solver, left);
    if (!solver->stopped)
        solve_table_store(&solver->table, key, proved);
    return proved;
}

// The refutation heuristic: what refuted the previous try at this depth is tried first.
static void bring_forward(struct move_list *list, move m)
{
    for (unsigned i = 1; i < list->count; i++)
        if (list->moves[i] == m) {
            list->moves[i] = list->moves[0];
            list->moves[0] = m;
        }
}

static bool force_below(struct solver *solver, int left)
{
    struct move_list list;
    struct undo undo;
    unsigned actions = solver->pos.state.actions;
    bool wins = position_side(&solver->pos) == solver->winner;
    move *cutting = &solver->refutations[left][actions < TURN_ACTIONS_MAX ? actions : TURN_ACTIONS_MAX];
    position_actions(&solver->pos, &list);
    if (!actions) {
        struct outcome outcome = position_outcome_of(&solver->pos, list.count > 0, NULL);
        if (outcome.result != RESULT_ONGOING)
            return is_goal(solver, outcome);
    }
    if (wins && left > WORTH_ORDERING)
        order_by_freedom(solver, &list);
    bring_forward(&list, *cutting);
    for (unsigned i = 0; i < list.count && !solver->stopped; i++) {
        bool proved = force(solver, play(solver, list.moves[i], left, &undo));
        take_back(solver, &undo);
        if (proved == wins) {
            *cutting = list.moves[i];
            return proved;
        }
    }
    return !wins;
}

// The least number of half-turns in which a position that is won within `left` is won.
static int distance(struct solver *solver, int left)
{
    int step = can_lose_by_moving(solver) ? 1 : 2;
    for (int least = left % step; least < left; least += step)
        if (force(solver, least) || solver->stopped)
            return least;
    return left;
}

// The action with the shortest win for the winner, or the longest resistance for the loser.
static move best_action(struct solver *solver, int left)
{
    struct move_list list;
    struct undo undo;
    bool wins = position_side(&solver->pos) == solver->winner;
    int best_distance = -1;
    move best = MOVE_NONE;
    position_actions(&solver->pos, &list);
    for (unsigned i = 0; i < list.count; i++) {
        int below = play(solver, list.moves[i], left, &undo);
        bool proved = !wins || force(solver, below);
        int away = proved && !wins ? distance(solver, below) : 0;
        take_back(solver, &undo);
        if (proved && away > best_distance) {
            best = list.moves[i];
            best_distance = away;
        }
        if (best && wins)
            break;
    }
    return best;
}

// Extends the line from a position that is won within `left` and reports it; returns whether to end the search.
static bool follow(struct solver *solver, int left)
{
    struct undo undo;
    bool at_start = !solver->pos.state.actions;
    struct outcome outcome = {RESULT_ONGOING, REASON_NONE};
    if (at_start) {
        left = distance(solver, left);
        outcome = position_outcome(&solver->pos, NULL);
    }
    if (solver->stopped)
        return true;
    if (outcome.result != RESULT_ONGOING)
        return report(solver, outcome);
    move m = best_action(solver, left);
    if (m == MOVE_NONE)
        return true;
    bool enough = follow(solver, play(solver, m, left, &undo));
    take_back(solver, &undo);
    return enough;
}

// A line for each action here that wins in time or, if whole turns are asked for, for each way to complete
// the turn; returns whether to end the search.
static bool report_winning(struct solver *solver, int left)
{
    struct move_list list;
    struct undo undo;
    bool enough = false;
    position_actions(&solver->pos, &list);
    for (unsigned i = 0; i < list.count && !enough && !solver->stopped; i++) {
        int below = play(solver, list.moves[i], left, &undo);
        bool deeper = solver->request->by_turn && solver->pos.state.actions;
        enough = force(solver, below) && (deeper ? report_winning(solver, below) : follow(solver, below));
        take_back(solver, &undo);
    }
    return enough;
}

static void report_forced(struct solver *solver, int left)
{
    // A losing side has no choice to report.
    if (position_side(&solver->pos) != solver->winner)
        follow(solver, left);
    else
        report_winning(solver, left);
}

// ---- Iterations ----

// Whether the request allows the colour to win, and the last half-turn of this iteration could win for it.
static bool may_win(const struct solver *solver, enum color color)
{
    const struct solve_request *request = solver->request;
    enum color side = position_side(&solver->pos);
    enum color last = solver->half_turns % 2 ? side : other_color(side);
    return (color == last || can_lose_by_moving(solver)) &&
           ((request->either && request->mode == SOLVE_HELPED) || color == request->winner);
}

static bool iterate(struct solver *solver)
{
    if (solver->request->mode == SOLVE_HELPED) {
        help(solver, solver->half_turns);
    } else if (force(solver, solver->half_turns) && !solver->stopped) {
        report_forced(solver, solver->half_turns);
    }
    return solver->lines > 0;
}

static void solve(struct solver *solver, struct solve_result *result)
{
    result->status = SOLVE_NONE;
    if (position_outcome(&solver->pos, NULL).result != RESULT_ONGOING)
        return;
    for (int half = 1; half <= 2 * solver->request->turns; half++) {
        bool found = false;
        solver->half_turns = half;
        for (unsigned color = WHITE; color <= BLACK && !solver->stopped && !has_enough(solver); color++) {
            solver->winner = (enum color)color;
            found |= may_win(solver, solver->winner) && iterate(solver);
        }
        if (solver->stopped && !found) {
            result->status = SOLVE_STOPPED;
            return;
        }
        result->half_turns = half;
        if (found) {
            result->status = SOLVE_FOUND;
            return;
        }
    }
}

// Opens the oracle if it knows wins of the kind that is looked for.
static void *open_oracle(const struct solve_request *request)
{
    const struct oracle *oracle = request->oracle;
    bool helps = oracle && oracle->open && request->mode == SOLVE_FORCED &&
                 (!request->reason || request->reason == oracle->reason);
    return helps ? oracle->open(oracle->context, request->position->variant) : NULL;
}

bool solve_run(const struct solve_request *request, struct solve_result *result, struct error *err)
{
    *result = (struct solve_result){.status = SOLVE_STOPPED};
    if (request->turns < 1 || request->turns > SOLVE_TURNS_MAX)
        return error_set(err, ERROR_PARAMETER, "turns", "the number of turns must be 1 to %d",
                         SOLVE_TURNS_MAX);
    if (request->memory < SOLVE_MEMORY_MIN || request->memory > SOLVE_MEMORY_MAX)
        return error_set(err, ERROR_PARAMETER, "memory", "the memory must be %d to %d MiB", SOLVE_MEMORY_MIN,
                         SOLVE_MEMORY_MAX);
    struct solver *solver = calloc(1, sizeof *solver);
    bool ready = solver && solve_table_init(&solver->table, request->memory);
    if (ready) {
        solver->request = request;
        solver->pos = *request->position;
        solver->opened = open_oracle(request);
        solve(solver, result);
        if (solver->opened)
            request->oracle->close(solver->opened);
        result->lines = solver->lines;
        result->positions = solver->positions;
        solve_table_clear(&solver->table);
    } else {
        error_set(err, ERROR_SYSTEM, "memory", "no memory for a table of %u MiB", request->memory);
    }
    free(solver);
    return ready;
}
