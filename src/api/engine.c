// SPDX-License-Identifier: GPL-3.0-or-later
// The engine and its levels.
#include "api/handle.h"
#include "base/memory.h"
#include "search/ladder.h"
#include "search/search.h"

#include <stdlib.h>
#include <string.h>

struct leaper_engine {
    struct engine *inside;
};

struct leaper_engine *leaper_engine_new(unsigned hash, unsigned threads, struct leaper_error *error)
{
    struct error err = {0};
    struct leaper_engine *engine = memory_try(NULL, 1, sizeof *engine);
    if (!engine) {
        fail_no_memory(error);
        return NULL;
    }
    engine->inside = engine_new(hash, threads, &err);
    if (engine->inside)
        return engine;
    free(engine);
    fail_as(error, &err);
    return NULL;
}

void leaper_engine_free(struct leaper_engine *engine)
{
    if (!engine)
        return;
    engine_free(engine->inside);
    free(engine);
}

bool leaper_engine_set_hash(struct leaper_engine *engine, unsigned hash, struct leaper_error *error)
{
    struct error err = {0};
    return engine_resize(engine->inside, hash, &err) || fail_as(error, &err);
}

bool leaper_engine_set_threads(struct leaper_engine *engine, unsigned threads, struct leaper_error *error)
{
    struct error err = {0};
    return engine_set_threads(engine->inside, threads, &err) || fail_as(error, &err);
}

void leaper_engine_clear(struct leaper_engine *engine)
{
    engine_clear(engine->inside);
}

void leaper_engine_stop(struct leaper_engine *engine)
{
    engine_stop(engine->inside);
}

void leaper_engine_ready(struct leaper_engine *engine)
{
    engine_ready(engine->inside);
}

// ---- Levels ----

size_t leaper_level_count(void)
{
    return LEVELS;
}

const char *leaper_level_key(size_t number)
{
    return number < LEVELS ? levels[number].key : NULL;
}

const char *leaper_level_name(size_t number)
{
    return number < LEVELS ? levels[number].name : NULL;
}

const char *leaper_level_words(size_t number)
{
    return number < LEVELS ? levels[number].words : NULL;
}

// ---- Searching ----

static_assert((int)LEAPER_LOSES_IN == (int)SCORE_LOST && (int)LEAPER_AT_MOST == (int)BOUND_UPPER,
              "scores are numbered alike");

static struct leaper_score score_out(struct search_score score)
{
    return (struct leaper_score){(enum leaper_score_kind)score.kind, score.value};
}

static void report(void *context, const struct search_info *info)
{
    const struct leaper_search *search = context;
    struct leaper_search_info out = {
        .depth = info->depth,
        .selective = info->selective,
        .line = info->line,
        .score = score_out(info->score),
        .bound = (enum leaper_score_bound)info->bound,
        .nodes = info->nodes,
        .speed = info->speed,
        .elapsed = info->elapsed,
        .hashfull = info->hashfull,
        .pv = info->pv,
        .pv_count = info->pv_count,
    };
    search->report(search->context, &out);
}

static bool must_stop(void *context)
{
    const struct leaper_search *search = context;
    return search->stop(search->context);
}

// A time that can be added up without overflow: at most some thirty years, either way.
static int64_t bounded(int64_t milliseconds)
{
    static const int64_t most = INT64_C(1000000000000);
    if (milliseconds > most)
        return most;
    return milliseconds < -most ? -most : milliseconds;
}

bool leaper_engine_search(struct leaper_engine *engine, const struct leaper_position *position,
                          const struct leaper_search *search, struct leaper_search_result *result,
                          struct leaper_error *error)
{
    struct error err = {0};
    if (!reserved_are_zeros(search->reserved, sizeof search->reserved / sizeof *search->reserved, error))
        return false;
    const struct level *level = search->level ? level_find(search->level, &err) : NULL;
    if (search->level && !level)
        return fail_as(error, &err);
    struct search_request request = {
        .position = &position->now,
        .history = &position->history,
        .limits = {.depth = search->depth,
                   .nodes = search->nodes,
                   .movetime = bounded(search->movetime),
                   .clock = search->clock,
                   .time = {bounded(search->time[0]), bounded(search->time[1])},
                   .increment = {bounded(search->increment[0]), bounded(search->increment[1])},
                   .moves_to_go = search->moves_to_go,
                   .overhead = bounded(search->overhead)},
        .handicap = ladder_level(position->now.variant->game, level),
        .seed = search->seed,
        .lines = search->lines,
        .only = search->only,
        .only_count = search->only_count,
        .report = search->report ? report : NULL,
        .must_stop = search->stop ? must_stop : NULL,
        .context = (void *)search,
    };
    struct search_result found;
    engine_search(engine->inside, &request, &found);
    *result = (struct leaper_search_result){
        .ponder = found.ponder,
        .score = score_out(found.score),
        .depth = found.depth,
        .nodes = found.nodes,
        .elapsed = found.elapsed,
    };
    turn_out(&found.turn, &result->turn);
    return true;
}
