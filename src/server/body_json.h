// SPDX-License-Identifier: GPL-3.0-or-later
// The first steps of reading a JSON body, for all who read one.
#ifndef LEAPER_SERVER_BODY_JSON_H
#define LEAPER_SERVER_BODY_JSON_H

#include "server/http/problem.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

// Reads an object that has members of the list (which ends with NULL) only. NULL with the problem; else the
// caller drops the reference.
json_t *body_object(const char *text, size_t length, const char *const *members, struct problem *problem);

// The text of a member; NULL with `problem` untouched when it is left out or null. *fine becomes false, with the
// problem, when it is no text or has more than `longest` bytes. `at` names the member in problems.
const char *body_text(const json_t *object, const char *name, const char *at, size_t longest, bool *fine,
                      struct problem *problem);

#endif
