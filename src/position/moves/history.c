// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps and searches the keys of earlier positions.
#include "position/moves/history.h"

#include "base/memory.h"
#include "position/moves/key.h"

#include <stdlib.h>
#include <string.h>

void history_init(struct history *history)
{
    *history = (struct history){0};
}

void history_clear(struct history *history)
{
    free(history->keys);
    history_init(history);
}

static bool reserve(struct history *history, size_t capacity)
{
    if (capacity <= history->capacity)
        return true;
    capacity = capacity < 64 ? 64 : capacity * 2;
    uint64_t *keys = memory_try(history->keys, capacity, sizeof *keys);
    if (!keys)
        return false;
    history->keys = keys;
    history->capacity = capacity;
    return true;
}

bool history_copy(struct history *to, const struct history *from)
{
    if (!reserve(to, from->count))
        return false;
    if (from->count)
        memcpy(to->keys, from->keys, from->count * sizeof *from->keys);
    to->count = from->count;
    return true;
}

bool history_push(struct history *history, const struct position *pos)
{
    if (!reserve(history, history->count + 1))
        return false;
    history->keys[history->count++] = position_key(pos);
    return true;
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
        return 0; // most games need four turns, but a square can carry a piece back to where it came from at once
    uint64_t key = position_key(pos);
    unsigned occurrences = 0;
    for (size_t back = 2; back <= window; back += 2)
        occurrences += history->keys[history->count - back] == key;
    return occurrences;
}
