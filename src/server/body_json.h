// SPDX-License-Identifier: GPL-3.0-or-later
// The first steps of reading any JSON body.
#ifndef LEAPER_SERVER_BODY_JSON_H
#define LEAPER_SERVER_BODY_JSON_H

#include "server/http/problem.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

// Reads an object whose members are all in the list, which ends with NULL. Returns NULL with the problem; otherwise the
// caller owns the reference.
json_t *body_object(const char *text, size_t length, const char *const *members, struct problem *problem);

// A member of an object, whether it is there or not.
struct body_member {
    const json_t *object;
    const char *name, *at; // `at` is what problems call it: "opponent.level"
};

// A member of the body itself.
static inline struct body_member body_member(const json_t *object, const char *name)
{
    return (struct body_member){object, name, name};
}

// The value of a string member; NULL, with `problem` untouched, when it is left out or null. *fine becomes false, with the
// problem, when it is not a string or has more than `longest` bytes.
const char *body_text(struct body_member member, size_t longest, bool *fine, struct problem *problem);

// A member that is required is not there. Returns false with the problem.
bool body_missing(struct problem *problem, const char *name);

#endif
