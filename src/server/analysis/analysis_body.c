// SPDX-License-Identifier: GPL-3.0-or-later
// Reads which position is to be analysed.
#include "server/analysis/analysis_body.h"

#include "server/body_json.h"
#include "server/limits.h"

#include <stdio.h>
#include <string.h>

static bool read_lines(const json_t *object, unsigned *lines, struct problem *problem)
{
    const json_t *value = json_object_get(object, "lines");
    json_int_t number = value ? json_integer_value(value) : 1;
    *lines = (unsigned)number;
    return (number >= 1 && number <= LIMIT_ANALYSIS_LINES) ||
           problem_set(problem, PROBLEM_BAD_FIELD, "lines", "lines must be a number from 1 to %d",
                       LIMIT_ANALYSIS_LINES);
}

// What a request for a position has besides its parameters, which are no names of parameters therefore.
static const char *const own_members[] = {"game", "fen", "moves", "past_draws", NULL};

static bool is_own_member(const char *name)
{
    for (int i = 0; own_members[i]; i++)
        if (strcmp(own_members[i], name) == 0)
            return true;
    return false;
}

// The request as `leaper show --batch` reads it, where parameters are members like any other. A new reference; NULL without memory.
static json_t *flatten(const json_t *object)
{
    json_t *flat = json_object();
    const json_t *parameters = json_object_get(object, "parameters");
    bool fine = flat && (!parameters || json_object_update(flat, (json_t *)parameters) == 0);
    for (int i = 0; own_members[i] && fine; i++) {
        json_t *value = json_object_get(object, own_members[i]);
        fine = !value || json_object_set(flat, own_members[i], value) == 0;
    }
    if (fine)
        return flat;
    json_decref(flat);
    return NULL;
}

static bool check_parameters(const json_t *parameters, struct problem *problem)
{
    const char *name;
    json_t *value;
    if (parameters && !json_is_object(parameters))
        return problem_set(problem, PROBLEM_BAD_FIELD, "parameters", "parameters must be an object");
    // Texts are refused here: what they define may be slow in ways that no limit on searches knows.
    if (json_object_get(parameters, "variants"))
        return problem_set(problem, PROBLEM_UNKNOWN_FIELD, "parameters.variants",
                           "texts of variants are not analysed here");
    json_object_foreach((json_t *)parameters, name, value)
    {
        if (is_own_member(name))
            return problem_set(problem, PROBLEM_UNKNOWN_FIELD, "parameters", "no game has a parameter '%s'",
                               name);
    }
    return true;
}

// What is not a string is left to those who read it.
static bool check_sizes(const json_t *object, struct problem *problem)
{
    const json_t *moves = json_object_get(object, "moves");
    if (json_string_length(json_object_get(object, "fen")) > LIMIT_FEN)
        return problem_set(problem, PROBLEM_BAD_FIELD, "fen", "fen must have at most %d bytes", LIMIT_FEN);
    for (size_t i = 0; i < json_array_size(moves); i++) {
        char at[32];
        snprintf(at, sizeof at, "moves[%zu]", i);
        if (json_string_length(json_array_get(moves, i)) > LIMIT_TURN)
            return problem_set(problem, PROBLEM_BAD_FIELD, at, "a turn has at most %d bytes", LIMIT_TURN);
    }
    return true;
}

static bool refuse(struct problem *problem, const struct error *err)
{
    switch (err->code) {
    case ERROR_UNKNOWN_GAME:
        return problem_from_error(problem, PROBLEM_NO_GAME, "game", err);
    case ERROR_FEN:
        return problem_from_error(problem, PROBLEM_BAD_FEN, NULL, err);
    case ERROR_MOVE_SYNTAX:
        return problem_from_error(problem, PROBLEM_BAD_TURN, err->at, err);
    case ERROR_ILLEGAL_MOVE:
        return problem_from_error(problem, PROBLEM_ILLEGAL_TURN, err->at, err);
    case ERROR_GAME_OVER:
        return problem_from_error(problem, PROBLEM_MATCH_OVER, err->at, err);
    case ERROR_SYSTEM:
        return problem_from_error(problem, PROBLEM_INTERNAL, NULL, err);
    default:
        return problem_from_error(problem, PROBLEM_BAD_FIELD, err->at, err);
    }
}

static bool read_position(struct analysis_body *body, const json_t *object, struct problem *problem)
{
    if (!check_parameters(json_object_get(object, "parameters"), problem) || !check_sizes(object, problem))
        return false;
    struct error err = {0};
    json_t *flat = flatten(object);
    bool fine = flat ? show_request_read(&body->position, flat, &err) : error_no_memory(&err);
    json_decref(flat);
    return fine || refuse(problem, &err);
}

bool analysis_body_read(struct analysis_body *body, const char *text, size_t length, struct problem *problem)
{
    static const char *const members[] = {"game", "parameters", "fen", "moves", "past_draws", "lines", NULL};
    json_t *object = body_object(text, length, members, problem);
    bool fine = object && read_lines(object, &body->lines, problem) && read_position(body, object, problem);
    json_decref(object);
    return fine;
}
