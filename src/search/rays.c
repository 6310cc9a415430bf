// SPDX-License-Identifier: GPL-3.0-or-later
// Fills in the tables of rays.h.
#include "search/rays.h"

#include <string.h>

static uint64_t bit_of(square s)
{
    return UINT64_C(1) << rays_index(s);
}

static void fill_geometry(struct rays *rays, const struct board *board)
{
    square from, to;
    for (struct set_walk walk = set_walk(&board->locations); set_next(&walk, &from);) {
        unsigned index = rays_index(from);
        for (struct set_walk others = set_walk(&board->locations); set_next(&others, &to);)
            for (int d = square_distance(from, to); d < RAYS_SIDE; d++)
                rays->within[index][d] |= bit_of(to);
        for (direction dir = 0; dir < DIRECTIONS; dir++) {
            square s = from;
            for (int k = 0; k < board->reach[from][dir]; k++) {
                s = (square)(s + direction_step[dir].delta);
                rays->ray[dir][index] |= bit_of(s);
            }
        }
    }
}

static void fill_piece(struct rays *rays, const struct variant *variant, piece p)
{
    const struct piece_rules *rules = &variant->pieces[piece_type_of(p)];
    enum color color = piece_color(p);
    for (unsigned i = 0; i < rules->ride_count[color]; i++) {
        const struct ride *ride = &rules->rides[color][i];
        const struct step *step = &direction_step[ride->dir];
        int range = ride->quiet > ride->capture ? ride->quiet : ride->capture;
        if (range == 1) {
            square from;
            for (struct set_walk walk = set_walk(&variant->board.locations); set_next(&walk, &from);)
                if (variant->board.reach[from][ride->dir]) {
                    uint64_t target = bit_of((square)(from + step->delta));
                    rays->leaps[p][rays_index(from)] |= target;
                    rays->bites[p][rays_index(from)] |= ride->capture ? target : 0;
                }
        } else if (rays->riders[p].count < RAYS_RIDES) {
            rays->even = rays->even && ride->quiet == ride->capture;
            unsigned at = rays->riders[p].count++;
            int distance = range * step->distance;
            rays->riders[p].rides[at].dir = ride->dir;
            rays->riders[p].rides[at].distance = (uint8_t)(distance < RAYS_SIDE ? distance : RAYS_SIDE - 1);
            rays->riders[p].rides[at].upwards = step->dy > 0 || (step->dy == 0 && step->dx > 0);
        } else {
            rays->usable = false;
        }
    }
}

void rays_init(struct rays *rays, const struct variant *variant)
{
    memset(rays, 0, sizeof *rays);
    rays->usable = variant->board.width <= RAYS_SIDE && variant->board.height <= RAYS_SIDE;
    rays->even = rays->usable;
    if (!rays->usable)
        return;
    fill_geometry(rays, &variant->board);
    for (piece_type type = 1; type < PIECE_TYPES; type++)
        for (unsigned color = WHITE; color <= BLACK; color++)
            if (variant->pieces[type].name)
                fill_piece(rays, variant, piece_of(type, (enum color)color));
}
