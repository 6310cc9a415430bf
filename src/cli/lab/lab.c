// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper lab`: puts a game to the test, by many fast games.
#include "cli/lab/lab_report.h"

#include "base/clock.h"
#include "base/file_output.h"
#include "cli/commands.h"
#include "cli/line/interrupt.h"
#include "cli/line/json_out.h"
#include "cli/line/opening.h"
#include "cli/ranks/ranks.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct settings {
    struct opening opening;
    long games, nodes, first, longest, threads, seed, patience;
    const char *sweep, *page;
    bool as_json;
};

struct progress {
    atomic_bool stop;
    double start, last;
    bool shown;
};

static void look(void *context, const struct spread_progress *now)
{
    struct progress *progress = context;
    double time = clock_seconds();
    if (interrupt_came())
        atomic_store(&progress->stop, true);
    if (!progress->shown || time - progress->last < 1 || !now->done)
        return;
    progress->last = time;
    double share = (double)now->done / now->units;
    fprintf(stderr, "\r%.1f %% of %u games, %.0f s, %.0f s to go ", 100 * share, now->units,
            time - progress->start, (time - progress->start) * (1 - share) / share);
    if (now->processes > 1)
        fprintf(stderr, "(%d processes, %d lost) ", now->processes, now->lost);
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

// Plays, and in the process that leads reports. The exit status.
static int work(struct study *study, const struct settings *settings, const struct parameters *parameters)
{
    struct error err;
    struct ranks ranks;
    struct progress progress = {.shown = isatty(STDERR_FILENO) == 1};
    int lost;
    // MPI starts threads.
    interrupt_hold();
    if (!ranks_join("lab", &ranks))
        return EXIT_FAILED;
    const struct study_means means = {.threads = settings->threads ? (unsigned)settings->threads
                                                                   : ranks_share_of_processors(),
                                      .transport = &ranks.transport,
                                      .patience = (double)settings->patience,
                                      .stop = &progress.stop,
                                      .progress = look,
                                      .context = &progress};
    progress.start = progress.last = clock_seconds();
    bool done = study_run(study, parameters, &means, &lost, &err);
    if (progress.shown)
        fprintf(stderr, "\r%*s\r", 90, "");
    // What has been played before a failure has taken its time, too.
    int status =
        ranks_leads(&ranks) && (done || study->count) ? report(study, settings, &progress) : EXIT_FINE;
    if (!done)
        status = err.code == ERROR_SYSTEM ? failure_report("lab", &err) : usage_report("lab", &err);
    if (ranks_leads(&ranks))
        ranks_report_lost("lab", lost, study_is_complete(study));
    study_clear(study);
    ranks_leave(&ranks, lost == 0, status);
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
                 .seed = (uint64_t)settings->seed},
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
     .maximum = SPREAD_WORKERS_MAX,
     .otherwise = "one for each processor; under mpirun, those of the machine are shared"},
    {.name = "seed",
     .value = "N",
     .help = "determines all games",
     NUMBER(struct settings, seed),
     .maximum = 1000000000,
     .initial = 1},
    {RANKS_PATIENCE_OPTION(struct settings, patience)},
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
        "the games that are over. Under mpirun, all processes play.\n"
        "\n"
        "--sweep names one or two parameters of the game, separated by ':', each with values: a list as in\n"
        "fuel=1,2,5 or ranges as in fuel=1..9,10..100/10; without values, all that there are.\n",
    .examples = "  leaper lab hans38\n"
                "  leaper lab fuel --sweep fuel=1..9,10..100/10 --page fuel.html\n"
                "  leaper lab chess --sweep white:black --games 200\n"
                "  leaper lab my-game --variants my-games.ini --json\n"
                "  mpirun --mca orte_enable_recovery 1 -n 8 leaper lab chess --games 100000\n",
    .operands = operands,
    .options = options,
    .shared = {{&opening_parameters, offsetof(struct settings, opening)}},
    .size = sizeof(struct settings),
    .run = run,
};
