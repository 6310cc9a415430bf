// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps, completes and merges the lines found at the root; see lines.h.
#include "search/tree/lines.h"

#include "position/game.h"
#include "position/moves/outcome.h"
#include "position/protection/claim.h"

#include <string.h>

bool lines_begin_with(const struct line *lines, unsigned count, move m)
{
    for (unsigned i = 0; i < count; i++)
        if (lines[i].count && lines[i].moves[0] == m)
            return true;
    return false;
}

// ---- Whole turns ----

static bool wins_at_once(const struct position *pos, move m)
{
    struct position after = *pos;
    struct undo undo;
    position_apply(&after, m, &undo);
    return !after.state.actions &&
           position_outcome(&after, NULL).result == result_of_winner(position_side(pos));
}

// An action to complete a turn that the search has not seen the end of: a claim that wins, ending the turn, or else the first.
static move any_action(const struct position *pos)
{
    struct move_list list;
    position_actions(pos, &list);
    for (unsigned i = 0; i < list.count; i++)
        if (move_kind(list.moves[i]) == MOVE_ANNOUNCE && wins_at_once(pos, list.moves[i]))
            return list.moves[i];
    for (unsigned i = 0; i < list.count; i++)
        if (move_kind(list.moves[i]) == MOVE_END_TURN)
            return list.moves[i];
    return list.count ? list.moves[0] : MOVE_NONE;
}

static void add_rest_of_turn(struct line *line, const struct position *root)
{
    struct position pos = *root;
    enum color side = position_side(&pos);
    struct undo undo;
    unsigned used = 0;
    do {
        if (used == line->count) {
            move m = used <= PLY_MAX ? any_action(&pos) : MOVE_NONE;
            if (m == MOVE_NONE)
                return;
            line->moves[line->count++] = m;
        }
        position_apply(&pos, line->moves[used++], &undo);
    } while (position_side(&pos) == side && pos.state.actions);
}

// Among immediate wins the engine plays the one that scores most points. To the search they are all equal: only the length of
// a win matters there.
static void prefer_points(struct line *line, const struct search_request *request)
{
    struct turn turn;
    struct search_score score = score_present(line->score);
    if (score.kind != SCORE_WON || score.value != 1 || request->only_count ||
        !claim_find_best(request->position, &turn))
        return;
    memcpy(line->moves, turn.actions, turn.count * sizeof *turn.actions);
    line->count = turn.count;
}

void lines_settle(struct line *line, const struct search_request *request, bool first)
{
    if (first)
        prefer_points(line, request);
    add_rest_of_turn(line, request->position);
}

void lines_first_turn(const struct line *line, const struct position *root, struct turn *turn, move *rest)
{
    struct position pos = *root;
    enum color side = position_side(&pos);
    struct undo undo;
    unsigned used = 0;
    turn->count = 0;
    do {
        move m = line->moves[used++];
        if (move_kind(m) != MOVE_END_TURN)
            turn->actions[turn->count++] = m;
        position_apply(&pos, m, &undo);
    } while (used < line->count && position_side(&pos) == side && pos.state.actions &&
             turn->count < TURN_ACTIONS_MAX);
    *rest = used < line->count ? line->moves[used] : MOVE_NONE;
}

// ---- The order ----

void lines_insert(struct line *lines, unsigned count, const struct line *line)
{
    unsigned at = count;
    while (at && lines[at - 1].score < line->score)
        at--;
    memmove(lines + at + 1, lines + at, (count - at) * sizeof *lines);
    lines[at] = *line;
}

unsigned lines_fill_up(struct line *fresh, unsigned count, const struct line *before, unsigned wanted)
{
    for (unsigned i = 0; i < wanted && count < wanted; i++) {
        if (!before[i].count || lines_begin_with(fresh, count, before[i].moves[0]))
            continue;
        fresh[count] = before[i];
        // This iteration has found the lines above to be no worse, whatever the previous one said.
        if (count && fresh[count].score > fresh[count - 1].score) {
            fresh[count].score = fresh[count - 1].score;
            fresh[count].bound = BOUND_UPPER;
        }
        count++;
    }
    return count;
}
