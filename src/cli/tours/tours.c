// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper tours`: tours of leapers on any board; reads the board and shows progress for the subcommands.
#define _GNU_SOURCE // NOLINT(cert-dcl37-c): for sched_getaffinity()
#include "cli/tours/tours.h"

#include "base/clock.h"
#include "cli/commands.h"
#include "cli/tours/tours_commands.h"

#include <math.h>
#include <sched.h>
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

const char *tours_leaper_name(const struct tours_ground_settings *settings)
{
    return settings->leaper ? settings->leaper : "N";
}

int tours_ground_read(struct tours_ground *ground, const char *command,
                      const struct tours_ground_settings *settings)
{
    struct error err;
    const char *size = settings->size, *placement = settings->placement;
    if (!size && !placement)
        return usage_error(command, "which board? A size as in 8x8, or --board PLACEMENT");
    if (size && placement)
        return usage_error(command, "give the board as '%s' or by --board, not both", size);
    if (!leaper_read(&ground->leaper, tours_leaper_name(settings), &err) ||
        !tour_board_read(&ground->board, size ? size : placement, &err))
        return usage_report(command, &err);
    if (tour_graph_init(&ground->graph, &ground->board, &ground->leaper, NULL, &err))
        return EXIT_FINE;
    tour_board_clear(&ground->board);
    return usage_report(command, &err);
}

void tours_ground_clear(struct tours_ground *ground)
{
    tour_graph_clear(&ground->graph);
    tour_board_clear(&ground->board);
}

bool tours_json_print(const char *command, json_t *object)
{
    char *text = object ? json_dumps(object, JSON_REAL_PRECISION(6)) : NULL;
    json_decref(object);
    if (text)
        printf("%s\n", text);
    else
        fprintf(stderr, "leaper %s: out of memory\n", command);
    bool printed = text != NULL;
    free(text);
    return printed;
}

unsigned tours_processors(void)
{
    // A launcher may have bound this process to some of the processors.
    cpu_set_t set;
    long count = sched_getaffinity(0, sizeof set, &set) ? sysconf(_SC_NPROCESSORS_ONLN) : CPU_COUNT(&set);
    return count < 1 ? 1 : count > 256 ? 256 : (unsigned)count;
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
