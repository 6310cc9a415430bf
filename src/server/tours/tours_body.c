// SPDX-License-Identifier: GPL-3.0-or-later
// Reads tour requests, with limits on everything.
#include "server/tours/tours_body.h"

#include "base/memory.h"
#include "server/body_json.h"
#include "server/limits.h"

#include <stdlib.h>
#include <string.h>

static const char *const members[][9] = {
    [TOURS_ASK_COUNT] = {"board", "leaper", "open", NULL},
    [TOURS_ASK_RANDOM] = {"board", "leaper", "open", "seed", "count", NULL},
    [TOURS_ASK_ESTIMATE] = {"board", "leaper", "open", "seed", NULL},
    [TOURS_ASK_DRAW] = {"board", "leaper", "open", "squares", "style", "format", NULL},
};

static const char *const questions[] = {"count", "random", "estimate", "draw"};

const char *tours_question_name(enum tours_question question)
{
    return questions[question];
}

bool tours_question_find(const char *name, enum tours_question *question)
{
    for (int i = TOURS_ASK_COUNT; i <= TOURS_ASK_DRAW; i++)
        if (!strcmp(name, questions[i])) {
            *question = (enum tours_question)i;
            return true;
        }
    return false;
}

struct range {
    int64_t minimum, maximum;
};

static bool read_number(const json_t *object, const char *name, struct range range, int64_t *value,
                        struct problem *problem)
{
    const json_t *member = json_object_get(object, name);
    if (!member || json_is_null(member))
        return true;
    *value = json_integer_value(member);
    return (json_is_integer(member) && *value >= range.minimum && *value <= range.maximum) ||
           problem_set(problem, PROBLEM_BAD_FIELD, name, "%s must be a whole number from %lld to %lld", name,
                       (long long)range.minimum, (long long)range.maximum);
}

static bool read_board(const json_t *object, struct tours_body *body, struct problem *problem)
{
    bool fine = true;
    struct error err;
    const char *text = body_text(body_member(object, "board"), LIMIT_FEN, &fine, problem);
    if (!fine)
        return false;
    if (!text)
        return problem_set(problem, PROBLEM_MISSING_FIELD, "board", "board is missing");
    if (!tour_board_read(&body->board, text, &err))
        return problem_from_error(problem, PROBLEM_BAD_FIELD, "board", &err);
    if (body->board.width > LIMIT_TOUR_SIDE || body->board.height > LIMIT_TOUR_SIDE ||
        body->board.cells > LIMIT_TOUR_CELLS)
        return problem_set(
            problem, PROBLEM_BAD_FIELD, "board",
            "a board may have at most %d files, %d ranks and %d squares here; the command line has no such limit",
            LIMIT_TOUR_SIDE, LIMIT_TOUR_SIDE, LIMIT_TOUR_CELLS);
    return true;
}

static bool read_leaper(const json_t *object, struct tours_body *body, struct problem *problem)
{
    bool fine = true;
    struct error err;
    const char *text = body_text(body_member(object, "leaper"), LIMIT_LEAPER, &fine, problem);
    if (!fine)
        return false;
    if (!leaper_read(&body->leaper, text ? text : "N", &err))
        return problem_from_error(problem, PROBLEM_BAD_FIELD, "leaper", &err);
    body->movable = tour_graph_init(&body->graph, &body->board, &body->leaper, NULL, &err);
    return true;
}

static bool read_squares(const json_t *object, struct tours_body *body, struct problem *problem)
{
    const json_t *squares = json_object_get(object, "squares");
    size_t count = json_array_size(squares);
    if (!squares)
        return problem_set(problem, PROBLEM_MISSING_FIELD, "squares", "squares is missing");
    if (count != (size_t)body->board.cells)
        return problem_set(problem, PROBLEM_BAD_FIELD, "squares", "squares must be a list of all %d squares",
                           body->board.cells);
    body->cells = memory_resize(NULL, count, sizeof *body->cells);
    for (size_t i = 0; i < count; i++) {
        char at[32];
        struct error err;
        const char *name = json_string_value(json_array_get(squares, i));
        snprintf(at, sizeof at, "squares.%zu", i);
        if (!name || strlen(name) >= TOUR_CELL_NAME_SIZE)
            return problem_set(problem, PROBLEM_BAD_FIELD, at, "this is not the name of a square");
        if (!tour_board_cell_read(&body->board, name, &body->cells[i], "", &err))
            return problem_from_error(problem, PROBLEM_BAD_FIELD, at, &err);
        body->cell_count++;
    }
    return true;
}

static bool read_drawing(const json_t *object, struct tours_body *body, struct problem *problem)
{
    bool fine = true;
    const char *style = body_text(body_member(object, "style"), LIMIT_LEAPER, &fine, problem);
    const char *format = fine ? body_text(body_member(object, "format"), LIMIT_LEAPER, &fine, problem) : NULL;
    if (!fine || !read_squares(object, body, problem))
        return false;
    if (style && !draw_style_read(style, &body->style))
        return problem_set(problem, PROBLEM_BAD_FIELD, "style", "style must be line, numbered or coloured");
    body->png = format && !strcmp(format, "png");
    return !format || body->png || !strcmp(format, "svg") ||
           problem_set(problem, PROBLEM_BAD_FIELD, "format", "format must be svg or png");
}

static bool read_body(const json_t *object, struct tours_body *body, enum tours_question question,
                      struct problem *problem)
{
    const json_t *open = json_object_get(object, "open");
    int64_t count = 1;
    if (open && !json_is_boolean(open))
        return problem_set(problem, PROBLEM_BAD_FIELD, "open", "open must be true or false");
    body->open = json_is_true(open);
    body->seed = 1;
    if (!read_board(object, body, problem) || !read_leaper(object, body, problem) ||
        !read_number(object, "seed", (struct range){0, INT64_C(1) << 53}, &body->seed, problem) ||
        !read_number(object, "count", (struct range){1, LIMIT_TOUR_COUNT}, &count, problem))
        return false;
    body->count = (int)count;
    return question != TOURS_ASK_DRAW || read_drawing(object, body, problem);
}

struct tours_body *tours_body_read(const char *text, size_t length, enum tours_question question,
                                   struct problem *problem)
{
    json_t *object = body_object(text, length, members[question], problem);
    if (!object)
        return NULL;
    struct tours_body *body = memory_resize(NULL, 1, sizeof *body);
    memset(body, 0, sizeof *body);
    body->question = question;
    bool fine = read_body(object, body, question, problem);
    json_decref(object);
    if (fine)
        return body;
    tours_body_free(body);
    return NULL;
}

void tours_body_free(void *tours_body)
{
    struct tours_body *body = tours_body;
    if (!body)
        return;
    if (body->movable)
        tour_graph_clear(&body->graph);
    tour_board_clear(&body->board);
    free(body->cells);
    free(body);
}
