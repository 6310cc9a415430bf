// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper tours estimate`: about how many tours there are, by random probes.
#include "base/memory.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/tours/tours_commands.h"
#include "cli/tours/tours_text.h"
#include "tours/estimate/estimate.h"
#include "tours/estimate/plot.h"
#include "tours/search/theorem.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct usage usage = {
    "leaper tours estimate BOARD [options]\n"
    "       leaper tours estimate --board PLACEMENT [options]",
    "Estimates the number of (undirected) tours by Knuth's random probes of the search tree. A probe is a\n"
    "single walk on small boards and a population of walks on larger ones; either way its expectation is the\n"
    "number of tours. Where a theorem says that there is no tour, that is the answer.\n"
    "The interval is the mean of the probes, give or take some standard errors. It is only as good as the\n"
    "effective number of probes that it names: below about 30 it may well be too narrow. Ctrl-C ends early\n"
    "with what is known so far. The same seed gives the same result with any number of threads.\n",
    "  leaper tours estimate 8x8\n"
    "  leaper tours estimate 8x8 --probes 100000 --population 1 --exact 13267364410532 --plot knuth.svg\n"
    "  leaper tours estimate 20x20 --probes 40 --threads 2\n"
    "  leaper tours estimate 7x7 --open --json\n",
    false,
};

enum {
    PROBES = TOURS_GROUND_COUNT + TOURS_CONSTRAINT_COUNT,
    POPULATION,
    LEVEL,
    SEED,
    THREADS,
    PLOT,
    EXACT,
    MEMORY,
    JSON
};
enum { WALKS_DEFAULT = 10000, POPULATIONS_DEFAULT = 100, THREADS_MAX = 256 };

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

// How many standard errors hold a share of a normal distribution.
static double errors_of(double share)
{
    double low = 0, high = 10;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        *(erf(middle / M_SQRT2) < share ? &low : &high) = middle;
    }
    return low;
}

// The logarithm of a number written in decimal digits, of any length. NAN when it is none.
static double log_of_digits(const char *text)
{
    size_t length = strlen(text);
    if (length == 0 || length > 4000 || strspn(text, "0123456789") != length || text[0] == '0')
        return NAN;
    char head[17];
    snprintf(head, sizeof head, "%.16s", text);
    return log(strtod(head, NULL)) + (length > 16 ? (double)(length - 16) * M_LN10 : 0);
}

static void print_json(const struct tour_subject *subject, const struct estimate *result, double level,
                       uint64_t seed, double seconds)
{
    const double logs[] = {result->log_mean, result->log_error, result->log_low, result->log_high};
    static const char *const names[] = {"estimate", "error", "low", "high"};
    struct buffer text;
    buffer_init(&text);
    buffer_add(&text, "{\"board\":\"");
    tour_board_write(subject->board, &text);
    buffer_addf(&text, "\",\"leaper\":\"%s\",\"kind\":\"%s\",", subject->leaper,
                subject->open ? "open" : "closed");
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
        level, result->probes, result->population, result->successes, result->effective,
        result->proved ? "true" : "false", (unsigned long long)seed, seconds);
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
    buffer_addf(&text, "\nprobes     %d%s, %d with a tour, worth %.0f equal ones\ntime       %.2f s\n",
                result->probes, result->population > 1 ? " populations" : "", result->successes,
                result->effective, seconds);
    if (result->population > 1)
        buffer_addf(&text, "walks      %d in a population\n", result->population);
    tours_flush(&text);
    buffer_clear(&text);
    if (result->successes == 0)
        fprintf(stderr, "no probe found a tour: there may be none, or so few that probes miss them\n");
    else if (result->effective < 30 && result->log_error > -INFINITY)
        fprintf(stderr,
                "few probes carry most of the weight: the interval may be too narrow; try more probes, or a "
                "larger --population\n");
}

static bool write_plot(const char *path, const struct estimate_course *course, const char *title,
                       double exact)
{
    struct picture picture;
    struct buffer text;
    buffer_init(&text);
    plot_course(&picture, course, title, exact);
    picture_write_svg(&picture, &text);
    picture_clear(&picture);
    FILE *file = fopen(path, "wb");
    bool fine = file != NULL;
    if (file) {
        fwrite(buffer_text(&text), 1, text.length, file);
        fine = !(ferror(file) | fclose(file));
    }
    if (!fine)
        usage_error("tours estimate", "cannot write %s: %s", path, strerror(errno));
    buffer_clear(&text);
    return fine;
}

static bool plot(const struct option *options, const struct tours_ground *ground,
                 const struct estimate_request *request, const struct estimate_course *course)
{
    const char *path = options[PLOT].given, *leaper = options[TOURS_LEAPER].given;
    if (course->count == 0 || course->points[course->count - 1].successes == 0) {
        usage_error("tours estimate", "there is nothing to plot");
        return false;
    }
    struct buffer title;
    buffer_init(&title);
    buffer_addf(&title, "%s tours of %s on ", request->constraint.open ? "Open" : "Closed",
                leaper ? leaper : "N");
    if (ground->board.cells == ground->board.width * ground->board.height)
        buffer_addf(&title, "%d\xc3\x97%d", ground->board.width, ground->board.height);
    else
        buffer_addf(&title, "a board of %d squares", ground->board.cells);
    bool fine = write_plot(path, course, buffer_text(&title),
                           options[EXACT].given ? log_of_digits(options[EXACT].given) : NAN);
    buffer_clear(&title);
    return fine;
}

// Whether a theorem says that there is no tour: then the estimate is 0, and exact.
static bool forbidden(const struct tours_ground *ground, const struct estimate_request *request,
                      struct estimate *result, struct estimate_course *course)
{
    struct buffer reason;
    buffer_init(&reason);
    bool forbids =
        theorem_forbids(&ground->board, &ground->leaper, &ground->graph, &request->constraint, &reason);
    if (forbids) {
        fprintf(stderr, "there is no such tour: %s\n", buffer_text(&reason));
        *result = (struct estimate){.population = 1, .proved = true};
        result->log_mean = result->log_error = result->log_low = result->log_high = -INFINITY;
        course->count = 0;
    }
    buffer_clear(&reason);
    return forbids;
}

static int estimate(const struct tours_ground *ground, const struct option *options,
                    const struct estimate_request *request, double level)
{
    struct estimate_request asked = *request;
    struct estimating estimating = {.probes = request->probes};
    struct estimate result;
    struct estimate_course *course = memory_resize(NULL, 1, sizeof *course);
    struct error err;
    asked.graph = &ground->graph;
    asked.goes_on = goes_on;
    asked.progress = progress;
    asked.context = &estimating;
    tours_catch_interrupts("tours estimate");
    tours_bar_init(&estimating.bar);
    bool fine = forbidden(ground, &asked, &result, course) || estimate_run(&asked, &result, course, &err);
    tours_bar_erase(&estimating.bar);
    if (!fine) {
        usage_report("tours estimate", &err);
    } else if (options[JSON].given) {
        struct tour_subject subject = tours_subject(ground, options, asked.constraint.open);
        print_json(&subject, &result, level, asked.seed, tours_bar_seconds(&estimating.bar));
    } else if (result.proved) {
        print_proved(&result);
    } else {
        print_text(&result, level, tours_bar_seconds(&estimating.bar));
    }
    fine = fine && (!options[PLOT].given || plot(options, ground, &asked, course));
    free(course);
    int status = output_finish("tours estimate");
    return fine ? status : EXIT_FAILED;
}

// Reads the numbers. False after having complained.
static bool read_numbers(const struct option *options, struct estimate_request *request, double *level)
{
    long probes = 0, population = 0, seed = 1, threads = (long)tours_processors();
    char *end;
    *level = options[LEVEL].given ? strtod(options[LEVEL].given, &end) : 95;
    if (options[LEVEL].given &&
        (*end || end == options[LEVEL].given || !(*level >= 1 && *level <= 99.9999))) {
        usage_error("tours estimate", "--level is a percentage from 1 to 99.9999, not '%s'",
                    options[LEVEL].given);
        return false;
    }
    if (options[EXACT].given && isnan(log_of_digits(options[EXACT].given))) {
        usage_error("tours estimate", "--exact is a number in decimal digits, not '%s'",
                    options[EXACT].given);
        return false;
    }
    if ((options[PROBES].given &&
         !option_number("tours estimate", &options[PROBES], 1, ESTIMATE_PROBES_MAX, &probes)) ||
        (options[POPULATION].given &&
         !option_number("tours estimate", &options[POPULATION], 1, ESTIMATE_POPULATION_MAX, &population)) ||
        (options[SEED].given && !option_number("tours estimate", &options[SEED], 0, 1000000000000, &seed)) ||
        (options[THREADS].given &&
         !option_number("tours estimate", &options[THREADS], 1, THREADS_MAX, &threads)) ||
        !tours_memory_read("tours estimate", &options[MEMORY], tours_memory(), &request->memory))
        return false;
    request->probes = (int)probes;
    request->population = (int)population;
    request->seed = (uint64_t)seed;
    request->threads = (int)threads;
    request->z = errors_of(*level / 100);
    return true;
}

int cmd_tours_estimate(int argc, char **argv)
{
    struct option options[] = {
        TOURS_GROUND_OPTIONS,
        TOURS_CONSTRAINT_OPTIONS,
        [PROBES] = {"probes", "N", "how many (default 10000 walks or 100 populations)", NULL},
        [POPULATION] = {"population", "N",
                        "walks in a probe (default: 1 up to 50 squares, 100 to 150, then 300)", NULL},
        [LEVEL] = {"level", "PERCENT", "of the interval (default 95)", NULL},
        [SEED] = {"seed", "N", "of the random numbers (default 1)", NULL},
        [THREADS] = {"threads", "N", "how many threads work (default: one a processor)", NULL},
        [PLOT] = {"plot", "FILE", "draw how the estimate converges, as SVG", NULL},
        [EXACT] = {"exact", "NUMBER", "the true number, for the plot", NULL},
        [MEMORY] = {"memory", "MIB", "what the program may have in memory (default: 3/4 of what there is)",
                    NULL},
        [JSON] = {"json", NULL, "print one JSON object", NULL},
        {0},
    };
    struct arguments arguments;
    struct tours_ground ground;
    struct estimate_request request = {0};
    double level;
    int status = options_read(&usage, options, &arguments, argc, argv);
    if (status != OPTIONS_GO_ON)
        return status;
    if (arguments.count > 1)
        return usage_error("tours estimate", "'%s' is one word too many", arguments.words[1]);
    if (!read_numbers(options, &request, &level))
        return EXIT_USAGE;
    status =
        tours_ground_read(&ground, "tours estimate", arguments.count ? arguments.words[0] : NULL, options);
    if (status != EXIT_FINE)
        return status;
    status = EXIT_USAGE;
    int population = request.population ? request.population : estimate_population(&ground.graph);
    if (request.probes == 0)
        request.probes = population > 1 ? POPULATIONS_DEFAULT : WALKS_DEFAULT;
    if (tours_constraint_read("tours estimate", &ground, options + TOURS_GROUND_COUNT, &request.constraint))
        status = estimate(&ground, options, &request, level);
    tours_ground_clear(&ground);
    return status;
}
