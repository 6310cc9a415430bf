// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper tours find`: finds one tour of any board, or says why there is none.
#include "base/memory.h"
#include "cli/line/json_out.h"
#include "cli/tours/tours_commands.h"
#include "cli/tours/tours_text.h"
#include "notation/json/json_text.h"
#include "tours/search/find.h"
#include "tours/search/theorem.h"

#include <stdlib.h>
#include <string.h>

struct settings {
    struct tours_ground_settings ground;
    struct tours_constraint_settings constraint;
    struct tours_format_settings format;
    long seed, seconds, memory;
};

static const size_t MEMORY_DEFAULT = (size_t)4096 << 20;

struct finding {
    struct tours_bar bar;
    double seconds; // after which to give up
};

static bool goes_on(void *context)
{
    struct finding *finding = context;
    tours_bar_show(&finding->bar, -1, "looking for a tour");
    return !tours_is_interrupted() && tours_bar_seconds(&finding->bar) < finding->seconds;
}

// False when there is no memory.
static bool print_tour(const struct tour_subject *subject, enum tour_format format, const int *tour)
{
    struct buffer text;
    buffer_init(&text);
    tour_write_head(subject, format, &text);
    tour_write(subject, format, tour, &text);
    if (format == TOUR_JSON && !text.failed) {
        // Add "found", as in the answer when there is no tour.
        buffer_truncate(&text, text.length - strlen("}\n"));
        buffer_add(&text, ",\"found\":true}\n");
    }
    bool fine = !text.failed;
    tours_flush(&text);
    buffer_clear(&text);
    return fine;
}

// Prints what is known when there is no tour to print: in JSON as well, so that programs find the reason there.
static void print_none(const struct tours_ground *ground, enum search_end end, const char *reason)
{
    json_t *json = tours_json_begin(ground);
    // Null if it is unknown whether there is a tour.
    json_put(&json, "found", end == SEARCH_NONE ? json_false() : json_null());
    json_put(&json, "reason", json_string(reason));
    json_print(json);
}

static int find(const struct tours_ground *ground, const struct find_request *wanted, enum tour_format format,
                double seconds)
{
    struct finding finding = {.seconds = seconds};
    struct find_request request = *wanted;
    const struct tour_subject subject = tours_subject(ground);
    struct buffer how;
    int *tour = memory_try(NULL, (size_t)ground->graph.vertices, sizeof *tour);
    enum search_end end = SEARCH_NO_MEMORY;
    request.constraint = ground->constraint;
    request.goes_on = goes_on;
    request.context = &finding;
    buffer_init(&how);
    tours_catch_interrupts("tours find");
    tours_bar_init(&finding.bar);
    if (tour)
        end = find_run(&request, tour, &how);
    tours_bar_erase(&finding.bar);
    const char *promise =
        end == SEARCH_FOUND ? theorem_promises(&ground->board, &ground->leaper, &ground->constraint) : NULL;
    if (end == SEARCH_FOUND && !print_tour(&subject, format, tour))
        end = SEARCH_NO_MEMORY;
    if ((end == SEARCH_NONE || end == SEARCH_GAVE_UP) && format == TOUR_JSON)
        print_none(ground, end, buffer_text(&how));
    int status = output_finish("tours find");
    if (end == SEARCH_NO_MEMORY)
        fprintf(stderr, "leaper tours find: out of memory\n");
    else
        fprintf(stderr, "%s: %s%s%s (%.2f s)\n",
                end == SEARCH_FOUND  ? "a tour, verified"
                : end == SEARCH_NONE ? "there is no such tour"
                                     : "not settled",
                buffer_text(&how), promise ? "; it exists by " : "", promise ? promise : "",
                tours_bar_seconds(&finding.bar));
    buffer_clear(&how);
    free(tour);
    return end == SEARCH_FOUND ? status : EXIT_FAILED;
}

static int run(void *given)
{
    const struct settings *settings = given;
    struct tours_ground ground;
    struct find_request request = {.board = &ground.board,
                                   .leaper = &ground.leaper,
                                   .graph = &ground.graph,
                                   .seed = (uint64_t)settings->seed,
                                   .nodes = UINT64_MAX};
    enum tour_format format;
    if (!tours_format_read("tours find", &settings->format, &format) ||
        !tours_memory_apply("tours find", settings->memory, MEMORY_DEFAULT, &request.memory))
        return EXIT_USAGE;
    int status = tours_ground_read(&ground, "tours find", &settings->ground, &settings->constraint);
    if (status != EXIT_FINE)
        return status;
    status = find(&ground, &request, format, (double)settings->seconds);
    tours_ground_clear(&ground);
    return status;
}

static const struct argument operands[] = {{TOURS_BOARD_OPERAND(struct settings)}, {.name = NULL}};

static const struct argument options[] = {
    {.name = "seed",
     .value = "N",
     .help = "another seed often gives another tour",
     NUMBER(struct settings, seed),
     .maximum = 1000000000000,
     .initial = 1},
    {.name = "seconds",
     .value = "N",
     .help = "give up after this many seconds",
     NUMBER(struct settings, seconds),
     .minimum = 1,
     .maximum = 1000000000,
     .initial = 60},
    {TOURS_MEMORY_OPTION(struct settings, memory, "4096")},
    {.name = NULL},
};

const struct command command_tours_find = {
    .name = "tours find",
    .summary = "find one tour of a board of any size, or prove that there is none",
    .text =
        "Finds one tour of a board of up to 1000x1000, or proves that there is none: by a known theorem, which\n"
        "it names, or by exact search. Every tour is verified before it is printed. Standard error says how it\n"
        "was found. The exit status is 0 for a tour, and 1 if there is none or the question was not settled; in\n"
        "JSON, 'found' is then false or null, respectively, with a 'reason'.\n",
    .examples = "  leaper tours find 8x8\n"
                "  leaper tours find 1000x1000 --format json > large.json\n"
                "  leaper tours find 7x7 --open --from a1 --to g7\n"
                "  leaper tours find 20x20 --leaper 1,4 --format squares\n"
                "  leaper tours find 4x9\n",
    .synopsis = "BOARD [options]\n--board PLACEMENT [options]",
    .operands = operands,
    .options = options,
    .shared = {{&tours_ground_options, offsetof(struct settings, ground)},
               {&tours_constraint_options, offsetof(struct settings, constraint)},
               {&tours_format_options, offsetof(struct settings, format)}},
    .size = sizeof(struct settings),
    .run = run,
};
