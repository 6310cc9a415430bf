// SPDX-License-Identifier: GPL-3.0-or-later
// Reads requests for a position from JSON, and refuses unknown members.
#include "notation/json/request.h"

#include "base/buffer.h"
#include "base/memory.h"
#include "notation/json_reason.h"
#include "notation/line.h"
#include "position/fen.h"
#include "position/moves/history.h"
#include "position/parameter.h"
#include "position/variant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool wrong_type(const char *at, const char *expected, struct error *err)
{
    return error_set(err, ERROR_REQUEST, at, "%s must be %s", at, expected);
}

// ---- Parameters ----

// Clients give the two parameters for the armies in one list.
static const char armies_member[] = "armies";

static bool read_number(const struct parameter *parameter, const char *at, const json_t *value, int *number,
                        struct error *err)
{
    if (!json_is_integer(value))
        return wrong_type(at, "a whole number", err);
    json_int_t integer = json_integer_value(value);
    if (integer < parameter->minimum || integer > parameter->maximum)
        return error_set(err, ERROR_PARAMETER, at, "%s must be a number from %d to %d, not %lld", at,
                         parameter->minimum, parameter->maximum, (long long)integer);
    *number = (int)integer;
    return true;
}

static bool read_parameter(const struct parameter *parameter, const char *at, const json_t *value,
                           int *number, struct error *err)
{
    if (parameter->kind == PARAMETER_NUMBER)
        return read_number(parameter, at, value, number, err);
    if (!json_is_string(value))
        return wrong_type(at, "a string", err);
    if (parameter_read(parameter, json_string_value(value), number, err))
        return true;
    if (err)
        snprintf(err->at, sizeof err->at, "%s", at);
    return false;
}

static bool read_armies(const struct game *game, const json_t *value, struct parameters *parameters,
                        struct error *err)
{
    if (game_parameter(game, color_key(WHITE)) < 0)
        return error_set(err, ERROR_PARAMETER, armies_member, "%s has no choice of armies", game->title);
    if (!json_is_array(value) || json_array_size(value) != 2)
        return wrong_type(armies_member, "a list of two armies, White's first", err);
    for (size_t i = 0; i < 2; i++) {
        char at[16];
        int index = game_parameter(game, color_key((enum color)i));
        snprintf(at, sizeof at, "%s[%zu]", armies_member, i);
        if (!read_parameter(&game->parameters[index], at, json_array_get(value, i), &parameters->value[index],
                            err))
            return false;
    }
    return true;
}

static bool is_army_parameter(const char *name)
{
    return strcmp(name, color_key(WHITE)) == 0 || strcmp(name, color_key(BLACK)) == 0;
}

static bool read_member(const struct game *game, const char *name, const json_t *value,
                        struct parameters *parameters, struct error *err)
{
    if (strcmp(name, armies_member) == 0)
        return read_armies(game, value, parameters, err);
    for (int i = 0; i < game->parameter_count; i++)
        if (strcmp(game->parameters[i].name, name) == 0 && !is_army_parameter(name))
            return read_parameter(&game->parameters[i], name, value, &parameters->value[i], err);
    return error_set(err, ERROR_PARAMETER, name, "%s has no parameter '%.40s'", game->title, name);
}

bool parameters_read_json(const struct game *game, const json_t *object, struct parameters *parameters,
                          struct error *err)
{
    struct parameters read;
    const char *name;
    json_t *value;
    game_defaults(game, &read);
    if (!json_is_object(object))
        return error_set(err, ERROR_REQUEST, "", "the parameters must be an object");
    json_object_foreach((json_t *)object, name, value)
    {
        if (!read_member(game, name, value, &read, err))
            return false;
    }
    *parameters = read;
    return true;
}

// ---- The request ----

json_t *request_load(const char *text, size_t length, struct error *err)
{
    if (length > REQUEST_SIZE_MAX) {
        error_set(err, ERROR_TOO_LARGE, "", "a request has at most %d bytes", REQUEST_SIZE_MAX);
        return NULL;
    }
    json_error_t reason;
    json_t *json = json_loadb(text, length, JSON_REJECT_DUPLICATES, &reason);
    if (!json && (!reason.text[0] || json_error_code(&reason) == json_error_out_of_memory)) {
        error_no_memory(err);
    } else if (!json) {
        char at[32];
        snprintf(at, sizeof at, "byte %d", reason.position);
        error_set(err, ERROR_JSON, at, "this is not JSON: %s", json_reason(&reason));
    } else if (!json_is_object(json)) {
        error_set(err, ERROR_REQUEST, "", "a request is a JSON object");
        json_decref(json);
        json = NULL;
    }
    return json;
}

// What a request may have whatever the game is.
static const char variants_member[] = "variants", past_draws_member[] = "past_draws";
static const char *const common_members[] = {"game", variants_member, "fen", "moves", past_draws_member};
enum { COMMON_MEMBERS = sizeof common_members / sizeof *common_members };

static bool is_common(const char *name)
{
    for (int i = 0; i < COMMON_MEMBERS; i++)
        if (strcmp(common_members[i], name) == 0)
            return true;
    return false;
}

// Whether some game has a parameter of that name.
static bool is_any_parameter(const char *name)
{
    for (const struct game *const *game = games_all(); *game; game++)
        for (int j = 0; j < (*game)->parameter_count; j++)
            if (strcmp((*game)->parameters[j].name, name) == 0)
                return !is_army_parameter(name);
    return strcmp(name, armies_member) == 0;
}

static bool check_members(const json_t *request, struct error *err)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)request, name, value)
    {
        // Which parameters the games of a text have is known once it has been read.
        if (!is_common(name) && !is_any_parameter(name) && !json_object_get(request, variants_member))
            return error_set(err, ERROR_REQUEST, name, "there is no member '%.40s' in a request", name);
    }
    return true;
}

// Reads the text of `variants` and looks for the game there, then among those that are known to everybody. If the text has a fault, and
// the game is not in it, that fault may be the reason. `file` gets what was read, or NULL.
static const struct game *find_in_text(const json_t *text, const char *name, struct variant_file **file,
                                       struct error *err)
{
    struct games_input input = {variants_member, json_string_value(text), json_string_length(text), false};
    struct games_loaded loaded;
    const struct game *game = NULL;
    if (games_load_alone(&input, &loaded, err))
        game = variant_file_find(loaded.file, name);
    bool too_large = input.length > GAMES_ALONE_TEXT_MAX;
    if (!game && too_large)
        error_place(err, variants_member);
    else if (!game && !report_is_empty(&loaded.report))
        report_error(&loaded.report, err);
    else if (!game)
        game = game_find(name, err);
    *file = loaded.file;
    games_loaded_clear(&loaded);
    return game;
}

static const struct game *read_game(const json_t *request, struct variant_file **file, struct error *err)
{
    const json_t *name = json_object_get(request, "game"), *text = json_object_get(request, variants_member);
    if (!name)
        error_set(err, ERROR_REQUEST, "game", "a request names the game");
    else if (!json_is_string(name))
        wrong_type("game", "a string", err);
    else if (!text)
        return game_find(json_string_value(name), err);
    else if (!json_is_string(text))
        wrong_type(variants_member, "a string", err);
    else
        return find_in_text(text, json_string_value(name), file, err);
    return NULL;
}

static bool read_parameters(const json_t *request, const struct game *game, struct parameters *parameters,
                            struct error *err)
{
    json_t *rest = json_copy((json_t *)request);
    if (!rest)
        return error_no_memory(err);
    for (int i = 0; i < COMMON_MEMBERS; i++)
        json_object_del(rest, common_members[i]);
    bool good = parameters_read_json(game, rest, parameters, err);
    json_decref(rest);
    return good;
}

static bool read_variant(const json_t *request, struct variant **variant, struct error *err)
{
    struct variant_file *file = NULL;
    struct parameters parameters;
    const struct game *game = read_game(request, &file, err);
    if (game && read_parameters(request, game, &parameters, err))
        *variant = variant_new(game, &parameters, err);
    variant_file_free(file); // the variant keeps what it needs
    return *variant != NULL;
}

static bool read_fen(const json_t *request, struct show_request *read, struct error *err)
{
    const json_t *fen = json_object_get(request, "fen");
    if (fen && !json_is_string(fen))
        return wrong_type("fen", "a string", err);
    return fen_read(&read->position, read->variant, fen ? json_string_value(fen) : "startpos", err);
}

static bool play_move(struct show_request *read, const char *text, const struct turn_watch *watch,
                      struct error *err)
{
    bool (*play)(struct position *, struct history *, const char *, struct turn *, struct error *) =
        read->past_draws ? line_play_past_draws : line_play;
    if (!watch)
        return play(&read->position, &read->history, text, NULL, err);
    struct position before = read->position;
    struct turn turn;
    return play(&read->position, &read->history, text, &turn, err) &&
           (watch->played(watch->context, &before, &turn) || error_no_memory(err));
}

static bool read_past_draws(const json_t *request, struct show_request *read, struct error *err)
{
    const json_t *flag = json_object_get(request, past_draws_member);
    read->past_draws = json_is_true(flag);
    return !flag || json_is_boolean(flag) || wrong_type(past_draws_member, "true or false", err);
}

static bool play_moves(const json_t *request, struct show_request *read, const struct turn_watch *watch,
                       struct error *err)
{
    const json_t *moves = json_object_get(request, "moves"), *text;
    size_t i;
    if (!moves)
        return true;
    if (!json_is_array(moves))
        return wrong_type("moves", "a list of strings", err);
    if (json_array_size(moves) > REQUEST_MOVES_MAX)
        return error_set(err, ERROR_TOO_LARGE, "moves", "a request has at most %d moves", REQUEST_MOVES_MAX);
    json_array_foreach(moves, i, text)
    {
        char at[32];
        snprintf(at, sizeof at, "moves[%zu]", i);
        if (!json_is_string(text))
            return wrong_type(at, "a string", err);
        if (!play_move(read, json_string_value(text), watch, err)) {
            error_place(err, at);
            return false;
        }
    }
    return true;
}

bool show_request_watch(struct show_request *request, const json_t *json, const struct turn_watch *watch,
                        struct error *err)
{
    struct show_request read = {.variant = NULL};
    history_init(&read.history);
    bool good = check_members(json, err) && read_variant(json, &read.variant, err) &&
                read_fen(json, &read, err) && read_past_draws(json, &read, err) &&
                play_moves(json, &read, watch, err);
    if (good)
        *request = read;
    else
        show_request_clear(&read);
    return good;
}

bool show_request_read(struct show_request *request, const json_t *json, struct error *err)
{
    return show_request_watch(request, json, NULL, err);
}

bool show_request_parse(struct show_request *request, const char *text, size_t length, struct error *err)
{
    json_t *json = request_load(text, length, err);
    bool good = json && show_request_read(request, json, err);
    json_decref(json);
    return good;
}

void show_request_clear(struct show_request *request)
{
    history_clear(&request->history);
    variant_free(request->variant);
    request->variant = NULL;
}
