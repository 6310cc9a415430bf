// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper tours list`: all tours of a small board, one after the other.
#include "base/text.h"
#include "cli/command.h"
#include "cli/tours/tours_commands.h"
#include "cli/tours/tours_text.h"
#include "tours/search/listing.h"

#include <inttypes.h>

static const struct usage usage = {
    "leaper tours list BOARD [options]\n"
    "       leaper tours list --board PLACEMENT [options]",
    "Prints every tour of a small board, each once (a tour walked backwards is the same tour), as soon as\n"
    "it is found. A closed tour begins on the first square (a1, if it is there) and goes on to the smaller\n"
    "of its two neighbours there; an open tour begins on the smaller of its ends unless --from or --to says\n"
    "where. The order is that of the squares, compared one by one; squares are in order rank by rank: a1,\n"
    "b1, … a2. Ctrl-C stops.\n",
    "  leaper tours list 5x6\n"
    "  leaper tours list 5x5 --open --from a1 --format squares\n"
    "  leaper tours list --board 3**3/8/8 --limit 3\n",
    false,
};

enum { FORMAT = TOURS_GROUND_COUNT + TOURS_CONSTRAINT_COUNT, LIMIT = FORMAT + TOURS_FORMAT_COUNT };

// Output is gathered up to this size unless a person is watching.
enum { FLUSH_AT = 1 << 16 };

struct listing_output {
    struct tour_subject subject;
    enum tour_format format;
    struct buffer text;
    uint64_t left; // tours that may still be printed
};

static bool print_tour(void *context, const int *tour)
{
    struct listing_output *output = context;
    tour_write(&output->subject, output->format, tour, &output->text);
    output->left--;
    if (output->text.length >= FLUSH_AT && !tours_flush(&output->text))
        return false;
    return output->left > 0 && !tours_is_interrupted();
}

static bool goes_on(void *context)
{
    (void)context;
    return !tours_is_interrupted();
}

static int list(const struct tours_ground *ground, const struct option *options,
                const struct tour_constraint *constraint, enum tour_format format, long limit)
{
    struct listing_output output = {.subject = tours_subject(ground, options, constraint->open),
                                    .format = format};
    output.left = limit ? (uint64_t)limit : UINT64_MAX;
    buffer_init(&output.text);
    tours_catch_interrupts("tours list");
    tour_write_head(&output.subject, format, &output.text);
    uint64_t count = listing_run(&ground->graph, constraint, print_tour, goes_on, &output);
    bool cut = tours_is_interrupted();
    tours_flush(&output.text);
    buffer_clear(&output.text);
    int status = output_finish("tours list");
    if (status == EXIT_FINE)
        fprintf(stderr, "%" PRIu64 " tour%s%s\n", count, count == 1 ? "" : "s",
                cut                ? " (interrupted)"
                : output.left == 0 ? " (the limit; there may be more)"
                                   : "");
    return cut ? EXIT_FAILED : status;
}

int cmd_tours_list(int argc, char **argv)
{
    struct option options[] = {
        TOURS_GROUND_OPTIONS,
        TOURS_CONSTRAINT_OPTIONS,
        TOURS_FORMAT_OPTIONS,
        [LIMIT] = {"limit", "N", "stop after N tours", NULL},
        {0},
    };
    struct arguments arguments;
    struct tours_ground ground;
    struct tour_constraint constraint;
    enum tour_format format;
    long limit = 0;
    int status = options_read(&usage, options, &arguments, argc, argv);
    if (status != OPTIONS_GO_ON)
        return status;
    if (arguments.count > 1)
        return usage_error("tours list", "'%s' is one word too many", arguments.words[1]);
    if (!tours_format_read("tours list", &options[FORMAT], &format) ||
        (options[LIMIT].given && !option_number("tours list", &options[LIMIT], 1, 1000000000, &limit)))
        return EXIT_USAGE;
    status = tours_ground_read(&ground, "tours list", arguments.count ? arguments.words[0] : NULL, options);
    if (status != EXIT_FINE)
        return status;
    status = EXIT_USAGE;
    if (tours_constraint_read("tours list", &ground, options + TOURS_GROUND_COUNT, &constraint))
        status = list(&ground, options, &constraint, format, limit);
    tours_ground_clear(&ground);
    return status;
}
