// SPDX-License-Identifier: GPL-3.0-or-later
// Answers JSON requests about positions, perft and search. docs/library.md describes the members. Each
// operation removes the members that it knows from the request and refuses any that are left.
#include "api/request.h"

#include "games/games.h"
#include "notation/coordinate_write.h"
#include "notation/json/describe.h"
#include "notation/json/json_text.h"
#include "notation/json/request.h"
#include "position/moves/perft.h"
#include "session/catalogue.h"

#include <stdlib.h>
#include <string.h>

// ---- Members ----

bool take_number(struct request *request, const char *name, struct bounds bounds, int64_t *value,
                 struct leaper_error *error)
{
    const json_t *member = json_object_get(request->left, name);
    if (!member)
        return true;
    if (!json_is_integer(member))
        return fail(error, LEAPER_ERROR_REQUEST, name, "%s must be a whole number", name);
    json_int_t number = json_integer_value(member);
    if (number < bounds.least || number > bounds.most)
        return fail(error, LEAPER_ERROR_PARAMETER, name, "%s must be a number from %lld to %lld, not %lld",
                    name, (long long)bounds.least, (long long)bounds.most, (long long)number);
    *value = number;
    json_object_del(request->left, name);
    return true;
}

bool take_flag(struct request *request, const char *name, bool *value, struct leaper_error *error)
{
    const json_t *member = json_object_get(request->left, name);
    if (!member)
        return true;
    if (!json_is_boolean(member))
        return fail(error, LEAPER_ERROR_REQUEST, name, "%s must be true or false", name);
    *value = json_is_true(member);
    json_object_del(request->left, name);
    return true;
}

bool take_text(struct request *request, const char *name, const char **text, struct leaper_error *error)
{
    json_t *member = json_object_get(request->left, name);
    *text = NULL;
    if (!member)
        return true;
    if (!json_is_string(member))
        return fail(error, LEAPER_ERROR_REQUEST, name, "%s must be a string", name);
    if (json_array_append(request->kept, member))
        return fail_no_memory(error);
    *text = json_string_value(member);
    json_object_del(request->left, name);
    return true;
}

bool all_taken(const struct request *request, struct leaper_error *error)
{
    const char *name = json_object_iter_key(json_object_iter(request->left));
    return !name || fail(error, LEAPER_ERROR_REQUEST, name, "unknown member '%.40s' in this request", name);
}

// Reads the rest of a request as a request for a position.
static bool read_position(struct show_request *read, const struct request *request,
                          struct leaper_error *error)
{
    struct error err = {0};
    return show_request_read(read, request->left, &err) || fail_as(error, &err);
}

json_t *answered(json_t *answer, struct leaper_error *error)
{
    if (!answer)
        fail_no_memory(error);
    return answer;
}

// ---- Positions ----

static json_t *answer_show(struct request *request, struct leaper_error *error)
{
    struct show_request read;
    bool all = false;
    if (!take_flag(request, "all", &all, error) || !read_position(&read, request, error))
        return NULL;
    json_t *state = describe_state(&read.position, &read.history, all ? DESCRIBE_ALL : DESCRIBE_PLAIN);
    show_request_clear(&read);
    return answered(state, error);
}

static json_t *answer_actions(struct request *request, struct leaper_error *error)
{
    struct show_request read;
    const char *after;
    struct error err = {0};
    if (!take_text(request, "after", &after, error) || !read_position(&read, request, error))
        return NULL;
    bool over = position_outcome(&read.position, &read.history).result != RESULT_ONGOING;
    json_t *progress = over ? NULL : describe_progress(&read.position, after, &err);
    show_request_clear(&read);
    if (over)
        fail(error, LEAPER_ERROR_GAME_OVER, "", "the game is over");
    else if (!progress && err.code != ERROR_NONE)
        fail_as(error, &err);
    else
        return answered(progress, error);
    return NULL;
}

// ---- Perft ----

enum { PERFT_DEPTH_MAX = 64 };
static const uint64_t PERFT_NODES_MAX = 50000000;

static bool is_within_bounds(void *context, uint64_t counted)
{
    (void)context;
    return counted <= PERFT_NODES_MAX;
}

static json_t *answer_perft(struct request *request, struct leaper_error *error)
{
    struct show_request read;
    int64_t depth = 1;
    if (!take_number(request, "depth", (struct bounds){0, PERFT_DEPTH_MAX}, &depth, error) ||
        !read_position(&read, request, error))
        return NULL;
    const struct perft_watch bound = {is_within_bounds, NULL};
    uint64_t nodes = 0;
    position_perft_watched(&read.position, (int)depth, &bound, &nodes);
    json_t *answer = NULL;
    if (nodes > PERFT_NODES_MAX)
        fail(error, LEAPER_ERROR_TOO_LARGE, "depth", "there are more than %llu turns at this depth",
             (unsigned long long)PERFT_NODES_MAX);
    else
        answer = answered(json_pack("{s:s,s:I,s:I}", "game", read.variant->game->name, "depth",
                                    (json_int_t)depth, "nodes", (json_int_t)nodes),
                          error);
    show_request_clear(&read);
    return answer;
}

// ---- Search ----

enum { SEARCH_DEPTH_MAX = 100, SEARCH_NODES_DEFAULT = 100000, SEARCH_HASH_MAX = 1024, SEARCH_LINES_MAX = 64 };
static const int64_t SEARCH_NODES_MAX = 10000000;

// The search settings in the request, and the lines that the search reports.
struct searching {
    const struct leaper_position *position;
    struct leaper_search search;
    int64_t hash;
    json_t *lines; // the latest report of each line; NULL if memory ran out
};

static json_t *describe_score(struct leaper_score score)
{
    static const char *const kinds[] = {"centipawns", "wins-in", "loses-in"};
    return json_pack("{s:s,s:i}", "kind", kinds[score.kind], "value", score.value);
}

static void note_line(void *context, const struct leaper_search_info *info)
{
    static const char *const bounds[] = {"exact", "at-least", "at-most"};
    struct searching *searching = context;
    char *pv = leaper_line_write(searching->position, info->pv, info->pv_count, LEAPER_COORDINATE, NULL);
    json_t *line = pv ? json_pack("{s:i,s:o,s:s,s:s}", "depth", info->depth, "score",
                                  describe_score(info->score), "bound", bounds[info->bound], "pv", pv)
                      : NULL;
    leaper_free(pv);
    size_t at = info->line - 1;
    bool kept = line && searching->lines &&
                (at < json_array_size(searching->lines) ? json_array_set(searching->lines, at, line)
                                                        : json_array_append(searching->lines, line)) == 0;
    json_decref(line);
    if (!kept) {
        json_decref(searching->lines);
        searching->lines = NULL;
    }
}

static bool take_search(struct request *request, struct searching *searching, struct leaper_error *error)
{
    int64_t depth = 0, nodes = SEARCH_NODES_DEFAULT, seed = 0, lines = 1;
    searching->hash = 16;
    if (!take_number(request, "depth", (struct bounds){1, SEARCH_DEPTH_MAX}, &depth, error) ||
        !take_number(request, "nodes", (struct bounds){1, SEARCH_NODES_MAX}, &nodes, error) ||
        !take_number(request, "seed", (struct bounds){0, INT64_MAX}, &seed, error) ||
        !take_number(request, "lines", (struct bounds){1, SEARCH_LINES_MAX}, &lines, error) ||
        !take_number(request, "hash", (struct bounds){1, SEARCH_HASH_MAX}, &searching->hash, error) ||
        !take_text(request, "level", &searching->search.level, error))
        return false;
    searching->search.depth = (int)depth;
    searching->search.nodes = (uint64_t)nodes;
    searching->search.seed = (uint64_t)seed;
    searching->search.lines = (unsigned)lines;
    searching->search.report = note_line;
    searching->search.context = searching;
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

static json_t *search(struct searching *searching, struct leaper_error *error)
{
    struct leaper_search_result result;
    struct leaper_engine *engine = leaper_engine_new((unsigned)searching->hash, 1, error);
    if (!engine)
        return NULL;
    searching->lines = json_array();
    bool searched = leaper_engine_search(engine, searching->position, &searching->search, &result, error);
    leaper_engine_free(engine);
    json_t *answer = searched ? answered(describe_result(searching, &result), error) : NULL;
    json_decref(searching->lines);
    return answer;
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

static json_t *answer_search(struct request *request, struct leaper_error *error)
{
    struct searching searching = {0};
    struct show_request read;
    if (!take_search(request, &searching, error) || !read_position(&read, request, error))
        return NULL;
    struct leaper_position *position = position_of_request(&read, error);
    show_request_clear(&read);
    searching.position = position;
    json_t *answer = position ? search(&searching, error) : NULL;
    leaper_position_free(position);
    return answer;
}

// ---- Dispatch ----

static json_t *answer_games(struct request *request, struct leaper_error *error)
{
    if (!all_taken(request, error))
        return NULL;
    return answered(catalogue_all(), error);
}

static json_t *answer_version(struct request *request, struct leaper_error *error)
{
    if (!all_taken(request, error))
        return NULL;
    return answered(json_pack("{s:s,s:b}", "version", leaper_version(), "tours", leaper_has_feature("tours")),
                    error);
}

static json_t *answer_as(const char *operation, struct request *request, struct leaper_error *error)
{
    static const struct {
        const char *name;
        json_t *(*answer)(struct request *request, struct leaper_error *error);
    } operations[] = {
        {"show", answer_show},       {"actions", answer_actions},   {"perft", answer_perft},
        {"search", answer_search},   {"count", answer_count},       {"find", answer_find},
        {"sample", answer_sample},   {"estimate", answer_estimate}, {"games", answer_games},
        {"version", answer_version},
    };
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        if (!strcmp(operations[i].name, operation))
            return operations[i].answer(request, error);
    fail(error, LEAPER_ERROR_REQUEST, "do", "unknown operation '%.40s'", operation);
    return NULL;
}

// Loads a request twice and compares the results: if its buffer cannot grow, jansson 2.14 silently drops
// characters or reports a syntax error.
static json_t *load(const char *json, size_t length, struct leaper_error *error)
{
    struct error err = {0};
    json_t *once = request_load(json, length, &err), *again = request_load(json, length, &err);
    bool same = once && again && json_equal(once, again);
    bool wrong = !once && !again;
    json_decref(again);
    if (same)
        return once;
    json_decref(once);
    if (wrong)
        fail_as(error, &err);
    else
        fail_no_memory(error);
    return NULL;
}

static json_t *answer(const char *json, size_t length, struct leaper_error *error)
{
    const char *operation;
    struct request request = {load(json, length, error), json_array()};
    json_t *answer = NULL;
    if (request.left && !request.kept)
        fail_no_memory(error);
    else if (request.left && take_text(&request, "do", &operation, error))
        answer = answer_as(operation ? operation : "show", &request, error);
    json_decref(request.left);
    json_decref(request.kept);
    return answer;
}

// {"error":{…}}; the message may quote a character that was truncated.
static json_t *describe_failure(const struct leaper_error *error)
{
    return json_pack("{s:{s:s,s:o,s:o}}", "error", "code", leaper_code_name(error->code), "message",
                     json_of_text(error->message), "at",
                     error->place[0] ? json_of_text(error->place) : json_null());
}

char *leaper_request(const char *json, size_t length)
{
    struct leaper_error error = {.code = LEAPER_OK};
    json_t *answered = answer(json, length, &error);
    if (!answered && error.code == LEAPER_ERROR_NO_MEMORY)
        return NULL;
    return json_out(answered ? answered : describe_failure(&error), NULL);
}
