// SPDX-License-Identifier: GPL-3.0-or-later
// The bodies of requests about seeks.
#ifndef LEAPER_SERVER_SEEK_BODY_H
#define LEAPER_SERVER_SEEK_BODY_H

#include "server/body.h"

struct seek_body {
    struct create_body match;
    char key[LIMIT_SECRET + 1], presence[LIMIT_SECRET + 1];
};

struct accept_body {
    char key[LIMIT_SECRET + 1];
    char name[NAME_SIZE];
};

// What is sought. body->match must be cleared in any case. False with the problem, as from all of these.
bool body_read_seek(struct seek_body *body, struct body_source source, const struct texts *texts,
                    struct problem *problem);

bool body_read_accept(struct accept_body *body, struct body_source source, struct problem *problem);

// {"key":…}
bool body_read_key(char key[LIMIT_SECRET + 1], struct body_source source, struct problem *problem);

#endif
