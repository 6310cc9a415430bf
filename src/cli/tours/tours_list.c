// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper tours list`: prints all tours of a small board.
#include "cli/tours/tours_commands.h"
#include "cli/tours/tours_text.h"
#include "tours/search/listing.h"

#include <inttypes.h>

struct settings {
    struct tours_ground_settings ground;
    struct tours_constraint_settings constraint;
    struct tours_format_settings format;
    long limit; // 0: none
};

// Output is collected up to this size unless it goes to a terminal.
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
    if (output->text.failed)
        return false;
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

static int list(const struct tours_ground *ground, const struct settings *settings, enum tour_format format)
{
    struct listing_output output = {.subject = tours_subject(ground), .format = format};
    output.left = settings->limit ? (uint64_t)settings->limit : UINT64_MAX;
    buffer_init(&output.text);
    tours_catch_interrupts("tours list");
    tour_write_head(&output.subject, format, &output.text);
    uint64_t count = listing_run(&ground->graph, &ground->constraint, print_tour, goes_on, &output);
    bool cut = tours_is_interrupted(), failed = count == TOURS_NO_MEMORY || output.text.failed;
    tours_flush(&output.text);
    buffer_clear(&output.text);
    int status = output_finish("tours list");
    if (failed)
        return EXIT_FAILED;
    if (status == EXIT_FINE)
        fprintf(stderr, "%" PRIu64 " tour%s%s\n", count, count == 1 ? "" : "s",
                cut                ? " (interrupted)"
                : output.left == 0 ? " (the limit; there may be more)"
                                   : "");
    return cut ? EXIT_FAILED : status;
}

static int run(void *given)
{
    const struct settings *settings = given;
    struct tours_ground ground;
    enum tour_format format;
    if (!tours_format_read("tours list", &settings->format, &format))
        return EXIT_USAGE;
    int status = tours_ground_read(&ground, "tours list", &settings->ground, &settings->constraint);
    if (status != EXIT_FINE)
        return status;
    status = list(&ground, settings, format);
    tours_ground_clear(&ground);
    return status;
}

static const struct argument operands[] = {{TOURS_BOARD_OPERAND(struct settings)}, {.name = NULL}};

static const struct argument options[] = {
    {.name = "limit",
     .value = "N",
     .help = "stop after N tours",
     NUMBER(struct settings, limit),
     .minimum = 1,
     .maximum = 1000000000,
     .otherwise = "none"},
    {.name = NULL},
};

const struct command command_tours_list = {
    .name = "tours list",
    .summary = "print all tours of a small board",
    .text =
        "Prints every tour of a small board, each once (a tour and its reverse are the same tour), as soon as\n"
        "it is found. A closed tour begins on the first square (a1, if it exists) and goes on to the smaller\n"
        "of its two neighbours there; an open tour begins on the smaller of its ends, unless --from or --to\n"
        "is given. Tours are in lexicographic order of their squares, which are ordered rank by rank: a1, b1,\n"
        "… a2. Ctrl-C stops the list.\n",
    .examples = "  leaper tours list 5x6\n"
                "  leaper tours list 5x5 --open --from a1 --format squares\n"
                "  leaper tours list --board 3**3/8/8 --limit 3\n",
    .synopsis = "BOARD [options]\n--board PLACEMENT [options]",
    .operands = operands,
    .options = options,
    .shared = {{&tours_ground_options, offsetof(struct settings, ground)},
               {&tours_constraint_options, offsetof(struct settings, constraint)},
               {&tours_format_options, offsetof(struct settings, format)}},
    .size = sizeof(struct settings),
    .run = run,
};
