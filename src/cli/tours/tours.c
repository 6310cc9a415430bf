// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper tours`: tours of leapers on any board; one subcommand a table row.
#define _GNU_SOURCE // NOLINT(cert-dcl37-c): for sched_getaffinity()
#include "cli/tours/tours.h"

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/line/suggest.h"
#include "cli/tours/tours_commands.h"

#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// argv[0] of a subcommand is its full name, as in "tours count", so that messages name it.
struct tours_command {
    struct command command;
    char full_name[24];
};

static const struct tours_command commands[] = {
    {{"list", "print all tours of a small board", cmd_tours_list}, "tours list"},
    {{"classes", "symmetric tours, and classes under rotation and reflection", cmd_tours_classes},
     "tours classes"},
    {{"random", "draw uniformly random tours", cmd_tours_random}, "tours random"},
    {{"find", "find one tour of a board of any size, or prove that there is none", cmd_tours_find},
     "tours find"},
    {{"estimate", "about how many tours there are, by random probes", cmd_tours_estimate}, "tours estimate"},
    {{"draw", "draw tours from a file as SVG or PNG", cmd_tours_draw}, "tours draw"},
    {{"check", "verify tours in a file, name the first wrong step", cmd_tours_check}, "tours check"},
    {{"count", "how many tours there are, exactly", cmd_tours_count}, "tours count"},
    {{"mckay", "count by half-tours, with every figure of McKay's paper", cmd_tours_mckay}, "tours mckay"},
    {{"unit", "do some units of a count, write them to files", cmd_tours_unit}, "tours unit"},
    {{"merge", "put the units of a count together", cmd_tours_merge}, "tours merge"},
    {{NULL, NULL, NULL}, ""},
};

static int print_help(void)
{
    printf(
        "Tours of leapers (knights and others) through every cell of a board, exactly once each: closed tours\n"
        "return to their first cell, open ones need not.\n"
        "\n"
        "Usage: leaper tours SUBCOMMAND BOARD [options]\n"
        "       leaper tours SUBCOMMAND --help   what a subcommand does, with examples\n"
        "\n"
        "BOARD is a size, files by ranks, as in 8x8 (8X8 and 8\xc3\x97"
        "8 are the same); boards with holes are given by --board.\n"
        "\n"
        "Subcommands:\n");
    for (const struct tours_command *row = commands; row->command.name; row++)
        printf("  %-8s %s\n", row->command.name, row->command.summary);
    return output_finish("tours");
}

static const struct tours_command *find_command(const char *name)
{
    for (const struct tours_command *row = commands; row->command.name; row++)
        if (!strcmp(row->command.name, name))
            return row;
    return NULL;
}

static int unknown_command(const char *name)
{
    struct suggestion suggestion = {name, NULL, 0};
    for (const struct tours_command *row = commands; row->command.name; row++)
        suggest_offer(&suggestion, row->command.name);
    if (suggestion.nearest)
        return usage_error("tours", "there is no subcommand '%s'; did you mean '%s'?", name,
                           suggestion.nearest);
    return usage_error("tours", "there is no subcommand '%s'; 'leaper tours --help' lists them", name);
}

int cmd_tours(int argc, char **argv)
{
    if (argc < 2)
        return usage_error("tours", "which subcommand? 'leaper tours --help' lists them");
    const struct tours_command *row = find_command(argv[1]);
    if (!row && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")))
        return print_help();
    if (!row && argc > 2 && (!strcmp(argv[argc - 1], "--help") || !strcmp(argv[argc - 1], "-h")))
        return print_help();
    if (!row)
        return unknown_command(argv[1]);
    char name[sizeof row->full_name];
    memcpy(name, row->full_name, sizeof name);
    argv[1] = name;
    return row->command.run(argc - 1, argv + 1);
}

int tours_ground_read(struct tours_ground *ground, const char *command, const char *size,
                      const struct option *options)
{
    struct error err;
    const char *placement = options[TOURS_BOARD].given, *piece = options[TOURS_LEAPER].given;
    if (!size && !placement)
        return usage_error(command, "which board? A size as in 8x8, or --board PLACEMENT");
    if (size && placement)
        return usage_error(command, "'%s' is one word too many beside --board", size);
    if (!leaper_read(&ground->leaper, piece ? piece : "N", &err) ||
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

unsigned tours_processors(void)
{
    // A launcher may have bound this process to some of them.
    cpu_set_t set;
    long count = sched_getaffinity(0, sizeof set, &set) ? sysconf(_SC_NPROCESSORS_ONLN) : CPU_COUNT(&set);
    return count < 1 ? 1 : count > 256 ? 256 : (unsigned)count;
}

static double seconds_between(const struct timespec *start, const struct timespec *end)
{
    return (double)(end->tv_sec - start->tv_sec) + (double)(end->tv_nsec - start->tv_nsec) / 1e9;
}

void tours_bar_init(struct tours_bar *bar)
{
    clock_gettime(CLOCK_MONOTONIC, &bar->start);
    bar->last = bar->start;
    bar->first = -1;
    bar->shows = isatty(STDERR_FILENO);
}

double tours_bar_seconds(const struct tours_bar *bar)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return seconds_between(&bar->start, &now);
}

// Appends a duration in the unit that a person would use.
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
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!bar->shows || seconds_between(&bar->last, &now) < 0.2)
        return;
    bar->last = now;
    double seconds = seconds_between(&bar->start, &now);
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
        // What was done before the first call, or before a share could be told, says nothing about the rest.
        if (bar->first < 0 || done < bar->first) {
            bar->first = done;
            bar->since = now;
        }
        double lately = seconds_between(&bar->since, &now);
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
