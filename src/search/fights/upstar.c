// SPDX-License-Identifier: GPL-3.0-or-later
// Recognizes ups and nimbers; see upstar.h.
#include "search/fights/upstar.h"

#include <string.h>

unsigned upstar_moves(struct upstar a, enum color side, struct upstar moves[UPSTAR_MOVES_MAX])
{
    unsigned count = 0;
    if (a.ups) {
        bool good = (a.ups > 0) == (side == WHITE); // to nothing rather than to star
        moves[count++] = (struct upstar){a.ups > 0 ? a.ups - 1 : a.ups + 1, good ? a.heap : a.heap ^ 1};
    }
    for (unsigned heap = 0; heap < a.heap; heap++)
        moves[count++] = (struct upstar){a.ups, heap};
    return count;
}

// What has been found out of the game plus a value.
struct test {
    const struct upstar_options *options;
    int8_t wins[2][2 * UPS_MAX + 1][HEAP_MAX + 1]; // by who moves first; 0: not yet known, 1: yes, -1: no
};

// Whether that side wins the game plus the value if it moves first.
static bool wins_with(struct test *test, struct upstar value, enum color side)
{
    int8_t *known = &test->wins[side][value.ups + UPS_MAX][value.heap];
    if (*known)
        return *known > 0;
    bool wins = false;
    enum color enemy = other_color(side);
    for (unsigned i = 0; i < test->options->count[side] && !wins; i++)
        wins = !upstar_wins(upstar_add(test->options->values[side][i], value), enemy);
    struct upstar moves[UPSTAR_MOVES_MAX];
    unsigned count = upstar_moves(value, side, moves);
    for (unsigned i = 0; i < count && !wins; i++)
        wins = !wins_with(test, moves[i], enemy);
    *known = wins ? 1 : -1;
    return wins;
}

// Two games are equal if whoever begins loses their difference.
static bool equals(struct test *test, struct upstar value)
{
    struct upstar minus = upstar_negate(value);
    return !wins_with(test, minus, WHITE) && !wins_with(test, minus, BLACK);
}

bool upstar_recognize(const struct upstar_options *options, struct upstar *value)
{
    struct test test = {.options = options};
    struct upstar nothing = {0, 0};
    bool white = wins_with(&test, nothing, WHITE), black = wins_with(&test, nothing, BLACK);
    // White wins all sums of ups that are greater than nothing, and so on.
    int least = white && !black ? 1 : black && !white ? -UPS_MAX : white ? -1 : 0;
    int most = white && !black ? UPS_MAX : black && !white ? -1 : white ? 1 : 0;
    for (value->ups = least; value->ups <= most; value->ups++)
        for (value->heap = 0; value->heap <= HEAP_MAX; value->heap++)
            if (equals(&test, *value))
                return true;
    return false;
}
