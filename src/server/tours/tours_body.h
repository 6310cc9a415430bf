// SPDX-License-Identifier: GPL-3.0-or-later
// The bodies of tour requests, read into a board, a piece and what is requested.
#ifndef LEAPER_SERVER_TOURS_BODY_H
#define LEAPER_SERVER_TOURS_BODY_H

#include "server/http/problem.h"
#include "tours/board/graph.h"
#include "tours/draw/draw.h"

#include <stdint.h>

enum { LIMIT_LEAPER = 40 }; // bytes

// What the answer says if a count does not finish.
#define TOURS_TOO_MANY                                                                                       \
    "too many to be counted while you wait; 'leaper tours count' has the time, and an estimate gives the "   \
    "order of magnitude"

enum tours_question { TOURS_ASK_COUNT, TOURS_ASK_RANDOM, TOURS_ASK_ESTIMATE, TOURS_ASK_DRAW };

struct tours_body {
    enum tours_question question;
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

// "count", "random", "estimate" or "draw", in static storage; and the reverse, which returns false if there is no such name.
const char *tours_question_name(enum tours_question question);
bool tours_question_find(const char *name, enum tours_question *question);

// Reads a body; each kind of request has members of its own in addition to those of the board. NULL with the problem. Free it with
// tours_body_free(), which has the type of a call's later_drop.
struct tours_body *tours_body_read(const char *text, size_t length, enum tours_question question,
                                   struct problem *problem);
void tours_body_free(void *tours_body);

#endif
