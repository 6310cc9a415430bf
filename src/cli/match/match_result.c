// SPDX-License-Identifier: GPL-3.0-or-later
// Prints the result of a match.
#include "cli/line/json_out.h"
#include "cli/match/match.h"
#include "position/game.h"
#include "position/variant.h"

#include <math.h>
#include <stdio.h>

static const char *const verdicts[] = {
    [SEQUENTIAL_OPEN] = "undecided", [SEQUENTIAL_H0] = "H0 accepted", [SEQUENTIAL_H1] = "H1 accepted"};

static double share_of(unsigned part, unsigned whole)
{
    return whole ? 100.0 * part / whole : 0;
}

static double milliseconds_per_turn(const struct contest_score *score, int player)
{
    return score->made[player] ? (double)score->spent[player] / 1000 / (double)score->made[player] : 0;
}

// ---- For people ----

static void print_estimate(const char *name, const struct estimate *estimate)
{
    if (!isfinite(estimate->value))
        printf("%-12s cannot be estimated from these results\n", name);
    else if (!isfinite(estimate->margin))
        printf("%-12s %+.1f, with an unknown margin\n", name, estimate->value);
    else
        printf("%-12s %+.1f ± %.1f\n", name, estimate->value, estimate->margin);
}

static void print_ends(const struct contest_score *score)
{
    const char *before = "";
    printf("%-12s ", "ends");
    for (int i = 1; i < REASONS; i++)
        if (score->reasons[i]) {
            printf("%s%s %u", before, reason_words((enum reason)i), score->reasons[i]);
            before = ", ";
        }
    for (int i = BOUT_ADJUDICATED; i < BOUT_ENDS; i++)
        if (score->ends[i]) {
            printf("%s%s %u", before, bout_end_name((enum bout_end)i), score->ends[i]);
            before = ", ";
        }
    putchar('\n');
}

static void print_test(const struct match_setup *setup, const struct contest_score *score)
{
    const struct sequential_test *test = &setup->test;
    printf("%-12s %g to %g %sElo, alpha %g, beta %g: LLR %.2f (%.2f to %.2f), %s\n", "SPRT", test->elo0,
           test->elo1, test->normalized ? "normalized " : "", test->alpha, test->beta, score->test.ratio,
           score->test.lower, score->test.upper, verdicts[score->test.verdict]);
}

void match_result_print(const struct match_setup *setup, const struct contest_score *score)
{
    struct pair_statistics statistics;
    pair_statistics(&score->pairs, &statistics);
    printf("%s against %s\n%s\n", setup->rivals[0].name, setup->rivals[1].name, buffer_text(&setup->words));
    printf("%-12s +%u =%u -%u", "games", score->wins, score->draws, score->losses);
    if (score->games)
        printf(", %.1f %%", 100 * statistics.share.value);
    if (isfinite(statistics.share.margin))
        printf(" ± %.1f", 100 * statistics.share.margin);
    printf("\n%-12s", "pairs");
    for (int i = 0; i < PAIR_RESULTS; i++)
        printf(" %u", score->pairs.count[i]);
    printf(" (with 0, ½, 1, 1½ and 2 points)\n");
    print_estimate("Elo", &statistics.elo);
    print_estimate("normalized", &statistics.normalized);
    printf("%-12s %.1f %%\n", "LOS", 100 * statistics.superiority);
    if (setup->contest.test)
        print_test(setup, score);
    if (!score->games)
        return;
    printf("%-12s %.1f %%; White wins %.1f %%\n", "draws", share_of(score->draws, score->games),
           share_of(score->white, score->games));
    printf("%-12s %.1f a game\n", "turns", (double)score->turns / score->games);
    printf("%-12s %.1f ms and %.1f ms a turn\n", setup->terms.by_processor ? "CPU time" : "time",
           milliseconds_per_turn(score, 0), milliseconds_per_turn(score, 1));
    print_ends(score);
    for (int i = 0; i < 2; i++)
        if (score->faults[i])
            printf("%-12s %s has lost %u of them\n", "faults", setup->rivals[i].name, score->faults[i]);
}

// ---- For programs ----

// JSON has no infinity.
static json_t *number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *estimate_json(const struct estimate *estimate)
{
    return json_pack("{s:o, s:o}", "value", number(estimate->value), "margin", number(estimate->margin));
}

static json_t *ends_json(const struct contest_score *score)
{
    json_t *ends = json_object();
    for (int i = 1; i < REASONS; i++)
        if (score->reasons[i])
            json_object_set_new(ends, reason_name((enum reason)i), json_integer(score->reasons[i]));
    for (int i = BOUT_ADJUDICATED; i < BOUT_ENDS; i++)
        if (score->ends[i])
            json_object_set_new(ends, bout_end_name((enum bout_end)i), json_integer(score->ends[i]));
    return ends;
}

static json_t *test_json(const struct match_setup *setup, const struct contest_score *score)
{
    const struct sequential_test *test = &setup->test;
    return json_pack("{s:f, s:f, s:f, s:f, s:b, s:f, s:f, s:f, s:s}", "elo0", test->elo0, "elo1", test->elo1,
                     "alpha", test->alpha, "beta", test->beta, "normalized", (int)test->normalized, "llr",
                     score->test.ratio, "lower", score->test.lower, "upper", score->test.upper, "verdict",
                     verdicts[score->test.verdict]);
}

void match_result_print_json(const struct match_setup *setup, const struct contest_score *score)
{
    struct pair_statistics statistics;
    json_t *engines = json_array(), *pairs = json_array();
    pair_statistics(&score->pairs, &statistics);
    for (int i = 0; i < 2; i++)
        json_array_append_new(
            engines, json_pack("{s:o, s:i, s:f}", "name", json_foreign(setup->rivals[i].name), "faults",
                               (int)score->faults[i], "milliseconds", milliseconds_per_turn(score, i)));
    for (int i = 0; i < PAIR_RESULTS; i++)
        json_array_append_new(pairs, json_integer(score->pairs.count[i]));
    json_t *result =
        json_pack("{s:s, s:o, s:o, s:i, s:i, s:i, s:i, s:o, s:o, s:o, s:o, s:f, s:i, s:I, s:o}", "game",
                  setup->session->variant->game->name, "settings", json_foreign(buffer_text(&setup->words)),
                  "engines", engines, "games", (int)score->games, "wins", (int)score->wins, "draws",
                  (int)score->draws, "losses", (int)score->losses, "pairs", pairs, "share",
                  estimate_json(&statistics.share), "elo", estimate_json(&statistics.elo), "normalizedElo",
                  estimate_json(&statistics.normalized), "los", statistics.superiority, "whiteWins",
                  (int)score->white, "turns", (json_int_t)score->turns, "ends", ends_json(score));
    if (setup->contest.test)
        json_object_set_new(result, "sprt", test_json(setup, score));
    json_print(result);
}
