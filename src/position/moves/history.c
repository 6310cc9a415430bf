// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps and searches the keys of earlier positions.
#include "position/moves/history.h"

#include "position/moves/key.h"

#include <string.h>

void history_init(struct history *history)
{
    *history = (struct history){0};
}

void history_clear(struct history *history)
{
    vector_clear(history);
}

bool history_copy(struct history *to, const struct history *from)
{
    if (!vector_reserve(to, from->count))
        return false;
    if (from->count)
        memcpy(to->items, from->items, from->count * sizeof *from->items);
    to->count = from->count;
    return true;
}

bool history_push(struct history *history, const struct position *pos)
{
    return vector_push(history, position_key(pos));
}

void history_pop(struct history *history)
{
    assert(history->count);
    history->count--;
}

unsigned history_occurrences(const struct history *history, const struct position *pos)
{
    size_t window = pos->state.reversible < history->count ? pos->state.reversible : history->count;
    if (window < 2)
        return 0; // four turns are needed in most games, but a moved square can carry a piece back at once
    uint64_t key = position_key(pos);
    unsigned occurrences = 0;
    for (size_t back = 2; back <= window; back += 2)
        occurrences += history->items[history->count - back] == key;
    return occurrences;
}
