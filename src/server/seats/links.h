// SPDX-License-Identifier: GPL-3.0-or-later
// Links by which a person takes seats to another device: secrets that can be used once, for a short time. They are kept in memory only,
// as hashes; who restarts the server makes a new link. All functions may be called from any thread.
#ifndef LEAPER_SERVER_LINKS_H
#define LEAPER_SERVER_LINKS_H

#include "archive/archive.h"
#include "server/http/problem.h"
#include "server/limits.h"
#include "server/secret.h"

struct links;

// A seat that is given, and the hash of the token or key by which.
struct link_seat {
    char match[ARCHIVE_ID_SIZE];
    enum color color;
    uint8_t parent[ARCHIVE_HASH_SIZE];
};

struct link {
    size_t count;
    struct link_seat seats[2 * LIMIT_SEATS];
    int64_t since;                // when it was made, in seconds since 1970
    int64_t until;                // by the clock given to links_new()
    char device[ARCHIVE_ID_SIZE]; // to which it was given, or ""
};

// `clock` returns milliseconds and never goes back.
struct links *links_new(int64_t (*clock)(void));
void links_free(struct links *links); // NULL is allowed

// Makes a link to these seats, and forgets open ones to any of them. PROBLEM_BUSY.
bool links_make(struct links *links, const struct link_seat *seats, size_t count, char secret[SECRET_SIZE],
                struct problem *problem);

// Copies an open link. PROBLEM_NO_LINK, PROBLEM_LINK_USED.
bool links_look(struct links *links, const char *secret, struct link *link, struct problem *problem);

// Forgets an open link. PROBLEM_NO_LINK, PROBLEM_LINK_USED.
bool links_cancel(struct links *links, const char *secret, struct problem *problem);

// Gives the seats of a link away, and may take seats out of it; false with a problem, and then the link can be used still.
typedef bool link_giver(void *context, struct link *link, struct problem *problem);

// Uses a link: `give` is called with a new device, unless the link has been used with the same key, which is a repetition of that request.
// Copies the link. Only one is used at a time. PROBLEM_NO_LINK, PROBLEM_LINK_USED, or the giver's.
bool links_use(struct links *links, const char *secret, const char *key, link_giver *give, void *context,
               struct link *link, struct problem *problem);

#endif
