// SPDX-License-Identifier: GPL-3.0-or-later
// Options and output that several subcommands of `leaper tours` have in common.
#include "cli/tours/tours_text.h"

#include "base/file_output.h"

#include <stdio.h>
#include <sys/stat.h>

static const struct argument *constraint_rows(void)
{
    static const struct argument rows[] = {
        {.name = "closed",
         .help = "tours that return to their first square (the default)",
         FLAG(struct tours_constraint_settings, closed)},
        {.name = "open", .help = "tours that need not return", FLAG(struct tours_constraint_settings, open)},
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

static bool read_end(const char *command, const struct tours_ground *ground, const char *name,
                     const char *given, int *end)
{
    struct error err;
    int cell;
    if (!given)
        return true;
    if (!tour_board_cell_read(&ground->board, given, &cell, name, &err)) {
        usage_report(command, &err);
        return false;
    }
    *end = ground->graph.vertex[cell];
    return true;
}

bool tours_constraint_read(const char *command, const struct tours_ground *ground,
                           const struct tours_constraint_settings *settings,
                           struct tour_constraint *constraint)
{
    *constraint = (struct tour_constraint){settings->open, -1, -1};
    if (settings->open && settings->closed) {
        usage_error(command, "a tour is closed or open, not both");
        return false;
    }
    if (!settings->open && (settings->from || settings->to)) {
        usage_error(command, "--%s is for open tours: add --open", settings->from ? "from" : "to");
        return false;
    }
    if (!read_end(command, ground, "from", settings->from, &constraint->from) ||
        !read_end(command, ground, "to", settings->to, &constraint->to))
        return false;
    if (constraint->from >= 0 && constraint->from == constraint->to && ground->graph.vertices > 1) {
        usage_error(command, "a tour cannot begin and end on the same square; closed tours are the default");
        return false;
    }
    return true;
}

static const struct argument *format_rows(void)
{
    static const char *const formats[] = {"grid", "squares", "json", NULL};
    static const struct argument rows[] = {
        {.name = "format",
         .value = "FORMAT",
         .help = "the format of printed tours",
         CHOICE(struct tours_format_settings, format),
         .choices = formats,
         .initial = -1,
         .otherwise = "grid"},
        {.name = "json",
         .help = "the same as --format json: one object per line",
         FLAG(struct tours_format_settings, json)},
        {.name = NULL},
    };
    return rows;
}

const struct argument_group tours_format_options = {NULL, format_rows};

bool tours_format_read(const char *command, const struct tours_format_settings *settings,
                       enum tour_format *format)
{
    *format = settings->json ? TOUR_JSON : TOUR_GRID;
    if (settings->format < 0)
        return true;
    *format = (enum tour_format)settings->format;
    if (settings->json && *format != TOUR_JSON) {
        usage_error(command, "--json and --format choose two different formats");
        return false;
    }
    return true;
}

bool tours_flush(struct buffer *text)
{
    if (text->failed)
        fprintf(stderr, "leaper: out of memory\n");
    else if (text->length)
        fwrite(buffer_text(text), 1, text->length, stdout);
    bool fine = !text->failed && !ferror(stdout);
    buffer_reset(text);
    return fine;
}

bool tours_save(const char *path, const struct buffer *text)
{
    struct stat about;
    if (stat(path, &about) || S_ISREG(about.st_mode))
        return file_output_replace(path, 0666, buffer_text(text), text->length);
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    fwrite(buffer_text(text), 1, text->length, file);
    return !(ferror(file) | fclose(file));
}

struct tour_subject tours_subject(const struct tours_ground *ground,
                                  const struct tours_ground_settings *settings, bool open)
{
    return (struct tour_subject){&ground->board, &ground->graph, tours_leaper_name(settings), open};
}
