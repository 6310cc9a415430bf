// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper tours find`: one tour of any board, or why there is none.
#include "base/memory.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/tours_commands.h"
#include "cli/tours_text.h"
#include "tours/find.h"
#include "tours/theorem.h"

#include <stdlib.h>

static const struct usage usage = {
    "leaper tours find BOARD [options]\n"
    "       leaper tours find --board PLACEMENT [options]",
    "Finds one tour of a board of up to 1000x1000, or proves that there is none: by a known theorem, which\n"
    "it names, or by exact search. Every tour is verified before it is printed. On standard error it says how it\n"
    "was found. The exit status is 0 for a tour, 1 for none, and 1 too when neither could be settled.\n",
    "  leaper tours find 8x8\n"
    "  leaper tours find 1000x1000 --format json > large.json\n"
    "  leaper tours find 7x7 --open --from a1 --to g7\n"
    "  leaper tours find 20x20 --leaper 1,4 --format squares\n"
    "  leaper tours find 4x9\n",
    false,
};

enum { FORMAT = TOURS_GROUND_COUNT + TOURS_WISH_COUNT, SEED = FORMAT + TOURS_FORMAT_COUNT, SECONDS };
enum { SECONDS_DEFAULT = 60 };

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
    tours_flush(&text);
    buffer_clear(&text);
}

static int find(const struct tours_ground *ground, const struct option *options, const struct tour_wish *wish,
                enum tour_format format, const long numbers[2])
{
    struct finding finding = {.seconds = (double)numbers[1]};
    struct find_request request = {&ground->board,       &ground->leaper, &ground->graph, *wish,
                                   (uint64_t)numbers[0], UINT64_MAX,      goes_on,        &finding};
    struct buffer how;
    int *tour = memory_resize(NULL, (size_t)ground->graph.vertices, sizeof *tour);
    buffer_init(&how);
    tours_catch_interrupts();
    tours_bar_init(&finding.bar);
    enum search_end end = find_run(&request, tour, &how);
    tours_bar_erase(&finding.bar);
    const char *promise =
        end == SEARCH_FOUND ? theorem_promises(&ground->board, &ground->leaper, wish) : NULL;
    if (end == SEARCH_FOUND)
        print_tour(ground, options, wish->open, format, tour);
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
        TOURS_WISH_OPTIONS,
        TOURS_FORMAT_OPTIONS,
        [SEED] = {"seed", "N", "another seed often gives another tour (default 1)", NULL},
        [SECONDS] = {"seconds", "N", "give up after so long (default 60)", NULL},
        {0},
    };
    struct arguments arguments;
    struct tours_ground ground;
    struct tour_wish wish;
    enum tour_format format;
    long numbers[2] = {1, SECONDS_DEFAULT};
    int status = options_read(&usage, options, &arguments, argc, argv);
    if (status != OPTIONS_GO_ON)
        return status;
    if (arguments.count > 1)
        return usage_error("tours find", "'%s' is one word too many", arguments.words[1]);
    if (!tours_format_read("tours find", &options[FORMAT], &format) ||
        (options[SEED].given &&
         !option_number("tours find", &options[SEED], 0, 1000000000000, &numbers[0])) ||
        (options[SECONDS].given &&
         !option_number("tours find", &options[SECONDS], 1, 1000000000, &numbers[1])))
        return EXIT_USAGE;
    status = tours_ground_read(&ground, "tours find", arguments.count ? arguments.words[0] : NULL, options);
    if (status != EXIT_FINE)
        return status;
    status = EXIT_USAGE;
    if (tours_wish_read("tours find", &ground, options + TOURS_GROUND_COUNT, &wish))
        status = find(&ground, options, &wish, format, numbers);
    tours_ground_clear(&ground);
    return status;
}
