// SPDX-License-Identifier: GPL-3.0-or-later
// Counts turns by playing them action by action; with a watch, the upper levels can be stopped.
#include "position/moves/perft.h"

#include "position/moves/count.h"
#include "position/moves/outcome.h"
#include "position/position.h"
#include "position/turn.h"

// Whether each action that is possible now ends the turn, so that turns can be counted without playing them.
static bool ends_turns(const struct position *pos)
{
    const struct part_list *stages = &pos->variant->hooks.goes_on;
    return !stages->count || (pos->state.actions && pos->state.stage + 1U == stages->count &&
                              stages->parts[pos->state.stage]->mechanism->one_action);
}

// Whether the turn could go on after its first action, which is yet to be played.
static bool could_go_on(const struct position *pos, move m)
{
    for_each_part (part, &pos->variant->hooks.goes_on)
        if (!part->mechanism->may_go_on || part->mechanism->may_go_on(part, pos, m))
            return true;
    return false;
}

// Removes the actions that are certain to be whole turns, and returns their number.
static uint64_t take_whole_turns(const struct position *pos, struct move_list *list)
{
    unsigned kept = 0, count = list->count;
    for (unsigned i = 0; i < count; i++)
        if (could_go_on(pos, list->moves[i]))
            list->moves[kept++] = list->moves[i];
    list->count = kept;
    return count - kept;
}

uint64_t position_perft(struct position *pos, int depth)
{
    const struct hooks *hooks = &pos->variant->hooks;
    assert(depth >= 0);
    if (depth == 0)
        return 1;
    if (hooks->perft)
        return hooks->perft->mechanism->perft(hooks->perft, pos, depth);
    struct outcome outcome;
    if (hooks->ended.count && !pos->state.actions && position_ended(pos, &outcome))
        return 0;
    if (depth == 1 && !pos->variant->composed)
        return count_legal(pos);
    struct move_list list;
    position_actions(pos, &list);
    if (depth == 1 && !hooks->announce && ends_turns(pos))
        return list.count;
    uint64_t nodes = 0;
    if (depth == 1 && !hooks->announce && !pos->state.actions)
        nodes = take_whole_turns(pos, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct undo undo;
        if (move_kind(list.moves[i]) == MOVE_ANNOUNCE)
            continue;
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

// The walk through the levels above those that are counted in one go, with the position where it is now.
struct walk {
    struct position now;
    const struct perft_watch *watch;
    uint64_t *nodes;
    int low; // levels that are counted in one go
    // Of 64 KiB, so there is one for all levels: a thread's stack has no room for as many lists as there may be actions before the
    // last level. Each level makes its list anew for each of its actions, which costs nothing beside counting what follows.
    struct move_list list;
};

static bool walk_position(struct walk *walk, int depth);

static bool may_go_on(const struct walk *walk)
{
    return !walk->watch->goes_on || walk->watch->goes_on(walk->watch->context, *walk->nodes);
}

// Walks through all actions that are possible now, and what follows each. If only its last level is left to count, a turn is
// counted action by action: it may have millions of continuations.
static bool walk_actions(struct walk *walk, int depth)
{
    for (unsigned i = 0;; i++) {
        struct undo undo;
        bool more = true;
        position_actions(&walk->now, &walk->list);
        if (i >= walk->list.count)
            return true;
        move m = walk->list.moves[i];
        if (move_kind(m) == MOVE_ANNOUNCE)
            continue;
        position_apply(&walk->now, m, &undo);
        if (depth == 1) {
            *walk->nodes += position_perft(&walk->now, walk->now.state.actions ? 1 : 0);
            more = may_go_on(walk);
        } else {
            more = walk->now.state.actions ? walk_actions(walk, depth) : walk_position(walk, depth - 1);
        }
        position_undo(&walk->now, &undo);
        if (!more)
            return false;
    }
}

static bool walk_position(struct walk *walk, int depth)
{
    struct outcome outcome;
    if (depth <= walk->low) {
        *walk->nodes += position_perft(&walk->now, depth);
        return may_go_on(walk);
    }
    // Where all games end before that depth, nothing is ever counted.
    return may_go_on(walk) && (position_ended(&walk->now, &outcome) || walk_actions(walk, depth));
}

static bool count_turn(void *context, const struct turn *turn)
{
    uint64_t *count = context;
    (void)turn;
    return ++*count <= ONE_GO;
}

// How many levels are counted in one go below a position: none if its own turns are too many.
static int low_levels(const struct position *pos, int depth)
{
    uint64_t count = 0;
    // With a single level, counting its turns first would take twice as long. A mechanism that counts by itself does so from the start
    // of a turn.
    if (depth <= 1)
        return depth == 1 && !ends_turns(pos) && !pos->variant->hooks.perft ? 0 : 1;
    return turn_each(pos, count_turn, &count) ? levels_in_one_go(count) : 0;
}

bool position_perft_watched(const struct position *pos, int depth, const struct perft_watch *watch,
                            uint64_t *nodes)
{
    struct walk walk;
    walk.now = *pos;
    walk.watch = watch;
    walk.nodes = nodes;
    walk.low = low_levels(pos, depth);
    return walk_position(&walk, depth);
}
