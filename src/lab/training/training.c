// SPDX-License-Identifier: GPL-3.0-or-later
// Adam (D. P. Kingma, J. Ba, 2015) with weights that decay apart from it (I. Loshchilov, F. Hutter, 2017), on small batches.
#include "lab/training/training.h"

#include "base/memory.h"
#include "base/random.h"
#include "lab/tuning/odds.h"

#include <math.h>
#include <string.h>

// All that is learned, in real numbers and in one row. Sums of the hidden layer count from 0 to 1, and the output is on the scale of odds.
//
// A column of the network is the sum of what is learned for the feature alone, and of what it shares with the features of the same piece on all
// squares, on the same rank and on the same file: so something is known of squares on which the piece has hardly ever stood.
struct row {
    float *alone, *shared, *bias, *output, *offset;
};

struct school {
    const struct training *training;
    const struct lessons *lessons;
    size_t columns, shared, weights; // how many weights there are in columns, in shared ones, and in all
    unsigned hidden, width, height, planes;
    struct row now, slope, mean, spread, best;
    float *sums, *sum_slopes; // the network's columns, and the slope of the loss in them
    uint32_t *order;          // of the lessons that are learned from
    size_t learned;
    double unit;
    unsigned steps;
};

static struct row row_at(const struct school *school, float *numbers)
{
    float *shared = numbers + school->columns, *bias = shared + school->shared,
          *output = bias + school->hidden;
    return (struct row){numbers, shared, bias, output, output + 2 * (size_t)school->hidden};
}

// Where the shared columns of a feature begin: those of its piece, of the rank and of the file. 0 if it shares nothing.
static unsigned shared_by(const struct school *school, size_t feature, size_t begin[3])
{
    size_t area = (size_t)school->width * school->height, plane = feature / area, cell = feature % area;
    size_t each = 1 + (size_t)school->width + school->height;
    if (plane >= school->planes)
        return 0;
    begin[0] = plane * each * school->hidden;
    begin[1] = (plane * each + 1 + cell / school->width) * school->hidden;
    begin[2] = (plane * each + 1 + school->height + cell % school->width) * school->hidden;
    return 3;
}

static float cut(float x, float least, float most)
{
    return x < least ? least : x > most ? most : x;
}

// Adds up the columns of a row.
static void add_up(const struct school *school, const struct row *row, float *restrict sums)
{
    const float most = (float)INT8_MAX / NETWORK_ONE;
    for (size_t feature = 0; feature < school->columns / school->hidden; feature++) {
        size_t begin[3];
        unsigned count = shared_by(school, feature, begin);
        float *restrict sum = sums + feature * school->hidden;
        memcpy(sum, row->alone + feature * school->hidden, school->hidden * sizeof *sum);
        for (unsigned k = 0; k < count; k++)
            for (unsigned i = 0; i < school->hidden; i++)
                sum[i] += row->shared[begin[k] + i];
        for (unsigned i = 0; i < school->hidden; i++)
            sum[i] = cut(sum[i], -most, most);
    }
}

// The slopes in the columns are those in all that they are sums of.
static void share_slopes(struct school *school)
{
    for (size_t feature = 0; feature < school->columns / school->hidden; feature++) {
        size_t begin[3];
        unsigned count = shared_by(school, feature, begin);
        const float *restrict slope = school->sum_slopes + feature * school->hidden;
        memcpy(school->slope.alone + feature * school->hidden, slope, school->hidden * sizeof *slope);
        for (unsigned k = 0; k < count; k++)
            for (unsigned i = 0; i < school->hidden; i++)
                school->slope.shared[begin[k] + i] += slope[i];
    }
    memset(school->sum_slopes, 0, school->columns * sizeof *school->sum_slopes);
}

// ---- One lesson ----

struct thought_of_lesson {
    float sum[2][NETWORK_HIDDEN_MOST], cut[2][NETWORK_HIDDEN_MOST];
    double odds;
};

static const uint16_t *features_of(const struct school *school, const struct lesson *lesson, unsigned viewer)
{
    return school->lessons->features.items + lesson->first + (size_t)viewer * lesson->count;
}

static void think(const struct school *school, const struct lesson *lesson, struct thought_of_lesson *thought)
{
    float odds = *school->now.offset;
    for (unsigned viewer = 0; viewer < 2; viewer++) {
        float *restrict sum = thought->sum[viewer];
        const uint16_t *features = features_of(school, lesson, viewer);
        memcpy(sum, school->now.bias, school->hidden * sizeof *sum);
        for (unsigned k = 0; k < lesson->count; k++) {
            const float *restrict column = school->sums + (size_t)features[k] * school->hidden;
            for (unsigned i = 0; i < school->hidden; i++)
                sum[i] += column[i];
        }
        for (unsigned i = 0; i < school->hidden; i++) {
            thought->cut[viewer][i] = cut(sum[i], 0, 1);
            odds += thought->cut[viewer][i] * school->now.output[viewer * school->hidden + i];
        }
    }
    thought->odds = (double)odds + (double)lesson->known / school->unit;
}

static double target_of(const struct school *school, const struct lesson *lesson)
{
    double trust = school->training->trust;
    return (1 - trust) * (double)lesson->outcome + trust * odds_chance((double)lesson->score / school->unit);
}

// Adds the slope of the loss in each weight.
static void learn(struct school *school, const struct lesson *lesson)
{
    struct thought_of_lesson thought;
    think(school, lesson, &thought);
    float error = (float)(odds_chance(thought.odds) - target_of(school, lesson));
    *school->slope.offset += error;
    for (unsigned viewer = 0; viewer < 2; viewer++) {
        float back[NETWORK_HIDDEN_MOST] = {0};
        for (unsigned i = 0; i < school->hidden; i++) {
            float sum = thought.sum[viewer][i];
            school->slope.output[viewer * school->hidden + i] += error * thought.cut[viewer][i];
            back[i] = sum > 0 && sum < 1 ? error * school->now.output[viewer * school->hidden + i] : 0;
            school->slope.bias[i] += back[i];
        }
        const uint16_t *features = features_of(school, lesson, viewer);
        for (unsigned k = 0; k < lesson->count; k++) {
            float *restrict column = school->sum_slopes + (size_t)features[k] * school->hidden;
            for (unsigned i = 0; i < school->hidden; i++)
                column[i] += back[i];
        }
    }
}

// ---- Steps ----

// One step of the weights from `first` up to `end`, which may not become greater than `most`.
static void step_part(struct school *school, size_t first, size_t end, float most, const float rates[2])
{
    const float momentum = 0.9F, memory = 0.999F, tiny = 1e-8F;
    float *restrict now = school->now.alone, *restrict mean = school->mean.alone,
                    *restrict spread = school->spread.alone;
    const float *restrict slope = school->slope.alone;
    for (size_t i = first; i < end; i++) {
        mean[i] = momentum * mean[i] + (1 - momentum) * slope[i];
        spread[i] = memory * spread[i] + (1 - memory) * slope[i] * slope[i];
        float moved = now[i] - rates[0] * mean[i] / (sqrtf(spread[i]) + tiny) - rates[1] * now[i];
        now[i] = cut(moved, -most, most);
    }
}

// `share` of the way to the end is done.
static void step(struct school *school, size_t count, double share)
{
    school->steps++;
    float *slope = school->slope.alone;
    share_slopes(school);
    for (size_t i = 0; i < school->weights; i++)
        slope[i] /= (float)count;
    double rate = school->training->rate * (1 - share);
    double unbias = sqrt(1 - pow(0.999, school->steps)) / (1 - pow(0.9, school->steps));
    const float rates[2] = {(float)(rate * unbias), (float)(rate * school->training->decay)};
    size_t outputs = school->columns + school->shared + school->hidden;
    step_part(school, 0, outputs, 1, rates);
    step_part(school, outputs, school->weights, (float)(INT16_MAX / (NETWORK_OUTPUT * school->unit)), rates);
    memset(slope, 0, school->weights * sizeof *slope);
    add_up(school, &school->now, school->sums);
}

static void run_epoch(struct school *school, unsigned epoch, struct random *random)
{
    for (size_t i = school->learned; i > 1; i--) {
        size_t k = random_below(random, (uint32_t)i);
        uint32_t other = school->order[k];
        school->order[k] = school->order[i - 1];
        school->order[i - 1] = other;
    }
    size_t batch = school->training->batch;
    for (size_t first = 0; first < school->learned; first += batch) {
        size_t end = first + batch < school->learned ? first + batch : school->learned;
        for (size_t i = first; i < end; i++)
            learn(school, &school->lessons->list.items[school->order[i]]);
        step(school, end - first,
             (epoch + (double)first / (double)school->learned) / school->training->epochs);
    }
}

static void find_losses(const struct school *school, double losses[2])
{
    double counts[2] = {0, 0};
    losses[0] = losses[1] = 0;
    for (size_t i = 0; i < school->lessons->list.count; i++) {
        const struct lesson *lesson = &school->lessons->list.items[i];
        struct thought_of_lesson thought;
        think(school, lesson, &thought);
        losses[lesson->validates] += odds_loss(thought.odds, target_of(school, lesson));
        counts[lesson->validates]++;
    }
    for (int part = 0; part < 2; part++)
        losses[part] /= counts[part] > 0 ? counts[part] : 1;
}

// ---- From real numbers to integers ----

static int rounded(double x, int most)
{
    long nearest = lrint(x);
    return (int)(nearest > most ? most : nearest < -most ? -most : nearest);
}

static void round_all(struct school *school, struct network *network, signed char *columns)
{
    const struct row *best = &school->best;
    add_up(school, best, school->sums);
    double output = NETWORK_OUTPUT * school->unit;
    for (size_t i = 0; i < school->columns; i++)
        columns[i] = (signed char)rounded((double)school->sums[i] * NETWORK_ONE, INT8_MAX);
    for (unsigned i = 0; i < school->hidden; i++)
        network->bias[i] = (int16_t)rounded((double)best->bias[i] * NETWORK_ONE, NETWORK_BIAS_MOST);
    for (unsigned viewer = 0; viewer < 2; viewer++)
        for (unsigned i = 0; i < school->hidden; i++)
            network->output[viewer][i] =
                (int16_t)rounded((double)best->output[viewer * school->hidden + i] * output, INT16_MAX);
    network->offset = rounded((double)*best->offset * output * NETWORK_ONE, NETWORK_OFFSET_MOST);
    network->hidden = school->hidden;
    network->layout = school->lessons->layout;
    network->columns = columns;
    network->usable = true;
}

// Puts the integers in the place of the real numbers, to see what rounding has cost.
static void take_back(struct school *school, const struct network *network)
{
    double output = NETWORK_OUTPUT * school->unit;
    for (size_t i = 0; i < school->columns; i++)
        school->sums[i] = (float)network->columns[i] / NETWORK_ONE;
    for (unsigned i = 0; i < school->hidden; i++)
        school->now.bias[i] = (float)network->bias[i] / NETWORK_ONE;
    for (unsigned viewer = 0; viewer < 2; viewer++)
        for (unsigned i = 0; i < school->hidden; i++)
            school->now.output[viewer * school->hidden + i] = (float)(network->output[viewer][i] / output);
    *school->now.offset = (float)(network->offset / (output * NETWORK_ONE));
}

// ---- All ----

static void begin(struct school *school, struct random *random)
{
    enum { HALF = 1000, STEPS = 2 * HALF + 1 };
    float *now = school->now.alone;
    size_t inputs = school->columns + school->shared;
    for (size_t i = 0; i < inputs + 3 * (size_t)school->hidden; i++) {
        float chance = ((float)random_below(random, STEPS) - HALF) / HALF;
        now[i] = chance * (i < school->columns ? 0.01F : i < inputs ? 0.05F : 0.3F);
    }
    add_up(school, &school->now, school->sums);
}

static struct odds_pair look(const void *context, size_t i)
{
    const struct lesson *lesson = &((const struct lessons *)context)->list.items[i];
    return (struct odds_pair){(double)lesson->known, (double)lesson->outcome};
}

static void run(struct school *school, struct training_report *report)
{
    struct random random = {school->training->seed};
    size_t size = school->weights * sizeof(float);
    find_losses(school, report->before); // all weights are 0
    begin(school, &random);
    for (unsigned epoch = 0; epoch < school->training->epochs; epoch++) {
        double losses[2];
        run_epoch(school, epoch, &random);
        find_losses(school, losses);
        if (!epoch || losses[1] < report->after[1]) {
            memcpy(report->after, losses, sizeof losses);
            report->best_epoch = epoch + 1;
            memcpy(school->best.alone, school->now.alone, size);
        }
    }
}

bool training_run(const struct training *training, const struct lessons *lessons, struct network *network,
                  signed char *columns, struct training_report *report)
{
    struct school school = {.training = training, .lessons = lessons, .hidden = training->hidden};
    school.columns = (size_t)lessons->layout.features * school.hidden;
    school.width = lessons->layout.width;
    school.height = lessons->layout.height;
    school.planes = lessons->layout.planes;
    school.shared = (size_t)school.planes * (1 + school.width + school.height) * school.hidden;
    school.weights = school.columns + school.shared + 3 * (size_t)school.hidden + 1;
    float *numbers = memory_try_zeroed(5 * school.weights + 2 * school.columns, sizeof *numbers);
    school.order = memory_try(NULL, lessons->list.count, sizeof *school.order);
    bool done = numbers && school.order;
    if (done) {
        struct row *const rows[] = {&school.now, &school.slope, &school.mean, &school.spread, &school.best};
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            *rows[i] = row_at(&school, numbers + i * school.weights);
        school.sums = numbers + 5 * school.weights;
        school.sum_slopes = school.sums + school.columns;
        for (uint32_t i = 0; i < lessons->list.count; i++)
            if (!lessons->list.items[i].validates)
                school.order[school.learned++] = i;
        *report = (struct training_report){.unit = odds_unit(lessons->list.count, look, lessons),
                                           .counts = {school.learned, lessons->list.count - school.learned}};
        school.unit = report->unit;
        run(&school, report);
        round_all(&school, network, columns);
        take_back(&school, network);
        find_losses(&school, report->rounded);
    }
    free(school.order);
    free(numbers);
    return done;
}
