// SPDX-License-Identifier: GPL-3.0-or-later
// Plays whole turns and enumerates them.
#include "position/turn.h"

void turn_play(struct position *pos, const struct turn *turn)
{
    struct undo undo;
    enum color side = position_side(pos);
    for (unsigned i = 0; i < turn->count; i++)
        position_apply(pos, turn->actions[i], &undo);
    if (position_side(pos) == side && pos->state.actions)
        position_apply(pos, move_make(MOVE_END_TURN, 0, 0, 0), &undo);
}

bool turn_is_legal(const struct position *pos, const struct turn *turn)
{
    struct position trial = *pos;
    if (turn->count < 1 || turn->count > TURN_ACTIONS_MAX)
        return false;
    enum color side = position_side(pos);
    for (unsigned i = 0; i < turn->count; i++) {
        struct undo undo;
        if (i > 0 && trial.state.actions == 0) // the turn has ended before
            return false;
        if (position_side(&trial) != side || !position_is_legal(&trial, turn->actions[i]))
            return false;
        position_apply(&trial, turn->actions[i], &undo);
    }
    move end = move_make(MOVE_END_TURN, 0, 0, 0);
    return trial.state.actions == 0 || position_is_legal(&trial, end);
}

static bool visit_from(struct position *pos, struct turn *turn, turn_visitor *visit, void *context)
{
    struct move_list list;
    position_actions(pos, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct undo undo;
        bool ends = move_kind(list.moves[i]) == MOVE_END_TURN, more;
        if (move_kind(list.moves[i]) == MOVE_ANNOUNCE)
            continue;
        position_apply(pos, list.moves[i], &undo);
        if (!ends)
            turn->actions[turn->count++] = list.moves[i];
        if (pos->state.actions)
            more = visit_from(pos, turn, visit, context);
        else
            more = visit(context, turn);
        if (!ends)
            turn->count--;
        position_undo(pos, &undo);
        if (!more)
            return false;
    }
    return true;
}

bool turn_each(const struct position *pos, turn_visitor *visit, void *context)
{
    struct position copy = *pos;
    struct turn turn = {.count = 0};
    return visit_from(&copy, &turn, visit, context);
}
