// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a turn.
#include "lab/random_turn.h"

bool random_turn(struct random *random, const struct position *pos, struct turn *turn)
{
    struct position now = *pos;
    enum color side = position_side(pos);
    turn->count = 0;
    do {
        struct move_list list;
        struct undo undo;
        position_actions(&now, &list);
        if (!list.count)
            return false;
        move m = list.moves[random_below(random, list.count)];
        if (move_kind(m) != MOVE_END_TURN) {
            if (turn->count == TURN_ACTIONS_MAX)
                return false;
            turn->actions[turn->count++] = m;
        }
        position_apply(&now, m, &undo);
    } while (now.state.actions && position_side(&now) == side);
    return true;
}
