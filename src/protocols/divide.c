// SPDX-License-Identifier: GPL-3.0-or-later
// Counts what follows each first turn with position_perft_watched().
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

static bool goes_on(void *context, uint64_t nodes)
{
    const struct divide *divide = context;
    (void)nodes;
    return !divide->stopped || !divide->stopped(divide->context);
}

bool divide_run(const struct divide *divide, uint64_t *nodes)
{
    struct position pos = *divide->position;
    struct root root = {.position = divide->position};
    const struct perft_watch watch = {goes_on, (void *)divide};
    uint64_t counted = 0;
    if (divide->depth == 0) {
        *nodes = 1;
        return true;
    }
    if (!is_over(&pos))
        turn_each(&pos, add_turn, &root);
    if (root.turns.count)
        qsort(root.turns.items, root.turns.count, sizeof *root.turns.items, compare_turns);
    bool complete = true;
    for (size_t i = 0; complete && i < root.turns.count; i++) {
        uint64_t before = counted;
        struct position after = pos;
        turn_play(&after, &root.turns.items[i].turn);
        complete = position_perft_watched(&after, divide->depth - 1, &watch, &counted);
        if (complete && divide->report)
            divide->report(divide->context, root.turns.items[i].text, counted - before);
    }
    root_clear(&root);
    *nodes = counted;
    return complete;
}
