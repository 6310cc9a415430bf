// SPDX-License-Identifier: GPL-3.0-or-later
// Options and output that several subcommands of `leaper tours` have in common.
#include "cli/tours/tours_text.h"

#include "base/file_output.h"

#include <stdio.h>
#include <sys/stat.h>

static const struct argument *format_rows(void)
{
    static const char *const formats[] = {
        [TOUR_GRID] = "grid", [TOUR_SQUARES] = "squares", [TOUR_JSON] = "json", NULL};
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

struct tour_subject tours_subject(const struct tours_ground *ground)
{
    return (struct tour_subject){&ground->board, &ground->graph, ground->leaper_name,
                                 ground->constraint.open};
}
