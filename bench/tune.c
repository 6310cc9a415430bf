// SPDX-License-Identifier: GPL-3.0-or-later
// Plays games of the program against itself, and learns from them: weights of the evaluation by gradient descent, and networks. So weights/ was made.
//
//     tune play GAME [--games N] [--nodes N] [--opening N] [--every N] [--longest N] [--within N] [--stray N] [--network 0|1] [--seed N] [--PARAMETER VALUE …] > SAMPLES
//     tune learn GAME SAMPLES [--epochs N] [--batch N] [--rate PERCENT] [--trust PERCENT] [--ahead PERCENT] [--decay PERCENT] [--unit CENTIPAWNS] [--hidden N] [--large 0|1] [--added 0|1] [--from GAME] [--threads N] [--seed N] [--PARAMETER VALUE …] > weights/GAME.net
//     tune fit GAME SAMPLES [--steps N] [--rate PERCENT] [--trust PERCENT] [--pull N] [--PARAMETER VALUE …] > weights/GAME.txt
//
// `--rate` is in hundredths of a centipawn for `fit`, and `--pull` in billionths. `--unit` is how many centipawns multiply the odds by e; without it, outcomes say so. All are reproducible: the same options and the same program give the
// same text. What was measured goes to standard error.
#include "base/buffer.h"
#include "base/parallel.h"
#include "base/text.h"
#include "lab/training/training.h"
#include "lab/tuning/descent.h"
#include "position/parameter.h"
#include "position/variant.h"
#include "search/evaluation/value.h"
#include "search/network/borrow.h"
#include "search/network/find.h"
#include "variants/games.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(const struct error *err)
{
    fprintf(stderr, "tune: %s: %s\n", err->at, err->message);
    return EXIT_FAILURE;
}

enum command { PLAY, FIT, LEARN, COMMANDS };

static const char *const command_names[] = {"play", "fit", "learn"};

struct options {
    enum command command;
    double ahead;     // share of later scores in each score
    const char *from; // the game from whose network training goes on; NULL: from nothing
    struct sampling sampling;
    struct descent descent;
    struct training training;
};

// A numeric option; exactly one of the three pointers is set.
struct number {
    const char *name;
    enum command command; // that has it
    unsigned most, least;
    double parts; // of one: what the number counts
    unsigned *whole;
    uint64_t *long_whole;
    double *real;
};

static bool set_number(const struct number *number, const char *value, struct error *err)
{
    char *end = NULL;
    uint64_t whole = 0;
    double real = *value >= '0' && *value <= '9' ? strtod(value, &end) : -1;
    bool fits = number->real ? end && !*end && real >= number->least && real <= number->most
                             : text_read_uint64(value, number->most, &whole) && whole >= number->least;
    if (!fits)
        return error_set(err, ERROR_PARAMETER, number->name, "a %snumber from %u to %u is expected, not '%s'",
                         number->real ? "" : "whole ", number->least, number->most, value);
    if (number->whole)
        *number->whole = (unsigned)whole;
    else if (number->long_whole)
        *number->long_whole = whole;
    else
        *number->real = real / number->parts;
    return true;
}

static bool read_option(struct options *options, const struct game *game, struct parameters *parameters,
                        const char *name, const char *value, struct error *err)
{
    enum { MILLION = 1000000 };
    struct sampling *sampling = &options->sampling;
    struct descent *descent = &options->descent;
    struct training *training = &options->training;
    const struct number numbers[] = {
        {"games", PLAY, MILLION, 1, .whole = &sampling->games},
        {"opening", PLAY, 100, .whole = &sampling->opening},
        {"every", PLAY, MILLION, 1, .whole = &sampling->every},
        {"longest", PLAY, 10000, 1, .whole = &sampling->longest},
        {"within", PLAY, 30000, .whole = &sampling->within},
        {"stray", PLAY, MILLION, .whole = &sampling->stray},
        {"nodes", PLAY, UINT_MAX, 1, .long_whole = &sampling->nodes},
        {"seed", PLAY, UINT_MAX, .long_whole = &sampling->seed},
        {"steps", FIT, MILLION, 1, .whole = &descent->steps},
        {"rate", FIT, 1000, .parts = 100, .real = &descent->rate},
        {"trust", FIT, 100, .parts = 100, .real = &descent->trust},
        {"pull", FIT, MILLION, .parts = 1e9, .real = &descent->pull},
        {"epochs", LEARN, 1000, 1, .whole = &training->epochs},
        {"batch", LEARN, MILLION, 1, .whole = &training->batch},
        {"rate", LEARN, 1000, .parts = 100, .real = &training->rate},
        {"trust", LEARN, 100, .parts = 100, .real = &training->trust},
        {"ahead", LEARN, 100, .parts = 100, .real = &options->ahead},
        {"decay", LEARN, 1000, .parts = 100, .real = &training->decay},
        {"unit", LEARN, 10000, 1, .parts = 1, .real = &training->unit},
        {"hidden", LEARN, 1000, .whole = &training->hidden},
        {"threads", LEARN, PARALLEL_THREADS_MAX, 1, .whole = &training->threads},
        {"seed", LEARN, UINT_MAX, .long_whole = &training->seed},
    };
    const struct {
        const char *name;
        enum command command;
        bool *value;
    } switches[] = {{"network", PLAY, &sampling->network},
                    {"large", LEARN, &training->large},
                    {"added", LEARN, &training->added}};
    int parameter = game_parameter(game, name);
    if (parameter >= 0)
        return parameter_read(&game->parameters[parameter], value, &parameters->value[parameter], err);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i].command == options->command && !strcmp(name, numbers[i].name))
            return set_number(&numbers[i], value, err);
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++)
        if (switches[i].command == options->command && !strcmp(name, switches[i].name)) {
            *switches[i].value = *value == '1';
            return ((*value == '0' || *value == '1') && !value[1]) ||
                   error_set(err, ERROR_PARAMETER, name, "0 or 1 is expected, not '%s'", value);
        }
    if (options->command != LEARN || strcmp(name, "from") != 0)
        return error_set(err, ERROR_PARAMETER, name, "unknown option");
    options->from = value;
    return true;
}

// ---- play ----

static void print_sample(void *context, const struct sample *sample)
{
    struct buffer *line = context;
    buffer_reset(line);
    sample_write(sample, line);
    fputs(buffer_text(line), stdout);
}

static bool play(const struct sampling *sampling, struct error *err)
{
    struct buffer line;
    buffer_init(&line);
    bool done = samples_play(sampling, print_sample, &line, err);
    buffer_clear(&line);
    return done;
}

// ---- fit ----

// Reads one sample after the other; `take` returns false if there is no memory.
static bool read_samples(bool (*take)(void *context, const struct sample *sample), void *context,
                         const struct variant *variant, const char *name, struct error *err)
{
    char line[1024];
    FILE *in = fopen(name, "r");
    if (!in)
        return error_set(err, ERROR_SYSTEM, name, "cannot be read");
    bool done = true;
    while (done && fgets(line, sizeof line, in)) {
        struct sample sample;
        line[strcspn(line, "\n")] = '\0';
        done = sample_read(&sample, variant, line, err) && (take(context, &sample) || error_no_memory(err));
    }
    fclose(in);
    return done;
}

static bool keep_sample(void *context, const struct sample *sample)
{
    return vector_push((struct samples *)context, *sample);
}

static void print_report(const struct descent_report *report)
{
    fprintf(stderr,
            "%zu samples, and %zu for validation; %.1f centipawns multiply the odds by e\n"
            "loss %.5f -> %.5f, in validation %.5f -> %.5f after %u steps\n",
            report->trained, report->validated, report->unit, report->loss_before[0], report->loss_after[0],
            report->loss_before[1], report->loss_after[1], report->best_step);
}

// Weights that nothing has moved, since no sample depends on them, are left to be derived.
static void print_weights(const struct weights *weights, const struct slope_table *table, const char *game,
                          const struct descent_report *report)
{
    printf("# Weights of the evaluation for %s, in centipawns: middlegame, endgame.\n"
           "# Made by bench/tune from %zu positions; docs/engine.md says how. Do not edit.\n",
           game, report->trained + report->validated);
    for (unsigned i = 0; i < weights->count; i++)
        if (i < TERMS || table->columns[2 * i].count || table->columns[2 * i + 1].count)
            printf("%s = %d %d\n", weights->list[i].name, weights->list[i].worth.mg,
                   weights->list[i].worth.eg);
}

static bool fit(const struct options *options, const char *game, const char *name, struct error *err)
{
    const struct variant *variant = options->sampling.variant;
    struct samples samples = {0};
    struct descent_report report;
    static struct weights weights; // static, because they are large
    static struct slope_table table;
    static struct valuation valuation;
    weights_of_game(&weights, game);
    valuation_init(&valuation, variant, true);
    valuation_list(&valuation, &weights);
    bool done = read_samples(keep_sample, &samples, variant, name, err);
    if (done) {
        done = (slopes_find(&table, variant, &weights, &samples) &&
                descent_run(&options->descent, &samples, &table, &weights, &report)) ||
               error_no_memory(err);
        if (done) {
            print_report(&report);
            print_weights(&weights, &table, game, &report);
        }
        slopes_clear(&table);
    }
    vector_clear(&samples);
    return done;
}

// ---- learn ----

struct school {
    struct teacher *teacher;
    struct lessons lessons;
    struct network first; // from which training goes on; not usable: from nothing
    signed char *columns; // of that
};

static bool keep_lesson(void *context, const struct sample *sample)
{
    struct school *school = context;
    return lessons_add(&school->lessons, school->teacher, sample);
}

static bool train(const struct options *options, struct school *school, struct error *err)
{
    struct training training = options->training;
    struct network network = {0};
    struct training_report report;
    struct buffer text;
    buffer_init(&text);
    signed char *columns = calloc(school->lessons.layout.features, training.hidden);
    lessons_look_ahead(&school->lessons, options->ahead);
    training.from = school->first.usable ? &school->first : NULL;
    bool done = columns && training_run(&training, &school->lessons, &network, columns, &report);
    if (done) {
        network_write(&network, options->sampling.variant, &text);
        fprintf(stderr,
                "%zu samples, and %zu for validation; %.1f centipawns multiply the odds by e\n"
                "loss %.5f -> %.5f (%.5f in integers), in validation %.5f -> %.5f (%.5f) after %u epochs\n",
                report.counts[0], report.counts[1], report.unit, report.before[0], report.after[0],
                report.rounded[0], report.before[1], report.after[1], report.rounded[1], report.best_epoch);
        done = !text.failed && fwrite(text.text, text.length, 1, stdout) == 1;
    }
    free(columns);
    buffer_clear(&text);
    return done || error_no_memory(err);
}

// Makes the network of another game into one from which this variant's training can begin. False if there is no memory.
static bool borrow(struct school *school, const struct variant *variant, const struct network *other,
                   const struct variant *lender)
{
    struct valuation *valuations = calloc(2, sizeof *valuations);
    school->columns = calloc(school->lessons.layout.features, school->first.hidden);
    bool done = valuations && school->columns;
    if (done) {
        valuation_init(&valuations[0], variant, true);
        valuation_init(&valuations[1], lender, true);
        network_borrow(&school->first, school->columns, &(struct kinds){variant, valuations[0].size}, other,
                       &(struct kinds){lender, valuations[1].size});
    }
    free(valuations);
    return done;
}

// Finds the network from which training goes on: that of `options->from`, which must be of the kind that is asked for.
static bool find_first(struct school *school, const struct options *options, struct error *err)
{
    const struct training *training = &options->training;
    const struct game *game = game_find(options->from, err);
    struct network other;
    struct variant *variant = game ? variant_new(game, NULL, err) : NULL;
    if (!variant)
        return false;
    network_of_variant(&other, variant);
    bool fits = other.usable && other.large == training->large && other.added == training->added &&
                other.hidden >= training->hidden;
    school->first.layout = school->lessons.layout;
    school->first.hidden = training->hidden;
    bool done = fits ? borrow(school, options->sampling.variant, &other, variant) || error_no_memory(err)
                     : error_set(err, ERROR_PARAMETER, options->from,
                                 "the program has no network of this kind for the game");
    variant_free(variant);
    return done;
}

static bool learn(const struct options *options, const char *name, struct error *err)
{
    const struct variant *variant = options->sampling.variant;
    bool large = options->training.large;
    struct school school = {0};
    school.teacher = teacher_new(variant, large, options->training.added);
    bool done = school.teacher ? network_lay_out(&school.lessons.layout, variant, large, err) &&
                                     (!options->from || find_first(&school, options, err)) &&
                                     read_samples(keep_lesson, &school, variant, name, err) &&
                                     train(options, &school, err)
                               : error_no_memory(err);
    free(school.columns);
    lessons_clear(&school.lessons);
    teacher_free(school.teacher);
    return done;
}

// ---- The command line ----

static bool check_training(const struct training *training, struct error *err)
{
    unsigned most = training->large ? NETWORK_HIDDEN_MOST : NETWORK_SMALL_MOST;
    return (training->hidden && training->hidden <= most && training->hidden % NETWORK_BLOCK == 0) ||
           error_set(err, ERROR_PARAMETER, "hidden", "a multiple of %d up to %u is expected", NETWORK_BLOCK,
                     most);
}

int main(int argc, char **argv)
{
    struct error err;
    enum command command = PLAY;
    while (command < COMMANDS && (argc < 2 || strcmp(argv[1], command_names[command]) != 0))
        command++;
    int first = command == PLAY ? 3 : 4;
    if (command == COMMANDS || argc < first || (argc - first) % 2) {
        fprintf(stderr,
                "usage: tune play GAME [--OPTION VALUE ...] | tune fit GAME SAMPLES [--OPTION VALUE ...] | "
                "tune learn GAME SAMPLES [--OPTION VALUE ...]\n");
        return EXIT_FAILURE;
    }
    const struct game *game = game_find(argv[2], &err);
    if (!game)
        return fail(&err);
    struct options options = {
        .command = command,
        .sampling =
            {.games = 1000, .opening = 8, .every = 4, .longest = 300, .within = 899, .nodes = 400, .seed = 1},
        .descent = {.steps = 2000, .rate = 0.2, .trust = 0.3, .pull = 1e-8},
        .training = {.epochs = 8,
                     .batch = 256,
                     .rate = 0.0005,
                     .trust = 0.8,
                     .decay = 1,
                     .hidden = 32,
                     .added = true,
                     .threads = 1,
                     .seed = 1},
    };
    struct parameters parameters;
    game_defaults(game, &parameters);
    for (int i = first; i < argc; i += 2)
        if (strncmp(argv[i], "--", 2) != 0 ||
            !read_option(&options, game, &parameters, argv[i] + 2, argv[i + 1], &err))
            return fail(&err);
    if (!check_training(&options.training, &err))
        return fail(&err);
    struct variant *variant = variant_new(game, &parameters, &err);
    if (!variant)
        return fail(&err);
    options.sampling.variant = variant;
    bool done = command == PLAY  ? play(&options.sampling, &err)
                : command == FIT ? fit(&options, argv[2], argv[3], &err)
                                 : learn(&options, argv[3], &err);
    variant_free(variant);
    return done ? EXIT_SUCCESS : fail(&err);
}
