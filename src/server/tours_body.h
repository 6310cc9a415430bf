// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies of requests about tours, read into the board, the piece and what is asked of them.
#ifndef LEAPER_SERVER_TOURS_BODY_H
#define LEAPER_SERVER_TOURS_BODY_H

#include "server/problem.h"
#include "tours/draw.h"
#include "tours/graph.h"

#include <stdint.h>

enum { LIMIT_LEAPER = 40 }; // bytes

struct tours_body {
    struct tour_board board;
    struct leaper leaper;
    struct tour_graph graph;
    bool open;
    bool movable; // whether the graph could be built: the piece can move at all
    int64_t seed;
    int count;              // random: how many
    int *cells, cell_count; // draw: the tour
    enum draw_style style;
    bool png;
};

enum tours_question { TOURS_ASK_COUNT, TOURS_ASK_RANDOM, TOURS_ASK_ESTIMATE, TOURS_ASK_DRAW };

// Reads a body; each question has its own members beside those of the board. NULL with the problem. Free it with
// tours_body_free(), which takes a struct tours_body as a call's later_drop does.
struct tours_body *tours_body_read(const char *text, size_t length, enum tours_question question,
                                   struct problem *problem);
void tours_body_free(void *tours_body);

#endif
