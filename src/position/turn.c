// SPDX-License-Identifier: GPL-3.0-or-later
// Plays whole turns and enumerates them.
#include "position/turn.h"

static const move end_of_stage = (move)MOVE_END_TURN << 16;

// Moves of pieces are of several kinds, but are alike.
static bool are_alike(enum move_kind a, enum move_kind b)
{
    return a == b || (a <= MOVE_CASTLE && b <= MOVE_CASTLE);
}

static bool has_alike(const struct move_list *list, move m)
{
    for (unsigned i = 0; i < list->count; i++)
        if (are_alike(move_kind(list->moves[i]), move_kind(m)))
            return true;
    return false;
}

void turn_reach(struct position *pos, move m)
{
    if (!pos->state.actions || pos->variant->hooks.goes_on.count < 2)
        return;
    struct position now = *pos;
    struct move_list list;
    while (now.state.actions) {
        struct undo undo;
        position_actions(&now, &list);
        if (has_alike(&list, m)) {
            *pos = now;
            return;
        }
        if (!move_list_has(&list, end_of_stage))
            return;
        position_apply(&now, end_of_stage, &undo);
    }
}

bool turn_end(struct position *pos)
{
    struct undo undo;
    while (pos->state.actions && position_is_legal(pos, end_of_stage))
        position_apply(pos, end_of_stage, &undo);
    return !pos->state.actions;
}

void turn_play(struct position *pos, const struct turn *turn)
{
    struct undo undo;
    for (unsigned i = 0; i < turn->count; i++) {
        turn_reach(pos, turn->actions[i]);
        position_apply(pos, turn->actions[i], &undo);
    }
    while (pos->state.actions)
        position_apply(pos, end_of_stage, &undo);
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
        turn_reach(&trial, turn->actions[i]);
        if (position_side(&trial) != side || !position_is_legal(&trial, turn->actions[i]))
            return false;
        position_apply(&trial, turn->actions[i], &undo);
    }
    return turn_end(&trial);
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
