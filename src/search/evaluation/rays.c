// SPDX-License-Identifier: GPL-3.0-or-later
// Fills in the tables of rays.h.
#include "search/evaluation/rays.h"

#include <string.h>

static uint64_t bit_of(square s)
{
    return UINT64_C(1) << rays_index(s);
}

// Whether the direction leads to higher bits.
static bool is_upwards(direction dir)
{
    const struct step *step = &direction_step[dir];
    return step->dy > 0 || (step->dy == 0 && step->dx > 0);
}

// Lines are numbered in the order of the directions that lead upwards on them.
static unsigned line_of(direction dir)
{
    direction up = is_upwards(dir) ? dir : direction_step[dir].opposite;
    unsigned line = 0;
    for (direction d = 0; d < up; d++)
        line += is_upwards(d);
    return line;
}

static uint64_t ray(const struct board *board, square from, direction dir, int range)
{
    uint64_t squares = 0;
    int steps = board->reach[from][dir] < range ? board->reach[from][dir] : range;
    for (int k = 0; k < steps; k++) {
        from = (square)(from + direction_step[dir].delta);
        squares |= bit_of(from);
    }
    return squares;
}

static void fill_geometry(struct rays *rays, const struct board *board)
{
    square from, to;
    for (struct set_walk walk = set_walk(&board->locations); set_next(&walk, &from);) {
        unsigned index = rays_index(from);
        for (struct set_walk others = set_walk(&board->locations); set_next(&others, &to);)
            for (int d = square_distance(from, to); d < RAYS_SIDE; d++)
                rays->within[index][d] |= bit_of(to);
        unsigned line = 0;
        for (direction dir = 0; dir < DIRECTIONS; dir++)
            if (is_upwards(dir))
                rays->lines[line++][index] = (struct rays_line){
                    .below = ray(board, from, direction_step[dir].opposite, RANGE_UNLIMITED),
                    .above = ray(board, from, dir, RANGE_UNLIMITED),
                };
    }
}

static void add_line(uint8_t *list, uint8_t *count, unsigned line)
{
    for (unsigned i = 0; i < *count; i++)
        if (list[i] == line)
            return;
    list[(*count)++] = (uint8_t)line;
}

static void fill_ride(struct rays *rays, const struct variant *variant, piece p, const struct ride *ride)
{
    int range = ride->quiet > ride->capture ? ride->quiet : ride->capture;
    square from;
    for (struct set_walk walk = set_walk(&variant->board.locations); set_next(&walk, &from);) {
        uint64_t targets = ray(&variant->board, from, ride->dir, range);
        unsigned index = rays_index(from);
        if (range > 1) {
            rays->rides[p][index] |= targets;
            for (uint64_t left = targets; left; left &= left - 1)
                rays->ridden_from[p][__builtin_ctzll(left)] |= bit_of(from);
            continue;
        }
        rays->leaps[p][index] |= targets;
        rays->bites[p][index] |= ride->capture ? targets : 0;
        if (!targets)
            continue;
        rays->leapers[__builtin_ctzll(targets)] |= bit_of(from);
        if (ride->capture)
            rays->bitten_from[p][__builtin_ctzll(targets)] |= bit_of(from);
    }
    if (range > 1) {
        rays->even = rays->even && ride->quiet == ride->capture;
        add_line(rays->line_of[p], &rays->line_count[p], line_of(ride->dir));
        add_line(rays->all_lines, &rays->all_line_count, line_of(ride->dir));
    }
}

void rays_init(struct rays *rays, const struct variant *variant)
{
    memset(rays, 0, sizeof *rays);
    rays->usable = variant->board.width <= RAYS_SIDE && variant->board.height <= RAYS_SIDE &&
                   !variant->special_threat_count[WHITE] && !variant->special_threat_count[BLACK];
    rays->even = rays->usable;
    rays->metered = variant->metered;
    if (!rays->usable)
        return;
    fill_geometry(rays, &variant->board);
    for (piece_type type = 1; type < PIECE_TYPES; type++)
        for (unsigned color = WHITE; variant->pieces[type].name && color <= BLACK; color++) {
            const struct piece_rules *rules = &variant->pieces[type];
            for (unsigned i = 0; i < rules->ride_count[color]; i++)
                fill_ride(rays, variant, piece_of(type, (enum color)color), &rules->rides[color][i]);
        }
}
