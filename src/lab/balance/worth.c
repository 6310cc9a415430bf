// SPDX-License-Identifier: GPL-3.0-or-later
// Regression of results on material.
#include "lab/balance/worth.h"

#include <math.h>
#include <string.h>

enum { STEPS = 50 };

// Positive definite matrices, of which the first `size` rows and columns are used.
struct matrix {
    double at[WORTH_COLUMNS][WORTH_COLUMNS];
};

struct regression {
    const struct trial *trials;
    uint64_t count;
    unsigned size;                  // columns: kinds of pieces, the edge, the side to move
    piece_type kinds[LETTER_TYPES]; // of the columns but the last two
    double weights[WORTH_COLUMNS];
    double gradient[WORTH_COLUMNS];
    struct matrix curvature; // minus the second derivatives of the logarithm of the likelihood
    struct matrix clusters;  // the sum over games of the products of their gradients
};

// ---- Linear algebra ----

// Replaces the matrix by its inverse (Gauss and Jordan, without pivoting, which positive definite matrices do not need). False if it
// is singular, or nearly so.
static bool matrix_invert(struct matrix *matrix, unsigned size)
{
    struct matrix inverse = {0};
    for (unsigned i = 0; i < size; i++)
        inverse.at[i][i] = 1;
    for (unsigned i = 0; i < size; i++) {
        double pivot = matrix->at[i][i];
        if (!(pivot > 1e-9))
            return false;
        for (unsigned k = 0; k < size; k++) {
            matrix->at[i][k] /= pivot;
            inverse.at[i][k] /= pivot;
        }
        for (unsigned row = 0; row < size; row++) {
            double factor = row == i ? 0 : matrix->at[row][i];
            for (unsigned k = 0; k < size; k++) {
                matrix->at[row][k] -= factor * matrix->at[i][k];
                inverse.at[row][k] -= factor * inverse.at[i][k];
            }
        }
    }
    *matrix = inverse;
    return true;
}

static void matrix_product(const struct matrix *a, const struct matrix *b, unsigned size,
                           struct matrix *product)
{
    for (unsigned i = 0; i < size; i++)
        for (unsigned k = 0; k < size; k++) {
            double sum = 0;
            for (unsigned j = 0; j < size; j++)
                sum += a->at[i][j] * b->at[j][k];
            product->at[i][k] = sum;
        }
}

// ---- The model ----

static double points(const struct trial *trial)
{
    enum result result = trial->outcome.result;
    return result == RESULT_WHITE ? 1 : result == RESULT_BLACK ? 0 : 0.5;
}

static void fill_row(const struct regression *regression, const struct trial_sample *sample,
                     double row[WORTH_COLUMNS])
{
    unsigned kinds = regression->size - 2;
    for (unsigned i = 0; i < kinds; i++)
        row[i] = sample->surplus[regression->kinds[i]];
    row[kinds] = 1;
    row[kinds + 1] = sample->black_to_move ? -1 : 1;
}

static double expectation(const struct regression *regression, const double row[WORTH_COLUMNS])
{
    double x = 0;
    for (unsigned i = 0; i < regression->size; i++)
        x += regression->weights[i] * row[i];
    return 1 / (1 + exp(-x));
}

static void add_game(struct regression *regression, const struct trial *trial)
{
    double gradient[WORTH_COLUMNS] = {0}, row[WORTH_COLUMNS];
    unsigned size = regression->size;
    for (unsigned s = 0; s < trial->samples; s++) {
        fill_row(regression, &trial->sample[s], row);
        double expected = expectation(regression, row), slope = expected * (1 - expected);
        for (unsigned i = 0; i < size; i++) {
            gradient[i] += (points(trial) - expected) * row[i];
            for (unsigned k = 0; k < size; k++)
                regression->curvature.at[i][k] += slope * row[i] * row[k];
        }
    }
    for (unsigned i = 0; i < size; i++) {
        regression->gradient[i] += gradient[i];
        for (unsigned k = 0; k < size; k++)
            regression->clusters.at[i][k] += gradient[i] * gradient[k];
    }
}

enum { PRIOR_VARIANCE = 8 };

// The derivatives for the present weights. A weak prior, normal around 0, keeps weights finite where every game with a surplus was won.
static void differentiate(struct regression *regression)
{
    memset(regression->gradient, 0, sizeof regression->gradient);
    regression->curvature = regression->clusters = (struct matrix){0};
    for (uint64_t i = 0; i < regression->count; i++)
        add_game(regression, &regression->trials[i]);
    for (unsigned i = 0; i < regression->size; i++) {
        regression->gradient[i] -= regression->weights[i] / PRIOR_VARIANCE;
        regression->curvature.at[i][i] += 1.0 / PRIOR_VARIANCE;
    }
}

// Newton's method. False if it does not arrive. Afterwards the derivatives are those at the end, and `curvature` is inverted.
static bool climb(struct regression *regression)
{
    for (int step = 0; step < STEPS; step++) {
        differentiate(regression);
        if (!matrix_invert(&regression->curvature, regression->size))
            return false;
        double longest = 0;
        for (unsigned i = 0; i < regression->size; i++) {
            double change = 0;
            for (unsigned k = 0; k < regression->size; k++)
                change += regression->curvature.at[i][k] * regression->gradient[k];
            regression->weights[i] += fmax(-2, fmin(2, change));
            longest = fmax(longest, fabs(change));
        }
        if (longest < 1e-9)
            return true;
    }
    return false;
}

// ---- What is reported ----

static bool choose_columns(struct regression *regression, struct worth *worth)
{
    uint64_t differs[LETTER_TYPES] = {0};
    for (uint64_t i = 0; i < regression->count; i++) {
        const struct trial *trial = &regression->trials[i];
        worth->games += trial->samples > 0;
        worth->positions += trial->samples;
        for (unsigned s = 0; s < trial->samples; s++)
            for (piece_type type = 1; type < LETTER_TYPES; type++)
                differs[type] += trial->sample[s].surplus[type] != 0;
    }
    unsigned kinds = 0;
    for (piece_type type = 1; type < LETTER_TYPES; type++)
        if (differs[type] >= WORTH_LEAST)
            regression->kinds[kinds++] = type;
    regression->size = kinds + 2;
    return kinds;
}

// The probability that a normal variable is positive.
static double probability(double mean, double variance)
{
    return variance > 0 ? 0.5 * erfc(-mean / sqrt(2 * variance)) : 0.5;
}

static unsigned find_kind(const struct regression *regression, piece_type kind)
{
    unsigned kinds = regression->size - 2, i = 0;
    while (i < kinds && regression->kinds[i] != kind)
        i++;
    return i;
}

static void put_in_pawns(struct worth *worth, const struct regression *regression,
                         const struct matrix *covariance)
{
    unsigned pawn = find_kind(regression, worth->pawn);
    double unit = regression->weights[pawn];
    for (unsigned i = 0; i < worth->count; i++) {
        unsigned own = find_kind(regression, worth->kinds[i]);
        double ratio = regression->weights[own] / unit;
        double variance = covariance->at[own][own] - 2 * ratio * covariance->at[own][pawn] +
                          ratio * ratio * covariance->at[pawn][pawn];
        worth->in_pawns[i] = ratio;
        worth->in_pawns_error[i] = sqrt(fmax(variance, 0)) / unit;
    }
}

static void report(struct worth *worth, const struct regression *regression, const struct matrix *covariance,
                   piece_type pawn)
{
    unsigned kinds = regression->size - 2, order[LETTER_TYPES];
    for (unsigned i = 0; i < kinds; i++) { // sorted by insertion, the most valuable first
        unsigned place = i;
        for (; place && regression->weights[order[place - 1]] < regression->weights[i]; place--)
            order[place] = order[place - 1];
        order[place] = i;
    }
    worth->count = kinds;
    for (unsigned i = 0; i < kinds; i++) {
        unsigned own = order[i];
        worth->kinds[i] = regression->kinds[own];
        worth->value[i] = regression->weights[own];
        worth->error[i] = sqrt(covariance->at[own][own]);
        if (regression->kinds[own] == pawn && worth->value[i] > 3 * worth->error[i])
            worth->pawn = pawn;
        if (i + 1 == kinds)
            break;
        unsigned next = order[i + 1];
        worth->above[i] = probability(regression->weights[own] - regression->weights[next],
                                      covariance->at[own][own] + covariance->at[next][next] -
                                          2 * covariance->at[own][next]);
    }
    if (worth->pawn)
        put_in_pawns(worth, regression, covariance);
}

void worth_find(const struct variant *variant, const struct trial *trials, uint64_t count,
                struct worth *worth)
{
    struct regression regression = {.trials = trials, .count = count};
    struct matrix half, covariance;
    *worth = (struct worth){0};
    if (!choose_columns(&regression, worth) || !climb(&regression))
        return;
    matrix_product(&regression.curvature, &regression.clusters, regression.size, &half);
    matrix_product(&half, &regression.curvature, regression.size, &covariance);
    report(worth, &regression, &covariance, variant->pawn);
}
