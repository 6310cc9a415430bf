// SPDX-License-Identifier: GPL-3.0-or-later
// Counts turns by playing them action by action; with a watch, the upper levels turn by turn.
#include "position/moves/perft.h"

#include "position/game.h"
#include "position/moves/outcome.h"
#include "position/position.h"
#include "position/turn.h"

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

// ---- With a watch ----

// Subtrees that are expected to be no larger than this are counted in one go, which cannot be stopped.
enum { ONE_GO = 30000 };

// How many levels a subtree of about ONE_GO turns has if every position has about `count` turns.
static int levels_in_one_go(uint64_t count)
{
    uint64_t width = count < 30 ? 30 : count;
    int levels = 1;
    for (uint64_t size = width; size * width <= ONE_GO; size *= width)
        levels++;
    return levels;
}

// A position above the levels that are counted in one go.
struct walk {
    const struct position *pos;
    const struct perft_watch *watch;
    uint64_t *nodes;
    int depth;
    int low; // levels that are counted in one go
};

static bool walk_position(const struct walk *walk);

static bool walk_turn(void *context, const struct turn *turn)
{
    const struct walk *above = context;
    struct position after = *above->pos;
    struct walk below = *above;
    turn_play(&after, turn);
    below.pos = &after;
    below.depth--;
    return walk_position(&below);
}

static bool walk_position(const struct walk *walk)
{
    const struct game *game = walk->pos->variant->game;
    struct outcome outcome;
    if (walk->depth <= walk->low) {
        struct position now = *walk->pos;
        *walk->nodes += position_perft(&now, walk->depth);
        return !walk->watch->goes_on || walk->watch->goes_on(walk->watch->context, *walk->nodes);
    }
    return (game->ended && game->ended(walk->pos, &outcome)) || turn_each(walk->pos, walk_turn, (void *)walk);
}

bool position_perft_watched(const struct position *pos, int depth, const struct perft_watch *watch,
                            uint64_t *nodes)
{
    struct position now = *pos;
    struct walk walk = {.pos = pos, .watch = watch, .depth = depth};
    walk.nodes = nodes;
    // With a single level, counting its turns first would take twice as long.
    walk.low = depth > 1 ? levels_in_one_go(position_perft(&now, 1)) : 1;
    return walk_position(&walk);
}
