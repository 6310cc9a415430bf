// SPDX-License-Identifier: GPL-3.0-or-later
// Turns movements into lists of rides, and inverts them into threats.
#include "position/piece_rules.h"

static void list_plain(struct piece_rules *rules, enum color color)
{
    const struct ranges *ranges = &rules->movement[color].kinds[RIDE_PLAIN];
    for (direction d = 0; d < DIRECTIONS; d++)
        if (ranges->quiet[d] || ranges->capture[d])
            rules->rides[color][rules->ride_count[color]++] =
                (struct ride){d, ranges->quiet[d], ranges->capture[d], RIDE_PLAIN};
}

static void list_special(struct piece_rules *rules, enum color color)
{
    for (unsigned kind = RIDE_PLAIN + 1; kind < RIDE_KINDS; kind++) {
        const struct ranges *ranges = &rules->movement[color].kinds[kind];
        for (direction d = 0; d < DIRECTIONS; d++)
            if (ranges->quiet[d] || ranges->capture[d])
                rules->special[color][rules->special_count[color]++] =
                    (struct ride){d, ranges->quiet[d], ranges->capture[d], (uint8_t)kind};
    }
}

// Rides in different directions meet only along files, ranks and diagonals, where a step is one to three squares long.
static bool reach_same_square(direction a, int longest_a, direction b, int longest_b)
{
    const struct step *step_a = &direction_step[a], *step_b = &direction_step[b];
    if (a == b)
        return longest_a && longest_b;
    if (step_a->dx * step_b->dy != step_a->dy * step_b->dx ||
        step_a->dx * step_b->dx + step_a->dy * step_b->dy < 0)
        return false;
    // The first common multiple of the two lengths.
    return longest_a >= step_b->distance && longest_b >= step_a->distance;
}

static bool jumps(const struct ride *ride)
{
    return (ride->kind & ~(unsigned)RIDE_INITIAL) >= RIDE_CANNON;
}

static bool both_capture(const struct ride *a, const struct ride *b)
{
    return reach_same_square(a->dir, a->capture, b->dir, b->capture);
}

// Whether two rides may lead to one square: such moves would be listed twice. In one direction, what jumps goes where
// what does not jump cannot go.
static bool overlap(const struct ride *a, const struct ride *b)
{
    if (a->dir == b->dir && jumps(a) != jumps(b))
        return false;
    return both_capture(a, b) || reach_same_square(a->dir, a->quiet, b->dir, b->quiet);
}

static bool has_two_ways(const struct piece_rules *rules)
{
    unsigned plain = rules->ride_count[WHITE], all = plain + rules->special_count[WHITE];
    for (unsigned i = 0; i < all; i++)
        for (unsigned j = 0; j < i; j++)
            if (overlap(i < plain ? &rules->rides[WHITE][i] : &rules->special[WHITE][i - plain],
                        j < plain ? &rules->rides[WHITE][j] : &rules->special[WHITE][j - plain]))
                return true;
    return false;
}

void piece_rules_list(struct piece_rules *rules)
{
    movement_turn(&rules->movement[WHITE], &rules->movement[BLACK]);
    for (unsigned color = WHITE; color <= BLACK; color++) {
        rules->ride_count[color] = rules->special_count[color] = 0;
        list_plain(rules, (enum color)color);
        list_special(rules, (enum color)color);
    }
    rules->two_ways = has_two_ways(rules);
}

// Inverts the movements: for a direction away from a square, which pieces found there attack it.
struct threat piece_rules_threat(const struct piece_rules *pieces, enum color by, unsigned kind,
                                 direction away)
{
    struct threat threat = {.dir = away, .kind = (uint8_t)kind};
    for (piece_type type = 1; type < PIECE_TYPES; type++) {
        const struct piece_rules *rules = &pieces[type];
        const uint8_t *ranges = rules->movement[by].kinds[kind].capture;
        uint8_t range = rules->name ? ranges[direction_step[away].opposite] : 0;
        threat.range[piece_of(type, by)] = range;
        threat.longest = range > threat.longest ? range : threat.longest;
    }
    return threat;
}

bool piece_rules_attack_twice(const struct piece_rules *rules)
{
    const struct ride *rides = rules->rides[WHITE];
    for (unsigned i = 0; rules->two_ways && i < rules->ride_count[WHITE]; i++)
        for (unsigned j = 0; j < i; j++)
            if (both_capture(&rides[i], &rides[j]))
                return true;
    return false;
}
