// SPDX-License-Identifier: GPL-3.0-or-later
// Walks the upper levels of the tree turn by turn and leaves the lower ones to position_perft().
#include "protocols/divide.h"

#include "base/memory.h"
#include "base/vector.h"
#include "notation/coordinate_write.h"
#include "position/game.h"
#include "position/moves/outcome.h"
#include "position/moves/perft.h"
#include "position/position.h"

#include <stdlib.h>
#include <string.h>

// A subtree expected to be no larger than this is counted in one go. It is small, since a count in one go cannot be stopped.
enum { ONE_GO = 30000 };

struct root_turn {
    char *text; // owned
    struct turn turn;
};

struct root {
    const struct position *position;
    struct VECTOR_OF(struct root_turn) turns;
};

static bool is_over(const struct position *pos)
{
    const struct game *game = pos->variant->game;
    struct outcome outcome;
    return game->ended && game->ended(pos, &outcome);
}

static bool add_turn(void *context, const struct turn *turn)
{
    struct root *root = context;
    struct buffer text;
    buffer_init(&text);
    coordinate_write_turn(root->position, turn, &text);
    if (!vector_push(&root->turns, (struct root_turn){buffer_take(&text), *turn}))
        memory_exhausted();
    return true;
}

static int compare_turns(const void *a, const void *b)
{
    const struct root_turn *first = a, *second = b;
    return strcmp(first->text, second->text);
}

static void root_clear(struct root *root)
{
    for (size_t i = 0; i < root->turns.count; i++)
        free(root->turns.items[i].text);
    vector_clear(&root->turns);
}

struct walk {
    const struct divide *divide;
    int low; // levels that are counted in one go
    int depth;
    uint64_t nodes;
    bool stopped;
};

static bool walk_position(struct walk *walk, struct position *pos);

struct walk_step {
    struct walk *walk;
    const struct position *before;
};

static bool walk_turn(void *context, const struct turn *turn)
{
    const struct walk_step *step = context;
    struct position after = *step->before;
    turn_play(&after, turn);
    step->walk->depth--;
    bool more = walk_position(step->walk, &after);
    step->walk->depth++;
    return more;
}

// Adds what follows `pos` to walk->nodes; false when stopped.
static bool walk_position(struct walk *walk, struct position *pos)
{
    const struct divide *divide = walk->divide;
    if (walk->depth <= walk->low) {
        walk->nodes += position_perft(pos, walk->depth);
        walk->stopped = divide->stopped && divide->stopped(divide->context);
        return !walk->stopped;
    }
    if (is_over(pos))
        return true;
    struct walk_step step = {walk, pos};
    return turn_each(pos, walk_turn, &step);
}

// How many levels make a subtree of about ONE_GO turns, if a position has `count` turns. Positions further down may have
// more.
static int levels_in_one_go(size_t count)
{
    uint64_t width = count < 30 ? 30 : count;
    int levels = 1;
    for (uint64_t size = width; size * width <= ONE_GO; size *= width)
        levels++;
    return levels;
}

bool divide_run(const struct divide *divide, uint64_t *nodes)
{
    struct position pos = *divide->position;
    struct root root = {.position = divide->position};
    struct walk walk = {.divide = divide};
    if (divide->depth == 0) {
        *nodes = 1;
        return true;
    }
    if (!is_over(&pos))
        turn_each(&pos, add_turn, &root);
    if (root.turns.count)
        qsort(root.turns.items, root.turns.count, sizeof *root.turns.items, compare_turns);
    walk.low = levels_in_one_go(root.turns.count);
    walk.depth = divide->depth - 1;
    bool complete = true;
    for (size_t i = 0; complete && i < root.turns.count; i++) {
        uint64_t before = walk.nodes;
        struct position after = pos;
        turn_play(&after, &root.turns.items[i].turn);
        complete = walk_position(&walk, &after);
        if (complete && divide->report)
            divide->report(divide->context, root.turns.items[i].text, walk.nodes - before);
    }
    root_clear(&root);
    *nodes = walk.nodes;
    return complete;
}
