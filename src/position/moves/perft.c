// SPDX-License-Identifier: GPL-3.0-or-later
// Counts turns by playing them action by action.
#include "position/moves/perft.h"

#include "position/game.h"
#include "position/moves/outcome.h"
#include "position/position.h"

uint64_t position_perft(struct position *pos, int depth)
{
    const struct game *game = pos->variant->game;
    assert(depth >= 0);
    if (depth == 0)
        return 1;
    if (game->perft)
        return game->perft(pos, depth);
    struct outcome outcome;
    if (game->ended && !pos->state.actions && game->ended(pos, &outcome))
        return 0;
    struct move_list list;
    position_actions(pos, &list);
    // If each action is a turn, the last turns can be counted without being played.
    if (depth == 1 && !game->goes_on)
        return list.count;
    uint64_t nodes = 0;
    for (unsigned i = 0; i < list.count; i++) {
        struct undo undo;
        position_apply(pos, list.moves[i], &undo);
        nodes += position_perft(pos, pos->state.actions ? depth : depth - 1);
        position_undo(pos, &undo);
    }
    return nodes;
}
