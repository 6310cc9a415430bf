// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper lab`: puts a game to the test, by many fast games.
#include "cli/lab/lab_report.h"

#include "base/clock.h"
#include "base/file_output.h"
#include "base/parallel.h"
#include "cli/commands.h"
#include "cli/line/interrupt.h"
#include "cli/line/json_out.h"
#include "cli/line/opening.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct settings {
    struct opening opening;
    long games, nodes, first, longest, threads, seed;
    const char *sweep, *page;
    bool as_json;
};

struct progress {
    const struct study *study;
    double start, last;
    bool shown;
};

static bool is_interrupted(void *context)
{
    (void)context;
    return interrupt_came();
}

static void show_progress(void *context, uint64_t done)
{
    struct progress *progress = context;
    double now = clock_seconds();
    if (!progress->shown || now - progress->last < 1)
        return;
    progress->last = now;
    double whole = (double)progress->study->games * sweep_points(&progress->study->sweep);
    double share = ((double)progress->study->count * (double)progress->study->games + (double)done) / whole;
    fprintf(stderr, "\r%.1f %% of %.0f games, %.0f s, %.0f s to go ", 100 * share, whole,
            now - progress->start, (now - progress->start) * (1 - share) / share);
    fflush(stderr);
}

static bool write_page(const struct study *study, const char *path)
{
    struct buffer page;
    buffer_init(&page);
    study_write_page(study, &page);
    bool written = !page.failed && file_output_replace(path, 0666, page.text, page.length);
    if (!written)
        fprintf(stderr, "leaper lab: %s: %s\n", path, page.failed ? "out of memory" : strerror(errno));
    buffer_clear(&page);
    return written;
}

static int report(const struct study *study, const struct settings *settings, const struct progress *progress)
{
    if (settings->as_json)
        json_print(study_describe(study));
    else
        lab_report(study);
    int status = output_finish("lab");
    if (settings->page && !write_page(study, settings->page))
        return EXIT_FAILED;
    if (study_is_complete(study))
        return status;
    fprintf(stderr, "leaper lab: ended early, after %.0f s\n", clock_seconds() - progress->start);
    return EXIT_FAILED;
}

static int work(struct study *study, const struct settings *settings, const struct parameters *parameters)
{
    struct error err;
    struct progress progress = {.study = study, .shown = isatty(STDERR_FILENO) == 1};
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    long threads = settings->threads ? settings->threads : processors;
    interrupt_hold();
    progress.start = progress.last = clock_seconds();
    study->plan.context = &progress;
    threads = threads < 1 ? 1 : threads < PARALLEL_THREADS_MAX ? threads : PARALLEL_THREADS_MAX;
    bool done = study_run(study, parameters, (int)threads, show_progress, &err);
    if (progress.shown)
        fprintf(stderr, "\r%*s\r", 70, "");
    // What has been played before a failure has taken its time, too.
    int status = done || study->count ? report(study, settings, &progress) : EXIT_FINE;
    if (!done)
        status = err.code == ERROR_SYSTEM ? failure_report("lab", &err) : usage_report("lab", &err);
    study_clear(study);
    return status;
}

static int run(void *given)
{
    const struct settings *settings = given;
    struct parameters parameters;
    struct error err;
    struct study study = {
        .game = settings->opening.game,
        .plan = {.nodes = (uint64_t)settings->nodes,
                 .opening = (unsigned)settings->first,
                 .longest = (unsigned)settings->longest,
                 .seed = (uint64_t)settings->seed,
                 .must_stop = is_interrupted},
        .games = (uint64_t)settings->games,
    };
    if (settings->opening.fen)
        return usage_error("lab", "games begin at the start; there is no --fen");
    if (settings->first >= settings->longest)
        return usage_error("lab", "--opening must be less than --longest");
    if (!opening_read_parameters("lab", &settings->opening, &parameters))
        return EXIT_USAGE;
    if (settings->sweep && !sweep_read(study.game, settings->sweep, &study.sweep, &err)) {
        error_place(&err, "--sweep");
        return usage_report("lab", &err);
    }
    return work(&study, settings, &parameters);
}

static const struct argument operands[] = {
    {OPENING_GAME(struct settings), .missing = opening_which_game},
    {.name = NULL},
};

static const struct argument options[] = {
    {.name = "games",
     .value = "N",
     .help = "how many games, for each value that is swept",
     NUMBER(struct settings, games),
     .minimum = 1,
     .maximum = BALANCE_GAMES_MAX,
     .initial = 1000},
    {.name = "nodes",
     .value = "N",
     .help = "how many positions the engine may look at for a turn",
     NUMBER(struct settings, nodes),
     .minimum = 1,
     .maximum = 100000000,
     .initial = 400},
    {.name = "opening",
     .value = "N",
     .help = "random turns at the beginning of each game",
     NUMBER(struct settings, first),
     .minimum = 0,
     .maximum = 100,
     .initial = 4},
    {.name = "longest",
     .value = "N",
     .help = "a game that is not over after so many turns counts as a draw",
     NUMBER(struct settings, longest),
     .minimum = 1,
     .maximum = 10000,
     .initial = 500},
    {.name = "sweep",
     .value = "VALUES",
     .help = "compare values of one or two parameters, as in fuel=1..10 or white:black",
     TEXT(struct settings, sweep)},
    {.name = "threads",
     .value = "N",
     .help = "games that are played at the same time",
     NUMBER(struct settings, threads),
     .minimum = 1,
     .maximum = PARALLEL_THREADS_MAX,
     .otherwise = "one for each processor"},
    {.name = "seed",
     .value = "N",
     .help = "determines all games",
     NUMBER(struct settings, seed),
     .maximum = 1000000000,
     .initial = 1},
    {.name = "page",
     .value = "FILE",
     .help = "also write a page of HTML with plots",
     PATH(struct settings, page)},
    {.name = "json", .help = "print the result as a JSON object", FLAG(struct settings, as_json)},
    {.name = NULL},
};

const struct command command_lab = {
    .name = "lab",
    .summary = "put a game to the test: balance, lengths, endings, what pieces are worth",
    .text =
        "Lets the engine play many fast games against itself, each after a few random turns, and reports who\n"
        "wins and how, how long games are, how many actions there are to choose from, and what each kind of\n"
        "piece is worth, with 95 % intervals or standard errors. Works for every game, also for those of a\n"
        "file (--variants).\n"
        "\n"
        "The games depend on the seed and on nothing else, not on the number of threads. Ctrl-C reports on\n"
        "the games that are over.\n"
        "\n"
        "--sweep names one or two parameters of the game, separated by ':', each with values: a list as in\n"
        "fuel=1,2,5 or ranges as in fuel=1..9,10..100/10; without values, all that there are.\n",
    .examples = "  leaper lab hans38\n"
                "  leaper lab fuel --sweep fuel=1..9,10..100/10 --page fuel.html\n"
                "  leaper lab chess --sweep white:black --games 200\n"
                "  leaper lab my-game --variants my-games.ini --json\n",
    .operands = operands,
    .options = options,
    .shared = {{&opening_parameters, offsetof(struct settings, opening)}},
    .size = sizeof(struct settings),
    .run = run,
};
