// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics of paired games.
//
// Sources: M. Van den Bergh, "Comments on Normalized Elo" and "A Practical Introduction to the GSPRT" (2020), for the test's
// generalized likelihood ratio; A. Wald, "Sequential Tests of Statistical Hypotheses" (1945), for the
// bounds; A. Elo, "The Rating of Chessplayers" (1978), for the logistic curve.
#include "lab/statistics.h"

#include <math.h>

// Of the normal distribution: 95 % lie within so many standard deviations.
static const double width_of_95 = 1.959963984540054;

// Normalized Elo of a player whose mean result is one standard deviation of a game above ½.
static const double normalized_scale = 347.43558552260146; // 800 / ln 10

double elo_share(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

double share_elo(double share)
{
    return 400 * log10(share / (1 - share));
}

// The points of a pair as a share of two: 0, ¼, ½ …
static double share_of(int result)
{
    return result / 4.0;
}

// A distribution of the pairs' shares.
struct shares {
    double total; // pairs
    double probability[PAIR_RESULTS];
};

static void distribute(const double counts[PAIR_RESULTS], struct shares *shares)
{
    shares->total = 0;
    for (int i = 0; i < PAIR_RESULTS; i++)
        shares->total += counts[i];
    for (int i = 0; i < PAIR_RESULTS; i++)
        shares->probability[i] = shares->total > 0 ? counts[i] / shares->total : 0;
}

static double mean_of(const struct shares *shares)
{
    double mean = 0;
    for (int i = 0; i < PAIR_RESULTS; i++)
        mean += shares->probability[i] * share_of(i);
    return mean;
}

static double variance_of(const struct shares *shares, double mean)
{
    double variance = 0;
    for (int i = 0; i < PAIR_RESULTS; i++)
        variance += shares->probability[i] * (share_of(i) - mean) * (share_of(i) - mean);
    return variance;
}

// The share of a pair is the mean of two games, so its variance is half that of a game, whatever the two have in common.
static double deviation_of_game(double variance)
{
    return sqrt(2 * variance);
}

static double normal_distribution(double x)
{
    return erfc(-x / sqrt(2)) / 2;
}

void pair_statistics(const struct pair_counts *counts, struct pair_statistics *statistics)
{
    struct shares shares;
    double numbers[PAIR_RESULTS];
    unsigned pairs = 0;
    for (int i = 0; i < PAIR_RESULTS; i++) {
        numbers[i] = counts->count[i];
        pairs += counts->count[i];
    }
    *statistics = (struct pair_statistics){
        .share = {0.5, INFINITY}, .elo = {0, INFINITY}, .normalized = {0, INFINITY}, .superiority = 0.5};
    if (!pairs)
        return;
    distribute(numbers, &shares);
    double mean = mean_of(&shares), variance = variance_of(&shares, mean);
    double error = width_of_95 * sqrt(variance / pairs);
    double low = share_elo(fmax(mean - error, 0)), high = share_elo(fmin(mean + error, 1));
    double deviation = deviation_of_game(variance);
    statistics->pairs = pairs;
    statistics->share = (struct estimate){mean, variance > 0 ? error : INFINITY};
    statistics->normalized.value = mean > 0.5 ? INFINITY : mean < 0.5 ? -INFINITY : 0;
    // Pairs that are all alike have no variance to go by. They are then a coin that has shown one side only, and that may have been any coin.
    double doubt = pow(0.5, pairs + 1.0);
    statistics->superiority = mean > 0.5 ? 1 - doubt : mean < 0.5 ? doubt : 0.5;
    statistics->elo = (struct estimate){share_elo(mean), variance > 0 ? (high - low) / 2 : INFINITY};
    if (variance > 0) {
        statistics->normalized = (struct estimate){normalized_scale * (mean - 0.5) / deviation,
                                                   normalized_scale * width_of_95 / sqrt(2.0 * pairs)};
        statistics->superiority = normal_distribution((mean - 0.5) / sqrt(variance / pairs));
    }
}

// ---- The sequential test ----

// Among all distributions under which the mean of `gaps` is 0, the one under which what has been seen is likeliest is
// p / (1 + x gap), where x makes that mean 0. Some gaps are positive, some negative, and all probabilities that have been seen are
// positive, so x is unique.
static void likeliest_without_gap(const struct shares *seen, const double gaps[PAIR_RESULTS],
                                  double likeliest[PAIR_RESULTS])
{
    enum { STEPS = 100 };
    double least = gaps[0], most = gaps[0], x = 0;
    for (int i = 1; i < PAIR_RESULTS; i++) {
        least = fmin(least, gaps[i]);
        most = fmax(most, gaps[i]);
    }
    // All probabilities are positive between these two, and the mean falls from one to the other.
    double low = -1 / most, high = -1 / least;
    for (int step = 0; step < STEPS; step++) {
        double mean = 0;
        x = (low + high) / 2;
        for (int i = 0; i < PAIR_RESULTS; i++)
            mean += seen->probability[i] * gaps[i] / (1 + x * gaps[i]);
        if (mean > 0)
            low = x;
        else
            high = x;
    }
    for (int i = 0; i < PAIR_RESULTS; i++)
        likeliest[i] = seen->probability[i] / (1 + x * gaps[i]);
}

static void likeliest_with_elo(const struct shares *seen, double elo, double likeliest[PAIR_RESULTS])
{
    double gaps[PAIR_RESULTS];
    for (int i = 0; i < PAIR_RESULTS; i++)
        gaps[i] = share_of(i) - elo_share(elo);
    likeliest_without_gap(seen, gaps, likeliest);
}

// The mean must be so many deviations above ½. The deviation depends on the distribution itself, so the condition is replaced by its
// tangent at the last distribution that was found, until that no longer changes.
static void likeliest_with_normalized(const struct shares *seen, double elo, double likeliest[PAIR_RESULTS])
{
    enum { STEPS = 30 };
    // A pair's mean varies by a factor of √2 less than one game.
    double wanted = elo / normalized_scale * sqrt(2);
    struct shares found = {.total = 1};
    for (int i = 0; i < PAIR_RESULTS; i++)
        found.probability[i] = 1.0 / PAIR_RESULTS;
    for (int step = 0; step < STEPS; step++) {
        double gaps[PAIR_RESULTS];
        double mean = mean_of(&found), deviation = sqrt(variance_of(&found, mean));
        for (int i = 0; i < PAIR_RESULTS; i++) {
            double away = (share_of(i) - mean) / deviation;
            gaps[i] = share_of(i) - 0.5 - wanted * deviation * (1 + away * away) / 2;
        }
        likeliest_without_gap(seen, gaps, found.probability);
    }
    for (int i = 0; i < PAIR_RESULTS; i++)
        likeliest[i] = found.probability[i];
}

static void likeliest_under(const struct sequential_test *test, double elo, const struct shares *seen,
                            double likeliest[PAIR_RESULTS])
{
    if (test->normalized)
        likeliest_with_normalized(seen, elo, likeliest);
    else
        likeliest_with_elo(seen, elo, likeliest);
}

void sequential_evaluate(const struct sequential_test *test, const struct pair_counts *counts,
                         struct sequential_state *state)
{
    // Results that have not been seen yet are not impossible.
    static const double rarest = 1e-3;
    struct shares seen;
    double numbers[PAIR_RESULTS], under0[PAIR_RESULTS], under1[PAIR_RESULTS];
    bool any = false;
    for (int i = 0; i < PAIR_RESULTS; i++) {
        numbers[i] = counts->count[i] ? counts->count[i] : rarest;
        any = any || counts->count[i];
    }
    distribute(numbers, &seen);
    *state = (struct sequential_state){.lower = log(test->beta / (1 - test->alpha)),
                                       .upper = log((1 - test->beta) / test->alpha)};
    if (!any)
        return;
    likeliest_under(test, test->elo0, &seen, under0);
    likeliest_under(test, test->elo1, &seen, under1);
    for (int i = 0; i < PAIR_RESULTS; i++)
        state->ratio += seen.total * seen.probability[i] * log(under1[i] / under0[i]);
    state->verdict = state->ratio >= state->upper   ? SEQUENTIAL_H1
                     : state->ratio <= state->lower ? SEQUENTIAL_H0
                                                    : SEQUENTIAL_OPEN;
}
