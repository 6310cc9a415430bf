// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what is asked about links.
#include "server/seats/link_body.h"

#include "server/body_json.h"

static bool read_required(const json_t *object, const char *name, size_t least, char secret[LIMIT_SECRET + 1],
                          struct problem *problem)
{
    return body_secret(object, name, least, secret, problem) && (secret[0] || body_missing(problem, name));
}

bool link_read_seats(struct seat_claims *claims, struct body_source source, struct problem *problem)
{
    static const char *const members[] = {"seats", NULL};
    json_t *object = body_object(source.text, source.length, members, problem);
    bool fine = object && seats_read_claims(object, claims, problem);
    json_decref(object);
    return fine;
}

bool link_read_secret(char link[LIMIT_SECRET + 1], struct body_source source, struct problem *problem)
{
    static const char *const members[] = {"link", NULL};
    json_t *object = body_object(source.text, source.length, members, problem);
    bool fine = object && read_required(object, "link", 1, link, problem);
    json_decref(object);
    return fine;
}

bool link_read_accept(struct accept_link_body *body, struct body_source source, struct problem *problem)
{
    static const char *const members[] = {"link", "key", "name", NULL};
    json_t *object = body_object(source.text, source.length, members, problem);
    bool fine = object && read_required(object, "link", 1, body->link, problem) &&
                read_required(object, "key", LIMIT_KEY_LEAST, body->key, problem) &&
                body_name(object, body->name, problem);
    json_decref(object);
    return fine;
}
