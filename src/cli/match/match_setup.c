// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a match of what the command line says.
#include "cli/match/match.h"

#include "base/text.h"
#include "cli/line/parse.h"
#include "cli/variants.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { OPENING_TURNS = 6, DEFAULT_MOVETIME = 100 };

static const char command[] = "match";

// ---- Engines ----

static int read_limit(struct allowance *common, const char *name, const char *text)
{
    struct error err;
    bool known;
    if (!text || allowance_read(common, name, text, &known, &err))
        return PARSED;
    return usage_error(command, "--%s: %s", name, err.message);
}

static int read_limits(const struct match_settings *settings, struct allowance *common)
{
    const struct {
        const char *name, *text;
    } limits[] = {{"nodes", settings->nodes},
                  {"depth", settings->depth},
                  {"movetime", settings->movetime},
                  {"tc", settings->clock}};
    *common = (struct allowance){0};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        int status = read_limit(common, limits[i].name, limits[i].text);
        if (status != PARSED)
            return status;
    }
    if (allowance_is_empty(common))
        common->movetime = DEFAULT_MOVETIME;
    return PARSED;
}

static int read_engines(const struct match_settings *settings, struct match_setup *setup)
{
    struct allowance common;
    struct error err;
    int status = read_limits(settings, &common);
    for (unsigned i = 0; i < 2 && status == PARSED; i++) {
        if (!rival_spec_read(settings->engines[i], &setup->rivals[i], &err))
            return usage_error(command, "in '%s': %s", settings->engines[i], err.message);
        setup->rivals_read++;
        allowance_complete(&setup->rivals[i].allowance, &common);
    }
    return status;
}

// This program as an engine, with the variants that it has loaded.
static void set_own_arguments(struct match_setup *setup)
{
    enum { MOST = sizeof setup->own_arguments / sizeof *setup->own_arguments };
    unsigned count = 0;
    setup->own_arguments[count++] = "/proc/self/exe";
    setup->own_arguments[count++] = "uci";
    for (unsigned i = 0; variants_loaded(i) && count + 3 <= MOST; i++) {
        setup->own_arguments[count++] = "--variants";
        setup->own_arguments[count++] = variants_loaded(i);
    }
    setup->own_arguments[count] = NULL;
}

static void set_terms(const struct match_settings *settings, struct match_setup *setup)
{
    setup->terms = (struct rival_terms){
        .variant = setup->session->variant,
        .own_arguments = setup->own_arguments,
        .by_processor = settings->by_processor,
        .margin = settings->margin,
        .patience = settings->patience * 1000,
    };
}

// Each process has a file of its own, whose name ends in its number except for that which leads.
static int open_log(const struct match_settings *settings, const struct ranks *ranks,
                    struct match_setup *setup)
{
    struct buffer name;
    buffer_init(&name);
    if (!settings->log)
        return PARSED;
    buffer_add(&name, settings->log);
    if (!ranks_leads(ranks))
        buffer_addf(&name, ".%d", ranks->transport.self);
    setup->terms.log = setup->log = fopen(buffer_text(&name), "we");
    int status = setup->log ? PARSED : usage_error(command, "%s: %s", buffer_text(&name), strerror(errno));
    buffer_clear(&name);
    return status;
}

// ---- The test ----

static bool read_real(const char **text, double *value)
{
    char *end;
    *value = strtod(*text, &end);
    bool good = end > *text && isfinite(*value);
    *text = end;
    return good;
}

static int read_chance(const char *name, const char *text, double *chance)
{
    *chance = 0.05;
    if (!text || (read_real(&text, chance) && !*text && *chance > 0 && *chance < 0.5))
        return PARSED;
    return usage_error(command, "--%s must be a number between 0 and 0.5", name);
}

static int read_test(const struct match_settings *settings, struct match_setup *setup)
{
    const char *text = settings->test;
    struct sequential_test *test = &setup->test;
    if (!text)
        return settings->alpha || settings->beta || settings->normalized
                   ? usage_error(command, "--alpha, --beta and --normalized are for --sprt ELO0,ELO1")
                   : PARSED;
    bool good = read_real(&text, &test->elo0) && *text++ == ',' && read_real(&text, &test->elo1) && !*text;
    if (!good || test->elo0 >= test->elo1 || fabs(test->elo0) > 1000 || fabs(test->elo1) > 1000)
        return usage_error(command, "--sprt takes two numbers, the lower one first, such as 0,5");
    if (settings->normalized && fmax(fabs(test->elo0), fabs(test->elo1)) > SEQUENTIAL_NORMALIZED_MAX)
        return usage_error(command, "with --normalized, the numbers of --sprt are from -%d to %d",
                           SEQUENTIAL_NORMALIZED_MAX, SEQUENTIAL_NORMALIZED_MAX);
    test->normalized = settings->normalized;
    setup->contest.test = test;
    int status = read_chance("alpha", settings->alpha, &test->alpha);
    return status == PARSED ? read_chance("beta", settings->beta, &test->beta) : status;
}

// ---- Games ----

// All openings of the file that the match will come to, so that it does not end in the middle.
static int try_openings(const struct match_settings *settings, struct match_setup *setup)
{
    const struct position start = setup->session->start;
    struct error err;
    for (unsigned i = 0; i < setup->book.count && i < settings->games / 2; i++)
        if (!openings_play(&setup->openings, i, NULL, setup->session, &err))
            return usage_report(command, &err);
    session_begin(setup->session, &start);
    return PARSED;
}

static int read_openings(const struct match_settings *settings, struct match_setup *setup)
{
    struct error err;
    long turns = settings->opening_turns;
    setup->openings = (struct openings){
        .turns = (unsigned)(turns >= 0       ? turns
                            : settings->book ? 0
                                             : OPENING_TURNS),
        .balance = (int)settings->balance,
        .seed = (uint64_t)settings->seed,
    };
    if (!settings->book)
        return PARSED;
    if (!book_read(settings->book, setup->session->variant, &setup->book, &err)) {
        error_place(&err, settings->book);
        return usage_report(command, &err);
    }
    setup->openings.book = &setup->book;
    return try_openings(settings, setup);
}

static void set_umpire(const struct match_settings *settings, struct match_setup *setup)
{
    const struct umpire_numbers *numbers = &settings->umpire;
    setup->umpire = (struct umpire_terms){
        .resign_turns = (unsigned)numbers->resign_turns,
        .resign_score = (int)numbers->resign_score,
        .resign_both = settings->resign_both,
        .draw_turns = (unsigned)numbers->draw_turns,
        .draw_score = (int)numbers->draw_score,
        .draw_after = (unsigned)numbers->draw_after,
        .longest = (unsigned)numbers->longest,
    };
}

// All that must be the same for games to belong to one match; the number of games and the test need not be.
static void write_words(const struct match_settings *settings, struct match_setup *setup)
{
    struct buffer *out = &setup->words;
    const struct variant *variant = setup->session->variant;
    buffer_addf(out, "%s", variant->game->name);
    for (int i = 0; i < variant->game->parameter_count; i++) {
        char value[16];
        parameter_write(&variant->game->parameters[i], variant->parameters.value[i], value);
        buffer_addf(out, " %s=%s", variant->game->parameters[i].name, value);
    }
    for (int i = 0; i < 2; i++) {
        bool own = !setup->rivals[i].arguments.count;
        buffer_addf(out, "; %s%s: ", settings->engines[i], own ? " (" LEAPER_VERSION ")" : "");
        allowance_write(&setup->rivals[i].allowance, out);
    }
    buffer_addf(out, "; %smargin %ld ms, patience %ld s; ", settings->by_processor ? "processor time; " : "",
                settings->margin, settings->patience);
    if (settings->book)
        buffer_addf(out, "openings %s (%016" PRIx64 "), ", settings->book, book_print(&setup->book));
    buffer_addf(out, "%u opening turns", setup->openings.turns);
    if (!settings->book)
        buffer_addf(out, " within %d, seed %ld", setup->openings.balance, settings->seed);
    const struct umpire_terms *umpire = &setup->umpire;
    if (umpire->resign_turns)
        buffer_addf(out, "; resign %d/%u%s", umpire->resign_score, umpire->resign_turns,
                    umpire->resign_both ? " both" : "");
    if (umpire->draw_turns)
        buffer_addf(out, "; draw %d/%u after %u", umpire->draw_score, umpire->draw_turns, umpire->draw_after);
    buffer_addf(out, "; longest %u", umpire->longest);
    // As they will be read in the file.
    if (out->length)
        text_make_printable(out->text);
}

// ---- All of it ----

int match_setup_read(const struct match_settings *settings, const struct ranks *ranks,
                     struct match_setup *setup)
{
    memset(setup, 0, sizeof *setup);
    buffer_init(&setup->words);
    if (settings->games % 2)
        return usage_error(command, "--games must be even, since each opening is played with both colours");
    if (settings->resume && !settings->pgn)
        return usage_error(command, "--resume goes on with the match in the file that --pgn names");
    int status = read_engines(settings, setup);
    status = status == PARSED ? read_test(settings, setup) : status;
    if (status != PARSED)
        return status;
    setup->session = opening_start(command, &settings->opening);
    if (!setup->session)
        return EXIT_USAGE;
    set_own_arguments(setup);
    set_umpire(settings, setup);
    set_terms(settings, setup);
    status = open_log(settings, ranks, setup);
    status = status == PARSED ? read_openings(settings, setup) : status;
    write_words(settings, setup);
    setup->contest.session = setup->session;
    setup->contest.rivals = setup->rivals;
    setup->contest.terms = &setup->terms;
    setup->contest.openings = &setup->openings;
    setup->contest.umpire = &setup->umpire;
    setup->contest.pairs = (unsigned)(settings->games / 2);
    setup->contest.words = buffer_text(&setup->words);
    setup->contest.transport = &ranks->transport;
    setup->contest.patience = (double)settings->patience;
    setup->contest.concurrency = (unsigned)settings->concurrency;
    return status;
}

void match_setup_clear(struct match_setup *setup)
{
    for (unsigned i = 0; i < setup->rivals_read; i++)
        rival_spec_clear(&setup->rivals[i]);
    book_clear(&setup->book);
    session_free(setup->session);
    buffer_clear(&setup->words);
    if (setup->log)
        fclose(setup->log);
}
