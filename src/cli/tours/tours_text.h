// SPDX-License-Identifier: GPL-3.0-or-later
// Shared by the subcommands that print or read single tours: format and output.
#ifndef LEAPER_CLI_TOURS_TEXT_H
#define LEAPER_CLI_TOURS_TEXT_H

#include "cli/tours/tours.h"
#include "tours/text/text.h"

// The options that choose the format of printed tours.
struct tours_format_settings {
    int format; // enum tour_format; negative: not given
    bool json;
};
extern const struct argument_group tours_format_options;

// TOUR_GRID when neither was given. False after reporting an error.
bool tours_format_read(const char *command, const struct tours_format_settings *settings,
                       enum tour_format *format);

// Writes the text to standard output and empties it. False when the output can no longer be written, or when the text has failed
// for lack of memory, which is reported.
bool tours_flush(struct buffer *text);

// Writes the text to a file atomically, or directly if the path is not a regular file but a pipe or the like. False with errno set.
bool tours_save(const char *path, const struct buffer *text);

// Describes the ground for the writers of tours/text/text.h; it must outlive the subject.
struct tour_subject tours_subject(const struct tours_ground *ground);

#endif
