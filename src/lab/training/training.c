// SPDX-License-Identifier: GPL-3.0-or-later
// Adam (D. P. Kingma, J. Ba, 2015) with weights that decay apart from it (I. Loshchilov, F. Hutter, 2017), on small batches.
#include "lab/training/training.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "base/random.h"
#include "lab/tuning/odds.h"

#include <math.h>
#include <string.h>

// A batch is cut into so many parts, each of which adds up its slopes by itself; so threads have something to share, and the result is always the same.
enum { PORTIONS = 4 };

// Sums of products are kept in so many parts, which the compiler can compute side by side.
enum { LANES = 16 };

// All that is learned, in real numbers and in one row. Sums of the hidden layer count from 0 to 1, and the output is on the scale of odds.
//
// A column of the network is the sum of what is learned for the feature alone, and of what it shares with the features of the same piece on all
// squares, on the same rank, on the same file, and on the same square in other banks: so something is known of squares on which the piece has hardly
// ever stood. Locations without a square and owners of empty squares are learned like pieces. Features of fuel, hands and reserves share only with those in
// other banks.
struct row {
    float *alone, *shared, *bias, *output, *offset;
};

// One number for each weight of the network itself, whose columns are added up: its value, or the slope of the loss in it as one part of the batch has it.
struct network_row {
    float *columns, *bias, *output, *offset;
};

struct school {
    const struct training *training;
    const struct lessons *lessons;
    size_t columns, shared, weights; // how many weights there are in columns, in shared ones, and in all
    size_t outputs;                  // weights of all output layers
    unsigned hidden, stages;
    struct row now, slope, mean, spread, best;
    struct network_row rounded; // the network as its integers will have it
    struct network_row portions[PORTIONS];
    size_t network_row_size; // numbers of a part
    uint32_t *order;         // of the lessons that are learned from
    size_t learned;
    size_t batch[2]; // the first lesson of the batch, and the one after its last
    double unit;
    unsigned steps;
};

static struct row row_at(const struct school *school, float *numbers)
{
    float *shared = numbers + school->columns, *bias = shared + school->shared,
          *output = bias + school->hidden;
    return (struct row){numbers, shared, bias, output, output + school->outputs};
}

static struct network_row network_row_at(const struct school *school, float *numbers)
{
    float *bias = numbers + school->columns, *output = bias + school->hidden;
    return (struct network_row){numbers, bias, output, output + school->outputs};
}

enum { SHARED = 4 };

// Where the shared columns of a feature begin: those of its piece, of the rank and of the file, and of the same feature in all banks.
// Returns how many there are.
static unsigned shared_by(const struct school *school, size_t feature, size_t begin[SHARED])
{
    const struct network_layout *layout = &school->lessons->layout;
    size_t area = (size_t)layout->width * layout->height, in_bank = feature % layout->bank;
    size_t plane = in_bank / area, cell = in_bank % area;
    size_t each = 1 + (size_t)layout->width + layout->height;
    unsigned count = 0;
    if (plane < layout->planes) {
        begin[count++] = plane * each * school->hidden;
        begin[count++] = (plane * each + 1 + cell / layout->width) * school->hidden;
        begin[count++] = (plane * each + 1 + layout->height + cell % layout->width) * school->hidden;
    }
    if (layout->banks > 1)
        begin[count++] = (layout->planes * each + in_bank) * school->hidden;
    return count;
}

static size_t count_shared(const struct network_layout *layout)
{
    size_t each = 1 + (size_t)layout->width + layout->height;
    return layout->planes * each + (layout->banks > 1 ? layout->bank : 0);
}

static float cut(float x, float least, float most)
{
    return x < least ? least : x > most ? most : x;
}

// ---- What the network will have ----

// How many units of the output layer's weights are one on the scale of odds.
static double output_scale(const struct school *school)
{
    return NETWORK_OUTPUT * (school->training->large ? school->unit / NETWORK_RANGE : school->unit);
}

static float rounded_to(float x, float scale)
{
    return rintf(x * scale) / scale;
}

// Adds up the columns of a row, and rounds all as the integers will be. Slopes are passed on to the real numbers as if nothing had been rounded, so that training can
// compensate for it (the straight-through estimator: Y. Bengio, N. Léonard, A. Courville, 2013).
static void add_up(const struct school *school, const struct row *row)
{
    const float most = (float)INT8_MAX / NETWORK_ONE, scale = (float)output_scale(school);
    const struct network_row *to = &school->rounded;
    for (unsigned i = 0; i < school->hidden; i++)
        to->bias[i] = rounded_to(row->bias[i], NETWORK_ONE);
    for (size_t i = 0; i < school->outputs; i++)
        to->output[i] = rounded_to(row->output[i], scale);
    for (unsigned i = 0; i < school->stages; i++)
        to->offset[i] = rounded_to(row->offset[i], scale * NETWORK_ONE);
    for (size_t feature = 0; feature < school->lessons->layout.features; feature++) {
        size_t begin[SHARED];
        unsigned count = shared_by(school, feature, begin);
        float *restrict sum = to->columns + feature * school->hidden;
        memcpy(sum, row->alone + feature * school->hidden, school->hidden * sizeof *sum);
        for (unsigned k = 0; k < count; k++)
            for (unsigned i = 0; i < school->hidden; i++)
                sum[i] += row->shared[begin[k] + i];
        for (unsigned i = 0; i < school->hidden; i++)
            sum[i] = rounded_to(cut(sum[i], -most, most), NETWORK_ONE);
    }
}

// The slopes of all parts together, from those in the columns to those in all that these are sums of.
static void gather_slopes(struct school *school)
{
    struct row *slope = &school->slope;
    for (size_t feature = 0; feature < school->lessons->layout.features; feature++) {
        size_t begin[SHARED], first = feature * school->hidden;
        unsigned count = shared_by(school, feature, begin);
        float *restrict alone = slope->alone + first;
        for (unsigned p = 0; p < PORTIONS; p++)
            for (unsigned i = 0; i < school->hidden; i++)
                alone[i] += school->portions[p].columns[first + i];
        for (unsigned k = 0; k < count; k++)
            for (unsigned i = 0; i < school->hidden; i++)
                slope->shared[begin[k] + i] += alone[i];
    }
    for (unsigned p = 0; p < PORTIONS; p++) {
        // What follows the columns has the same order in parts and rows.
        size_t rest = school->network_row_size - school->columns;
        for (size_t i = 0; i < rest; i++)
            slope->bias[i] += school->portions[p].bias[i];
        memset(school->portions[p].columns, 0, school->network_row_size * sizeof(float));
    }
}

// ---- One lesson ----

struct thought_of_lesson {
    float sum[2][NETWORK_HIDDEN_MOST], input[2][NETWORK_HIDDEN_MOST];
    double odds;
};

static const uint16_t *features_of(const struct school *school, const struct lesson *lesson, unsigned viewer)
{
    return school->lessons->features.items + lesson->first + (size_t)viewer * lesson->count;
}

// Where the weights of the output layer of a lesson begin, for one who looks.
static size_t output_of(const struct school *school, const struct lesson *lesson, unsigned viewer)
{
    return (2 * (size_t)lesson->stage + viewer) * school->hidden;
}

static float product(const float *restrict one, const float *restrict other, unsigned count)
{
    float lanes[LANES] = {0}, total = 0;
    for (unsigned b = 0; b < count; b += LANES)
        for (unsigned i = 0; i < LANES; i++)
            lanes[i] += one[b + i] * other[b + i];
    for (unsigned i = 0; i < LANES; i++)
        total += lanes[i];
    return total;
}

static void think(const struct school *school, const struct lesson *lesson, struct thought_of_lesson *thought)
{
    float odds = school->rounded.offset[lesson->stage];
    for (unsigned viewer = 0; viewer < 2; viewer++) {
        float *restrict sum = thought->sum[viewer];
        float *restrict input = thought->input[viewer];
        const uint16_t *features = features_of(school, lesson, viewer);
        memcpy(sum, school->rounded.bias, school->hidden * sizeof *sum);
        for (unsigned k = 0; k < lesson->count; k++) {
            const float *restrict column = school->rounded.columns + (size_t)features[k] * school->hidden;
            for (unsigned i = 0; i < school->hidden; i++)
                sum[i] += column[i];
        }
        for (unsigned i = 0; i < school->hidden; i++)
            input[i] = cut(sum[i], 0, 1);
        for (unsigned i = 0; school->training->large && i < school->hidden; i++)
            input[i] *= input[i];
        odds += product(input, school->rounded.output + output_of(school, lesson, viewer), school->hidden);
    }
    thought->odds = (double)odds + (double)lesson->known / school->unit;
}

static double target_of(const struct school *school, const struct lesson *lesson)
{
    double trust = school->training->trust;
    return (1 - trust) * (double)lesson->outcome + trust * odds_chance((double)lesson->score / school->unit);
}

// Adds the slope of the loss in each weight.
static void learn(const struct school *school, const struct network_row *slope, const struct lesson *lesson)
{
    struct thought_of_lesson thought;
    think(school, lesson, &thought);
    float error = (float)(odds_chance(thought.odds) - target_of(school, lesson));
    slope->offset[lesson->stage] += error;
    for (unsigned viewer = 0; viewer < 2; viewer++) {
        float back[NETWORK_HIDDEN_MOST] = {0};
        size_t output = output_of(school, lesson, viewer);
        const float *restrict weights = school->rounded.output + output;
        float *restrict slopes = slope->output + output;
        for (unsigned i = 0; i < school->hidden; i++) {
            float sum = thought.sum[viewer][i];
            float by_input = school->training->large ? 2 * sum : 1;
            slopes[i] += error * thought.input[viewer][i];
            back[i] = sum > 0 && sum < 1 ? error * weights[i] * by_input : 0;
            slope->bias[i] += back[i];
        }
        const uint16_t *features = features_of(school, lesson, viewer);
        for (unsigned k = 0; k < lesson->count; k++) {
            float *restrict column = slope->columns + (size_t)features[k] * school->hidden;
            for (unsigned i = 0; i < school->hidden; i++)
                column[i] += back[i];
        }
    }
}

// Where a portion of `count` lessons begins, counted from 0.
static size_t portion_begin(size_t count, uint64_t number)
{
    return (size_t)(count * number / PORTIONS);
}

static void learn_portion(void *context, uint64_t number, int thread)
{
    struct school *school = context;
    size_t count = school->batch[1] - school->batch[0];
    size_t first = school->batch[0] + portion_begin(count, number),
           end = school->batch[0] + portion_begin(count, number + 1);
    (void)thread;
    for (size_t i = first; i < end; i++)
        learn(school, &school->portions[number], &school->lessons->list.items[school->order[i]]);
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
    memset(slope, 0, school->weights * sizeof *slope);
    gather_slopes(school);
    for (size_t i = 0; i < school->weights; i++)
        slope[i] /= (float)count;
    double rate = school->training->rate * (1 - share);
    double unbias = sqrt(1 - pow(0.999, school->steps)) / (1 - pow(0.9, school->steps));
    const float rates[2] = {(float)(rate * unbias), (float)(rate * school->training->decay)};
    size_t outputs = school->columns + school->shared + school->hidden;
    double most = school->training->large ? NETWORK_OUTPUT_MOST : INT16_MAX;
    step_part(school, 0, outputs, 1, rates);
    step_part(school, outputs, school->weights, (float)(most / output_scale(school)), rates);
    add_up(school, &school->now);
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
        school->batch[0] = first;
        school->batch[1] = first + batch < school->learned ? first + batch : school->learned;
        parallel_for((int)school->training->threads, PORTIONS, learn_portion, school);
        step(school, school->batch[1] - first,
             (epoch + (double)first / (double)school->learned) / school->training->epochs);
    }
}

// A look at the lessons of one kind, by portions.
struct inspection {
    const struct school *school;
    bool validates;
    double sums[PORTIONS], counts[PORTIONS];
};

static void inspect_portion(void *context, uint64_t number, int thread)
{
    struct inspection *inspection = context;
    const struct school *school = inspection->school;
    size_t count = school->lessons->list.count;
    struct thought_of_lesson thought = {0};
    (void)thread;
    for (size_t i = portion_begin(count, number); i < portion_begin(count, number + 1); i++) {
        const struct lesson *lesson = &school->lessons->list.items[i];
        if (lesson->validates != inspection->validates)
            continue;
        think(school, lesson, &thought);
        inspection->sums[number] += odds_loss(thought.odds, target_of(school, lesson));
        inspection->counts[number]++;
    }
}

// The mean loss in training or in validation.
static double find_loss(const struct school *school, bool validates)
{
    struct inspection inspection = {.school = school, .validates = validates};
    double sum = 0, count = 0;
    parallel_for((int)school->training->threads, PORTIONS, inspect_portion, &inspection);
    for (unsigned i = 0; i < PORTIONS; i++) {
        sum += inspection.sums[i];
        count += inspection.counts[i];
    }
    return count > 0 ? sum / count : 0;
}

static void find_losses(const struct school *school, double losses[2])
{
    losses[0] = find_loss(school, false);
    losses[1] = find_loss(school, true);
}

// ---- From real numbers to integers ----

static int rounded(double x, int most)
{
    long nearest = lrint(x);
    return (int)(nearest > most ? most : nearest < -most ? -most : nearest);
}

static void round_all(struct school *school, struct network *network, signed char *columns)
{
    const struct network_row *best = &school->rounded;
    add_up(school, &school->best);
    double output = output_scale(school);
    int most = school->training->large ? NETWORK_OUTPUT_MOST : INT16_MAX;
    for (size_t i = 0; i < school->columns; i++)
        columns[i] = (signed char)rounded((double)best->columns[i] * NETWORK_ONE, INT8_MAX);
    for (unsigned i = 0; i < school->hidden; i++)
        network->bias[i] = (int16_t)rounded((double)best->bias[i] * NETWORK_ONE, NETWORK_BIAS_MOST);
    const float *weight = best->output;
    for (unsigned stage = 0; stage < school->stages; stage++)
        for (unsigned viewer = 0; viewer < 2; viewer++)
            for (unsigned i = 0; i < school->hidden; i++)
                network->output[stage][viewer][i] = (int16_t)rounded((double)*weight++ * output, most);
    for (unsigned stage = 0; stage < school->stages; stage++)
        network->offset[stage] =
            rounded((double)best->offset[stage] * output * NETWORK_ONE, NETWORK_OFFSET_MOST);
    network->hidden = school->hidden;
    network->large = school->training->large;
    network->added = school->training->added;
    network->layout = school->lessons->layout;
    network->columns = columns;
    network->usable = true;
}

// Puts a network's integers in the place of the real numbers.
static void take(struct school *school, const struct network *network)
{
    double output = output_scale(school);
    struct row *now = &school->now;
    for (size_t i = 0; i < school->columns; i++)
        now->alone[i] = (float)network->columns[i] / NETWORK_ONE;
    memset(now->shared, 0, school->shared * sizeof *now->shared);
    for (unsigned i = 0; i < school->hidden; i++)
        now->bias[i] = (float)network->bias[i] / NETWORK_ONE;
    float *weight = now->output;
    for (unsigned stage = 0; stage < school->stages; stage++)
        for (unsigned viewer = 0; viewer < 2; viewer++)
            for (unsigned i = 0; i < school->hidden; i++)
                *weight++ = (float)(network->output[stage][viewer][i] / output);
    for (unsigned stage = 0; stage < school->stages; stage++)
        now->offset[stage] = (float)(network->offset[stage] / (output * NETWORK_ONE));
    add_up(school, now);
}

// ---- All ----

static void begin(struct school *school, struct random *random)
{
    enum { HALF = 1000, STEPS = 2 * HALF + 1 };
    float *now = school->now.alone;
    size_t inputs = school->columns + school->shared;
    for (size_t i = 0; i < inputs + school->hidden + school->outputs; i++) {
        float chance = ((float)random_below(random, STEPS) - HALF) / HALF;
        now[i] = chance * (i < school->columns ? 0.01F : i < inputs ? 0.05F : 0.3F);
    }
    add_up(school, &school->now);
}

static struct odds_pair look(const void *context, size_t i)
{
    const struct lesson *lesson = &((const struct lessons *)context)->list.items[i];
    return (struct odds_pair){(double)lesson->score, (double)lesson->outcome};
}

static void run(struct school *school, struct training_report *report)
{
    struct random random = {school->training->seed};
    size_t size = school->weights * sizeof(float);
    find_losses(school, report->before); // all weights are 0
    if (school->training->from)
        take(school, school->training->from);
    else
        begin(school, &random);
    for (unsigned epoch = 0; epoch < school->training->epochs; epoch++) {
        run_epoch(school, epoch, &random);
        double loss = find_loss(school, true);
        if (!epoch || loss < report->after[1]) {
            report->after[1] = loss;
            report->best_epoch = epoch + 1;
            memcpy(school->best.alone, school->now.alone, size);
        }
    }
    memcpy(school->now.alone, school->best.alone, size);
    add_up(school, &school->now);
    report->after[0] = find_loss(school, false);
}

bool training_run(const struct training *training, const struct lessons *lessons, struct network *network,
                  signed char *columns, struct training_report *report)
{
    struct school school = {.training = training,
                            .lessons = lessons,
                            .hidden = training->hidden,
                            .stages = network_stages(training->large)};
    school.columns = (size_t)lessons->layout.features * school.hidden;
    school.shared = count_shared(&lessons->layout) * school.hidden;
    school.outputs = 2 * (size_t)school.stages * school.hidden;
    size_t rest = school.hidden + school.outputs + school.stages;
    school.weights = school.columns + school.shared + rest;
    school.network_row_size = school.columns + rest;
    enum { ROWS = 5 };
    size_t all = ROWS * school.weights + (1 + PORTIONS) * school.network_row_size;
    float *numbers = memory_try_zeroed(all, sizeof *numbers);
    school.order = memory_try(NULL, lessons->list.count, sizeof *school.order);
    bool done = numbers && school.order;
    if (done) {
        struct row *const rows[ROWS] = {&school.now, &school.slope, &school.mean, &school.spread,
                                        &school.best};
        for (size_t i = 0; i < ROWS; i++)
            *rows[i] = row_at(&school, numbers + i * school.weights);
        float *rest_of_numbers = numbers + ROWS * school.weights;
        school.rounded = network_row_at(&school, rest_of_numbers);
        for (size_t i = 0; i < PORTIONS; i++)
            school.portions[i] = network_row_at(&school, rest_of_numbers + (1 + i) * school.network_row_size);
        for (uint32_t i = 0; i < lessons->list.count; i++)
            if (!lessons->list.items[i].validates)
                school.order[school.learned++] = i;
        double unit = training->unit > 0 ? training->unit : odds_unit(lessons->list.count, look, lessons);
        *report = (struct training_report){.unit = unit,
                                           .counts = {school.learned, lessons->list.count - school.learned}};
        school.unit = report->unit;
        run(&school, report);
        round_all(&school, network, columns);
        take(&school, network); // to see what rounding has cost
        find_losses(&school, report->rounded);
    }
    free(school.order);
    free(numbers);
    return done;
}
