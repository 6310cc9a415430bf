// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper tours`: tours of leapers on any board; one subcommand a table row.
#define _GNU_SOURCE // NOLINT(cert-dcl37-c): for sched_getaffinity()
#include "cli/tours/tours.h"

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/tours/tours_commands.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct command command_list = {
    .name = "tours list", .summary = "print all tours of a small board", .main = cmd_tours_list};
static const struct command command_classes = {
    .name = "tours classes",
    .summary = "symmetric tours, and classes under rotation and reflection",
    .main = cmd_tours_classes};
static const struct command command_random = {
    .name = "tours random", .summary = "draw uniformly random tours", .main = cmd_tours_random};
static const struct command command_find = {
    .name = "tours find",
    .summary = "find one tour of a board of any size, or prove that there is none",
    .main = cmd_tours_find};
static const struct command command_estimate = {.name = "tours estimate",
                                                .summary = "about how many tours there are, by random probes",
                                                .main = cmd_tours_estimate};
static const struct command command_draw = {
    .name = "tours draw", .summary = "draw tours from a file as SVG or PNG", .main = cmd_tours_draw};
static const struct command command_check = {.name = "tours check",
                                             .summary = "verify tours in a file, name the first wrong step",
                                             .main = cmd_tours_check};
static const struct command command_count = {
    .name = "tours count", .summary = "how many tours there are, exactly", .main = cmd_tours_count};
static const struct command command_mckay = {.name = "tours mckay",
                                             .summary =
                                                 "count by half-tours, with every figure of McKay's paper",
                                             .main = cmd_tours_mckay};
static const struct command command_unit = {
    .name = "tours unit", .summary = "do some units of a count, write them to files", .main = cmd_tours_unit};
static const struct command command_merge = {
    .name = "tours merge", .summary = "put the units of a count together", .main = cmd_tours_merge};

static const struct command *const subcommands[] = {
    &command_list,  &command_classes, &command_random, &command_find, &command_estimate, &command_draw,
    &command_check, &command_count,   &command_mckay,  &command_unit, &command_merge,    NULL,
};

const struct command command_tours = {
    .name = "tours",
    .summary = "count, find, draw and sample knight's tours on any board",
    .synopsis = "SUBCOMMAND BOARD [options]",
    .text =
        "Tours of leapers (knights and others) through every cell of a board, exactly once each: closed tours\n"
        "return to their first cell, open ones need not.\n"
        "\n"
        "BOARD is a size, files by ranks, as in 8x8 (8X8 and 8\xc3\x97"
        "8 are the same); boards with holes are given by --board.\n",
    .subcommands = subcommands,
};

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
