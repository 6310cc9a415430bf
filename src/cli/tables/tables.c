// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper tables`: tables of endings.
#include "cli/tables/tables.h"

#include "base/parallel.h"
#include "cli/commands.h"
#include "variants/games.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int tables_enter(const char *command, struct tables_where *where, struct tables_place *place)
{
    struct error err;
    struct parameters parameters;
    const char *why;
    *place = (struct tables_place){.folder = where->folder ? where->folder : "tables"};
    if (!where->opening.game && !(where->opening.game = games_all()[0])) {
        error_set_no_memory(&err);
        return failure_report(command, &err);
    }
    if (!opening_read_parameters(command, &where->opening, &parameters))
        return EXIT_USAGE;
    place->variant = variant_new(where->opening.game, &parameters, &err);
    if (!place->variant)
        return usage_report(command, &err);
    if (!men_suits(place->variant, &why))
        return usage_error(command, "there are no tables for %s: %s", where->opening.game->name, why);
    place->shelf = shelf_new();
    if (!place->shelf) {
        error_set_no_memory(&err);
        return failure_report(command, &err);
    }
    unsigned passed = 0;
    struct stat status;
    if (stat(place->folder, &status) == 0 && !shelf_add_folders(place->shelf, place->folder, &passed, &err))
        return failure_report(command, &err);
    if (passed)
        fprintf(stderr, "leaper %s: %u file%s of '%s' cannot be read as tables\n", command, passed,
                passed > 1 ? "s" : "", place->folder);
    return EXIT_FINE;
}

void tables_leave(struct tables_place *place)
{
    reader_free(place->reader);
    shelf_free(place->shelf);
    variant_free(place->variant);
}

bool tables_read(struct tables_place *place, struct error *err)
{
    reader_free(place->reader);
    place->reader = reader_new(place->shelf, place->variant);
    return place->reader || error_no_memory(err);
}

int tables_threads(long given)
{
    long threads = given ? given : sysconf(_SC_NPROCESSORS_ONLN);
    return (int)(threads < 1 ? 1 : threads < PARALLEL_THREADS_MAX ? threads : PARALLEL_THREADS_MAX);
}

// The turns of a side until mate; "-": there is no such position.
static void print_longest(unsigned value)
{
    if (value)
        printf(" %4u", value / 2);
    else
        printf("    -");
}

void tables_print_row(const struct table_header *header)
{
    if (!header) {
        printf("%-14s  %-25s  %-25s\n", "", "White to move", "Black to move");
        printf("%-14s %6s %6s %6s %4s  %6s %6s %6s %4s\n", "ending", "won", "drawn", "lost", "mate", "won",
               "drawn", "lost", "mate");
        return;
    }
    printf("%-14s", header->name);
    for (enum color side = WHITE; side <= BLACK; side++) {
        const struct table_sums *sums = &header->sums[side];
        double all = (double)(sums->wins + sums->draws + sums->losses);
        printf("%s %5.1f%% %5.1f%% %5.1f%%", side == BLACK ? " " : "", 100 * (double)sums->wins / all,
               100 * (double)sums->draws / all, 100 * (double)sums->losses / all);
        // White is the side with more or better pieces, so it is White's mates that are of interest.
        print_longest(side == WHITE ? sums->longest_win : sums->longest_loss);
    }
    putchar('\n');
}

void tables_words(unsigned value, char words[32])
{
    if (!value)
        snprintf(words, 32, "draw");
    else if (table_wins(value))
        snprintf(words, 32, "mate in %u", value / 2);
    else if (value == 1)
        snprintf(words, 32, "mate");
    else
        snprintf(words, 32, "mated in %u", value / 2);
}

static const struct command *const subcommands[] = {&command_tables_build, &command_tables_check,
                                                    &command_tables_list, &command_tables_probe, NULL};

const struct command command_tables = {
    .name = "tables",
    .summary = "build and ask tables of endings with few pieces",
    .text =
        "Tables of endings give the value of every position of up to four pieces, kings included: won, drawn or\n"
        "lost, and the number of turns until mate. They exist for chess with any two armies, and for other variants\n"
        "with the rules of chess on a board of 64 squares. docs/tables.md tells how they are built, and what was found.\n",
    .subcommands = subcommands,
};
