// SPDX-License-Identifier: GPL-3.0-or-later
// Makes scores of what an oracle answers; see consult.h.
#include "search/endings/consult.h"

#include "search/endings/ask.h"

bool consult(const struct shared *shared, const struct position *pos, unsigned turns, int *score)
{
    struct oracle_answer answer;
    if (!ask_about(shared->oracle, shared->opened, pos, &answer) || !ask_in_time(pos, &answer))
        return false;
    if (answer.word == ORACLE_DRAWN) {
        *score = 0;
        return true;
    }
    unsigned distance = turns + answer.turns;
    if (distance > SCORE_WIN - SCORE_WIN_LEAST)
        return false;
    *score = answer.word == ORACLE_WON ? SCORE_WIN - (int)distance : (int)distance - SCORE_WIN;
    return true;
}

// The action that is best according to the oracle; MOVE_NONE if there is none, or it does not know all that are needed to tell.
static move best_action(const struct shared *shared, const struct position *pos)
{
    struct move_list list;
    move best = MOVE_NONE;
    int most = -SCORE_INFINITE, score;
    position_actions(pos, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct position after = *pos;
        struct undo undo;
        position_apply(&after, list.moves[i], &undo);
        if (!consult(shared, &after, 1, &score))
            return MOVE_NONE;
        if (-score > most) {
            most = -score;
            best = list.moves[i];
        }
    }
    return best;
}

void consult_extend(const struct shared *shared, struct line *line)
{
    struct position pos = *shared->request->position;
    struct undo undo;
    int score;
    if (!shared->opened || line->bound != BOUND_EXACT || !score_is_decided(line->score))
        return;
    for (unsigned i = 0; i < line->count; i++)
        position_apply(&pos, line->moves[i], &undo);
    while (line->count <= PLY_MAX && consult(shared, &pos, 0, &score) && score_is_decided(score)) {
        move best = best_action(shared, &pos);
        if (best == MOVE_NONE)
            return;
        line->moves[line->count++] = best;
        position_apply(&pos, best, &undo);
    }
}
