// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper tables build`: builds tables, and first those to which their captures and promotions lead.
#include "base/clock.h"
#include "base/parallel.h"
#include "cli/line/interrupt.h"
#include "cli/tables/tables.h"
#include "tables/build/plan.h"
#include "tables/build/retro.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char command_name[] = "tables build";

struct settings {
    struct tables_where where;
    struct words endings;
    long men, threads;
};

struct progress {
    const char *name;
    double start;
    _Atomic unsigned shown; // the last level shown; 0: none
    bool shows;
};

static bool look(void *context, unsigned level)
{
    struct progress *progress = context;
    if (progress->shows && atomic_exchange(&progress->shown, level) != level) {
        fprintf(stderr, "\r%s: mate in %u, %.0f s ", progress->name, level / 2,
                clock_seconds() - progress->start);
        fflush(stderr);
    }
    return interrupt_came();
}

// Builds one table and puts it on the shelf.
static bool build_one(struct tables_place *place, const struct paces *paces, const struct men *men,
                      int threads, struct error *err)
{
    char name[MEN_NAME_SIZE];
    struct buffer path;
    struct progress progress = {.name = name, .start = clock_seconds(), .shows = isatty(STDERR_FILENO)};
    men_name(place->variant, men, name);
    if (!tables_read(place, err))
        return false;
    struct retro_request request = {.paces = paces,
                                    .reader = place->reader,
                                    .men = men,
                                    .threads = threads,
                                    .stop = look,
                                    .context = &progress};
    buffer_init(&path);
    buffer_addf(&path, "%s/%s%s", place->folder, name, TABLE_SUFFIX);
    bool built = path.failed ? error_no_memory(err) : retro_build(&request, buffer_text(&path), err);
    if (progress.shows)
        fprintf(stderr, "\r%*s\r", 60, "");
    built = built && shelf_add(place->shelf, buffer_text(&path), err);
    buffer_clear(&path);
    if (built) {
        const struct table *table = shelf_find(place->shelf, name, table_hash(place->variant, men));
        tables_print_row(&table->header);
        fflush(stdout);
    }
    return built;
}

// Adds what was asked for. False with an error.
static bool make_plan(const struct tables_place *place, const struct settings *settings, struct plan *plan,
                      struct error *err)
{
    piece_type types[LETTER_TYPES];
    unsigned count = 0;
    for (int i = 0; i < settings->endings.count; i++) {
        struct men men;
        if (!men_read(place->variant, settings->endings.words[i], &men, err))
            return false;
        if (!plan_add(plan, place->variant, &men))
            return error_no_memory(err);
    }
    for (piece_type type = 1; type < LETTER_TYPES; type++)
        if (type != place->variant->king && men_has(place->variant, type))
            types[count++] = type;
    if (settings->men && !plan_add_all(plan, place->variant, (unsigned)settings->men, types, count))
        return error_no_memory(err);
    return true;
}

static bool build_all(struct tables_place *place, const struct settings *settings, const struct plan *plan,
                      struct error *err)
{
    struct paces *paces = paces_new(place->variant);
    if (!paces)
        return error_no_memory(err);
    bool built = true, any = false;
    for (size_t i = 0; i < plan->count && built; i++) {
        char name[MEN_NAME_SIZE];
        const struct men *men = &plan->items[i];
        men_name(place->variant, men, name);
        if (shelf_find(place->shelf, name, table_hash(place->variant, men)))
            continue;
        if (!any)
            tables_print_row(NULL);
        any = true;
        built = build_one(place, paces, men, tables_threads(settings->threads), err);
    }
    free(paces);
    if (built && !any)
        printf("there is nothing to build: '%s' has these tables\n", place->folder);
    return built;
}

static int build(struct tables_place *place, const struct settings *settings)
{
    struct error err;
    struct plan plan = {0};
    if (!settings->endings.count && !settings->men)
        return usage_error(command_name, "which endings? name them, as KBNK, or give --men");
    if (!make_plan(place, settings, &plan, &err)) {
        vector_clear(&plan);
        return usage_report(command_name, &err);
    }
    interrupt_hold();
    if (mkdir(place->folder, 0777) && errno != EEXIST) {
        vector_clear(&plan);
        error_set(&err, ERROR_SYSTEM, "", "cannot make the folder '%s': %s", place->folder, strerror(errno));
        return failure_report(command_name, &err);
    }
    bool built = build_all(place, settings, &plan, &err);
    vector_clear(&plan);
    if (!built)
        return failure_report(command_name, &err);
    return output_finish(command_name);
}

static int run(void *given)
{
    struct settings *settings = given;
    struct tables_place place;
    int status = tables_enter(command_name, &settings->where, &place);
    if (status == EXIT_FINE)
        status = build(&place, settings);
    tables_leave(&place);
    return status;
}

static const struct argument operands[] = {
    {.name = "ENDING", .help = "an ending, as KBNK or KQKR", WORDS(struct settings, endings)},
    {.name = NULL},
};

static const struct argument options[] = {
    TABLES_GAME(struct settings),
    TABLES_FOLDER(struct settings),
    {.name = "men",
     .value = "N",
     .help = "all endings of the game's pieces with so many of them, kings included, or fewer",
     NUMBER(struct settings, men),
     .minimum = 3,
     .maximum = MEN_MAX},
    TABLES_THREADS(struct settings),
    {.name = NULL},
};

const struct command command_tables_build = {
    .name = command_name,
    .summary = "build tables of endings",
    .text =
        "Builds the tables named, and first those to which captures and promotions lead. Tables that the folder has\n"
        "already are kept, so that the same command goes on where it was stopped; Ctrl-C stops it. A file appears only\n"
        "when it is complete. Endings without pawns are the same for all games that have such pieces; those with pawns\n"
        "also depend on what pawns promote to, which their names say: KPK-QRBN.\n",
    .examples = "  leaper tables build KBNK KQKR\n"
                "  leaper tables build --men 3\n"
                "  leaper tables build KCKR KDAK --white clobberers\n",
    .operands = operands,
    .options = options,
    .shared = {{&opening_choices, offsetof(struct settings, where.opening)}},
    .size = sizeof(struct settings),
    .run = run,
};
