// SPDX-License-Identifier: GPL-3.0-or-later
// Writes, reads and checks problems as JSON.
#include "lab/problems/problem_json.h"

#include "base/memory.h"
#include "base/random.h"
#include "lab/problems/examine.h"
#include "lab/problems/themes.h"
#include "notation/coordinate_write.h"
#include "notation/json/describe.h"
#include "notation/json/json_text.h"
#include "notation/json/request.h"
#include "notation/san.h"
#include "position/fen.h"
#include "position/game.h"
#include "variants/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Writing ----

static json_t *describe_fen(const struct position *pos)
{
    struct buffer text;
    buffer_init(&text);
    fen_write(pos, &text);
    return json_of_buffer(&text);
}

// The same problem has the same name in every file.
static json_t *describe_id(const struct position *pos)
{
    struct buffer text;
    char id[16];
    uint64_t hash = 0;
    buffer_init(&text);
    buffer_addf(&text, "%s ", pos->variant->game->name);
    for (int i = 0; i < PARAMETERS_MAX; i++)
        buffer_addf(&text, "%d ", pos->variant->parameters.value[i]);
    fen_write(pos, &text);
    for (size_t i = 0; i < text.length; i++)
        hash = random_mix(hash ^ (unsigned char)text.text[i]);
    bool failed = text.failed;
    buffer_clear(&text);
    snprintf(id, sizeof id, "%08x", (unsigned)(hash >> 32));
    return failed ? NULL : json_string(id);
}

// The turns of the solution, in coordinate notation or as people write them.
static json_t *describe_line(const struct problem *problem, bool san)
{
    struct position pos = problem->start;
    json_t *turns = json_array();
    for (unsigned i = 0; i < problem->count; i++) {
        struct buffer text;
        buffer_init(&text);
        if (san)
            san_write_turn(&pos, &problem->line[i], SAN_PLAIN, &text);
        else
            coordinate_write_turn(&pos, &problem->line[i], &text);
        json_append(&turns, json_of_buffer(&text));
        turn_play(&pos, &problem->line[i]);
    }
    return turns;
}

static json_t *describe_duals(unsigned duals)
{
    json_t *numbers = json_array();
    for (unsigned i = 0; i < PROBLEM_TURNS_MAX; i++)
        if (duals >> i & 1)
            json_append(&numbers, json_integer((json_int_t)i + 1));
    return numbers;
}

static json_t *describe_themes(uint32_t themes)
{
    json_t *words = json_array();
    for (unsigned i = 0; problem_themes[i].name; i++)
        if (themes >> i & 1)
            json_append(&words, json_string(problem_themes[i].name));
    return words;
}

// All that follows from the position.
static json_t *describe_proved(const struct problem *problem)
{
    const struct variant *variant = problem->start.variant;
    json_t *object = json_object();
    json_put(&object, "id", describe_id(&problem->start));
    json_put(&object, "game", json_string(variant->game->name));
    json_put(&object, "parameters", describe_parameters(variant->game, &variant->parameters));
    json_put(&object, "fen", describe_fen(&problem->start));
    json_put(&object, "winner", json_string(color_key(problem_winner(problem))));
    json_put(&object, "turns", json_integer(problem->turns));
    json_put(&object, "reason", json_string(reason_name(problem->outcome.reason)));
    json_put(&object, "solution", describe_line(problem, false));
    json_put(&object, "san", describe_line(problem, true));
    json_put(&object, "duals", describe_duals(problem->duals));
    json_put(&object, "themes", describe_themes(problem->themes));
    return object;
}

json_t *problem_describe(const struct problem *problem, const struct problem_origin *origin)
{
    json_t *object = describe_proved(problem), *found = json_array();
    for (int level = 0; level < LEVELS; level++)
        json_append(&found, json_integer(problem->found[level]));
    json_put(&object, "rating", json_integer(problem->rating));
    json_put(&object, "found", found);
    json_put(&object, "seed", json_integer((json_int_t)origin->seed));
    json_put(&object, "number", json_integer((json_int_t)origin->game));
    return object;
}

// ---- Reading ----

static const char *text_of(const json_t *object, const char *name, struct error *err)
{
    const char *text = json_string_value(json_object_get(object, name));
    if (!text)
        error_set(err, ERROR_REQUEST, name, "a problem has a text '%s'", name);
    return text;
}

static bool number_of(const json_t *object, const char *name, json_int_t most, json_int_t *number,
                      struct error *err)
{
    const json_t *value = json_object_get(object, name);
    *number = json_integer_value(value);
    if (json_is_integer(value) && *number >= 0 && *number <= most)
        return true;
    return error_set(err, ERROR_REQUEST, name, "a problem has a number '%s'", name);
}

// Makes *variant that of the object.
static bool read_variant(const json_t *object, struct variant **variant, struct error *err)
{
    const char *name = text_of(object, "game", err);
    const struct game *game = name ? game_find(name, err) : NULL;
    const json_t *given = json_object_get(object, "parameters");
    struct parameters parameters;
    if (!game)
        return false;
    if (!given || !parameters_read_json(game, given, &parameters, err))
        return given ? false : error_set(err, ERROR_REQUEST, "parameters", "a problem has parameters");
    if (*variant && (*variant)->game == game) {
        bool same = true;
        for (int i = 0; i < game->parameter_count; i++)
            same &= (*variant)->parameters.value[i] == parameters.value[i];
        if (same)
            return true;
    }
    struct variant *built = variant_new(game, &parameters, err);
    if (!built)
        return false;
    variant_free(*variant);
    *variant = built;
    return true;
}

bool problem_entry_read(const json_t *object, struct variant **variant, struct problem_entry *entry,
                        struct error *err)
{
    json_int_t turns, seed, game;
    if (!read_variant(object, variant, err))
        return false;
    const char *fen = text_of(object, "fen", err);
    if (!fen || !fen_read(&entry->start, *variant, fen, err) ||
        !number_of(object, "turns", PROBLEM_TURNS_MAX, &turns, err) ||
        !number_of(object, "seed", INT64_MAX, &seed, err) ||
        !number_of(object, "number", INT64_MAX, &game, err))
        return false;
    entry->turns = (unsigned)turns;
    entry->origin = (struct problem_origin){(uint64_t)seed, (uint64_t)game};
    return true;
}

// ---- Checking ----

// Whether the object says all that was proved.
static bool compare(const json_t *object, const struct problem *problem, struct error *err)
{
    json_t *proved = describe_proved(problem), *value;
    const char *name;
    bool same = proved != NULL;
    if (!proved)
        return error_no_memory(err);
    json_object_foreach(proved, name, value)
    {
        const json_t *said = json_object_get(object, name);
        if (same && !(said && json_equal(said, value))) {
            char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
            same = error_set(err, ERROR_REQUEST, name, "it should be %s", text ? text : "something else");
            free(text);
        }
    }
    json_decref(proved);
    return same;
}

static const char *why_not(const struct problem *problem, const struct problem_entry *entry)
{
    if (problem->turns < entry->turns)
        return "there is a shorter win, or none";
    return "the first turn is not the only one that wins in time, or there is nothing to choose from";
}

bool problem_check(const json_t *object, struct variant **variant, uint64_t effort,
                   const struct oracle *oracle, struct error *err)
{
    struct problem_entry entry;
    if (!problem_entry_read(object, variant, &entry, err))
        return false;
    if (!entry.turns)
        return error_set(err, ERROR_REQUEST, "turns", "a problem has at least one turn");
    struct problem *problem = memory_try(NULL, 1, sizeof *problem);
    if (!problem)
        return error_no_memory(err);
    const struct problem_wish wish = {
        .least = entry.turns, .most = entry.turns, .effort = effort, .oracle = oracle};
    enum problem_status status = problem_examine(&entry.start, &wish, problem, err);
    bool good = status == PROBLEM_GOOD && compare(object, problem, err);
    if (status == PROBLEM_REFUSED)
        error_set(err, ERROR_REQUEST, "fen", "%s", why_not(problem, &entry));
    else if (status == PROBLEM_UNPROVED && err->code == ERROR_NONE)
        error_set(err, ERROR_REQUEST, "fen", "not proved with this effort");
    free(problem);
    return good;
}
