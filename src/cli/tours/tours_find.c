// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper tours find`: one tour of any board, or why there is none.
#include "base/memory.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/tours/tours_commands.h"
#include "cli/tours/tours_text.h"
#include "tours/search/find.h"
#include "tours/search/theorem.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const struct usage usage = {
    "leaper tours find BOARD [options]\n"
    "       leaper tours find --board PLACEMENT [options]",
    "Finds one tour of a board of up to 1000x1000, or proves that there is none: by a known theorem, which\n"
    "it names, or by exact search. Every tour is verified before it is printed. On standard error it says how it\n"
    "was found. The exit status is 0 for a tour, 1 for none, and 1 too when neither could be settled; as JSON,\n"
    "'found' then is false or null, with a 'reason'.\n",
    "  leaper tours find 8x8\n"
    "  leaper tours find 1000x1000 --format json > large.json\n"
    "  leaper tours find 7x7 --open --from a1 --to g7\n"
    "  leaper tours find 20x20 --leaper 1,4 --format squares\n"
    "  leaper tours find 4x9\n",
    false,
};

enum {
    FORMAT = TOURS_GROUND_COUNT + TOURS_CONSTRAINT_COUNT,
    SEED = FORMAT + TOURS_FORMAT_COUNT,
    SECONDS,
    MEMORY
};
enum { SECONDS_DEFAULT = 60 };
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

static void print_tour(const struct tours_ground *ground, const struct option *options, bool open,
                       enum tour_format format, const int *tour)
{
    struct tour_subject subject = tours_subject(ground, options, open);
    struct buffer text;
    buffer_init(&text);
    tour_write_head(&subject, format, &text);
    tour_write(&subject, format, tour, &text);
    if (format == TOUR_JSON) {
        // As in the answer that there is none.
        buffer_truncate(&text, text.length - strlen("}\n"));
        buffer_add(&text, ",\"found\":true}\n");
    }
    tours_flush(&text);
    buffer_clear(&text);
}

// What the options say beside the board and the constraint.
struct asked {
    enum tour_format format;
    uint64_t seed;
    double seconds;
    size_t memory;
};

// What is known when there is no tour to print: as JSON too, so that a program that reads it need not look elsewhere.
static void print_none(const struct tours_ground *ground, const struct option *options, bool open,
                       enum search_end end, const char *reason)
{
    struct tour_subject subject = tours_subject(ground, options, open);
    struct buffer board;
    buffer_init(&board);
    tour_board_write(&ground->board, &board);
    // Null, where nobody knows whether there is one.
    json_t *json = json_pack("{s:s, s:s, s:s, s:o, s:s}", "board", buffer_text(&board), "leaper",
                             subject.leaper, "kind", open ? "open" : "closed", "found",
                             end == SEARCH_NONE ? json_false() : json_null(), "reason", reason);
    char *text = json_dumps(json, JSON_COMPACT);
    printf("%s\n", text);
    free(text);
    json_decref(json);
    buffer_clear(&board);
}

static int find(const struct tours_ground *ground, const struct option *options,
                const struct tour_constraint *constraint, const struct asked *asked)
{
    struct finding finding = {.seconds = asked->seconds};
    struct find_request request = {.board = &ground->board,
                                   .leaper = &ground->leaper,
                                   .graph = &ground->graph,
                                   .constraint = *constraint,
                                   .seed = asked->seed,
                                   .nodes = UINT64_MAX,
                                   .memory = asked->memory,
                                   .goes_on = goes_on,
                                   .context = &finding};
    struct buffer how;
    int *tour = memory_resize(NULL, (size_t)ground->graph.vertices, sizeof *tour);
    buffer_init(&how);
    tours_catch_interrupts("tours find");
    tours_bar_init(&finding.bar);
    enum search_end end = find_run(&request, tour, &how);
    tours_bar_erase(&finding.bar);
    const char *promise =
        end == SEARCH_FOUND ? theorem_promises(&ground->board, &ground->leaper, constraint) : NULL;
    if (end == SEARCH_FOUND)
        print_tour(ground, options, constraint->open, asked->format, tour);
    else if (asked->format == TOUR_JSON)
        print_none(ground, options, constraint->open, end, buffer_text(&how));
    int status = output_finish("tours find");
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

int cmd_tours_find(int argc, char **argv)
{
    struct option options[] = {
        TOURS_GROUND_OPTIONS,
        TOURS_CONSTRAINT_OPTIONS,
        TOURS_FORMAT_OPTIONS,
        [SEED] = {"seed", "N", "another seed often gives another tour (default 1)", NULL},
        [SECONDS] = {"seconds", "N", "give up after so long (default 60)", NULL},
        [MEMORY] = {"memory", "MIB", "what the program may have in memory (default 4096)", NULL},
        {0},
    };
    struct arguments arguments;
    struct tours_ground ground;
    struct tour_constraint constraint;
    struct asked asked;
    long seed = 1, seconds = SECONDS_DEFAULT;
    int status = options_read(&usage, options, &arguments, argc, argv);
    if (status != OPTIONS_GO_ON)
        return status;
    if (arguments.count > 1)
        return usage_error("tours find", "'%s' is one word too many", arguments.words[1]);
    if (!tours_format_read("tours find", &options[FORMAT], &asked.format) ||
        (options[SEED].given && !option_number("tours find", &options[SEED], 0, 1000000000000, &seed)) ||
        (options[SECONDS].given &&
         !option_number("tours find", &options[SECONDS], 1, 1000000000, &seconds)) ||
        !tours_memory_read("tours find", &options[MEMORY], MEMORY_DEFAULT, &asked.memory))
        return EXIT_USAGE;
    asked.seed = (uint64_t)seed;
    asked.seconds = (double)seconds;
    status = tours_ground_read(&ground, "tours find", arguments.count ? arguments.words[0] : NULL, options);
    if (status != EXIT_FINE)
        return status;
    status = EXIT_USAGE;
    if (tours_constraint_read("tours find", &ground, options + TOURS_GROUND_COUNT, &constraint))
        status = find(&ground, options, &constraint, &asked);
    tours_ground_clear(&ground);
    return status;
}
