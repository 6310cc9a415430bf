// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper tours`: tours of leapers on any board; reads what the subcommands work on, and shows their progress.
#include "cli/tours/tours.h"

#include "base/clock.h"
#include "base/memory.h"
#include "cli/commands.h"
#include "cli/tours/tours_commands.h"
#include "notation/json/json_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct command *const subcommands[] = {
    &command_tours_list,     &command_tours_classes, &command_tours_random, &command_tours_find,
    &command_tours_estimate, &command_tours_draw,    &command_tours_check,  &command_tours_count,
    &command_tours_mckay,    &command_tours_unit,    &command_tours_merge,  NULL,
};

const struct command command_tours = {
    .name = "tours",
    .summary = "count, find, draw and sample knight's tours on any board",
    .synopsis = "SUBCOMMAND BOARD [options]",
    .text =
        "A leaper (the knight or another) visits every cell of a board exactly once. A closed tour returns to\n"
        "its first cell; an open tour need not.\n"
        "\n"
        "BOARD is a size, files by ranks, as in 8x8 (8X8 and 8\xc3\x97"
        "8 are the same); boards with holes are given by --board.\n",
    .subcommands = subcommands,
};

static const struct argument *ground_rows(void)
{
    static const struct argument rows[] = {
        {.name = "board",
         .value = "PLACEMENT",
         .help = "the board, from the top rank: numbers of cells, * for holes (5/5/5/3**)",
         TEXT(struct tours_ground_settings, placement)},
        {.name = "leaper",
         .value = "PIECE",
         .help = "r,s, a name as in camel, or Betza notation; several joined by +",
         TEXT(struct tours_ground_settings, leaper),
         .otherwise = "N"},
        {.name = NULL},
    };
    return rows;
}

const struct argument_group tours_ground_options = {NULL, ground_rows};

static const struct argument *constraint_rows(void)
{
    static const struct argument rows[] = {
        {TOURS_CLOSED_OPTION(struct tours_constraint_settings, closed)},
        {TOURS_OPEN_OPTION(struct tours_constraint_settings, open)},
        {.name = "from",
         .value = "SQUARE",
         .help = "where an open tour begins",
         TEXT(struct tours_constraint_settings, from)},
        {.name = "to",
         .value = "SQUARE",
         .help = "where an open tour ends",
         TEXT(struct tours_constraint_settings, to)},
        {.name = NULL},
    };
    return rows;
}

const struct argument_group tours_constraint_options = {NULL, constraint_rows};

// Finds the vertex of an end, if it is given.
static int read_end(const struct tours_ground *ground, const char *command, const char *name,
                    const char *given, int *end)
{
    struct error err;
    int cell;
    if (!given)
        return EXIT_FINE;
    if (!tour_board_cell_read(&ground->board, given, &cell, name, &err))
        return usage_report(command, &err);
    *end = ground->graph.vertex[cell];
    return EXIT_FINE;
}

static int read_constraint(struct tours_ground *ground, const char *command,
                           const struct tours_constraint_settings *settings)
{
    struct tour_constraint *constraint = &ground->constraint;
    constraint->open = settings->open;
    if (settings->open && settings->closed)
        return usage_error(command, "a tour is closed or open, not both");
    if (!settings->open && (settings->from || settings->to))
        return usage_error(command, "--%s is for open tours: add --open", settings->from ? "from" : "to");
    int status = read_end(ground, command, "from", settings->from, &constraint->from);
    if (status == EXIT_FINE)
        status = read_end(ground, command, "to", settings->to, &constraint->to);
    if (status == EXIT_FINE && constraint->from >= 0 && constraint->from == constraint->to &&
        ground->graph.vertices > 1)
        status = usage_error(command,
                             "a tour cannot begin and end on the same square; closed tours are the default");
    return status;
}

int tours_ground_read(struct tours_ground *ground, const char *command,
                      const struct tours_ground_settings *settings,
                      const struct tours_constraint_settings *constraint)
{
    struct error err;
    const char *size = settings->size, *placement = settings->placement;
    ground->leaper_name = settings->leaper ? settings->leaper : "N";
    ground->constraint = (struct tour_constraint){false, -1, -1};
    if (!size && !placement)
        return usage_error(command, "which board? A size as in 8x8, or --board PLACEMENT");
    if (size && placement)
        return usage_error(command, "give the board as '%s' or by --board, not both", size);
    if (!leaper_read(&ground->leaper, ground->leaper_name, &err) ||
        !tour_board_read(&ground->board, size ? size : placement, &err))
        return usage_report(command, &err);
    if (!tour_graph_init(&ground->graph, &ground->board, &ground->leaper, NULL, &err)) {
        tour_board_clear(&ground->board);
        return usage_report(command, &err);
    }
    int status = constraint ? read_constraint(ground, command, constraint) : EXIT_FINE;
    if (status != EXIT_FINE)
        tours_ground_clear(ground);
    return status;
}

void tours_ground_clear(struct tours_ground *ground)
{
    tour_graph_clear(&ground->graph);
    tour_board_clear(&ground->board);
}

json_t *tours_json_begin(const struct tours_ground *ground)
{
    struct buffer board;
    json_t *json = json_object();
    buffer_init(&board);
    tour_board_write(&ground->board, &board);
    json_put(&json, "board", json_of_buffer(&board));
    json_put(&json, "leaper", json_string(ground->leaper_name));
    json_put(&json, "kind", json_string(tour_kind_name(ground->constraint.open)));
    return json;
}

void tours_json_print(json_t *object)
{
    char *text = object ? json_dumps(object, JSON_REAL_PRECISION(6)) : NULL;
    json_decref(object);
    if (!text)
        memory_exhausted();
    printf("%s\n", text);
    free(text);
}

void tours_bar_init(struct tours_bar *bar)
{
    bar->start = bar->last = clock_seconds();
    bar->first = -1;
    bar->shows = isatty(STDERR_FILENO);
}

double tours_bar_seconds(const struct tours_bar *bar)
{
    return clock_seconds() - bar->start;
}

// Writes a duration in the unit that a person would use.
static void write_duration(char *text, size_t size, double seconds)
{
    if (seconds < 120)
        snprintf(text, size, "%.0f s", ceil(seconds));
    else if (seconds < 7200)
        snprintf(text, size, "%.0f min", ceil(seconds / 60));
    else if (seconds < 48 * 3600)
        snprintf(text, size, "%.1f h", seconds / 3600);
    else
        snprintf(text, size, "%.1f days", seconds / 86400);
}

void tours_bar_show(struct tours_bar *bar, double done, const char *text)
{
    double now = clock_seconds(), seconds = now - bar->start;
    if (!bar->shows || now - bar->last < 0.2)
        return;
    bar->last = now;
    char spent[32], left[48] = "";
    write_duration(spent, sizeof spent, seconds);
    if (done < 0) {
        fprintf(stderr, "\r\033[K%s, %s", text, spent);
    } else {
        enum { CELLS = 24 };
        char cells[CELLS + 1];
        for (int i = 0; i < CELLS; i++)
            cells[i] = i < done * CELLS ? '#' : '.';
        cells[CELLS] = '\0';
        // Time before the first call with a known share says nothing about the rest.
        if (bar->first < 0 || done < bar->first) {
            bar->first = done;
            bar->since = now;
        }
        double lately = now - bar->since;
        if (done - bar->first > 0.005 && lately > 1) {
            char rest[32];
            write_duration(rest, sizeof rest, lately * (1 - done) / (done - bar->first));
            snprintf(left, sizeof left, ", %s left", rest);
        }
        fprintf(stderr, "\r\033[K%s %3.0f%% %s, %s%s", cells, 100 * done, text, spent, left);
    }
    fflush(stderr);
}

void tours_bar_erase(struct tours_bar *bar)
{
    if (bar->shows)
        fprintf(stderr, "\r\033[K");
}
