// SPDX-License-Identifier: GPL-3.0-or-later
// Divides a board into groups and hashes them; see groups.h.
#include "search/fights/groups.h"

#include "base/random.h"

#include <string.h>

void group_find(const struct stones *stones, square from, bool seen[GRID_SQUARES], struct group *group)
{
    group->places[0] = from;
    group->count = 1;
    group->fights = false;
    seen[from] = true;
    for (unsigned i = 0; i < group->count; i++) {
        square s = group->places[i];
        for (unsigned k = 0; k < stones->neighbour_count[s]; k++) {
            square to = stones->neighbours[s][k];
            if (stones->color[to] == STONE_NONE)
                continue;
            group->fights |= stones->color[to] != stones->color[s];
            if (!seen[to])
                group->places[group->count++] = to;
            seen[to] = true;
        }
    }
}

enum { TURNS_AND_MIRRORS = 8 };

static uint64_t scatter(bool own, int x, int y)
{
    return random_mix((uint64_t)(own << 8 | x << 4 | y));
}

struct group_key group_key(const struct stones *stones, const struct group *group, enum color side)
{
    int left = GRID_SIDE, right = 0, low = GRID_SIDE, high = 0;
    for (unsigned i = 0; i < group->count; i++) {
        int x = square_file(group->places[i]), y = square_rank(group->places[i]);
        left = x < left ? x : left;
        right = x > right ? x : right;
        low = y < low ? y : low;
        high = y > high ? y : high;
    }
    uint64_t sums[2][TURNS_AND_MIRRORS] = {{0}};
    for (unsigned i = 0; i < group->count; i++) {
        square s = group->places[i];
        bool own = stones->color[s] == side;
        for (unsigned k = 0; k < TURNS_AND_MIRRORS; k++) {
            int x = k & 1 ? right - square_file(s) : square_file(s) - left;
            int y = k & 2 ? high - square_rank(s) : square_rank(s) - low;
            sums[0][k] += k & 4 ? scatter(own, y, x) : scatter(own, x, y);
            sums[1][k] += k & 4 ? scatter(!own, y, x) : scatter(!own, x, y);
        }
    }
    uint64_t least[2] = {UINT64_MAX, UINT64_MAX};
    for (unsigned k = 0; k < TURNS_AND_MIRRORS; k++)
        for (unsigned i = 0; i < 2; i++)
            least[i] = sums[i][k] < least[i] ? sums[i][k] : least[i];
    return (struct group_key){.key = least[0], .opposite = least[1]};
}
