// SPDX-License-Identifier: GPL-3.0-or-later
// Writes tours as grids, lists of squares and JSON.
#include "tours/text/text.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void tour_write_head(const struct tour_subject *subject, enum tour_format format, struct buffer *out)
{
    if (format == TOUR_JSON)
        return;
    buffer_addf(out, "# %s tours of %s on ", tour_kind_name(subject->open), subject->leaper);
    tour_board_write(subject->board, out);
    buffer_add_char(out, '\n');
}

static void write_grid(const struct tour_subject *subject, const int *tour, struct buffer *out)
{
    const struct tour_graph *graph = subject->graph;
    int cells = graph->width * graph->height;
    int *number = memory_try(NULL, (size_t)cells, sizeof *number);
    if (!number) {
        buffer_fail_with(out, &(struct buffer){.failed = true});
        return;
    }
    memset(number, 0, (size_t)cells * sizeof *number);
    for (int i = 0; i < graph->vertices; i++)
        number[graph->cell[tour[i]]] = i + 1;
    int digits = snprintf(NULL, 0, "%d", graph->vertices);
    for (int y = graph->height - 1; y >= 0; y--)
        for (int x = 0; x < graph->width; x++) {
            int value = number[y * graph->width + x];
            const char *space = x ? " " : "";
            if (value)
                buffer_addf(out, "%s%*d", space, digits, value);
            else
                buffer_addf(out, "%s%*s", space, digits, "*");
            if (x + 1 == graph->width)
                buffer_add_char(out, '\n');
        }
    buffer_add_char(out, '\n');
    free(number);
}

static void write_squares(const struct tour_subject *subject, const int *tour, const char *quote,
                          const char *between, struct buffer *out)
{
    for (int i = 0; i < subject->graph->vertices; i++) {
        char name[TOUR_CELL_NAME_SIZE];
        tour_board_cell_name(subject->board, subject->graph->cell[tour[i]], name);
        buffer_addf(out, "%s%s%s%s", i ? between : "", quote, name, quote);
    }
}

void tour_write(const struct tour_subject *subject, enum tour_format format, const int *tour,
                struct buffer *out)
{
    switch (format) {
    case TOUR_GRID:
        write_grid(subject, tour, out);
        break;
    case TOUR_SQUARES:
        write_squares(subject, tour, "", " ", out);
        buffer_add_char(out, '\n');
        break;
    case TOUR_JSON:
        buffer_add(out, "{\"board\":\"");
        tour_board_write(subject->board, out);
        // The text of a valid leaper has no characters that JSON would have to escape.
        buffer_addf(out, "\",\"leaper\":\"%s\",\"kind\":\"%s\",\"squares\":[", subject->leaper,
                    tour_kind_name(subject->open));
        write_squares(subject, tour, "\"", ",", out);
        buffer_add(out, "]}\n");
        break;
    }
}
