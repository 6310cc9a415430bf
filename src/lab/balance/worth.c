// SPDX-License-Identifier: GPL-3.0-or-later
// Regression of results on material.
#include "lab/balance/worth.h"

#include "position/fen.h"

#include <math.h>
#include <string.h>

// Columns of the regression: kinds of pieces, then White's edge and the side to move.
enum { COLUMNS_MAX = PIECE_TYPES + 2, STEPS = 50, PRIOR_VARIANCE = 25 };

// A kind is left out if its estimate would rest on the prior by more than this share.
static const double MOST_PRIOR = 0.05;

// Positive definite matrices, of which the first `size` rows and columns are used.
struct matrix {
    double at[COLUMNS_MAX][COLUMNS_MAX];
};

struct regression {
    const struct trial *trials;
    uint64_t count, games;
    unsigned kinds; // columns are these kinds, the edge, and the side to move
    piece_type kind[PIECE_TYPES];
    double weights[COLUMNS_MAX];
    double gradient[COLUMNS_MAX];
    struct matrix curvature; // minus the second derivatives of the logarithm of the posterior density
    struct matrix clusters;  // the sum over games of the products of their gradients
};

static unsigned size_of(const struct regression *regression)
{
    return regression->kinds + 2;
}

// ---- Linear algebra ----

// Replaces the matrix by its inverse (Gauss and Jordan, without pivoting, which positive definite matrices do not need).
static void matrix_invert(struct matrix *matrix, unsigned size)
{
    struct matrix inverse = {0};
    for (unsigned i = 0; i < size; i++)
        inverse.at[i][i] = 1;
    for (unsigned i = 0; i < size; i++) {
        double pivot = matrix->at[i][i];
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
    return result_half_points(trial->outcome.result, WHITE) / 2.0;
}

static void fill_row(const struct regression *regression, const struct trial_sample *sample,
                     double row[COLUMNS_MAX])
{
    for (unsigned i = 0; i < regression->kinds; i++)
        row[i] = sample->surplus.of[regression->kind[i]];
    row[regression->kinds] = 1;
    row[regression->kinds + 1] = sample->black_to_move ? -1 : 1;
}

static double expectation(const struct regression *regression, const double row[COLUMNS_MAX])
{
    double x = 0;
    for (unsigned i = 0; i < size_of(regression); i++)
        x += regression->weights[i] * row[i];
    return 1 / (1 + exp(-x));
}

static void add_game(struct regression *regression, const struct trial *trial)
{
    double gradient[COLUMNS_MAX] = {0}, row[COLUMNS_MAX];
    unsigned size = size_of(regression);
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

// The derivatives for the present weights.
static void differentiate(struct regression *regression)
{
    memset(regression->gradient, 0, sizeof regression->gradient);
    regression->curvature = regression->clusters = (struct matrix){0};
    for (uint64_t i = 0; i < regression->count; i++)
        if (regression->trials[i].played)
            add_game(regression, &regression->trials[i]);
    for (unsigned i = 0; i < size_of(regression); i++) {
        regression->gradient[i] -= regression->weights[i] / PRIOR_VARIANCE;
        regression->curvature.at[i][i] += 1.0 / PRIOR_VARIANCE;
    }
}

// Newton's method. Afterwards the derivatives are those at the end, and `curvature` is inverted.
static void climb(struct regression *regression)
{
    memset(regression->weights, 0, sizeof regression->weights);
    double longest = 1;
    for (int step = 0; step < STEPS && longest > 1e-9; step++) {
        differentiate(regression);
        matrix_invert(&regression->curvature, size_of(regression));
        longest = 0;
        for (unsigned i = 0; i < size_of(regression); i++) {
            double change = 0;
            for (unsigned k = 0; k < size_of(regression); k++)
                change += regression->curvature.at[i][k] * regression->gradient[k];
            regression->weights[i] += fmax(-2, fmin(2, change));
            longest = fmax(longest, fabs(change));
        }
    }
}

// ---- Which kinds ----

// In how many games there was a moment with another surplus of each kind than at the start, and whether there ever was a surplus.
struct variety {
    uint64_t games[PIECE_TYPES];
    bool ever[PIECE_TYPES];
};

static void look_at(const struct trial *trial, const struct surplus *start, struct variety *variety)
{
    for (piece_type type = 1; type < PIECE_TYPES; type++) {
        bool changed = false;
        for (unsigned s = 0; s < trial->samples; s++) {
            int surplus = trial->sample[s].surplus.of[type];
            changed |= surplus != start->of[type];
            variety->ever[type] |= surplus != 0;
        }
        variety->games[type] += changed;
    }
}

static struct variety look_at_all(const struct variant *variant, struct regression *regression,
                                  struct worth *worth)
{
    struct variety variety = {0};
    struct position start;
    fen_read(&start, variant, "startpos", NULL);
    struct surplus surplus = surplus_of(&start);
    for (uint64_t i = 0; i < regression->count; i++) {
        const struct trial *trial = &regression->trials[i];
        if (!trial->played || !trial->samples)
            continue;
        regression->games++;
        worth->positions += trial->samples;
        look_at(trial, &surplus, &variety);
    }
    worth->games = regression->games;
    return variety;
}

// Leaves out the kind whose estimate rests on the prior most, if that is too much: it always differed together with others.
static bool drop_one(struct regression *regression)
{
    unsigned worst = 0;
    for (unsigned i = 1; i < regression->kinds; i++)
        if (regression->curvature.at[i][i] > regression->curvature.at[worst][worst])
            worst = i;
    if (!regression->kinds || regression->curvature.at[worst][worst] < MOST_PRIOR * PRIOR_VARIANCE)
        return false;
    regression->kinds--;
    memmove(&regression->kind[worst], &regression->kind[worst + 1],
            (regression->kinds - worst) * sizeof *regression->kind);
    return true;
}

// ---- What is reported ----

static struct matrix covariance_of(struct regression *regression)
{
    struct matrix half = {0}, covariance = {0};
    unsigned size = size_of(regression);
    double games = (double)regression->games;
    matrix_product(&regression->curvature, &regression->clusters, size, &half);
    matrix_product(&half, &regression->curvature, size, &covariance);
    for (unsigned i = 0; i < size; i++)
        for (unsigned k = 0; k < size; k++)
            covariance.at[i][k] *= games / (games - 1);
    return covariance;
}

// The probability that a normal variable is positive.
static double probability(double mean, double variance)
{
    return variance > 0 ? 0.5 * erfc(-mean / sqrt(2 * variance)) : 0.5;
}

// The quotient of two weights, by the delta method.
static struct worth_estimate ratio_of(const struct regression *regression, const struct matrix *covariance,
                                      unsigned of, unsigned unit)
{
    double ratio = regression->weights[of] / regression->weights[unit];
    double variance = covariance->at[of][of] - 2 * ratio * covariance->at[of][unit] +
                      ratio * ratio * covariance->at[unit][unit];
    return (struct worth_estimate){ratio, sqrt(fmax(variance, 0)) / regression->weights[unit]};
}

static struct worth_estimate estimate_of(const struct regression *regression, const struct matrix *covariance,
                                         unsigned column)
{
    return (struct worth_estimate){regression->weights[column], sqrt(covariance->at[column][column])};
}

// The columns of kinds, the greatest weight first.
static void sort_kinds(const struct regression *regression, unsigned order[PIECE_TYPES])
{
    for (unsigned i = 0; i < regression->kinds; i++) {
        unsigned place = i;
        for (; place && regression->weights[order[place - 1]] < regression->weights[i]; place--)
            order[place] = order[place - 1];
        order[place] = i;
    }
}

static void report(struct worth *worth, const struct regression *regression, const struct matrix *covariance,
                   piece_type pawn)
{
    unsigned order[PIECE_TYPES], unit = regression->kinds;
    sort_kinds(regression, order);
    worth->count = regression->kinds;
    worth->edge = estimate_of(regression, covariance, regression->kinds);
    for (unsigned i = 0; i < worth->count; i++) {
        worth->kinds[i] = regression->kind[order[i]];
        worth->log_odds[i] = estimate_of(regression, covariance, order[i]);
        if (worth->kinds[i] == pawn && worth->log_odds[i].value > 5 * worth->log_odds[i].error) {
            worth->pawn = pawn;
            unit = order[i];
        }
        for (unsigned k = 0; k < worth->count; k++)
            worth->above[i][k] =
                probability(regression->weights[order[i]] - regression->weights[order[k]],
                            covariance->at[order[i]][order[i]] + covariance->at[order[k]][order[k]] -
                                2 * covariance->at[order[i]][order[k]]);
    }
    for (unsigned i = 0; worth->pawn && i < worth->count; i++)
        worth->pawns[i] = ratio_of(regression, covariance, order[i], unit);
}

static bool is_reported(const struct worth *worth, piece_type type)
{
    for (unsigned i = 0; i < worth->count; i++)
        if (worth->kinds[i] == type)
            return true;
    return false;
}

void worth_find(const struct variant *variant, const struct trial *trials, uint64_t count,
                struct worth *worth)
{
    struct regression regression = {.trials = trials, .count = count};
    *worth = (struct worth){0};
    struct variety variety = look_at_all(variant, &regression, worth);
    for (piece_type type = 1; type < PIECE_TYPES; type++)
        if (variety.games[type] >= WORTH_GAMES)
            regression.kind[regression.kinds++] = type;
    if (regression.kinds) {
        do
            climb(&regression);
        while (drop_one(&regression));
        struct matrix covariance = covariance_of(&regression);
        report(worth, &regression, &covariance, variant->pawn);
    }
    for (piece_type type = 1; type < PIECE_TYPES; type++)
        if (variety.ever[type] && !is_reported(worth, type))
            worth->silent_kinds[worth->silent++] = type;
}
