// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper tours random`: draws uniformly random tours.
#include "base/clock.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/text.h"
#include "cli/tours/tours_commands.h"
#include "cli/tours/tours_text.h"
#include "tours/estimate/plot.h"
#include "tours/sample/sampler.h"
#include "tours/search/theorem.h"

#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

struct seed {
    bool given;
    uint64_t value;
};

struct settings {
    struct tours_ground_settings ground;
    struct tours_constraint_settings constraint;
    struct tours_format_settings format;
    long count, threads, memory, tries;
    struct seed seed;
};

enum {
    FLUSH_AT = 1 << 16,
    TRIES_AT_ONCE = 1000,
    BATCH = 128,     // tours that the threads share
    ESTIMATE_AT = 20 // the number of tours from which on their share gives an estimate
};

static const size_t MEMORY_DEFAULT = (size_t)4096 << 20;

struct order {
    enum tour_format format;
    long count, threads, tries;
    size_t memory;
    uint64_t seed;
};

// Tours that are drawn in parallel. Tour i of all comes from stream i of the seed.
struct batch {
    const struct order *order;
    uint64_t first;          // the stream of its first tour
    struct tour_draw *draws; // [threads]
    int vertices;
    int *tours;               // [BATCH * vertices]
    atomic_uint_fast64_t end; // the first tour that could not be drawn
};

static bool go_on(void *context)
{
    tours_bar_show(context, -1, "counting tables");
    return !tours_is_interrupted();
}

static bool read_seed(const char *text, void *member, struct error *err)
{
    struct seed *seed = member;
    seed->given = text_read_uint64(text, UINT64_MAX, &seed->value);
    return seed->given ||
           error_set(err, ERROR_PARAMETER, "", "'%s' is not a number from 0 to %" PRIu64, text, UINT64_MAX);
}

// Draws tour i of a batch, unless there is none among `tries` sets, Ctrl-C was pressed, or an earlier tour could not be drawn.
static void draw_round(void *context, uint64_t i, int thread)
{
    struct batch *batch = context;
    struct tour_draw *draw = &batch->draws[thread];
    bool found = false;
    tour_draw_stream(draw, batch->order->seed, batch->first + i);
    for (uint64_t left = (uint64_t)batch->order->tries; left > 0 && !found;) {
        uint64_t now = left < TRIES_AT_ONCE ? left : TRIES_AT_ONCE;
        if (tours_is_interrupted() || i >= atomic_load(&batch->end))
            break;
        found = tour_draw_next(draw, now, batch->tours + i * (size_t)batch->vertices);
        left -= now;
    }
    uint64_t end = atomic_load(&batch->end);
    while (!found && i < end && !atomic_compare_exchange_weak(&batch->end, &end, i))
        ;
}

// Prints a share of all choices; their number may exceed the range of a double.
static void print_number(const struct natural *choices, double share)
{
    struct buffer text;
    long bits;
    buffer_init(&text);
    double mantissa = natural_mantissa(choices, &bits);
    plot_number(log(mantissa) + (double)bits * M_LN2 + log(share), &text);
    fputs(buffer_text(&text), stderr);
    buffer_clear(&text);
}

// Estimates the number of tours from the share of tours among the sets of circuits drawn.
static void print_estimate(const struct natural *choices, uint64_t tries, uint64_t tours)
{
    // Drawing stops with a tour, so the unbiased share is (k - 1) / (n - 1), not k / n (J. B. S. Haldane,
    // 1945). The interval is that of E. B. Wilson (1927).
    double n = (double)tries, share = ((double)tours - 1) / (n - 1), z = 1.96;
    double middle = (share + z * z / (2 * n)) / (1 + z * z / n);
    double half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n);
    fprintf(stderr, ": there are about ");
    print_number(choices, share);
    fprintf(stderr, " such tours (");
    print_number(choices, middle - half);
    fprintf(stderr, " … ");
    print_number(choices, fmin(middle + half, 1));
    fprintf(stderr, ")");
}

// Prints the last line, with what the draws say about the number of tours.
static void print_summary(const struct tour_sampler *sampler, const struct order *order, uint64_t tries,
                          uint64_t tours, double seconds)
{
    struct natural choices = {0};
    tour_sampler_choices(sampler, &choices);
    if (choices.failed)
        memory_exhausted();
    fprintf(stderr, "%" PRIu64 " tour%s, seed %" PRIu64 ", %.2f s; ", tours, tours == 1 ? "" : "s",
            order->seed, seconds);
    if (tour_sampler_is_direct(sampler)) {
        fprintf(stderr, "there are ");
        print_number(&choices, 1);
        fprintf(stderr, " such tours");
    } else {
        fprintf(stderr, "of %" PRIu64 " sets of circuits drawn %.4g %% were tours", tries,
                100 * (double)tours / (double)tries);
        if (tours >= ESTIMATE_AT)
            print_estimate(&choices, tries, tours);
    }
    fprintf(stderr, "\n");
    natural_clear(&choices);
}

// Draws and prints tours in batches. False as soon as a tour cannot be drawn.
static bool print_tours(struct batch *batch, const struct tour_subject *subject)
{
    const struct order *order = batch->order;
    struct buffer text;
    bool writes = true, found = true;
    buffer_init(&text);
    atomic_store(&batch->end, UINT64_MAX);
    tour_write_head(subject, order->format, &text);
    while (found && writes && batch->first < (uint64_t)order->count) {
        uint64_t left = (uint64_t)order->count - batch->first, now = left < BATCH ? left : BATCH;
        parallel_for((int)order->threads, now, draw_round, batch);
        found = atomic_load(&batch->end) == UINT64_MAX;
        for (uint64_t i = 0; i < now && i < atomic_load(&batch->end) && writes; i++) {
            tour_write(subject, order->format, batch->tours + i * (size_t)batch->vertices, &text);
            writes = text.length < FLUSH_AT || tours_flush(&text);
        }
        batch->first += now;
    }
    if (found || batch->first > BATCH || atomic_load(&batch->end) > 0)
        tours_flush(&text);
    buffer_clear(&text);
    return found;
}

static int draw_and_print(const struct tour_sampler *sampler, const struct tour_subject *subject,
                          const struct order *order, const struct tours_bar *bar)
{
    int vertices = subject->graph->vertices;
    struct batch batch = {.order = order, .vertices = vertices};
    long ready = 0;
    batch.draws = memory_try(NULL, (size_t)order->threads, sizeof *batch.draws);
    batch.tours = memory_try(NULL, (size_t)BATCH * (size_t)vertices, sizeof *batch.tours);
    while (batch.draws && batch.tours && ready < order->threads &&
           tour_draw_init(&batch.draws[ready], sampler, order->seed))
        ready++;
    bool room = ready == order->threads, found = room && print_tours(&batch, subject);
    int status = output_finish("tours random");
    uint64_t tries = 0, tours = 0;
    for (long i = 0; i < ready; i++) {
        tries += batch.draws[i].tries;
        tours += batch.draws[i].tours;
        tour_draw_clear(&batch.draws[i]);
    }
    if (!room)
        fprintf(stderr, "leaper tours random: out of memory\n");
    else if (found && status == EXIT_FINE)
        print_summary(sampler, order, tries, tours, tours_bar_seconds(bar));
    else if (!found && !tours_is_interrupted())
        fprintf(stderr,
                "leaper tours random: no tour among %ld sets of circuits: there are very few tours or none; "
                "'leaper tours count' says which\n",
                order->tries);
    free(batch.draws);
    free(batch.tours);
    return found ? status : EXIT_FAILED;
}

static int draw_tours(const struct tours_ground *ground, const struct order *order)
{
    struct tours_bar bar;
    struct error err;
    struct buffer reason;
    buffer_init(&reason);
    bool hopeless =
        theorem_forbids(&ground->board, &ground->leaper, &ground->graph, &ground->constraint, &reason);
    if (hopeless)
        fprintf(stderr, "leaper tours random: %s\n", buffer_text(&reason));
    buffer_clear(&reason);
    if (hopeless)
        return EXIT_FAILED;
    tours_catch_interrupts("tours random");
    tours_bar_init(&bar);
    struct factor_budget budget = {.limit = order->memory, .measures = true, .go_on = go_on, .context = &bar};
    struct tour_sampler *sampler = tour_sampler_new(&ground->graph, &ground->constraint, &budget, &err);
    tours_bar_erase(&bar);
    if (!sampler)
        return failure_report("tours random", &err);
    struct tour_subject subject = tours_subject(ground);
    int status = draw_and_print(sampler, &subject, order, &bar);
    tour_sampler_free(sampler);
    return status;
}

static int run(void *given)
{
    const struct settings *settings = given;
    struct tours_ground ground;
    struct order order = {.count = settings->count,
                          .threads = (long)tours_threads(settings->threads),
                          .tries = settings->tries,
                          .seed = settings->seed.value};
    if (!settings->seed.given)
        order.seed = ((uint64_t)clock_wall_milliseconds() / 1000 << 20 ^ (uint64_t)getpid()) & UINT32_MAX;
    if (!tours_format_read("tours random", &settings->format, &order.format) ||
        !tours_memory_apply("tours random", settings->memory, MEMORY_DEFAULT, &order.memory))
        return EXIT_USAGE;
    int status = tours_ground_read(&ground, "tours random", &settings->ground, &settings->constraint);
    if (status != EXIT_FINE)
        return status;
    status = draw_tours(&ground, &order);
    tours_ground_clear(&ground);
    return status;
}

static const struct argument operands[] = {{TOURS_BOARD_OPERAND(struct settings)}, {.name = NULL}};

static const struct argument options[] = {
    {.name = "count",
     .value = "N",
     .help = "the number of tours",
     NUMBER(struct settings, count),
     .minimum = 1,
     .maximum = 1000000000,
     .initial = 1},
    {.name = "seed",
     .value = "S",
     .help = "the same seed gives the same tours",
     READ(struct seed, struct settings, seed, read_seed),
     .otherwise = "from the clock"},
    {TOURS_THREADS_OPTION(struct settings, threads)},
    {TOURS_MEMORY_OPTION(struct settings, memory, "4096")},
    {.name = "tries",
     .value = "N",
     .help = "give up after N draws without a tour",
     NUMBER(struct settings, tries),
     .minimum = 1,
     .maximum = 1000000000000,
     .initial = 1000000},
    {.name = NULL},
};

const struct command command_tours_random = {
    .name = "tours random",
    .summary = "draw uniformly random tours",
    .text =
        "Prints random tours; every tour of the board is exactly equally likely. First it builds counting tables\n"
        "for the board (8x8: half a second and 300 MB; 8x8 open: 10 s and 3 GB), then it draws thousands of\n"
        "tours per second. The same seed gives the same tours with any number of threads. The last line, on\n"
        "standard error, says what share of the sets of circuits drawn were tours, and what number of tours\n"
        "that suggests, with a 95 % interval. On long strips, tours are drawn directly from other tables.\n",
    .examples = "  leaper tours random 8x8\n"
                "  leaper tours random 8x8 --count 1000 --seed 7 --format squares\n"
                "  leaper tours random 6x6 --open --from a1 --count 5\n",
    .synopsis = "BOARD [options]\n--board PLACEMENT [options]",
    .operands = operands,
    .options = options,
    .shared = {{&tours_ground_options, offsetof(struct settings, ground)},
               {&tours_constraint_options, offsetof(struct settings, constraint)},
               {&tours_format_options, offsetof(struct settings, format)}},
    .size = sizeof(struct settings),
    .run = run,
};
