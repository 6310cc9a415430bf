// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies of requests that name several seats at once, each with its token.
#ifndef LEAPER_SERVER_SEATS_BODY_H
#define LEAPER_SERVER_SEATS_BODY_H

#include "archive/archived.h"
#include "server/http/problem.h"
#include "server/limits.h"

#include <jansson.h>

// A seat that a client says it holds.
struct seat_claim {
    char match[ARCHIVE_ID_SIZE]; // "" if the id is too long for any match
    char token[LIMIT_SECRET + 1];
    int64_t revision; // of the match, as far as the client knows it; 0: not at all
};

struct seat_claims {
    size_t count;
    struct seat_claim items[LIMIT_SEATS];
};

struct seats_body {
    struct seat_claims claims;
    bool boards; // the answer has the positions
};

// The member "seats" of a body. False with the problem.
bool seats_read_claims(const json_t *object, struct seat_claims *claims, struct problem *problem);

// {"seats":[…],"boards":true}. False with the problem.
bool seats_read(struct seats_body *body, const char *text, size_t length, struct problem *problem);

#endif
