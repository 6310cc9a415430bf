// SPDX-License-Identifier: GPL-3.0-or-later
// Counts what follows each first turn with position_perft_watched().
#include "protocols/divide.h"

#include "base/memory.h"
#include "base/vector.h"
#include "position/game.h"
#include "position/moves/outcome.h"
#include "position/moves/perft.h"
#include "position/position.h"

#include <stdlib.h>
#include <string.h>

struct root_turn {
    char *text; // owned
    struct turn turn;
};

struct root {
    const struct divide *divide;
    struct VECTOR_OF(struct root_turn) turns;
};

// First turns are asked for after so many whether to stop: there may be millions.
enum { TURNS_IN_ONE_GO = 4096 };

static bool is_over(const struct position *pos)
{
    struct outcome outcome;
    return position_ended(pos, &outcome);
}

static bool goes_on(void *context, uint64_t nodes)
{
    const struct divide *divide = context;
    (void)nodes;
    return !divide->stopped || !divide->stopped(divide->context);
}

static bool add_turn(void *context, const struct turn *turn)
{
    struct root *root = context;
    struct buffer text;
    buffer_init(&text);
    root->divide->write(root->divide->position, turn, &text);
    if (!vector_push(&root->turns, (struct root_turn){buffer_take(&text), *turn}))
        memory_exhausted();
    return root->turns.count % TURNS_IN_ONE_GO || goes_on((void *)root->divide, 0);
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

// Counts what follows each first turn. False if it was stopped.
static bool count_each(const struct divide *divide, const struct perft_watch *watch, uint64_t *counted)
{
    struct root root = {.divide = divide};
    bool complete = is_over(divide->position) || turn_each(divide->position, add_turn, &root);
    if (complete && root.turns.count)
        qsort(root.turns.items, root.turns.count, sizeof *root.turns.items, compare_turns);
    for (size_t i = 0; complete && i < root.turns.count; i++) {
        uint64_t before = *counted;
        struct position after = *divide->position;
        turn_play(&after, &root.turns.items[i].turn);
        complete = position_perft_watched(&after, divide->depth - 1, watch, counted);
        if (complete)
            divide->report(divide->context, root.turns.items[i].text, *counted - before);
    }
    root_clear(&root);
    return complete;
}

bool divide_run(const struct divide *divide, uint64_t *nodes)
{
    const struct perft_watch watch = {goes_on, (void *)divide};
    *nodes = 0;
    if (divide->depth && divide->report)
        return count_each(divide, &watch, nodes);
    return position_perft_watched(divide->position, divide->depth, &watch, nodes);
}
