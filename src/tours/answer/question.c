// SPDX-License-Identifier: GPL-3.0-or-later
// Reads questions about tours.
#include "tours/answer/question.h"

#include "base/memory.h"
#include "tours/board/tour.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const members[][7] = {
    [TOURS_ASK_COUNT] = {"board", "leaper", "open", NULL},
    [TOURS_ASK_RANDOM] = {"board", "leaper", "open", "seed", "count", NULL},
    [TOURS_ASK_ESTIMATE] = {"board", "leaper", "open", "seed", NULL},
    [TOURS_ASK_DRAW] = {"board", "leaper", "open", "squares", "style", "format", NULL},
};

static const char *const names[] = {"count", "random", "estimate", "draw"};

const char *tours_ask_name(enum tours_ask ask)
{
    return names[ask];
}

bool tours_ask_find(const char *name, enum tours_ask *ask)
{
    for (int i = TOURS_ASK_COUNT; i <= TOURS_ASK_DRAW; i++)
        if (!strcmp(name, names[i])) {
            *ask = (enum tours_ask)i;
            return true;
        }
    return false;
}

const char *const *tours_ask_members(enum tours_ask ask)
{
    return members[ask];
}

// ---- Members ----

struct range {
    int64_t least, most;
};

static bool read_number(const json_t *object, const char *name, struct range range, int64_t *value,
                        struct error *err)
{
    const json_t *member = json_object_get(object, name);
    if (!member || json_is_null(member))
        return true;
    *value = json_integer_value(member);
    return (json_is_integer(member) && *value >= range.least && *value <= range.most) ||
           error_set(err, ERROR_PARAMETER, name, "%s must be a whole number from %lld to %lld", name,
                     (long long)range.least, (long long)range.most);
}

// NULL if the member is left out or null.
static bool read_text(const json_t *object, const char *name, size_t longest, const char **text,
                      struct error *err)
{
    const json_t *member = json_object_get(object, name);
    *text = json_string_value(member);
    if (!member || json_is_null(member))
        return true;
    // A \u0000 would hide what comes after it.
    if (!*text || strlen(*text) != json_string_length(member))
        return error_set(err, ERROR_REQUEST, name, "%s must be a string", name);
    return json_string_length(member) <= longest ||
           error_set(err, ERROR_PARAMETER, name, "%s may have at most %zu bytes", name, longest);
}

static bool read_board(struct tours_question *question, const json_t *object, struct error *err)
{
    struct tour_board *board = &question->board;
    const char *text;
    if (!read_text(object, "board", TOURS_BOARD_MAX, &text, err))
        return false;
    if (!text)
        return error_set(err, ERROR_REQUEST, "board", "a question about tours needs a board");
    if (!tour_board_read(board, text, err))
        return false;
    return (board->width <= TOURS_SIDE_MAX && board->height <= TOURS_SIDE_MAX &&
            board->cells <= TOURS_CELLS_MAX) ||
           error_set(
               err, ERROR_PARAMETER, "board",
               "a board may have at most %d files, %d ranks and %d squares here; the command line has no such limit",
               TOURS_SIDE_MAX, TOURS_SIDE_MAX, TOURS_CELLS_MAX);
}

static bool read_leaper(struct tours_question *question, const json_t *object, struct error *err)
{
    struct error why = {.code = ERROR_NONE};
    const char *text;
    if (!read_text(object, "leaper", TOURS_WORD_MAX, &text, err) ||
        !leaper_read(&question->leaper, text ? text : "N", err))
        return false;
    question->movable = tour_graph_init(&question->graph, &question->board, &question->leaper, NULL, &why);
    return !why.no_memory || error_no_memory(err);
}

// ---- Drawings ----

static bool read_squares(struct tours_question *question, const json_t *object, struct error *err)
{
    const json_t *squares = json_object_get(object, "squares");
    size_t count = json_array_size(squares);
    if (count != (size_t)question->board.cells)
        return error_set(err, ERROR_REQUEST, "squares", "squares must be a list of all %d squares",
                         question->board.cells);
    question->cells = memory_try(NULL, count, sizeof *question->cells);
    if (!question->cells)
        return error_no_memory(err);
    for (size_t i = 0; i < count; i++) {
        char at[32];
        const char *name = json_string_value(json_array_get(squares, i));
        snprintf(at, sizeof at, "squares.%zu", i);
        if (!name || strlen(name) >= TOUR_CELL_NAME_SIZE)
            return error_set(err, ERROR_REQUEST, at, "this is not the name of a square");
        if (!tour_board_cell_read(&question->board, name, &question->cells[i], at, err))
            return false;
        question->cell_count++;
    }
    return true;
}

// Since the picture is offered as one, the squares must be a tour.
static bool is_tour(const struct tours_question *question, struct error *err)
{
    const struct tour_constraint constraint = {question->open, -1, -1};
    int step = 0, *tour = memory_try(NULL, (size_t)question->cell_count, sizeof *tour);
    if (!tour)
        return error_no_memory(err);
    for (int i = 0; i < question->cell_count && question->movable; i++)
        tour[i] = question->graph.vertex[question->cells[i]];
    enum tour_fault fault = question->movable
                                ? tour_check(&question->graph, &constraint, tour, question->cell_count, &step)
                                : TOUR_NO_LEAP;
    free(tour);
    if (fault == TOUR_NO_MEMORY)
        return error_no_memory(err);
    char at[32];
    snprintf(at, sizeof at, "squares.%d", step);
    return fault == TOUR_FINE ||
           error_set(err, ERROR_PARAMETER, at, "the squares are not a tour; step %d is wrong", step + 1);
}

static bool read_drawing(struct tours_question *question, const json_t *object, struct error *err)
{
    const char *style, *format;
    if (!read_text(object, "style", TOURS_WORD_MAX, &style, err) ||
        !read_text(object, "format", TOURS_WORD_MAX, &format, err) || !read_squares(question, object, err))
        return false;
    if (style && !draw_style_read(style, &question->style))
        return error_set(err, ERROR_PARAMETER, "style", "style must be line, numbered or coloured");
    question->png = format && !strcmp(format, "png");
    if (format && !question->png && strcmp(format, "svg") != 0)
        return error_set(err, ERROR_PARAMETER, "format", "format must be svg or png");
    return is_tour(question, err);
}

bool tours_question_read(struct tours_question *question, enum tours_ask ask, const json_t *object,
                         struct error *err)
{
    const json_t *open = json_object_get(object, "open");
    int64_t count = 1;
    *question = (struct tours_question){.ask = ask, .open = json_is_true(open), .seed = 1};
    if (open && !json_is_boolean(open))
        return error_set(err, ERROR_REQUEST, "open", "open must be true or false");
    if (!read_board(question, object, err) || !read_leaper(question, object, err) ||
        !read_number(object, "seed", (struct range){0, INT64_C(1) << 53}, &question->seed, err) ||
        !read_number(object, "count", (struct range){1, TOURS_COUNT_MAX}, &count, err))
        return false;
    question->count = (int)count;
    return ask != TOURS_ASK_DRAW || read_drawing(question, object, err);
}

void tours_question_clear(struct tours_question *question)
{
    if (question->movable)
        tour_graph_clear(&question->graph);
    tour_board_clear(&question->board);
    free(question->cells);
    *question = (struct tours_question){.movable = false};
}
