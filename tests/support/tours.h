// SPDX-License-Identifier: GPL-3.0-or-later
// A ground for tests of tours: board, leaper and graph from two texts.
#ifndef LEAPER_TESTS_SUPPORT_TOURS_H
#define LEAPER_TESTS_SUPPORT_TOURS_H

#include "base/random.h"
#include "tours/board/tour.h"
#include "tours/search/search.h"

struct tour_scene {
    struct tour_board board;
    struct leaper leaper;
    struct tour_graph graph;
};

// Fails the test when a text cannot be read. Free it with tour_scene_clear().
void tour_scene_init(struct tour_scene *scene, const char *board, const char *leaper);
void tour_scene_clear(struct tour_scene *scene);

// The vertex of a cell by its name.
int tour_scene_vertex(const struct tour_scene *scene, const char *name);

// The constraint for open tours between two cells by name, "" for any.
struct tour_constraint tour_scene_open(const struct tour_scene *scene, const char *from, const char *to);

// A small random board with holes, one of several pieces, and a constraint, closed or open with ends or without. Always a graph
// with an edge, at most 20 cells. The constraint fits the board.
void tour_scene_random(struct tour_scene *scene, struct tour_constraint *constraint, struct random *random);

// Asks 400 random scenes of `seed` whether they have a tour: `solve` must say SEARCH_FOUND or SEARCH_NONE as brute force does, and what
// it leaves in `tour` must be one.
void tour_scenes_compare(uint64_t seed,
                         enum search_end (*solve)(const struct tour_scene *scene,
                                                  const struct tour_constraint *constraint, int *tour));

// A signature of so many slots (tours/mitm/layer/layer.h) with so many pairs of ends, the other slots empty or full.
uint64_t tours_random_signature(struct random *random, int slots, int pairs);

#endif
