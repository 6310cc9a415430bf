// SPDX-License-Identifier: GPL-3.0-or-later
// Options and output that several subcommands of `leaper tours` have in common.
#include "cli/tours/tours_text.h"

bool tours_constraint_read(const char *command, const struct tours_ground *ground,
                           const struct option *options, struct tour_constraint *constraint)
{
    struct error err;
    int *const ends[] = {&constraint->from, &constraint->to};
    *constraint = (struct tour_constraint){options[TOURS_OPEN].given != NULL, -1, -1};
    if (constraint->open && options[TOURS_CLOSED].given) {
        usage_error(command, "a tour is closed or open, not both");
        return false;
    }
    for (int i = 0; i < 2; i++) {
        const struct option *option = &options[TOURS_FROM + i];
        int cell;
        if (!option->given)
            continue;
        if (!constraint->open) {
            usage_error(command, "--%s is for open tours: add --open", option->name);
            return false;
        }
        if (!tour_board_cell_read(&ground->board, option->given, &cell, option->name, &err)) {
            usage_report(command, &err);
            return false;
        }
        *ends[i] = ground->graph.vertex[cell];
    }
    if (constraint->from >= 0 && constraint->from == constraint->to && ground->graph.vertices > 1) {
        usage_error(command, "a tour cannot begin and end on the same square; closed tours are the default");
        return false;
    }
    return true;
}

bool tours_format_read(const char *command, const struct option *options, enum tour_format *format)
{
    const char *name = options[TOURS_FORMAT].given;
    bool json = options[TOURS_JSON].given != NULL;
    *format = json ? TOUR_JSON : TOUR_GRID;
    if (name && !tour_format_read(name, format)) {
        usage_error(command, "--format is grid, squares or json, not '%s'", name);
        return false;
    }
    if (json && *format != TOUR_JSON) {
        usage_error(command, "--json and --format %s are two formats", name);
        return false;
    }
    return true;
}

bool tours_flush(struct buffer *text)
{
    if (text->length)
        fwrite(buffer_text(text), 1, text->length, stdout);
    buffer_reset(text);
    return !ferror(stdout);
}

struct tour_subject tours_subject(const struct tours_ground *ground, const struct option *options, bool open)
{
    const char *leaper = options[TOURS_LEAPER].given;
    return (struct tour_subject){&ground->board, &ground->graph, leaper ? leaper : "N", open};
}
