// SPDX-License-Identifier: GPL-3.0-or-later
// The engine: a transposition table, workers, and one search at a time.
#include "base/random.h"
#include "position/game.h"
#include "position/moves/outcome.h"
#include "search/endings/consult.h"
#include "search/evaluation/features.h"
#include "search/fights/settle.h"
#include "search/handicap.h"
#include "search/lures/habit.h"
#include "search/lures/lure.h"
#include "search/memory/pages.h"
#include "search/tree/lines.h"
#include "search/tree/worker.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct engine {
    struct table table;
    struct worker *workers[ENGINE_THREADS_MAX];
    unsigned worker_count;
    struct shared *shared; // of the running search
    unsigned features;
    // What the evaluator of `shared` was built for; NULL: nothing yet.
    const struct game *game;
    struct parameters parameters;
    uint64_t fingerprint; // of this game, which may be no more
    struct oracle oracle;
    void *opened; // by the oracle, for this game; NULL: it knows nothing of it
    unsigned game_features;
    struct habit habit;
    atomic_bool stop;
    _Atomic int64_t hit; // when engine_ponderhit() was called, 0: not yet
    struct losses losses;
    pthread_mutex_t lock; // with `told`: to wait for engine_stop() or engine_ponderhit()
    pthread_cond_t told;
};

// ---- Creating and changing engines ----

static void close_oracle(struct engine *engine)
{
    if (engine->opened)
        engine->oracle.close(engine->opened);
    engine->opened = NULL;
}

static bool check_hash(unsigned hash, struct error *err)
{
    return (hash >= ENGINE_HASH_MIN && hash <= ENGINE_HASH_MAX) ||
           error_set(err, ERROR_PARAMETER, "hash", "the hash table must have %d to %d MiB", ENGINE_HASH_MIN,
                     ENGINE_HASH_MAX);
}

struct engine *engine_new(unsigned hash, unsigned threads, struct error *err)
{
    if (!check_hash(hash, err))
        return NULL;
    struct engine *engine = calloc(1, sizeof *engine);
    if (!engine) {
        error_set(err, ERROR_SYSTEM, "engine", "no memory for an engine");
        return NULL;
    }
    engine->features = FEATURES_ALL;
    habit_forget(&engine->habit);
    atomic_init(&engine->stop, false);
    pthread_mutex_init(&engine->lock, NULL);
    pthread_cond_init(&engine->told, NULL);
    engine->shared = pages_new(sizeof *engine->shared);
    if (!engine->shared)
        error_set(err, ERROR_SYSTEM, "engine", "no memory for an engine");
    if (!engine->shared || !table_init(&engine->table, hash, err) ||
        !engine_set_threads(engine, threads, err)) {
        engine_free(engine);
        return NULL;
    }
    return engine;
}

void engine_free(struct engine *engine)
{
    if (!engine)
        return;
    for (unsigned i = 0; i < engine->worker_count; i++)
        worker_free(engine->workers[i]);
    close_oracle(engine);
    table_clear(&engine->table);
    if (engine->shared)
        evaluator_clear(&engine->shared->evaluator);
    pages_free(engine->shared, sizeof *engine->shared);
    pthread_cond_destroy(&engine->told);
    pthread_mutex_destroy(&engine->lock);
    free(engine);
}

bool engine_resize(struct engine *engine, unsigned hash, struct error *err)
{
    struct table table;
    if (!check_hash(hash, err) || !table_init(&table, hash, err))
        return false;
    table_clear(&engine->table);
    engine->table = table;
    return true;
}

bool engine_set_threads(struct engine *engine, unsigned threads, struct error *err)
{
    if (threads < 1 || threads > ENGINE_THREADS_MAX)
        return error_set(err, ERROR_PARAMETER, "threads", "the number of threads must be 1 to %d",
                         ENGINE_THREADS_MAX);
    unsigned before = engine->worker_count;
    while (engine->worker_count < threads) {
        struct worker *worker = worker_new(engine->worker_count);
        if (!worker)
            break;
        engine->workers[engine->worker_count++] = worker;
    }
    bool done = engine->worker_count >= threads;
    unsigned keep = done ? threads : before;
    while (engine->worker_count > keep)
        worker_free(engine->workers[--engine->worker_count]);
    return done || error_set(err, ERROR_SYSTEM, "threads", "no memory for %u threads", threads);
}

void engine_set_oracle(struct engine *engine, const struct oracle *oracle)
{
    close_oracle(engine);
    engine->oracle = oracle ? *oracle : (struct oracle){0};
    engine->game = NULL; // so that it is opened before the next search
}

void engine_set_features(struct engine *engine, unsigned features)
{
    engine->features = features;
}

void engine_clear(struct engine *engine)
{
    table_forget(&engine->table);
    habit_forget(&engine->habit);
    losses_forget_game(&engine->losses);
    for (unsigned i = 0; i < engine->worker_count; i++)
        worker_forget(engine->workers[i]);
}

void engine_use_networks(struct engine *engine, bool used)
{
    unsigned network = FEATURE_NETWORK;
    engine->features = used ? engine->features | network : engine->features & ~network;
    engine_clear(engine);
}

// ---- Stopping ----

void engine_stop(struct engine *engine)
{
    pthread_mutex_lock(&engine->lock);
    atomic_store(&engine->stop, true);
    pthread_cond_broadcast(&engine->told);
    pthread_mutex_unlock(&engine->lock);
}

void engine_ponderhit(struct engine *engine)
{
    pthread_mutex_lock(&engine->lock);
    atomic_store(&engine->hit, clock_microseconds());
    pthread_cond_broadcast(&engine->told);
    pthread_mutex_unlock(&engine->lock);
}

void engine_ready(struct engine *engine)
{
    atomic_store(&engine->stop, false);
    atomic_store(&engine->hit, 0);
}

// Waits until the result may be returned.
static void wait_for_permission(struct engine *engine, const struct limits *limits)
{
    pthread_mutex_lock(&engine->lock);
    while (!atomic_load(&engine->stop) &&
           (limits->infinite || (limits->ponder && !atomic_load(&engine->hit))))
        pthread_cond_wait(&engine->told, &engine->lock);
    pthread_mutex_unlock(&engine->lock);
}

// ---- Setting up a search ----

// A hash of the game and its parameters, so that table entries of other games are not found.
static uint64_t salt_of_rules(const struct variant *variant)
{
    uint64_t salt = variant->game->fingerprint;
    for (const char *c = variant->game->name; *c; c++)
        salt = random_mix(salt ^ (uint64_t)(unsigned char)*c);
    for (unsigned i = 0; i < variant->game->parameter_count; i++)
        salt = random_mix(salt ^ (uint64_t)variant->parameters.value[i]);
    return salt;
}

static void set_limits(struct shared *shared, const struct search_request *request)
{
    const struct limits *limits = &request->limits;
    struct handicap effect = handicap_effect(request->handicap);
    shared->depth_limit = limits->depth > 0 && limits->depth < PLY_MAX ? limits->depth : PLY_MAX;
    shared->node_limit = limits->nodes;
    if (effect.nodes && (!shared->node_limit || effect.nodes < shared->node_limit))
        shared->node_limit = effect.nodes;
    shared->blur = effect.blur;
    shared->oversight = effect.oversight;
    if (request->handicap)
        shared->salt ^= random_mix(request->seed) | 1;
}

static void plan_time(struct engine *engine, const struct search_request *request)
{
    enum color side = position_side(request->position);
    losses_compare(&engine->losses, &request->limits, side);
    engine->shared->plan = time_plan(&request->limits, side, &engine->losses);
}

static bool is_wanted(const struct search_request *request, move m)
{
    for (unsigned i = 0; i < request->only_count; i++)
        if (request->only[i] == m)
            return true;
    return !request->only_count;
}

// The actions to choose from, without those that a weaker level overlooks, unless it would overlook them all.
static void choose_root(struct shared *shared)
{
    struct move_list *root = &shared->root;
    const struct search_request *request = shared->request;
    struct move_list all;
    position_actions(request->position, &all);
    unsigned wanted = 0;
    for (unsigned i = 0; i < all.count; i++)
        if (is_wanted(request, all.moves[i]))
            all.moves[wanted++] = all.moves[i];
    root->count = 0;
    for (unsigned i = 0; i < wanted; i++)
        if (!shared_overlooks(shared, request->position, all.moves[i]))
            move_list_add(root, all.moves[i]);
    if (!root->count)
        for (unsigned i = 0; i < wanted; i++)
            move_list_add(root, all.moves[i]);
}

// ---- Running ----

static void *run_helper(void *worker)
{
    worker_run(worker);
    return NULL;
}

// Returns the longest time between two looks at the clock, in microseconds.
static int64_t run_workers(struct engine *engine)
{
    struct shared *shared = engine->shared;
    pthread_t threads[ENGINE_THREADS_MAX];
    unsigned started = 1;
    // If no more threads can be started, fewer search.
    while (started < shared->worker_count &&
           !pthread_create(&threads[started], NULL, run_helper, shared->workers[started]))
        started++;
    worker_run(shared->workers[0]);
    atomic_store(&shared->halt, true);
    int64_t ended = clock_microseconds();
    for (unsigned i = 1; i < started; i++)
        pthread_join(threads[i], NULL);
    int64_t joining = clock_microseconds() - ended, gap = engine->workers[0]->watch.gap;
    return gap > joining ? gap : joining;
}

// ---- The result ----

static void fill_result(struct search_result *result, const struct shared *shared)
{
    const struct worker *first = shared->workers[0];
    result->depth = first->finished;
    result->nodes = shared_nodes(shared);
    if (!first->found_count)
        return;
    const struct line *line = &first->found[0];
    result->best = line->moves[0];
    result->score = score_present(line->score);
    lines_first_turn(line, shared->request->position, &result->turn, &result->ponder);
}

static struct search_score score_of_end(const struct position *pos, struct outcome outcome)
{
    if (outcome.result == RESULT_DRAW || outcome.result == RESULT_ONGOING)
        return (struct search_score){SCORE_CENTIPAWNS, 0};
    bool wins = outcome.result == result_of_winner(position_side(pos));
    return (struct search_score){wins ? SCORE_WON : SCORE_LOST, 0};
}

// The evaluator's tables and what an oracle opens depend only on the rules. Building them takes longer than a turn may take in a fast game.
static void prepare_rules(struct engine *engine, const struct variant *variant)
{
    struct evaluator *evaluator = &engine->shared->evaluator;
    const struct game *game = variant->game;
    size_t size = game->parameter_count * sizeof *variant->parameters.value;
    if (engine->game == game && engine->fingerprint == game->fingerprint &&
        engine->game_features == engine->features &&
        !memcmp(engine->parameters.value, variant->parameters.value, size)) {
        evaluator->valuation.variant = variant;
        return;
    }
    evaluator_clear(evaluator);
    evaluator_init(evaluator, variant, engine->features);
    close_oracle(engine);
    engine->opened = engine->oracle.open ? engine->oracle.open(engine->oracle.context, variant) : NULL;
    engine->game = game;
    engine->fingerprint = game->fingerprint;
    engine->parameters = variant->parameters;
    engine->game_features = engine->features;
}

// With a handicap it knows no more than they do in other positions.
static void ask_oracle(struct engine *engine, const struct search_request *request)
{
    struct shared *shared = engine->shared;
    shared->oracle = &engine->oracle;
    shared->opened = request->handicap ? NULL : engine->opened;
    if (!shared->opened || !consult(shared, request->position, 0, &shared->known))
        shared->known = -SCORE_INFINITE;
}

static void set_up(struct engine *engine, const struct search_request *request)
{
    struct shared *shared = engine->shared;
    shared->table = &engine->table;
    shared->habit = &engine->habit;
    shared->salt = salt_of_rules(request->position->variant);
    shared->start = request->limits.start ? request->limits.start : clock_microseconds();
    shared->hit = &engine->hit;
    shared->request = request;
    shared->workers = engine->workers;
    shared->worker_count = engine->worker_count;
    shared->stop = &engine->stop;
    atomic_store(&shared->halt, false);
    prepare_rules(engine, request->position->variant);
    set_limits(shared, request);
    ask_oracle(engine, request);
    plan_time(engine, request);
    choose_root(shared);
    unsigned lines = request->lines < LINES_MAX ? request->lines : LINES_MAX;
    shared->lines = lines < 1 ? 1 : lines > shared->root.count ? shared->root.count : lines;
}

void engine_search(struct engine *engine, const struct search_request *request, struct search_result *result)
{
    *result = (struct search_result){.best = MOVE_NONE, .ponder = MOVE_NONE};
    struct outcome outcome = {RESULT_ONGOING, REASON_NONE};
    if (!request->position->state.actions)
        outcome = position_outcome(request->position, request->history);
    result->score = score_of_end(request->position, outcome);
    if (outcome.result == RESULT_ONGOING) {
        struct shared *shared = engine->shared;
        int64_t gap = 0;
        set_up(engine, request);
        if (shared->root.count) {
            for (unsigned i = 0; i < engine->worker_count; i++)
                worker_prepare(engine->workers[i], shared);
            table_grow_old(&engine->table);
            settle_root(engine->workers[0], shared);
            lure_root(engine->workers[0], shared);
            gap = run_workers(engine);
            fill_result(result, shared);
        }
        result->elapsed = (clock_microseconds() - shared->start) / 1000;
        losses_expect(&engine->losses, &request->limits, position_side(request->position), result->elapsed,
                      gap / 1000);
    }
    wait_for_permission(engine, &request->limits);
    engine_ready(engine);
}
