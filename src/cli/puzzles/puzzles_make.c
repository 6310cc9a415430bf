// SPDX-License-Identifier: GPL-3.0-or-later
// Makes problems: plays games on several threads, and keeps what they find in the order of the games.
//
// Whether a problem is kept depends on those that were kept before. So a thread that has found one waits until all earlier games
// have ended, and the problems are the same with any number of threads. Only what will never be kept is left out at once.
#include "cli/puzzles/puzzles.h"

#include "base/clock.h"
#include "base/parallel.h"
#include "cli/commands.h"
#include "cli/line/interrupt.h"
#include "cli/line/json_out.h"
#include "cli/puzzles/puzzles_file.h"
#include "lab/problems/finder.h"
#include "lab/problems/rating.h"
#include "lab/problems/themes.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

// A thread that plays games.
struct player {
    struct making *making;
    struct problem_finder *finder;
    uint64_t game; // that it is playing; UINT64_MAX: none
};

struct making {
    const struct puzzles_settings *settings;
    const struct oracle *oracle;
    double start;
    atomic_bool over; // nothing more will be kept
    struct player players[PARALLEL_THREADS_MAX];

    pthread_mutex_t lock; // for all that follows
    pthread_cond_t ended; // a game has
    uint64_t next;        // game to be played
    uint64_t after;       // follows the last that had a problem; 0: none had
    struct puzzles_known known;
    FILE *file;
    unsigned by_color[2];
    bool shows_progress, sound;
    struct error err; // if it is not sound
};

static bool must_stop(void *context)
{
    struct making *making = context;
    int64_t time = making->settings->time;
    return atomic_load(&making->over) || interrupt_or_no_reader() ||
           (time && clock_seconds() - making->start >= (double)time);
}

static bool is_new(const struct making *making, const struct problem *problem)
{
    for (size_t i = 0; i < making->known.entries.count; i++) {
        const struct problem other = {.start = making->known.entries.items[i].start};
        if (problem_resembles(problem, &other))
            return false;
    }
    return true;
}

// Whether the game ended with this problem when it was played before.
static bool was_kept(const struct making *making, const struct problem *problem, uint64_t game)
{
    for (size_t i = 0; i < making->known.entries.count; i++) {
        const struct problem_entry *entry = &making->known.entries.items[i];
        if (entry->origin.seed == (uint64_t)making->settings->seed && entry->origin.game == game &&
            entry->start.state.hash == problem->start.state.hash)
            return true;
    }
    return false;
}

static bool has_enough(const struct making *making)
{
    return making->known.entries.count >= (size_t)making->settings->count;
}

// Whether its colour, of which each wins half of the problems, may win one more, and no problem that has been kept resembles it.
// What is not wanted now never will be.
static bool is_wanted(const struct making *making, const struct problem *problem)
{
    long half = (making->settings->count + 1) / 2;
    return making->by_color[problem_winner(problem)] < (unsigned long)half && is_new(making, problem);
}

static void fail_for_memory(struct making *making)
{
    making->sound = error_no_memory(&making->err);
    atomic_store(&making->over, true);
}

static void keep(struct making *making, const struct problem *problem, uint64_t game)
{
    const struct problem_origin origin = {(uint64_t)making->settings->seed, game};
    json_t *object = problem_describe(problem, &origin);
    char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
    struct problem_entry entry = {problem->start, problem->turns, origin};
    if (text && vector_push(&making->known.entries, entry)) {
        fprintf(making->file, "%s\n", text);
        fflush(making->file);
        making->by_color[problem_winner(problem)]++;
        making->after = game + 1;
        if (has_enough(making) || ferror(making->file))
            atomic_store(&making->over, true);
    } else {
        fail_for_memory(making);
    }
    free(text);
    json_decref(object);
}

// Waits until all earlier games have ended.
static void wait_for_turn(struct making *making, uint64_t game)
{
    for (long i = 0; i < making->settings->threads; i++)
        while (making->players[i].game < game)
            pthread_cond_wait(&making->ended, &making->lock);
}

static bool found(void *context, struct problem *problem)
{
    const struct player *player = context;
    struct making *making = player->making;
    unsigned theme = making->settings->theme;
    if (theme && !(problem->themes >> (theme - 1) & 1))
        return true;
    pthread_mutex_lock(&making->lock);
    bool known = was_kept(making, problem, player->game), wanted = is_wanted(making, problem);
    pthread_mutex_unlock(&making->lock);
    if (known || !wanted)
        return !known;
    problem_rate(problem, problem_finder_engine(player->finder));
    if (problem->rating < making->settings->easiest)
        return true;
    pthread_mutex_lock(&making->lock);
    wait_for_turn(making, player->game);
    // An earlier game that was stopped might have had problems that would have been kept first.
    bool stopped = must_stop(making);
    wanted = !stopped && is_wanted(making, problem);
    if (wanted)
        keep(making, problem, player->game);
    pthread_mutex_unlock(&making->lock);
    // Another problem of this game would resemble it.
    return !stopped && !wanted;
}

static void show_progress(const struct making *making)
{
    if (making->shows_progress)
        fprintf(stderr, "\rgame %" PRIu64 ", problems %zu, %.0f s ", making->next,
                making->known.entries.count, clock_seconds() - making->start);
}

// The games are numbered here, so that whoever has a number is known to play.
static void play_game(void *context, uint64_t round, int thread)
{
    struct making *making = context;
    struct player *player = &making->players[thread];
    struct error err;
    (void)round;
    if (must_stop(making))
        return;
    pthread_mutex_lock(&making->lock);
    player->game = making->next++;
    pthread_mutex_unlock(&making->lock);
    bool sound = problem_finder_play(player->finder, (uint64_t)making->settings->seed, player->game, found,
                                     player, &err);
    pthread_mutex_lock(&making->lock);
    if (!sound)
        fail_for_memory(making);
    player->game = UINT64_MAX;
    pthread_cond_broadcast(&making->ended);
    show_progress(making);
    pthread_mutex_unlock(&making->lock);
}

// The first game that may have problems that the file does not have.
static uint64_t first_game(const struct making *making)
{
    uint64_t first = 0;
    for (size_t i = 0; i < making->known.entries.count; i++) {
        const struct problem_origin *origin = &making->known.entries.items[i].origin;
        if (origin->seed == (uint64_t)making->settings->seed && origin->game > first)
            first = origin->game;
    }
    return first;
}

static bool hire(struct making *making, const struct variant *variant)
{
    const struct puzzles_settings *settings = making->settings;
    const struct problem_wish wish = {
        .least = (unsigned)settings->from,
        .most = (unsigned)settings->turns,
        .reason = settings->reason,
        .effort = (uint64_t)settings->effort,
        .oracle = making->oracle,
        .must_stop = must_stop,
        .context = making,
    };
    bool hired = true;
    for (long i = 0; i < settings->threads && hired; i++) {
        struct problem_finder *finder = problem_finder_new(variant, &wish, &making->err);
        making->players[i] = (struct player){making, finder, UINT64_MAX};
        hired = finder != NULL;
    }
    return hired;
}

static int make_with(struct making *making, const struct variant *variant)
{
    const struct puzzles_settings *settings = making->settings;
    making->next = first_game(making);
    making->sound = hire(making, variant);
    atomic_init(&making->over, has_enough(making) || !making->sound);
    parallel_for((int)settings->threads, (uint64_t)settings->games, play_game, making);
    for (long i = 0; i < settings->threads; i++)
        problem_finder_free(making->players[i].finder);
    if (making->shows_progress)
        fprintf(stderr, "\r%*s\r", 60, "");
    if (!making->sound)
        return failure_report("puzzles", &making->err);
    fprintf(stderr, "%zu problem%s after game %" PRIu64 "\n", making->known.entries.count,
            making->known.entries.count == 1 ? "" : "s",
            has_enough(making) && making->after ? making->after : making->next);
    return has_enough(making) ? EXIT_FINE : EXIT_FAILED;
}

static int make_in(struct making *making, const struct variant *variant)
{
    const struct puzzles_settings *settings = making->settings;
    making->known.variant = variant;
    making->file = stdout;
    making->start = clock_seconds();
    making->shows_progress = settings->output && isatty(STDERR_FILENO);
    if (settings->output)
        making->file = puzzles_open(settings->output, &making->known, &making->err);
    for (size_t i = 0; i < making->known.entries.count; i++)
        making->by_color[position_side(&making->known.entries.items[i].start)]++;
    int status = making->file ? make_with(making, variant) : usage_report("puzzles", &making->err);
    if (making->file && settings->output && fclose(making->file) != 0)
        status = usage_error("puzzles", "%s could not be written completely", settings->output);
    vector_clear(&making->known.entries);
    return status;
}

int puzzles_make(const struct puzzles_settings *settings, const struct oracle *oracle)
{
    struct session *session = opening_start("puzzles", &settings->opening);
    if (!session)
        return EXIT_USAGE;
    struct making making = {.settings = settings, .oracle = oracle};
    pthread_mutex_init(&making.lock, NULL);
    pthread_cond_init(&making.ended, NULL);
    interrupt_hold();
    int status = make_in(&making, session->variant);
    pthread_cond_destroy(&making.ended);
    pthread_mutex_destroy(&making.lock);
    session_free(session);
    int written = output_finish("puzzles");
    return written == EXIT_FINE ? status : written;
}
