// SPDX-License-Identifier: GPL-3.0-or-later
// Distributes the games of a match among threads, each of which has a pair of engines of its own.
#include "lab/arena/contest.h"

#include "base/memory.h"
#include "base/parallel.h"

#include <pthread.h>
#include <stdlib.h>

enum { JUDGE_HASH = 4 };

struct contest {
    const struct contest_settings *settings;
    pthread_mutex_t lock; // of all that follows
    struct bout_summary *games;
    unsigned next;    // the first game that nobody has begun
    unsigned counted; // pairs
    struct contest_score *score;
    struct error *err;
    bool failed;
};

// One thread's.
struct table {
    struct contest *contest;
    struct session *session;
    struct engine *judge; // of openings
    struct rival rivals[2];
    bool running[2];
};

// ---- Counting ----

static void count_game(struct contest_score *score, unsigned number, const struct bout_summary *game)
{
    bool first_white = bout_first_color(number) == WHITE;
    score->games++;
    score->wins += game->points == 2;
    score->draws += game->points == 1;
    score->losses += game->points == 0;
    score->white += game->points == (first_white ? 2 : 0);
    score->ends[game->end]++;
    if (game->end == BOUT_BY_RULES)
        score->reasons[game->reason]++;
    if (game->end >= BOUT_TIME)
        score->faults[game->at_fault]++;
    score->turns += game->turns;
    for (int player = 0; player < 2; player++) {
        score->made[player] += game->made[player];
        score->spent[player] += game->spent[player];
    }
}

// Counts the pairs that are complete, up to the first that is not or at which the test decides. The lock is held.
static void count_pairs(struct contest *contest)
{
    const struct contest_settings *settings = contest->settings;
    struct contest_score *score = contest->score;
    for (; contest->counted < settings->pairs && score->test.verdict == SEQUENTIAL_OPEN; contest->counted++) {
        const struct bout_summary *pair = &contest->games[2 * contest->counted];
        if (!pair[0].played || !pair[1].played)
            return;
        for (unsigned i = 0; i < 2; i++)
            count_game(score, i, &pair[i]);
        score->pairs.count[pair[0].points + pair[1].points]++;
        if (settings->test)
            sequential_evaluate(settings->test, &score->pairs, &score->test);
    }
    if (score->test.verdict != SEQUENTIAL_OPEN)
        atomic_store(settings->terms->stop, true);
}

// The next game that is to be played; false if there is none.
static bool take_game(struct contest *contest, unsigned *number)
{
    pthread_mutex_lock(&contest->lock);
    unsigned last = 2 * contest->settings->pairs;
    while (contest->next < last && contest->games[contest->next].played)
        contest->next++;
    bool any = contest->next < last && !contest->failed && !atomic_load(contest->settings->terms->stop);
    if (any)
        *number = contest->next++;
    pthread_mutex_unlock(&contest->lock);
    return any;
}

static void fail(struct contest *contest, const struct error *err)
{
    pthread_mutex_lock(&contest->lock);
    if (!contest->failed)
        *contest->err = *err;
    contest->failed = true;
    atomic_store(contest->settings->terms->stop, true);
    pthread_mutex_unlock(&contest->lock);
}

// ---- A game ----

// Makes the player's engine ready; starts it if it is not running, or does not answer any more. False with what is wrong.
static bool make_ready(struct table *table, unsigned player, struct error *err)
{
    struct rival *rival = &table->rivals[player];
    for (int attempt = 0; attempt < 2; attempt++) {
        if (!table->running[player] && !(table->running[player] = rival_start(rival, err)))
            return false;
        if (rival_new_game(rival, table->session, err))
            return true;
        rival_quit(rival);
        table->running[player] = false;
    }
    return false;
}

static bool play_bout(struct table *table, unsigned number, struct bout *bout, struct error *err)
{
    for (int side = 0; side < 2; side++) {
        struct error reason;
        unsigned player = bout_player(number, (enum color)side);
        bout->rivals[side] = &table->rivals[player];
        if (make_ready(table, player, &reason))
            continue;
        if (atomic_load(table->contest->settings->terms->stop)) {
            bout->end = BOUT_DROPPED;
            return true;
        }
        // What this machine lacks is no fault of the engine: the match ends, and can be resumed.
        if (!table->rivals[player].launched || reason.no_memory) {
            *err = reason;
            return false;
        }
        bout_forfeit(bout, (enum color)side, reason.message);
        return true;
    }
    return bout_play(bout, err);
}

static void summarize(const struct bout *bout, unsigned number, struct bout_summary *game)
{
    *game = (struct bout_summary){
        .played = true,
        .points = (uint8_t)result_half_points(bout->outcome.result, bout_first_color(number)),
        .end = bout->end,
        .reason = bout->outcome.reason,
        .at_fault = (uint8_t)bout_player(number, bout->loser),
        .turns = (unsigned)bout->session->count,
    };
    for (size_t i = 0; i < bout->turns.count; i++) {
        unsigned player = bout_player(number, session_player_of(bout->session, i));
        game->made[player] += bout->turns.items[i].thought;
        game->spent[player] += bout->turns.items[i].spent;
    }
}

static bool finish(struct contest *contest, unsigned number, const struct bout *bout, struct error *err)
{
    const struct contest_settings *settings = contest->settings;
    struct record record;
    struct bout_summary game;
    bool good = true;
    summarize(bout, number, &game);
    pthread_mutex_lock(&contest->lock);
    if (settings->ledger) {
        good = bout_record(bout, &record, err);
        if (good) {
            good = ledger_write(settings->ledger, number, &record, err);
            record_clear(&record);
        }
    }
    if (good) {
        contest->games[number] = game;
        count_pairs(contest);
        if (settings->report)
            settings->report(settings->context, number, &game, contest->score);
    }
    pthread_mutex_unlock(&contest->lock);
    return good;
}

static bool play_game(struct table *table, unsigned number, struct error *err)
{
    const struct contest_settings *settings = table->contest->settings;
    struct bout bout = {.session = table->session, .umpire = settings->umpire};
    session_begin(table->session, &settings->session->start);
    bool good = openings_play(settings->openings, number / 2, table->judge, table->session, err) &&
                play_bout(table, number, &bout, err);
    for (int side = 0; side < 2; side++) {
        unsigned player = bout_player(number, (enum color)side);
        if (table->running[player] && bout_has_broken(&bout, (enum color)side)) {
            rival_quit(&table->rivals[player]);
            table->running[player] = false;
        }
    }
    if (good && bout.end != BOUT_DROPPED)
        good = finish(table->contest, number, &bout, err);
    bout_clear(&bout);
    return good;
}

// ---- Threads ----

static bool lay_table(struct table *table, struct contest *contest, struct error *err)
{
    const struct contest_settings *settings = contest->settings;
    *table = (struct table){.contest = contest, .session = session_beside(settings->session, err)};
    for (int player = 0; player < 2; player++)
        table->rivals[player] = (struct rival){.spec = &settings->rivals[player], .terms = settings->terms};
    if (table->session)
        table->judge = engine_new(JUDGE_HASH, 1, err);
    return table->judge;
}

// One round of a parallel loop is one thread's work, so that its engines, which end with the thread that has started them, last for it.
static void play_at_table(void *context, uint64_t i, int thread)
{
    struct contest *contest = context;
    struct error err = {0};
    unsigned number;
    (void)i;
    (void)thread;
    struct table *table = memory_try(NULL, 1, sizeof *table);
    bool good = table ? lay_table(table, contest, &err) : error_no_memory(&err);
    while (good && take_game(contest, &number))
        good = play_game(table, number, &err);
    if (!good)
        fail(contest, &err);
    if (!table)
        return;
    for (int player = 0; player < 2; player++)
        rival_quit(&table->rivals[player]);
    engine_free(table->judge);
    session_free(table->session);
    free(table);
}

// Whether both engines can play at all.
static bool try_engines(const struct contest_settings *settings, struct error *err)
{
    for (int player = 0; player < 2; player++) {
        struct rival rival = {.spec = &settings->rivals[player], .terms = settings->terms};
        bool good = rival_start(&rival, err) && rival_new_game(&rival, settings->session, err);
        rival_quit(&rival);
        if (!good)
            return false;
    }
    return true;
}

static void take_over(struct contest *contest, const struct ledger *ledger)
{
    for (size_t i = 0; ledger && i < ledger->games.count && i < 2 * (size_t)contest->settings->pairs; i++)
        contest->games[i] = ledger->games.items[i];
    count_pairs(contest);
}

bool contest_play(const struct contest_settings *settings, struct contest_score *score, struct error *err)
{
    struct contest contest = {.settings = settings, .score = score, .err = err};
    *score = (struct contest_score){0};
    if (settings->test)
        sequential_evaluate(settings->test, &score->pairs, &score->test);
    contest.games = memory_try_zeroed(2 * (size_t)settings->pairs, sizeof *contest.games);
    if (!contest.games)
        return error_no_memory(err);
    take_over(&contest, settings->ledger);
    // If the games of before have decided the test, nobody is needed.
    bool good = score->test.verdict != SEQUENTIAL_OPEN || try_engines(settings, err);
    if (good) {
        pthread_mutex_init(&contest.lock, NULL);
        parallel_for((int)settings->concurrency, settings->concurrency, play_at_table, &contest);
        pthread_mutex_destroy(&contest.lock);
    }
    free(contest.games);
    return good && !contest.failed;
}
