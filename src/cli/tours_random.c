// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper tours random`: uniformly random tours.
#include "cli/command.h"
#include "cli/tours_commands.h"
#include "cli/tours_text.h"
#include "tours/sampler.h"
#include "tours/theorem.h"

#include "base/memory.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

static const struct usage usage = {
    "leaper tours random BOARD [options]\n"
    "leaper tours random --board PLACEMENT [options]",
    "Prints random tours; every tour of the board has exactly the same chance. First counting tables of the\n"
    "board are made (8x8: half a second and 300 MB; 8x8 open: 10 s and 3 GB), then thousands of tours a\n"
    "second are drawn. The last line, on standard error, says how many of the sets of circuits drawn were\n"
    "single circuits, and which number of tours of the board that suggests, with a 95 % interval.\n",
    "  leaper tours random 8x8\n"
    "  leaper tours random 8x8 --count 1000 --seed 7 --format squares\n"
    "  leaper tours random 6x6 --open --from a1 --count 5\n",
    false,
};

enum { FORMAT = TOURS_GROUND_COUNT + TOURS_WISH_COUNT, COUNT, SEED, MEMORY, TRIES };

enum { FLUSH_AT = 1 << 16, MEMORY_DEFAULT = 4096, TRIES_DEFAULT = 1000000, TRIES_AT_ONCE = 1000 };

struct order {
    enum tour_format format;
    long count, memory, tries;
    uint64_t seed;
};

static bool go_on(void *context)
{
    tours_bar_show(context, -1, "counting tables");
    return !tours_is_interrupted();
}

static bool read_seed(const struct option *option, uint64_t *seed)
{
    char *end;
    if (!option->given) {
        *seed = ((uint64_t)time(NULL) << 20 ^ (uint64_t)getpid()) & UINT32_MAX;
        return true;
    }
    errno = 0;
    *seed = strtoull(option->given, &end, 10);
    if (errno == 0 && *end == '\0' && option->given[0] >= '0' && option->given[0] <= '9')
        return true;
    usage_error("tours random", "--seed wants a number from 0 to %" PRIu64 ", not '%s'", UINT64_MAX,
                option->given);
    return false;
}

static bool read_order(const struct option *options, struct order *order)
{
    const char *command = "tours random";
    *order = (struct order){TOUR_GRID, 1, MEMORY_DEFAULT, TRIES_DEFAULT, 0};
    return tours_format_read(command, &options[FORMAT], &order->format) &&
           (!options[COUNT].given || option_number(command, &options[COUNT], 1, 1000000000, &order->count)) &&
           (!options[MEMORY].given || option_number(command, &options[MEMORY], 1, 1 << 20, &order->memory)) &&
           (!options[TRIES].given ||
            option_number(command, &options[TRIES], 1, 1000000000000, &order->tries)) &&
           read_seed(&options[SEED], &order->seed);
}

// Draws one tour. False when there was none among `tries` sets, or somebody pressed Ctrl-C.
static bool draw_one(struct tour_draw *draw, uint64_t tries, int *tour)
{
    for (uint64_t left = tries; left > 0 && !tours_is_interrupted();) {
        uint64_t now = left < TRIES_AT_ONCE ? left : TRIES_AT_ONCE;
        if (tour_draw_next(draw, now, tour))
            return true;
        left -= now;
    }
    return false;
}

// The share of tours among the sets drawn, times the sets there are; with the interval of E. B. Wilson
// (1927).
static void print_summary(const struct tour_draw *draw, const struct order *order, double seconds)
{
    mpz_t choices;
    mpz_init(choices);
    tour_sampler_choices(draw->sampler, choices);
    double n = (double)draw->tries, share = (double)draw->tours / n, z = 1.96;
    double middle = (share + z * z / (2 * n)) / (1 + z * z / n);
    double half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n);
    double all = mpz_get_d(choices);
    fprintf(stderr,
            "%" PRIu64 " tour%s, seed %" PRIu64 ", %.2f s; of %" PRIu64
            " sets of circuits drawn %.4g %% were tours",
            draw->tours, draw->tours == 1 ? "" : "s", order->seed, seconds, draw->tries, 100 * share);
    if (draw->tries >= 100)
        fprintf(stderr, ": there are about %.4g such tours (%.4g … %.4g)", all * share, all * (middle - half),
                all * (middle + half));
    fprintf(stderr, "\n");
    mpz_clear(choices);
}

static int print_tours(struct tour_draw *draw, const struct tour_subject *subject, const struct order *order)
{
    struct buffer text;
    int *tour = memory_resize(NULL, (size_t)subject->graph->vertices, sizeof *tour);
    bool writes = true, found = true;
    buffer_init(&text);
    tour_write_head(subject, order->format, &text);
    for (long i = 0; i < order->count && writes; i++) {
        found = draw_one(draw, (uint64_t)order->tries, tour);
        if (!found)
            break;
        tour_write(subject, order->format, tour, &text);
        writes = text.length < FLUSH_AT || tours_flush(&text);
    }
    if (draw->tours > 0)
        tours_flush(&text);
    buffer_clear(&text);
    free(tour);
    int status = output_finish("tours random");
    if (!found && !tours_is_interrupted())
        fprintf(stderr,
                "leaper tours random: no tour among %ld sets of circuits: there are very few or none; "
                "'leaper tours count' tells\n",
                order->tries);
    return found ? status : EXIT_FAILED;
}

static int draw_tours(const struct tours_ground *ground, const struct option *options,
                      const struct tour_wish *wish, const struct order *order)
{
    struct tours_bar bar;
    struct error err;
    struct buffer reason;
    buffer_init(&reason);
    bool hopeless = theorem_forbids(&ground->board, &ground->leaper, &ground->graph, wish, &reason);
    if (hopeless)
        fprintf(stderr, "leaper tours random: %s\n", buffer_text(&reason));
    buffer_clear(&reason);
    if (hopeless)
        return EXIT_FAILED;
    tours_catch_interrupts();
    tours_bar_init(&bar);
    struct factor_budget budget = {.limit = (uint64_t)order->memory << 20, .go_on = go_on, .context = &bar};
    struct tour_sampler *sampler = tour_sampler_new(&ground->graph, wish, &budget, &err);
    tours_bar_erase(&bar);
    if (!sampler) {
        usage_report("tours random", &err);
        return EXIT_FAILED;
    }
    struct tour_subject subject = tours_subject(ground, options, wish->open);
    struct tour_draw draw;
    tour_draw_init(&draw, sampler, order->seed);
    int status = print_tours(&draw, &subject, order);
    if (status == EXIT_FINE)
        print_summary(&draw, order, tours_bar_seconds(&bar));
    tour_draw_clear(&draw);
    tour_sampler_free(sampler);
    return status;
}

int cmd_tours_random(int argc, char **argv)
{
    struct option options[] = {
        TOURS_GROUND_OPTIONS,
        TOURS_WISH_OPTIONS,
        [FORMAT] = {"format", "FORMAT", "grid (the default), squares or json", NULL},
        [COUNT] = {"count", "N", "how many tours (default: 1)", NULL},
        [SEED] = {"seed", "S", "the same seed gives the same tours (default: by the clock)", NULL},
        [MEMORY] = {"memory", "MB", "how much memory the tables may take (default: 4096)", NULL},
        [TRIES] = {"tries", "N", "give up after N draws without a tour (default: 1000000)", NULL},
        {0},
    };
    struct arguments arguments;
    struct tours_ground ground;
    struct tour_wish wish;
    struct order order;
    int status = options_read(&usage, options, &arguments, argc, argv);
    if (status != OPTIONS_GO_ON)
        return status;
    if (arguments.count > 1)
        return usage_error("tours random", "'%s' is one word too many", arguments.words[1]);
    if (!read_order(options, &order))
        return EXIT_USAGE;
    status = tours_ground_read(&ground, "tours random", arguments.count ? arguments.words[0] : NULL, options);
    if (status != EXIT_FINE)
        return status;
    status = EXIT_USAGE;
    if (tours_wish_read("tours random", &ground, options + TOURS_GROUND_COUNT, &wish))
        status = draw_tours(&ground, options, &wish, &order);
    tours_ground_clear(&ground);
    return status;
}
