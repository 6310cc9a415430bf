// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper tours estimate`: estimates the number of tours by random probes.
#include "base/memory.h"
#include "cli/tours/tours_commands.h"
#include "cli/tours/tours_text.h"
#include "tours/estimate/estimate.h"
#include "tours/estimate/plot.h"
#include "tours/search/theorem.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WALKS_DEFAULT = 10000, POPULATIONS_DEFAULT = 100 };

struct settings {
    struct tours_ground_settings ground;
    struct tours_constraint_settings constraint;
    long probes, population, seed, threads, memory; // 0: not given, except the seed
    double level;                                   // percent; 0: not given
    const char *exact_digits;                       // NULL: not given
    const char *plot;
    bool as_json;
};

struct estimating {
    struct tours_bar bar;
    int probes;
};

static bool goes_on(void *context)
{
    (void)context;
    return !tours_is_interrupted();
}

static bool progress(void *context, const struct estimate *now)
{
    struct estimating *estimating = context;
    struct buffer text;
    buffer_init(&text);
    buffer_add(&text, "about ");
    plot_number(now->log_mean, &text);
    tours_bar_show(&estimating->bar, (double)now->probes / estimating->probes, buffer_text(&text));
    buffer_clear(&text);
    return !tours_is_interrupted();
}

// How many standard errors around the mean contain a share of a normal distribution.
static double errors_of(double share)
{
    double low = 0, high = 10;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        *(erf(middle / M_SQRT2) < share ? &low : &high) = middle;
    }
    return low;
}

// The logarithm of a number written in decimal digits, any number of them. NAN when the text is anything else.
static double log_of_digits(const char *text)
{
    size_t length = strlen(text);
    if (length == 0 || length > 4000 || strspn(text, "0123456789") != length || text[0] == '0')
        return NAN;
    char head[17];
    snprintf(head, sizeof head, "%.16s", text);
    return log(strtod(head, NULL)) + (length > 16 ? (double)(length - 16) * M_LN10 : 0);
}

// What is reported besides the estimate.
struct told {
    double level;
    uint64_t seed;
    double seconds;
};

// Written without jansson, which does not offer a precision for each number.
static void print_json(const struct tour_subject *subject, const struct estimate *result,
                       const struct told *told)
{
    const double logs[] = {result->log_mean, result->log_error, result->log_low, result->log_high};
    static const char *const names[] = {"estimate", "error", "low", "high"};
    struct buffer text;
    buffer_init(&text);
    buffer_add(&text, "{\"board\":\"");
    tour_board_write(subject->board, &text);
    buffer_addf(&text, "\",\"leaper\":\"%s\",\"kind\":\"%s\",", subject->leaper,
                tour_kind_name(subject->open));
    for (int i = 0; i < 4; i++) {
        bool known = isfinite(logs[i]) || logs[i] < 0;
        buffer_addf(&text, "\"%s\":%s", names[i], known ? "\"" : "null");
        if (known)
            plot_number(logs[i], &text);
        buffer_addf(&text, "%s,\"log10_%s\":", known ? "\"" : "", names[i]);
        if (isfinite(logs[i]))
            buffer_addf(&text, "%.10g,", logs[i] / M_LN10);
        else
            buffer_add(&text, "null,");
    }
    buffer_addf(
        &text,
        "\"level\":%g,\"probes\":%d,\"population\":%d,\"successes\":%d,\"effective\":%.1f,\"proved\":%s,"
        "\"seed\":%llu,\"seconds\":%.2f}\n",
        told->level, result->probes, result->population, result->successes, result->effective,
        result->proved ? "true" : "false", (unsigned long long)told->seed, told->seconds);
    tours_flush(&text);
    buffer_clear(&text);
}

static void print_proved(const struct estimate *result)
{
    printf("estimate   %d tour%s, exactly: no probe was needed\n", result->successes > 0,
           result->successes > 0 ? "" : "s");
}

static void print_text(const struct estimate *result, double level, double seconds)
{
    struct buffer text;
    buffer_init(&text);
    buffer_add(&text, "estimate   ");
    plot_number(result->log_mean, &text);
    buffer_addf(&text, " tours\n%4g %%     ", level);
    plot_number(result->log_low, &text);
    buffer_add(&text, " to ");
    if (isfinite(result->log_high) || result->log_high < 0)
        plot_number(result->log_high, &text);
    else
        buffer_add(&text, "unknown");
    buffer_addf(&text, "\nprobes  %d%s, %d with a tour, worth %.0f equal ones\ntime    %.2f s\n",
                result->probes, result->population > 1 ? " populations" : "", result->successes,
                result->effective, seconds);
    if (result->population > 1)
        buffer_addf(&text, "walks      %d in a population\n", result->population);
    tours_flush(&text);
    buffer_clear(&text);
    if (result->successes == 0)
        fprintf(stderr, "no probe found a tour: there may be none, or so few that probes miss them\n");
    else if (result->effective < 30 && result->log_error > -INFINITY)
        fprintf(
            stderr,
            "a few probes carry most of the weight: the interval may be too narrow; try more probes, or a "
            "larger --population\n");
}

static bool write_plot(const struct settings *settings, const struct tours_ground *ground,
                       const struct estimate_course *course)
{
    struct picture picture;
    struct buffer title, text;
    if (course->count == 0 || course->points[course->count - 1].successes == 0) {
        usage_error("tours estimate", "there is nothing to plot");
        return false;
    }
    buffer_init(&title);
    buffer_init(&text);
    buffer_addf(&title, "%s tours of %s on ", ground->constraint.open ? "Open" : "Closed",
                ground->leaper_name);
    if (ground->board.cells == ground->board.width * ground->board.height)
        buffer_addf(&title, "%d\xc3\x97%d", ground->board.width, ground->board.height);
    else
        buffer_addf(&title, "a board of %d squares", ground->board.cells);
    plot_course(&picture, course, buffer_text(&title),
                settings->exact_digits ? log_of_digits(settings->exact_digits) : NAN);
    picture_write_svg(&picture, &text);
    picture_clear(&picture);
    bool room = !title.failed && !text.failed;
    bool fine = room && tours_save(settings->plot, &text);
    if (!fine)
        usage_error("tours estimate", "cannot write %s: %s", settings->plot,
                    room ? strerror(errno) : "out of memory");
    buffer_clear(&title);
    buffer_clear(&text);
    return fine;
}

// Whether a theorem says that there is no tour; if so, the estimate is 0, and exact.
static bool forbidden(const struct tours_ground *ground, struct estimate *result,
                      struct estimate_course *course)
{
    struct buffer reason;
    buffer_init(&reason);
    bool forbids =
        theorem_forbids(&ground->board, &ground->leaper, &ground->graph, &ground->constraint, &reason);
    if (forbids) {
        fprintf(stderr, "there is no such tour: %s\n", buffer_text(&reason));
        *result = (struct estimate){.population = 1, .proved = true};
        result->log_mean = result->log_error = result->log_low = result->log_high = -INFINITY;
        course->count = 0;
    }
    buffer_clear(&reason);
    return forbids;
}

static int estimate(const struct tours_ground *ground, const struct settings *settings,
                    const struct estimate_request *wanted)
{
    struct estimating estimating = {.probes = wanted->probes};
    struct estimate_request request = *wanted;
    struct estimate result = {0};
    struct estimate_course *course = memory_try(NULL, 1, sizeof *course);
    struct error err;
    double level = settings->level > 0 ? settings->level : 95;
    request.constraint = ground->constraint;
    request.z = errors_of(level / 100);
    request.goes_on = goes_on;
    request.progress = progress;
    request.context = &estimating;
    tours_catch_interrupts("tours estimate");
    tours_bar_init(&estimating.bar);
    bool fine = course ? forbidden(ground, &result, course) || estimate_run(&request, &result, course, &err)
                       : error_no_memory(&err);
    tours_bar_erase(&estimating.bar);
    if (!fine) {
        usage_report("tours estimate", &err);
    } else if (settings->as_json) {
        struct tour_subject subject = tours_subject(ground);
        print_json(&subject, &result,
                   &(struct told){level, request.seed, tours_bar_seconds(&estimating.bar)});
    } else if (result.proved) {
        print_proved(&result);
    } else {
        print_text(&result, level, tours_bar_seconds(&estimating.bar));
    }
    fine = fine && (!settings->plot || (course && write_plot(settings, ground, course)));
    free(course);
    int status = output_finish("tours estimate");
    return fine ? status : EXIT_FAILED;
}

static int run(void *given)
{
    const struct settings *settings = given;
    struct tours_ground ground;
    struct estimate_request request = {.graph = &ground.graph,
                                       .seed = (uint64_t)settings->seed,
                                       .probes = (int)settings->probes,
                                       .population = (int)settings->population,
                                       .threads = (int)tours_threads(settings->threads)};
    if (!tours_memory_apply("tours estimate", settings->memory, tours_memory(), &request.memory))
        return EXIT_USAGE;
    int status = tours_ground_read(&ground, "tours estimate", &settings->ground, &settings->constraint);
    if (status != EXIT_FINE)
        return status;
    int population = request.population ? request.population : estimate_population(&ground.graph);
    if (request.probes == 0)
        request.probes = population > 1 ? POPULATIONS_DEFAULT : WALKS_DEFAULT;
    status = estimate(&ground, settings, &request);
    tours_ground_clear(&ground);
    return status;
}

static bool read_level(const char *text, void *member, struct error *err)
{
    char *end;
    double level = strtod(text, &end);
    *(double *)member = level;
    return (*text && !*end && level >= 1 && level <= 99.9999) ||
           error_set(err, ERROR_PARAMETER, "", "'%s' is not a percentage from 1 to 99.9999", text);
}

static bool read_digits(const char *text, void *member, struct error *err)
{
    *(const char **)member = text;
    return !isnan(log_of_digits(text)) ||
           error_set(err, ERROR_PARAMETER, "", "'%s' is not a number in decimal digits", text);
}

static const struct argument operands[] = {{TOURS_BOARD_OPERAND(struct settings)}, {.name = NULL}};

static const struct argument options[] = {
    {.name = "probes",
     .value = "N",
     .help = "the number of probes",
     NUMBER(struct settings, probes),
     .minimum = 1,
     .maximum = ESTIMATE_PROBES_MAX,
     .otherwise = "10000 walks or 100 populations"},
    {.name = "population",
     .value = "N",
     .help = "walks in a probe",
     NUMBER(struct settings, population),
     .minimum = 1,
     .maximum = ESTIMATE_POPULATION_MAX,
     .otherwise = "1 up to 50 squares, 100 up to 150, then 300"},
    {.name = "level",
     .value = "PERCENT",
     .help = "the level of the interval",
     READ(double, struct settings, level, read_level),
     .otherwise = "95"},
    {.name = "seed",
     .value = "N",
     .help = "the seed of the random numbers",
     NUMBER(struct settings, seed),
     .maximum = 1000000000000,
     .initial = 1},
    {TOURS_THREADS_OPTION(struct settings, threads)},
    {.name = "plot",
     .value = "FILE",
     .help = "plot how the estimate converges, as SVG",
     PATH(struct settings, plot)},
    {.name = "exact",
     .value = "NUMBER",
     .help = "the true number, for the plot",
     READ(const char *, struct settings, exact_digits, read_digits)},
    {TOURS_MEMORY_OPTION(struct settings, memory, "3/4 of the machine's memory")},
    {.name = "json", .help = "print one JSON object", FLAG(struct settings, as_json)},
    {.name = NULL},
};

const struct command command_tours_estimate = {
    .name = "tours estimate",
    .summary = "estimate the number of tours by random probes",
    .text =
        "Estimates the number of (undirected) tours by Knuth's random probes of the search tree. A probe is a\n"
        "single walk on small boards and a population of walks on larger ones; either way its expectation is\n"
        "the number of tours. If a theorem says that there is no tour, the answer is 0 without any probe.\n"
        "The interval is the mean of the probes, plus or minus a number of standard errors. If the effective\n"
        "number of probes is below about 30, the interval may be too narrow. Ctrl-C ends early and prints the\n"
        "estimate so far. The same seed gives the same result with any number of threads.\n",
    .examples =
        "  leaper tours estimate 8x8\n"
        "  leaper tours estimate 8x8 --probes 100000 --population 1 --exact 13267364410532 --plot knuth.svg\n"
        "  leaper tours estimate 20x20 --probes 40 --threads 2\n"
        "  leaper tours estimate 7x7 --open --json\n",
    .synopsis = "BOARD [options]\n--board PLACEMENT [options]",
    .operands = operands,
    .options = options,
    .shared = {{&tours_ground_options, offsetof(struct settings, ground)},
               {&tours_constraint_options, offsetof(struct settings, constraint)}},
    .size = sizeof(struct settings),
    .run = run,
};
