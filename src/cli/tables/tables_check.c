// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper tables check`: proves tables.
#include "base/clock.h"
#include "base/parallel.h"
#include "cli/line/interrupt.h"
#include "cli/tables/tables.h"
#include "position/fen.h"
#include "tables/build/verify.h"

#include <inttypes.h>
#include <stdio.h>

static const char command_name[] = "tables check";

struct settings {
    struct tables_where where;
    struct words endings;
    long every, threads;
};

static bool is_interrupted(void *context, uint64_t done)
{
    (void)context;
    (void)done;
    return interrupt_came();
}

static void print_wrong(const char *name, const struct verified *verified)
{
    struct buffer fen;
    char says[32], follows[32];
    buffer_init(&fen);
    fen_write(&verified->position, &fen);
    tables_words(verified->value, says);
    tables_words(verified->follows, follows);
    printf("%-14s wrong: %s is called '%s', but '%s' follows from its turns\n", name, buffer_text(&fen), says,
           follows);
    buffer_clear(&fen);
}

// Proves one table. False if it is wrong, or the work has failed: then `err` is set.
static bool check_one(const struct tables_place *place, const struct settings *settings,
                      const struct men *men, struct error *err)
{
    char name[MEN_NAME_SIZE];
    struct verified verified;
    struct verify_request request = {.variant = place->variant,
                                     .reader = place->reader,
                                     .men = men,
                                     .every = (uint64_t)settings->every,
                                     .threads = tables_threads(settings->threads),
                                     .stop = is_interrupted};
    double start = clock_seconds();
    men_name(place->variant, men, name);
    if (!verify_table(&request, &verified, err))
        return false;
    if (verified.wrong)
        print_wrong(name, &verified);
    else
        printf("%-14s %" PRIu64 " positions follow from their turns, %.1f s\n", name, verified.positions,
               clock_seconds() - start);
    fflush(stdout);
    return !verified.wrong;
}

// The men of the table with that number; false if it is none of this variant.
static bool men_of(const struct tables_place *place, const struct table *table, struct men *men)
{
    return men_read(place->variant, table->header.name, men, NULL) &&
           table_hash(place->variant, men) == table->header.hash;
}

static int check(const struct tables_place *place, const struct settings *settings)
{
    struct error err = {0};
    unsigned wrong = 0, done = 0;
    interrupt_hold();
    for (int i = 0; i < settings->endings.count; i++) {
        struct men men;
        if (!men_read(place->variant, settings->endings.words[i], &men, &err))
            return usage_report(command_name, &err);
        done++;
        wrong += !check_one(place, settings, &men, &err);
        if (err.code)
            return failure_report(command_name, &err);
    }
    for (size_t i = 0; !settings->endings.count && i < shelf_count(place->shelf); i++) {
        struct men men;
        if (!men_of(place, shelf_table(place->shelf, i), &men))
            continue;
        done++;
        wrong += !check_one(place, settings, &men, &err);
        if (err.code)
            return failure_report(command_name, &err);
    }
    if (!done)
        return usage_error(command_name, "'%s' has no tables of this game", place->folder);
    int status = output_finish(command_name);
    return wrong ? EXIT_FAILED : status;
}

static int run(void *given)
{
    struct settings *settings = given;
    struct tables_place place;
    struct error err;
    int status = tables_enter(command_name, &settings->where, &place);
    if (status == EXIT_FINE)
        status = tables_read(&place, &err) ? check(&place, settings) : failure_report(command_name, &err);
    tables_leave(&place);
    return status;
}

static const struct argument operands[] = {
    {.name = "ENDING",
     .help = "an ending, as KBNK; without any, all tables of the game",
     WORDS(struct settings, endings)},
    {.name = NULL},
};

static const struct argument options[] = {
    TABLES_GAME(struct settings),
    TABLES_FOLDER(struct settings),
    {.name = "every",
     .value = "N",
     .help = "prove only every Nth position",
     NUMBER(struct settings, every),
     .minimum = 1,
     .maximum = 1000000,
     .initial = 1},
    TABLES_THREADS(struct settings),
    {.name = NULL},
};

const struct command command_tables_check = {
    .name = command_name,
    .summary = "prove tables from the rules of the game",
    .text =
        "Proves that the value of each position follows from the values after its legal turns, which are those of the\n"
        "game itself and not the builder's. If all tables of a folder pass, they are right. A file that is damaged is\n"
        "reported. Ctrl-C ends it.\n",
    .examples = "  leaper tables check\n"
                "  leaper tables check KBNK --folder tables --every 10\n",
    .operands = operands,
    .options = options,
    .shared = {{&opening_choices, offsetof(struct settings, where.opening)}},
    .size = sizeof(struct settings),
    .run = run,
};
