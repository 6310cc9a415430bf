// SPDX-License-Identifier: GPL-3.0-or-later
// A study as text.
#include "cli/lab/lab_report.h"

#include "cli/line/columns.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static double percent(uint64_t part, uint64_t whole)
{
    return 100 * (double)part / (double)whole;
}

static void print_results(const struct balance *balance)
{
    static const struct {
        const char *label;
        enum result result;
    } rows[] = {{"White wins", RESULT_WHITE},
                {"Black wins", RESULT_BLACK},
                {"draws", RESULT_DRAW},
                {"unfinished", RESULT_ONGOING}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        if (balance->results[rows[i].result])
            printf("%-12s %8" PRIu64 "  %5.1f %%\n", rows[i].label, balance->results[rows[i].result],
                   percent(balance->results[rows[i].result], balance->games));
    printf("%-12s %8.1f %% ± %.1f of the points (Elo %+.0f)\n", "White scores", 100 * balance->share,
           100 * balance->margin, study_elo(balance->share));
}

static void print_lengths(const struct balance *balance)
{
    const unsigned *quartiles = balance->quartiles;
    printf("\n%-12s %8.1f turns on average; a quarter at most %u, half %u, three quarters %u; %u … %u\n",
           "length", balance->turns, quartiles[1], quartiles[2], quartiles[3], quartiles[0], quartiles[4]);
    printf("%-12s %8.1f actions on average at the beginning of a turn\n", "choices", balance->choices);
}

static void print_endings(const struct balance *balance)
{
    printf("\n%-44s    games   White   Black   drawn\n", "endings");
    for (int reason = 0; reason < REASONS; reason++) {
        const uint64_t *results = balance->reasons[reason];
        uint64_t sum =
            results[RESULT_WHITE] + results[RESULT_BLACK] + results[RESULT_DRAW] + results[RESULT_ONGOING];
        if (!sum)
            continue;
        printf("  ");
        columns_print(reason == REASON_NONE ? "unfinished" : reason_words((enum reason)reason), 42);
        printf(" %8" PRIu64 " %7" PRIu64 " %7" PRIu64 " %7" PRIu64 "\n", sum, results[RESULT_WHITE],
               results[RESULT_BLACK], results[RESULT_DRAW]);
    }
}

static void print_worth(const struct variant *variant, const struct worth *worth)
{
    if (!worth->count)
        return;
    printf("\nworth of one piece more, from %" PRIu64 " positions of %" PRIu64 " games (± standard error)\n",
           worth->positions, worth->games);
    for (unsigned i = 0; i < worth->count; i++) {
        const struct piece_rules *rules = &variant->pieces[worth->kinds[i]];
        printf("  %-2s ", rules->text[WHITE]);
        columns_print(rules->name, 24);
        if (worth->pawn)
            printf("%7.2f ± %.2f pawns", worth->in_pawns[i], worth->in_pawns_error[i]);
        printf("%7.2f ± %.2f", worth->value[i], worth->error[i]);
        printf("  scores %4.1f %%", 100 / (1 + exp(-worth->value[i])));
        if (i + 1 < worth->count)
            printf(", above the next %.1f %%", 100 * worth->above[i]);
        putchar('\n');
    }
}

static void print_point(const struct study *study, unsigned number)
{
    const struct balance *balance = &study->points[number].balance;
    struct buffer name;
    buffer_init(&name);
    study_name_point(study, number, &name);
    columns_print(buffer_text(&name), 30);
    printf(" %8" PRIu64 "   %5.1f ± %-5.1f %7.1f %8.1f %8.1f\n", balance->games, 100 * balance->share,
           100 * balance->margin,
           percent(balance->results[RESULT_DRAW] + balance->results[RESULT_ONGOING], balance->games),
           balance->turns, balance->choices);
    buffer_clear(&name);
}

void lab_report(const struct study *study)
{
    printf("%s, %" PRIu64 " nodes a turn after %u random turns\n\n", study->game->title, study->plan.nodes,
           study->plan.opening);
    if (study->sweep.axes) {
        printf("%-30s    games   White, %%     draws, %%    turns  choices\n", "");
        for (unsigned i = 0; i < study->count; i++)
            print_point(study, i);
        return;
    }
    for (unsigned i = 0; i < study->count; i++) {
        print_results(&study->points[i].balance);
        print_lengths(&study->points[i].balance);
        print_endings(&study->points[i].balance);
        print_worth(study->points[i].variant, &study->points[i].balance.worth);
    }
}
