// SPDX-License-Identifier: GPL-3.0-or-later
// A seek is written like a match that is created, without what only that has.
#include "server/lobby/seek_body.h"

#include "server/body_json.h"

static bool read_key(const json_t *object, char key[LIMIT_SECRET + 1], struct problem *problem)
{
    return body_secret(object, "key", LIMIT_KEY_LEAST, key, problem) &&
           (key[0] || body_missing(problem, "key"));
}

bool body_read_seek(struct seek_body *body, struct body_source source, const struct texts *texts,
                    struct problem *problem)
{
    static const char *const members[] = {"game",   "variants", "parameters", "color",    "name", "finder",
                                          "listed", "clock",    "key",        "presence", NULL};
    *body = (struct seek_body){.match.color = CHOOSE_RANDOM};
    json_t *object = body_object(source.text, source.length, members, problem);
    bool fine = object && read_key(object, body->key, problem) &&
                body_secret(object, "presence", 1, body->presence, problem) &&
                (body->presence[0] || body_missing(problem, "presence")) &&
                body_create(object, &body->match, texts, problem);
    json_decref(object);
    return fine;
}

bool body_read_accept(struct accept_body *body, struct body_source source, struct problem *problem)
{
    static const char *const members[] = {"key", "name", NULL};
    json_t *object = body_object(source.text, source.length, members, problem);
    bool fine = object && read_key(object, body->key, problem) && body_name(object, body->name, problem);
    json_decref(object);
    return fine;
}

bool body_read_key(char key[LIMIT_SECRET + 1], struct body_source source, struct problem *problem)
{
    static const char *const members[] = {"key", NULL};
    json_t *object = body_object(source.text, source.length, members, problem);
    bool fine = object && read_key(object, key, problem);
    json_decref(object);
    return fine;
}
