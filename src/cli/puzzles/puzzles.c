// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper puzzles`: makes problems of a game, and proves those of a file.
#include "cli/puzzles/puzzles.h"

#include "base/clock.h"
#include "base/parallel.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/endings.h"
#include "cli/line/interrupt.h"
#include "cli/line/reason.h"
#include "cli/puzzles/puzzles_file.h"
#include "lab/problems/rating.h"
#include "lab/problems/themes.h"
#include "notation/json/request.h"
#include "tables/table_oracle.h"

#include <limits.h>

// ---- Checking ----

struct checking {
    const struct puzzles_settings *settings;
    const struct oracle *oracle;
    struct variant *variant; // of the last problem
    unsigned long good, bad;
    bool stopped;
};

static bool check_line(void *context, const char *line, size_t length, unsigned number)
{
    struct checking *checking = context;
    const struct puzzles_settings *settings = checking->settings;
    struct error err;
    if ((checking->stopped = interrupt_or_no_reader()))
        return false;
    if ((number - 1) % (unsigned long)settings->every)
        return true;
    json_t *object = request_load(line, length, &err);
    if (object &&
        problem_check(object, &checking->variant, (uint64_t)settings->effort, checking->oracle, &err)) {
        checking->good++;
    } else {
        checking->bad++;
        printf("%s:%u: %s%s%s\n", settings->check, number, err.at, *err.at ? ": " : "", err.message);
    }
    json_decref(object);
    return true;
}

static int check(const struct puzzles_settings *settings, const struct oracle *oracle)
{
    struct checking checking = {.settings = settings, .oracle = oracle};
    struct error err;
    size_t length;
    interrupt_hold();
    double start = clock_seconds();
    bool read = puzzles_each_line(settings->check, check_line, &checking, &length, &err);
    variant_free(checking.variant);
    if (!read)
        return usage_report("puzzles", &err);
    printf("%s: %lu proved, %lu wrong, %.1f s%s\n", settings->check, checking.good, checking.bad,
           clock_seconds() - start, checking.stopped ? ", interrupted" : "");
    int status = output_finish("puzzles");
    if (status == EXIT_FINE && (checking.bad || checking.stopped || !checking.good))
        return EXIT_FAILED;
    return status;
}

// ---- The command line ----

static int run(void *given)
{
    const struct puzzles_settings *settings = given;
    if (!settings->check == !settings->opening.game)
        return usage_error("puzzles", "give either a game or --check FILE");
    if (!settings->check && settings->from > settings->turns)
        return usage_error("puzzles", "--from must not be more than --turns");
    struct error err;
    struct shelf *shelf = settings->tables ? endings_open(settings->tables, &err) : NULL;
    if (settings->tables && !shelf)
        return usage_report("puzzles", &err);
    struct oracle oracle = table_oracle(shelf);
    int status = settings->check ? check(settings, &oracle) : puzzles_make(settings, &oracle);
    shelf_free(shelf);
    return status;
}

static const char *theme_word(unsigned number)
{
    return problem_themes[number].name;
}

static bool read_theme(const char *text, void *member, struct error *err)
{
    for (unsigned i = 0; problem_themes[i].name; i++)
        if (text_equal_nocase(text, problem_themes[i].name)) {
            *(unsigned *)member = 1 + i;
            return true;
        }
    return error_set(err, ERROR_PARAMETER, "", "there is no theme '%s'", text);
}

static const struct argument operands[] = {
    {OPENING_GAME(struct puzzles_settings)},
    {.name = NULL},
};

static const struct argument options[] = {
    {.name = "output",
     .value = "FILE",
     .help = "append problems to this file, and go on where it ends",
     PATH(struct puzzles_settings, output),
     .otherwise = "standard output"},
    {.name = "count",
     .value = "N",
     .help =
         "stop with N problems of this game and these parameters, those included that the file already has",
     NUMBER(struct puzzles_settings, count),
     .minimum = 1,
     .maximum = 1000000,
     .initial = 10},
    {.name = "turns",
     .value = "N",
     .help = "the win takes at most N turns",
     NUMBER(struct puzzles_settings, turns),
     .minimum = 1,
     .maximum = PROBLEM_TURNS_MAX,
     .initial = 3},
    {.name = "from",
     .value = "N",
     .help = "and at least N",
     NUMBER(struct puzzles_settings, from),
     .minimum = 1,
     .maximum = PROBLEM_TURNS_MAX,
     .initial = 2},
    {.name = "reason",
     .value = "REASON",
     .help = "only wins by checkmate, stalemate, no-fuel …",
     READ(enum reason, struct puzzles_settings, reason, line_read_reason),
     .list = line_reason_word},
    {.name = "theme",
     .value = "THEME",
     .help = "only problems with this theme",
     READ(unsigned, struct puzzles_settings, theme, read_theme),
     .list = theme_word},
    {.name = "easiest",
     .value = "RATING",
     .help = "leave out problems with a lower rating",
     NUMBER(struct puzzles_settings, easiest),
     .minimum = 0,
     .maximum = 10000,
     .initial = RATING_LEAST + 8 * RATING_STEP},
    {.name = "seed",
     .value = "N",
     .help = "determines the games in which problems are looked for",
     NUMBER(struct puzzles_settings, seed),
     .minimum = 0,
     .maximum = LONG_MAX,
     .initial = 1},
    {.name = "games",
     .value = "N",
     .help = "give up after N games",
     NUMBER(struct puzzles_settings, games),
     .minimum = 1,
     .maximum = 1000000000,
     .initial = 100000},
    {.name = "time",
     .value = "SPAN",
     .help = "stop after that time, as in 90s or 10m; then how many are found depends on the machine",
     SPAN(struct puzzles_settings, time),
     .minimum = 0,
     .maximum = 30L * 24 * 3600,
     .otherwise = "no limit"},
    {.name = "effort",
     .value = "N",
     .help = "positions that one proof may take; what takes more is left out",
     NUMBER(struct puzzles_settings, effort),
     .minimum = 1024,
     .maximum = 1000000000000,
     .initial = 300000},
    {.name = "threads",
     .value = "N",
     .help = "the number of threads; the problems are the same with any",
     NUMBER(struct puzzles_settings, threads),
     .minimum = 1,
     .maximum = PARALLEL_THREADS_MAX,
     .initial = 1},
    ENDINGS_TABLES(struct puzzles_settings, "proofs"),
    {.name = "check",
     .value = "FILE",
     .help = "prove all problems of a file instead",
     PATH(struct puzzles_settings, check)},
    {.name = "every",
     .value = "N",
     .help = "with --check: only every Nth line",
     NUMBER(struct puzzles_settings, every),
     .minimum = 1,
     .maximum = 1000000,
     .initial = 1},
    {.name = NULL},
};

const struct command command_puzzles = {
    .name = "puzzles",
    .summary = "make problems of a game, or prove those of a file",
    .synopsis = "GAME [options]\n--check FILE [--every N] [--tables FOLDERS]",
    .text =
        "Looks for positions, in games between weak players, in which one turn and no other wins soonest by force;\n"
        "prints each as a JSON object on a line of its own, with its solution, a rating and theme words.\n"
        "An exhaustive search proves it. The same seed gives the same problems, with any number of threads. Ctrl-C ends\n"
        "the search; nothing that was found is lost, and the same command goes on with the same file. docs/problems.md\n"
        "describes the format.\n",
    .examples = "  leaper puzzles fuel --fuel 5 --count 20 --output fuel.jsonl\n"
                "  leaper puzzles hnefa --reason corner --turns 2\n"
                "  leaper puzzles --check fuel.jsonl\n",
    .operands = operands,
    .options = options,
    .shared = {{&opening_parameters, offsetof(struct puzzles_settings, opening)}},
    .size = sizeof(struct puzzles_settings),
    .run = run,
};
