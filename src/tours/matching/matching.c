// SPDX-License-Identifier: GPL-3.0-or-later
// Converts between matchings and ranks, and applies operations point by point.
#include "tours/matching/matching.h"

#include <string.h>

enum { POINTS_MAX = 2 * MATCHING_PAIRS_MAX };

void matching_unrank(int pairs, uint64_t rank, uint8_t *partner)
{
    uint64_t unpaired = pairs ? ~UINT64_C(0) >> (64 - 2 * pairs) : 0;
    for (int left = pairs; left > 0; left--) {
        uint64_t below = matching_count(left - 1);
        int point = __builtin_ctzll(unpaired);
        unpaired &= unpaired - 1;
        uint64_t others = unpaired;
        for (uint64_t skip = rank / below; skip > 0; skip--)
            others &= others - 1;
        int other = __builtin_ctzll(others);
        unpaired &= ~(UINT64_C(1) << other);
        rank %= below;
        partner[point] = (uint8_t)other;
        partner[other] = (uint8_t)point;
    }
}

// Copies a matching without points i and j (j may be -1), renumbered. Partners of lost points become 255.
static void remove_points(const uint8_t *partner, int points, int i, int j, uint8_t *out)
{
    int shift[POINTS_MAX + 2], next = 0;
    for (int p = 0; p < points; p++)
        shift[p] = p == i || p == j ? 255 : next++;
    for (int p = 0; p < points; p++)
        if (shift[p] != 255)
            out[shift[p]] = (uint8_t)shift[partner[p]];
}

// Makes room for a point at `place` by renumbering the points after it.
static void insert_point(uint8_t *partner, int points, int place)
{
    memmove(partner + place + 1, partner + place, (size_t)(points - place));
    for (int p = 0; p <= points; p++)
        if (p != place && partner[p] != 255 && partner[p] >= place)
            partner[p]++;
    partner[place] = 255;
}

static void pair_up(uint8_t *partner, int a, int b)
{
    partner[a] = (uint8_t)b;
    partner[b] = (uint8_t)a;
}

uint64_t matching_apply(enum matching_operation operation, int pairs, int i, int j, uint64_t rank)
{
    uint8_t partner[POINTS_MAX + 2] = {0}, out[POINTS_MAX + 4];
    int points = 2 * pairs;
    matching_unrank(pairs, rank, partner);
    switch (operation) {
    case MATCHING_INSERT:
        memcpy(out, partner, (size_t)points);
        insert_point(out, points, i);
        insert_point(out, points + 1, j);
        pair_up(out, i, j);
        break;
    case MATCHING_MOVE:
        remove_points(partner, points, i, -1, out);
        insert_point(out, points - 1, j);
        for (int p = 0; p < points; p++)
            if (p != j && out[p] == 255) {
                pair_up(out, p, j);
                break;
            }
        break;
    case MATCHING_CONTRACT:
        if (partner[i] == j)
            return MATCHING_NONE;
        pair_up(partner, partner[i], partner[j]);
        partner[i] = (uint8_t)j;
        partner[j] = (uint8_t)i;
        remove_points(partner, points, i, j, out);
        break;
    default:
        memcpy(out, partner, (size_t)points);
        if (partner[i] != i + 1) {
            pair_up(out, i, partner[i + 1]);
            pair_up(out, i + 1, partner[i]);
        }
    }
    return matching_rank(matching_pairs_after(operation, pairs), out);
}

bool matching_is_circuit(int pairs, const uint8_t *a, const uint8_t *b)
{
    int at = 0, length = 0;
    do {
        at = b[a[at]];
        length += 2;
    } while (at != 0);
    return length == 2 * pairs;
}
