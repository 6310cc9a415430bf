// SPDX-License-Identifier: GPL-3.0-or-later
// Boards and pieces of tours; checking, reading, writing and drawing a tour.
#include "api/tours.h"

#include "base/memory.h"
#include "tours/count/known.h"
#include "tours/draw/draw.h"
#include "tours/text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char KNIGHT[] = "N";

bool tours_fail(struct leaper_error *error, const struct error *inside)
{
    if (inside->code == ERROR_SYSTEM && !inside->no_memory)
        return fail(error, LEAPER_ERROR_SYSTEM, inside->at, "%s", inside->message);
    return fail_as(error, inside);
}

// ---- Which tours ----

static bool read_end(const struct leaper_tours *tours, const char *name, const char *at, int *vertex,
                     struct error *err)
{
    int cell;
    *vertex = -1;
    if (!name)
        return true;
    if (!tours->constraint.open)
        return error_set(err, ERROR_REQUEST, at, "closed tours have no ends; ask for open ones");
    if (!tour_board_cell_read(&tours->board, name, &cell, at, err))
        return false;
    *vertex = tours->graph.vertex[cell];
    return true;
}

static bool read_constraint(struct leaper_tours *tours, const struct leaper_tours_spec *spec,
                            struct error *err)
{
    struct tour_constraint *constraint = &tours->constraint;
    constraint->open = spec->open;
    if (!read_end(tours, spec->from, "from", &constraint->from, err) ||
        !read_end(tours, spec->to, "to", &constraint->to, err))
        return false;
    if (constraint->from >= 0 && constraint->from == constraint->to && tours->graph.vertices > 1)
        return error_set(err, ERROR_REQUEST, "to", "an open tour cannot begin and end on the same cell");
    return true;
}

static bool read_spec(struct leaper_tours *tours, const struct leaper_tours_spec *spec, struct error *err)
{
    const char *leaper = spec->leaper ? spec->leaper : KNIGHT;
    tours->leaper = memory_try_copy_text(leaper);
    if (!tours->leaper)
        return error_no_memory(err);
    if (!leaper_read(&tours->piece, leaper, err) || !tour_board_read(&tours->board, spec->board, err))
        return false;
    if (tour_graph_init(&tours->graph, &tours->board, &tours->piece, NULL, err)) {
        if (read_constraint(tours, spec, err))
            return true;
        tour_graph_clear(&tours->graph);
    }
    tour_board_clear(&tours->board);
    return false;
}

struct leaper_tours *leaper_tours_new(const struct leaper_tours_spec *spec, struct leaper_error *error)
{
    struct error err = {0};
    if (!reserved_are_zeros(spec->reserved, sizeof spec->reserved / sizeof *spec->reserved, error))
        return NULL;
    struct leaper_tours *tours = memory_try_zeroed(1, sizeof *tours);
    if (!tours) {
        fail_no_memory(error);
        return NULL;
    }
    atomic_init(&tours->shares, 1);
    if (read_spec(tours, spec, &err))
        return tours;
    free(tours->leaper);
    free(tours);
    tours_fail(error, &err);
    return NULL;
}

void leaper_tours_free(struct leaper_tours *tours)
{
    if (!tours || atomic_fetch_sub_explicit(&tours->shares, 1, memory_order_acq_rel) > 1)
        return;
    tour_graph_clear(&tours->graph);
    tour_board_clear(&tours->board);
    free(tours->leaper);
    free(tours);
}

size_t leaper_tours_length(const struct leaper_tours *tours)
{
    return (size_t)tours->graph.vertices;
}

static bool is_cell(const struct leaper_tours *tours, int cell)
{
    return cell >= 0 && cell < tours->board.width * tours->board.height && tours->board.exists[cell];
}

char *leaper_tours_cell_name(const struct leaper_tours *tours, int cell, struct leaper_error *error)
{
    char name[TOUR_CELL_NAME_SIZE];
    if (!is_cell(tours, cell)) {
        fail(error, LEAPER_ERROR_NOT_FOUND, "", "the board has no cell %d", cell);
        return NULL;
    }
    tour_board_cell_name(&tours->board, cell, name);
    char *copy = memory_try_copy_text(name);
    if (!copy)
        fail_no_memory(error);
    return copy;
}

int leaper_tours_cell_find(const struct leaper_tours *tours, const char *name)
{
    int cell;
    return tour_board_cell_read(&tours->board, name, &cell, "", NULL) ? cell : -1;
}

const char *leaper_tours_known(const struct leaper_tours *tours)
{
    const struct tour_constraint *constraint = &tours->constraint;
    const struct known_count *known = constraint->from < 0 && constraint->to < 0
                                          ? known_find(&tours->board, &tours->piece, constraint->open)
                                          : NULL;
    return known ? known->count : NULL;
}

// ---- Checking ----

void tours_to_cells(const struct leaper_tours *tours, int *tour)
{
    for (int i = 0; i < tours->graph.vertices; i++)
        tour[i] = tours->graph.cell[tour[i]];
}

static_assert((int)LEAPER_TOUR_WRONG_END == (int)TOUR_WRONG_END, "faults are numbered alike");

bool leaper_tours_check(const struct leaper_tours *tours, const int *tour, size_t count,
                        struct leaper_tours_verdict *verdict, struct leaper_error *error)
{
    // Whatever follows a whole tour can only repeat cells, and one of them is enough to report that.
    size_t judged = count <= leaper_tours_length(tours) ? count : leaper_tours_length(tours) + 1, known = 0;
    int step = 0, *vertices = memory_try(NULL, judged, sizeof *vertices);
    if (!vertices)
        return fail_no_memory(error);
    for (; known < judged && is_cell(tours, tour[known]); known++)
        vertices[known] = tours->graph.vertex[tour[known]];
    enum tour_fault fault = tour_check(&tours->graph, &tours->constraint, vertices, (int)known, &step);
    free(vertices);
    if (fault == TOUR_NO_MEMORY)
        return fail_no_memory(error);
    *verdict =
        (struct leaper_tours_verdict){(enum leaper_tours_fault)fault, fault == TOUR_FINE ? 0 : (size_t)step};
    if (known < judged && (fault == TOUR_FINE || fault == TOUR_TOO_SHORT || fault == TOUR_NO_RETURN))
        *verdict = (struct leaper_tours_verdict){LEAPER_TOUR_NO_CELL, known};
    return true;
}

int *tours_to_vertices(const struct leaper_tours *tours, const int *tour, struct leaper_error *error)
{
    struct leaper_tours_verdict verdict = {LEAPER_TOUR_FINE, 0};
    size_t length = leaper_tours_length(tours);
    int *vertices = memory_try(NULL, length, sizeof *vertices);
    if (!vertices) {
        fail_no_memory(error);
        return NULL;
    }
    bool checked = leaper_tours_check(tours, tour, length, &verdict, error);
    if (!checked || verdict.fault != LEAPER_TOUR_FINE) {
        if (checked)
            fail(error, LEAPER_ERROR_REQUEST, "", "this is not a tour, from step %zu on", verdict.step);
        free(vertices);
        return NULL;
    }
    for (size_t i = 0; i < length; i++)
        vertices[i] = tours->graph.vertex[tour[i]];
    return vertices;
}

// ---- Reading and writing ----

static_assert((int)LEAPER_TOURS_JSON == (int)TOUR_JSON, "formats are numbered alike");

char *leaper_tours_text(const struct leaper_tours *tours, const int *tour, enum leaper_tours_format format,
                        struct leaper_error *error)
{
    const struct tour_subject subject = {&tours->board, &tours->graph, tours->leaper, tours->constraint.open};
    if ((unsigned)format > LEAPER_TOURS_JSON) {
        fail(error, LEAPER_ERROR_PARAMETER, "format", "there is no format %d", (int)format);
        return NULL;
    }
    int *vertices = tours_to_vertices(tours, tour, error);
    if (!vertices)
        return NULL;
    struct buffer text;
    buffer_init(&text);
    tour_write(&subject, (enum tour_format)format, vertices, &text);
    free(vertices);
    return text_out(&text, error);
}

// Accepts a tour that was read from text, if it is a tour of this board.
static bool take_record(const struct leaper_tours *tours, const struct tour_record *record, int *tour,
                        struct leaper_error *error)
{
    struct leaper_tours_verdict verdict;
    char at[32];
    snprintf(at, sizeof at, "line %d", record->line);
    size_t length = leaper_tours_length(tours);
    bool same = record->board.width == tours->board.width && record->board.height == tours->board.height;
    if (!same)
        return fail(error, LEAPER_ERROR_REQUEST, at, "this tour is for another board");
    if (!leaper_tours_check(tours, record->cells, (size_t)record->count, &verdict, error))
        return false;
    if (verdict.fault != LEAPER_TOUR_FINE)
        return fail(error, LEAPER_ERROR_REQUEST, at, "this is not a tour, from step %zu on", verdict.step);
    memcpy(tour, record->cells, length * sizeof *tour);
    return true;
}

bool leaper_tours_read(const struct leaper_tours *tours, const char *text, int *tour,
                       struct leaper_error *error)
{
    struct error err = {0};
    struct tour_reader reader;
    struct tour_record record;
    tour_reader_init(&reader, text, strlen(text));
    enum tour_reading reading = tour_reader_next(&reader, &tours->board, &record, &err);
    bool taken = false;
    if (reading == TOUR_READ) {
        taken = take_record(tours, &record, tour, error);
        tour_record_clear(&record);
    } else if (reading == TOUR_READ_END) {
        fail(error, LEAPER_ERROR_REQUEST, "line 1", "there is no tour in this text");
    } else {
        tours_fail(error, &err);
    }
    tour_reader_clear(&reader);
    return taken;
}

// ---- Drawing ----

static_assert((int)LEAPER_TOURS_COLOURED == (int)DRAW_COLOURED, "styles are numbered alike");

char *leaper_tours_svg(const struct leaper_tours *tours, const int *tour, enum leaper_tours_style style,
                       int cell, struct leaper_error *error)
{
    enum { CELL_MIN = 4, CELL_MAX = 200, CELL_DEFAULT = 40 };
    if ((unsigned)style > LEAPER_TOURS_COLOURED || (cell && (cell < CELL_MIN || cell > CELL_MAX))) {
        fail(error, LEAPER_ERROR_PARAMETER, (unsigned)style > LEAPER_TOURS_COLOURED ? "style" : "cell",
             "the size of a cell must be %d to %d points, and the style one of three", CELL_MIN, CELL_MAX);
        return NULL;
    }
    int *vertices = tours_to_vertices(tours, tour, error); // to report if it is not a tour
    if (!vertices)
        return NULL;
    free(vertices);
    const struct drawn_tour drawn = {tour, !tours->constraint.open, NULL};
    const struct draw_options options = {.style = (enum draw_style)style, .cell = cell ? cell : CELL_DEFAULT};
    struct picture picture;
    struct buffer text;
    buffer_init(&text);
    draw_sheet(&picture, &tours->board, &drawn, 1, &options);
    picture_write_svg(&picture, &text);
    picture_clear(&picture);
    return text_out(&text, error);
}
