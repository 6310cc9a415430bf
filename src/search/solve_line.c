// SPDX-License-Identifier: GPL-3.0-or-later
// Splits the actions of a solution into turns.
#include "search/solve.h"

unsigned solve_line_turns(const struct position *start, const struct solve_line *line, struct turn *turns,
                          unsigned most)
{
    struct position pos = *start;
    struct turn turn = {.count = 0};
    unsigned count = 0;
    for (unsigned i = 0; i < line->count && count < most; i++) {
        struct undo undo;
        if (move_kind(line->actions[i]) != MOVE_END_TURN)
            turn.actions[turn.count++] = line->actions[i];
        position_apply(&pos, line->actions[i], &undo);
        if (!pos.state.actions) {
            turns[count++] = turn;
            turn.count = 0;
        }
    }
    return count;
}
