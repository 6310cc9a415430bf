// SPDX-License-Identifier: GPL-3.0-or-later
// What the subcommands that print or read single tours share: the format, the ends, writing out.
#ifndef LEAPER_CLI_TOURS_TEXT_H
#define LEAPER_CLI_TOURS_TEXT_H

#include "cli/tours/tours.h"
#include "tours/text/text.h"

// Options that say which tours are wanted, behind the ground's; rows in this order.
#define TOURS_CONSTRAINT_OPTIONS                                                                             \
    {"closed", NULL, "tours that return to their first square (the default)", NULL},                         \
        {"open", NULL, "tours that need not return", NULL},                                                  \
        {"from", "SQUARE", "where an open tour begins", NULL},                                               \
    {                                                                                                        \
        "to", "SQUARE", "where an open tour ends", NULL                                                      \
    }
enum { TOURS_CLOSED, TOURS_OPEN, TOURS_FROM, TOURS_TO, TOURS_CONSTRAINT_COUNT };

// Reads those four options (`options` is the first of them). False after having complained.
bool tours_constraint_read(const char *command, const struct tours_ground *ground,
                           const struct option *options, struct tour_constraint *constraint);

// Options that choose the format of printed tours; rows in this order.
#define TOURS_FORMAT_OPTIONS                                                                                 \
    {"format", "FORMAT", "grid (the default), squares or json", NULL},                                       \
    {                                                                                                        \
        "json", NULL, "the same as --format json: an object a line", NULL                                    \
    }
enum { TOURS_FORMAT, TOURS_JSON, TOURS_FORMAT_COUNT };

// Reads those two options (`options` is the first of them); TOUR_GRID when none was given. False after having
// complained.
bool tours_format_read(const char *command, const struct option *options, enum tour_format *format);

// Writes the text to standard output and forgets it. False when the output can no longer be written.
bool tours_flush(struct buffer *text);

// Describes the ground for the writers of tours/text/text.h; it must outlive the subject.
struct tour_subject tours_subject(const struct tours_ground *ground, const struct option *options, bool open);

#endif
