// SPDX-License-Identifier: GPL-3.0-or-later
// Reads lists of seats.
#include "server/seats/seats_body.h"

#include "server/body_json.h"
#include "server/secret.h"

#include <stdio.h>
#include <string.h>

static bool is_member(const char *name)
{
    return !strcmp(name, "match") || !strcmp(name, "token") || !strcmp(name, "revision");
}

// A member that must be there, as text.
static const char *required(const json_t *object, size_t number, const char *name, struct problem *problem)
{
    char at[32];
    bool fine = true;
    snprintf(at, sizeof at, "seats.%zu.%s", number, name);
    const char *text = body_text((struct body_member){object, name, at}, LIMIT_SECRET, &fine, problem);
    if (fine && !text)
        problem_set(problem, PROBLEM_MISSING_FIELD, at, "the member '%s' is missing", at);
    return text;
}

static bool read_revision(const json_t *object, size_t number, struct seat_claim *claim,
                          struct problem *problem)
{
    const json_t *revision = json_object_get(object, "revision");
    char at[32];
    claim->revision = json_integer_value(revision);
    if (!revision || (json_is_integer(revision) && claim->revision >= 0))
        return true;
    snprintf(at, sizeof at, "seats.%zu.revision", number);
    return problem_set(problem, PROBLEM_BAD_FIELD, at, "a revision is a whole number, 0 or more");
}

static bool read_claim(const json_t *object, size_t number, struct seat_claim *claim, struct problem *problem)
{
    char at[32];
    const char *name;
    const json_t *value;
    snprintf(at, sizeof at, "seats.%zu", number);
    if (!json_is_object(object))
        return problem_set(problem, PROBLEM_BAD_FIELD, at, "a seat is an object with match and token");
    json_object_foreach((json_t *)(uintptr_t)object, name, value)
    {
        if (!is_member(name))
            return problem_set(problem, PROBLEM_UNKNOWN_FIELD, at, "a seat has no member '%.60s'", name);
    }
    const char *match = required(object, number, "match", problem);
    const char *token = match ? required(object, number, "token", problem) : NULL;
    if (!token)
        return false;
    if (!secret_is_text(match) || !secret_is_text(token))
        return problem_set(problem, PROBLEM_BAD_FIELD, at, "ids and tokens have 1 to %d of A-Z a-z 0-9 - _",
                           LIMIT_SECRET);
    snprintf(claim->match, sizeof claim->match, "%s", strlen(match) < sizeof claim->match ? match : "");
    snprintf(claim->token, sizeof claim->token, "%s", token);
    return read_revision(object, number, claim, problem);
}

bool seats_read_claims(const json_t *object, struct seat_claims *claims, struct problem *problem)
{
    const json_t *list = json_object_get(object, "seats");
    if (!list)
        return problem_set(problem, PROBLEM_MISSING_FIELD, "seats", "the member 'seats' is missing");
    size_t count = json_array_size(list);
    if (count < 1 || count > LIMIT_SEATS)
        return problem_set(problem, PROBLEM_BAD_FIELD, "seats", "seats must be a list of 1 to %d seats",
                           LIMIT_SEATS);
    for (size_t i = 0; i < count; i++)
        if (!read_claim(json_array_get(list, i), i, &claims->items[i], problem))
            return false;
    claims->count = count;
    return true;
}

bool seats_read(struct seats_body *body, const char *text, size_t length, struct problem *problem)
{
    static const char *const members[] = {"seats", "boards", NULL};
    json_t *object = body_object(text, length, members, problem);
    if (!object)
        return false;
    const json_t *boards = json_object_get(object, "boards");
    body->boards = json_is_true(boards);
    bool fine = (!boards || json_is_boolean(boards) ||
                 problem_set(problem, PROBLEM_BAD_FIELD, "boards", "boards must be true or false")) &&
                seats_read_claims(object, &body->claims, problem);
    json_decref(object);
    return fine;
}
