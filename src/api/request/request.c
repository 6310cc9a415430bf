// SPDX-License-Identifier: GPL-3.0-or-later
// Answers JSON requests, and those about positions and perft itself. docs/library.md describes the members. Each
// operation removes the members that it knows from the request and refuses any that are left.
#include "api/request/request.h"

#include "notation/coordinate_write.h"
#include "notation/json/describe.h"
#include "notation/json/json_text.h"
#include "position/moves/perft.h"
#include "session/catalogue.h"
#include "session/rules.h"
#include "variants/games.h"

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

bool take_declared(struct request *request, struct declared *declared, struct leaper_error *error)
{
    enum { RESULTS = RESULT_NONE + 1 };
    unsigned is = 0, why = 0;
    const char *result, *reason;
    if (!take_text(request, "result", &result, error) || !take_text(request, "reason", &reason, error))
        return false;
    declared->given = result != NULL;
    if (!result)
        return true;
    while (is < RESULTS && strcmp(result_name((enum result)is), result) != 0)
        is++;
    while (why < REASONS && strcmp(reason_name((enum reason)why), reason ? reason : "") != 0)
        why++;
    if (is == RESULTS)
        return fail(error, LEAPER_ERROR_PARAMETER, "result", "there is no result '%.40s'", result);
    if (why == REASONS)
        return fail(error, LEAPER_ERROR_PARAMETER, "reason", "there is no reason '%.40s'", reason);
    declared->outcome = (struct outcome){(enum result)is, (enum reason)why};
    return true;
}

bool all_taken(const struct request *request, struct leaper_error *error)
{
    const char *name = json_object_iter_key(json_object_iter(request->left));
    return !name || fail(error, LEAPER_ERROR_REQUEST, name, "unknown member '%.40s' in this request", name);
}

bool take_position(struct show_request *read, const struct request *request, const struct turn_watch *watch,
                   struct leaper_error *error)
{
    struct error err = {0};
    return show_request_watch(read, request->left, watch, &err) || fail_as(error, &err);
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
    bool all = false, san = false;
    if (!take_flag(request, "all", &all, error) || !take_flag(request, "san", &san, error) ||
        !take_position(&read, request, NULL, error))
        return NULL;
    unsigned flags = (all ? DESCRIBE_ALL : 0U) | (san ? DESCRIBE_SAN : 0U);
    json_t *state = describe_state(&read.position, &read.history, flags);
    show_request_clear(&read);
    return answered(state, error);
}

static json_t *answer_actions(struct request *request, struct leaper_error *error)
{
    struct show_request read;
    const char *after;
    struct error err = {0};
    if (!take_text(request, "after", &after, error) || !take_position(&read, request, NULL, error))
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
        !take_position(&read, request, NULL, error))
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

// ---- Dispatch ----

static json_t *answer_games(struct request *request, struct leaper_error *error)
{
    if (!all_taken(request, error))
        return NULL;
    return answered(catalogue_all(), error);
}

static json_t *answer_rules(struct request *request, struct leaper_error *error)
{
    struct show_request read;
    if (!take_position(&read, request, NULL, error))
        return NULL;
    json_t *rules = rules_json(read.variant);
    show_request_clear(&read);
    return answered(rules, error);
}

static json_t *answer_version(struct request *request, struct leaper_error *error)
{
    if (!all_taken(request, error))
        return NULL;
    return answered(json_pack("{s:s,s:b,s:b}", "version", leaper_version(), "tours",
                              leaper_has_feature("tours"), "meeting", leaper_has_feature("meeting")),
                    error);
}

static json_t *answer_as(const char *operation, struct request *request, struct leaper_error *error)
{
    static const struct {
        const char *name;
        json_t *(*answer)(struct request *request, struct leaper_error *error);
    } operations[] = {
        {"show", answer_show},     {"actions", answer_actions},   {"perft", answer_perft},
        {"search", answer_search}, {"count", answer_count},       {"find", answer_find},
        {"sample", answer_sample}, {"estimate", answer_estimate}, {"games", answer_games},
        {"check", answer_check},   {"play", answer_play},         {"definition", answer_definition},
        {"keys", answer_keys},     {"version", answer_version},   {"rules", answer_rules},
        {"pgn", answer_pgn},       {"attacks", answer_attacks},   {"record", answer_record},
        {"solve", answer_solve},   {"edit", answer_edit},         {"consequence", answer_consequence},
        {"tours", answer_tours},
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

static json_t *answer(const char *json, size_t length, const struct leaper_request_watch *watch,
                      struct leaper_error *error)
{
    const char *operation;
    if (watch &&
        !reserved_are_zeros(watch->reserved, sizeof watch->reserved / sizeof *watch->reserved, error))
        return NULL;
    struct request request = {load(json, length, error), json_array(), watch};
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
json_t *describe_failure(const struct leaper_error *error)
{
    return json_pack("{s:{s:s,s:o,s:o}}", "error", "code", leaper_code_name(error->code), "message",
                     json_of_text(error->message), "at",
                     error->place[0] ? json_of_text(error->place) : json_null());
}

char *leaper_request(const char *json, size_t length)
{
    return leaper_request_watched(json, length, NULL);
}

char *leaper_request_watched(const char *json, size_t length, const struct leaper_request_watch *watch)
{
    struct leaper_error error = {.code = LEAPER_OK};
    json_t *answered = answer(json, length, watch, &error);
    if (!answered && error.code == LEAPER_ERROR_NO_MEMORY)
        return NULL;
    return json_out(answered ? answered : describe_failure(&error), NULL);
}
