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
    struct buffer elo;
    buffer_init(&elo);
    study_write_elo(&balance->share, &elo);
    for (const struct balance_row *row = balance_rows; row->label; row++)
        if (balance->results[row->result])
            printf("%-12s %8" PRIu64 "  %5.1f %%\n", row->label, balance->results[row->result],
                   percent(balance->results[row->result], balance->games));
    printf("White scores %8.1f %% of the points (%.1f … %.1f), Elo %s\n", 100 * balance->share.value,
           100 * balance->share.low, 100 * balance->share.high, buffer_text(&elo));
    buffer_clear(&elo);
    if (balance->different < balance->games)
        printf("%" PRIu64
               " of the games are different; the others repeat them, and the intervals are too narrow\n",
               balance->different);
}

static void print_means(const struct study *study, const struct balance *balance)
{
    const unsigned *quartiles = balance->quartiles;
    printf("\nTurns        %8.1f on average (%.1f … %.1f); a quarter of the games at most %u, half %u,\n"
           "             three quarters %u; %u … %u\n",
           balance->turns.value, balance->turns.low, balance->turns.high, quartiles[1], quartiles[2],
           quartiles[3], quartiles[0], quartiles[4]);
    printf("Choices      %8.1f actions on average at the beginning of a turn (%.1f … %.1f)\n",
           balance->choices.value, balance->choices.low, balance->choices.high);
    if (study->game->scores)
        printf("Points       %+8.2f for White on average (%+.2f … %+.2f)\n", balance->points.value,
               balance->points.low, balance->points.high);
}

static void print_endings(const struct balance *balance)
{
    printf("\n%-44s    games   White   Black   drawn\n", "Endings");
    for (int reason = 0; reason < REASONS; reason++) {
        const uint64_t *results = balance->reasons[reason];
        if (!balance_ended(balance, (enum reason)reason))
            continue;
        printf("  ");
        columns_print(reason == REASON_NONE ? "unfinished" : reason_words((enum reason)reason), 42);
        printf(" %8" PRIu64 " %7" PRIu64 " %7" PRIu64 " %7" PRIu64 "\n",
               balance_ended(balance, (enum reason)reason), results[RESULT_WHITE], results[RESULT_BLACK],
               results[RESULT_DRAW]);
    }
}

static void print_piece(const struct variant *variant, const struct worth *worth, unsigned number)
{
    const struct piece_rules *rules = &variant->pieces[worth->kinds[number]];
    const struct worth_estimate *log_odds = &worth->log_odds[number];
    printf("  %-2s ", rules->text[WHITE]);
    columns_print(rules->name, 22);
    if (worth->pawn)
        printf("%7.2f ± %-5.2f", worth->pawns[number].value, worth->pawns[number].error);
    printf("%9.2f ± %-5.2f%8.1f %%", log_odds->value, log_odds->error, 100 / (1 + exp(-log_odds->value)));
    if (number + 1 < worth->count)
        printf("%10.1f %%", fmin(99.9, 100 * worth->above[number][number + 1]));
    putchar('\n');
}

static void print_worth(const struct variant *variant, const struct worth *worth)
{
    if (worth->count) {
        printf("\nWorth of one piece more, with standard errors, from %" PRIu64 " positions of %" PRIu64
               " games\n",
               worth->positions, worth->games);
        printf("  %-25s%s%15s%11s%12s\n", "", worth->pawn ? "     in pawns  " : "", "log-odds", "scores",
               "above next");
        for (unsigned i = 0; i < worth->count; i++)
            print_piece(variant, worth, i);
        printf("White's edge at equal material: %.2f ± %.2f log-odds\n", worth->edge.value,
               worth->edge.error);
    }
    if (worth->silent)
        printf("\nThese games say nothing about the worth of");
    for (unsigned i = 0; i < worth->silent; i++)
        printf("%s %s", i ? "," : "", variant->pieces[worth->silent_kinds[i]].name);
    if (worth->silent)
        putchar('\n');
}

static void print_point(const struct study *study, unsigned number)
{
    const struct balance *balance = &study->points[number].balance;
    struct buffer name;
    buffer_init(&name);
    study_name_point(study, number, &name);
    columns_print(buffer_text(&name), 36);
    printf(" %7" PRIu64 "  %5.1f (%4.1f … %5.1f) %6.1f %7.1f %7.1f", balance->games,
           100 * balance->share.value, 100 * balance->share.low, 100 * balance->share.high,
           100 * balance->drawn.value, balance->turns.value, balance->choices.value);
    if (study->game->scores)
        printf("  %+.2f (%+.2f … %+.2f)", balance->points.value, balance->points.low, balance->points.high);
    putchar('\n');
    buffer_clear(&name);
}

void lab_report(const struct study *study)
{
    struct buffer setup;
    buffer_init(&setup);
    study_write_setup(study, &setup);
    printf("%s\n%s\n\n", study->game->title, buffer_text(&setup));
    buffer_clear(&setup);
    if (study->sweep.axes) {
        printf("%-36s   games  White scores, %%       draws   turns choices%s\n", "",
               study->game->scores ? "  points for White" : "");
        for (unsigned i = 0; i < study->count; i++)
            print_point(study, i);
        return;
    }
    for (unsigned i = 0; i < study->count; i++) {
        print_results(&study->points[i].balance);
        print_means(study, &study->points[i].balance);
        print_endings(&study->points[i].balance);
        print_worth(study->points[i].variant, &study->points[i].balance.worth);
    }
}
