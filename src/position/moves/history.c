// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps and searches the keys of earlier positions.
#include "position/moves/history.h"

#include "position/moves/key.h"

#include <limits.h>
#include <stddef.h>
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

// Calls the position's earlier occurrences until there have been `most`. Returns their number, and in *span how long ago the
// last one found was.
static unsigned find(const struct history *history, const struct position *pos, unsigned most, size_t *span)
{
    size_t window = position_window(pos, history->count);
    if (window < 2)
        return 0; // four turns are needed in most games, but a moved square can carry a piece back at once
    uint64_t key = position_key(pos);
    unsigned occurrences = 0;
    for (size_t back = 2; back <= window && occurrences < most; back += 2)
        if (history->items[history->count - back] == key) {
            occurrences++;
            *span = back;
        }
    return occurrences;
}

unsigned history_occurrences(const struct history *history, const struct position *pos)
{
    size_t span;
    return find(history, pos, UINT_MAX, &span);
}

size_t history_occurrence(const struct history *history, const struct position *pos, unsigned number)
{
    size_t span = 0;
    return find(history, pos, number, &span) == number ? span : 0;
}

struct perpetual perpetual_find(const uint64_t *end, size_t count, const struct position *pos)
{
    enum color side = position_side(pos);
    struct perpetual perpetual = {{true, true}};
    perpetual.checked[side] = position_in_check(pos);
    for (size_t back = 1; back <= count; back++) {
        bool *checked = &perpetual.checked[back & 1 ? other_color(side) : side];
        *checked = *checked && end[-(ptrdiff_t)back] & KEY_CHECK;
    }
    return perpetual;
}
