// SPDX-License-Identifier: GPL-3.0-or-later
// Sums up many games.
#include "lab/balance/balance.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

static const double NORMAL = 1.96; // standard errors of a 95 % interval

// ---- Summing up ----

static int compare_turns(const void *a, const void *b)
{
    unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

static void sum_lengths(struct balance *balance, unsigned *turns)
{
    uint64_t last = balance->games - 1;
    qsort(turns, balance->games, sizeof *turns, compare_turns);
    for (unsigned i = 0; i < 5; i++)
        balance->quartiles[i] = turns[last * i / 4];
    balance->length_step = turns[last] / BALANCE_LENGTHS + 1;
    for (uint64_t i = 0; i < balance->games; i++)
        balance->lengths[turns[i] / balance->length_step]++;
}

// Two games more that count as 1 and two as 0, so that the interval is not empty where all games ended alike (A. Agresti and B. A.
// Coull, "Approximate is better than 'exact' for interval estimation of binomial proportions", 1998); draws make it narrower.
static struct interval share_of(double games, double sum, double squares)
{
    double more = games + 4, mean = (sum + 2) / more;
    double margin = NORMAL * sqrt(fmax((squares + 2) / more - mean * mean, 0) / more);
    return (struct interval){sum / games, fmax(mean - margin, 0), fmin(mean + margin, 1)};
}

// Sums over games of two numbers each, for the mean of the first or the quotient of both.
struct moments {
    double games, x, y, xx, xy, yy;
};

static void moments_add(struct moments *moments, double x, double y)
{
    moments->games++;
    moments->x += x;
    moments->y += y;
    moments->xx += x * x;
    moments->xy += x * y;
    moments->yy += y * y;
}

// Sum of x by sum of y (W. G. Cochran, "Sampling Techniques", 1977, section 2.11); with y = 1, the mean and the usual interval.
static struct interval quotient_of(const struct moments *moments)
{
    if (moments->y <= 0)
        return (struct interval){0, 0, 0};
    double ratio = moments->x / moments->y;
    double rest = moments->xx - 2 * ratio * moments->xy + ratio * ratio * moments->yy;
    double margin = moments->games > 1
                        ? NORMAL * sqrt(fmax(rest, 0) * moments->games / (moments->games - 1)) / moments->y
                        : INFINITY;
    return (struct interval){ratio, ratio - margin, ratio + margin};
}

static int compare_prints(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static uint64_t count_different(uint64_t *prints, uint64_t count)
{
    uint64_t different = 0;
    qsort(prints, count, sizeof *prints, compare_prints);
    for (uint64_t i = 0; i < count; i++)
        different += i == 0 || prints[i] != prints[i - 1];
    return different;
}

// What is sorted while summing up.
struct columns {
    unsigned *turns;
    uint64_t *prints;
};

static void sum_games(struct balance *balance, const struct trial *trials, uint64_t count,
                      const struct columns *columns)
{
    struct moments turns = {0}, choices = {0}, points = {0};
    for (uint64_t i = 0; i < count; i++) {
        const struct trial *trial = &trials[i];
        if (!trial->played)
            continue;
        columns->turns[balance->games] = trial->turns;
        columns->prints[balance->games++] = trial->print;
        balance->results[trial->outcome.result]++;
        balance->reasons[trial->outcome.reason][trial->outcome.result]++;
        moments_add(&turns, trial->turns, 1);
        moments_add(&choices, (double)trial->choices, (double)trial->decisions);
        moments_add(&points, trial->points, 1);
    }
    if (!balance->games)
        return;
    double games = (double)balance->games, wins = (double)balance->results[RESULT_WHITE];
    double drawn = games - wins - (double)balance->results[RESULT_BLACK];
    balance->share = share_of(games, wins + drawn / 2, wins + drawn / 4);
    balance->drawn = share_of(games, drawn, drawn);
    balance->turns = quotient_of(&turns);
    balance->choices = quotient_of(&choices);
    balance->points = quotient_of(&points);
    sum_lengths(balance, columns->turns);
    balance->different = count_different(columns->prints, balance->games);
}

bool balance_sum(const struct variant *variant, const struct trial *trials, uint64_t count,
                 struct balance *balance, struct error *err)
{
    struct columns columns = {memory_try_zeroed(count, sizeof *columns.turns),
                              memory_try_zeroed(count, sizeof *columns.prints)};
    bool good = (columns.turns && columns.prints) || error_no_memory(err);
    *balance = (struct balance){0};
    if (good) {
        sum_games(balance, trials, count, &columns);
        worth_find(variant, trials, count, &balance->worth);
    }
    free(columns.turns);
    free(columns.prints);
    return good;
}

// ---- For reports ----

const struct balance_row balance_rows[] = {
    {"White wins", RESULT_WHITE},   {"Black wins", RESULT_BLACK}, {"Draws", RESULT_DRAW},
    {"Unfinished", RESULT_ONGOING}, {NULL, RESULT_NONE},
};

uint64_t balance_ended(const struct balance *balance, enum reason reason)
{
    uint64_t sum = 0;
    for (int result = 0; result <= RESULT_NONE; result++)
        sum += balance->reasons[reason][result];
    return sum;
}
