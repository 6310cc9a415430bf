// SPDX-License-Identifier: GPL-3.0-or-later
// Answers requests to the engine, and tells how its search goes on.
#include "api/request/request.h"

#include "notation/json/json_text.h"
#include "position/protection/claim.h"
#include "session/opponent.h"

#include <stdlib.h>
#include <string.h>

enum { SEARCH_DEPTH_MAX = 100, SEARCH_NODES_DEFAULT = 100000, SEARCH_HASH_MAX = 1024, SEARCH_LINES_MAX = 64 };
static const int64_t SEARCH_NODES_MAX = 10000000, SEARCH_MILLISECONDS_MAX = 60000;

// The search settings in the request, and the lines that the search reports.
struct searching {
    const struct leaper_position *position;
    const struct leaper_request_watch *watch; // NULL: nobody watches
    struct leaper_search search;
    const char *by; // the side of a match that the engine plays; NULL: it searches whatever side is to move
    int64_t hash;
    size_t whole;  // how many lines an iteration reports
    json_t *lines; // the latest report of each line; NULL if memory ran out
};

static json_t *describe_score(struct leaper_score score)
{
    static const char *const kinds[] = {"centipawns", "wins-in", "loses-in"};
    return json_pack("{s:s,s:i}", "kind", kinds[score.kind], "value", score.value);
}

// One line: what it is worth, and its turns in both notations.
static json_t *describe_line(const struct leaper_position *position, const struct leaper_search_info *info)
{
    static const char *const bounds[] = {"exact", "at-least", "at-most"};
    char *pv = leaper_line_write(position, info->pv, info->pv_count, LEAPER_COORDINATE, NULL);
    char *san = leaper_line_write(position, info->pv, info->pv_count, LEAPER_SAN, NULL);
    json_t *line =
        pv && san ? json_pack("{s:i,s:o,s:s,s:s,s:s}", "depth", info->depth, "score",
                              describe_score(info->score), "bound", bounds[info->bound], "pv", pv, "san", san)
                  : NULL;
    leaper_free(pv);
    leaper_free(san);
    return line;
}

// Tells the watcher all lines. Without memory for it, it is not told: the next state may do.
static void tell_progress(const struct searching *searching, const struct leaper_search_info *info)
{
    json_t *state =
        json_pack("{s:i,s:i,s:I,s:I,s:I,s:i,s:O*}", "depth", info->depth, "selective", info->selective,
                  "nodes", (json_int_t)info->nodes, "speed", (json_int_t)info->speed, "milliseconds",
                  (json_int_t)info->elapsed, "hashfull", (int)info->hashfull, "lines", searching->lines);
    char *text = json_out(state, NULL);
    if (text)
        searching->watch->progress(searching->watch->context, text);
    leaper_free(text);
}

static void note_line(void *context, const struct leaper_search_info *info)
{
    struct searching *searching = context;
    json_t *line = describe_line(searching->position, info);
    size_t at = info->line - 1;
    bool kept = line && searching->lines &&
                (at < json_array_size(searching->lines) ? json_array_set(searching->lines, at, line)
                                                        : json_array_append(searching->lines, line)) == 0;
    json_decref(line);
    if (!kept) {
        json_decref(searching->lines);
        searching->lines = NULL;
    }
    // Before the last line of an iteration, those behind it are still of the iteration before.
    if (kept && searching->watch && searching->watch->progress && at + 1 >= searching->whole)
        tell_progress(searching, info);
}

static bool must_stop(void *context)
{
    const struct searching *searching = context;
    return searching->watch->stop(searching->watch->context);
}

static bool take_search(struct request *request, struct searching *searching, struct leaper_error *error)
{
    const struct leaper_request_watch *watch = request->watch;
    int64_t depth = 0, nodes = 0, milliseconds = 0, seed = 0, lines = 1;
    bool infinite = false;
    searching->hash = 16;
    if (!take_flag(request, "infinite", &infinite, error) ||
        !take_number(request, "depth", (struct bounds){1, SEARCH_DEPTH_MAX}, &depth, error) ||
        !take_number(request, "nodes", (struct bounds){1, SEARCH_NODES_MAX}, &nodes, error) ||
        !take_number(request, "milliseconds", (struct bounds){1, SEARCH_MILLISECONDS_MAX}, &milliseconds,
                     error) ||
        !take_number(request, "seed", (struct bounds){0, INT64_MAX}, &seed, error) ||
        !take_number(request, "lines", (struct bounds){1, SEARCH_LINES_MAX}, &lines, error) ||
        !take_number(request, "hash", (struct bounds){1, SEARCH_HASH_MAX}, &searching->hash, error) ||
        !take_text(request, "level", &searching->search.level, error) ||
        !take_text(request, "by", &searching->by, error))
        return false;
    if (infinite && !(watch && watch->stop))
        return fail(error, LEAPER_ERROR_REQUEST, "infinite", "nobody could stop this search");
    if (!nodes && !infinite && !searching->by)
        nodes = SEARCH_NODES_DEFAULT;
    searching->watch = watch;
    searching->search.depth = (int)depth;
    searching->search.nodes = (uint64_t)nodes;
    searching->search.movetime = milliseconds;
    searching->search.seed = (uint64_t)seed;
    searching->search.lines = (unsigned)lines;
    searching->search.report = note_line;
    searching->search.stop = watch && watch->stop ? must_stop : NULL;
    searching->search.context = searching;
    return true;
}

// What the engine may use in a match, by its level.
static bool limit_by_level(struct searching *searching, struct leaper_error *error)
{
    struct error err = {0};
    const char *key = searching->search.level;
    const struct level *level = key ? level_find(key, &err) : &levels[LEVEL_FULL];
    if (!level)
        return fail_as(error, &err);
    int64_t usual = opponent_movetime(level);
    if (!searching->search.movetime || searching->search.movetime > usual)
        searching->search.movetime = usual;
    return true;
}

static json_t *describe_result(const struct searching *searching, const struct leaper_search_result *result)
{
    char *turn = NULL, *san = NULL;
    json_t *answer = NULL;
    if (!result->turn.count)
        return json_pack("{s:n,s:o,s:I}", "turn", "score", describe_score(result->score), "nodes",
                         (json_int_t)result->nodes);
    turn = leaper_turn_write(searching->position, &result->turn, LEAPER_COORDINATE, NULL);
    san = leaper_turn_write(searching->position, &result->turn, LEAPER_SAN, NULL);
    if (turn && san && searching->lines)
        answer = json_pack("{s:s,s:s,s:o,s:i,s:I,s:I,s:O}", "turn", turn, "san", san, "score",
                           describe_score(result->score), "depth", result->depth, "nodes",
                           (json_int_t)result->nodes, "milliseconds", (json_int_t)result->elapsed, "lines",
                           searching->lines);
    leaper_free(turn);
    leaper_free(san);
    return answer;
}

static bool find(struct searching *searching, struct leaper_search_result *result, struct leaper_error *error)
{
    struct leaper_engine *engine = leaper_engine_new((unsigned)searching->hash, 1, error);
    if (!engine)
        return false;
    size_t actions = leaper_position_list_actions(searching->position, NULL, 0);
    searching->whole = searching->search.lines < actions ? searching->search.lines : actions;
    bool found = leaper_engine_search(engine, searching->position, &searching->search, result, error);
    leaper_engine_free(engine);
    return found;
}

// Makes a public position, with its history, of the position that was read. Takes over the request's variant.
static struct leaper_position *position_of_request(struct show_request *read, struct leaper_error *error)
{
    struct leaper_variant *variant = variant_wrap(read->variant, error);
    read->variant = NULL;
    struct leaper_position *position = variant ? position_wrap(variant, &read->position, error) : NULL;
    leaper_variant_free(variant);
    if (position && !history_copy(&position->history, &read->history)) {
        leaper_position_free(position);
        position = NULL;
        fail_no_memory(error);
    }
    return position;
}

// ---- The engine in a match ----

// Finds what the engine does when it plays that side: an announcement that wins, also when the other side is to move; otherwise, if it
// is to move itself, a search. `*result` has no turn if there is nothing to do.
static bool find_reply(struct searching *searching, enum color by, struct leaper_search_result *result,
                       struct leaper_error *error)
{
    const struct position *now = &searching->position->now;
    struct turn claim;
    *result = (struct leaper_search_result){.score = {LEAPER_WINS_IN, 1}};
    if (position_outcome(now, &searching->position->history).result != RESULT_ONGOING)
        return true;
    if (claim_find_win(now, by, &claim)) {
        turn_out(&claim, &result->turn);
        return true;
    }
    return position_side(now) != by || find(searching, result, error);
}

// Whether it would accept a draw once it has played this turn.
static bool accepts_draw(const struct searching *searching, const struct leaper_search_result *result)
{
    static const enum score_kind kinds[] = {SCORE_CENTIPAWNS, SCORE_WON, SCORE_LOST};
    const struct search_score score = {kinds[result->score.kind], result->score.value};
    return result->turn.count && opponent_accepts_draw(&score, searching->position->history.count + 1);
}

static json_t *reply(struct searching *searching, struct leaper_error *error)
{
    struct leaper_search_result result;
    bool black = !strcmp(searching->by, color_key(BLACK));
    if (!black && strcmp(searching->by, color_key(WHITE)) != 0) {
        fail(error, LEAPER_ERROR_PARAMETER, "by", "by must be white or black, not '%.40s'", searching->by);
        return NULL;
    }
    if (!limit_by_level(searching, error) || !find_reply(searching, black ? BLACK : WHITE, &result, error))
        return NULL;
    json_t *answer = describe_result(searching, &result);
    json_put(&answer, "accepts_draw", json_boolean(accepts_draw(searching, &result)));
    return answered(answer, error);
}

// ---- The request ----

static json_t *search(struct searching *searching, struct leaper_error *error)
{
    struct leaper_search_result result;
    return find(searching, &result, error) ? answered(describe_result(searching, &result), error) : NULL;
}

json_t *answer_search(struct request *request, struct leaper_error *error)
{
    struct searching searching = {0};
    struct show_request read;
    if (!take_search(request, &searching, error) || !take_position(&read, request, NULL, error))
        return NULL;
    struct leaper_position *position = position_of_request(&read, error);
    show_request_clear(&read);
    searching.position = position;
    searching.lines = json_array();
    json_t *answer = !position ? NULL : searching.by ? reply(&searching, error) : search(&searching, error);
    json_decref(searching.lines);
    leaper_position_free(position);
    return answer;
}
