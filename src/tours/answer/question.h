// SPDX-License-Identifier: GPL-3.0-or-later
// What pages ask about tours: the members of a JSON object, read into a board, a piece and what is requested, with limits on everything.
#ifndef LEAPER_TOURS_ANSWER_QUESTION_H
#define LEAPER_TOURS_ANSWER_QUESTION_H

#include "base/error.h"
#include "tours/board/graph.h"
#include "tours/draw/draw.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    TOURS_SIDE_MAX = 64,    // files, and ranks, of a board
    TOURS_CELLS_MAX = 400,  // its squares
    TOURS_COUNT_MAX = 12,   // random tours at a time
    TOURS_BOARD_MAX = 4096, // bytes of the text of a board
    TOURS_WORD_MAX = 40     // … of a leaper, a style or a format
};

enum tours_ask { TOURS_ASK_COUNT, TOURS_ASK_RANDOM, TOURS_ASK_ESTIMATE, TOURS_ASK_DRAW };

struct tours_question {
    enum tours_ask ask;
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
const char *tours_ask_name(enum tours_ask ask);
bool tours_ask_find(const char *name, enum tours_ask *ask);

// The names of the members that such a question may have, with NULL at the end. Static storage.
const char *const *tours_ask_members(enum tours_ask ask);

// Reads the members of an object; others are left alone. False with the error, whose place is the member ("squares.5" in a list). Free the
// question in any case.
bool tours_question_read(struct tours_question *question, enum tours_ask ask, const json_t *object,
                         struct error *err);
void tours_question_clear(struct tours_question *question);

#endif
