// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of variants that clients send. Anybody may send the worst text there is, so only a few are read at a time, and each client may
// send only so many.
#ifndef LEAPER_SERVER_TEXTS_H
#define LEAPER_SERVER_TEXTS_H

#include "server/http/problem.h"
#include "server/http/quota.h"
#include "server/metrics.h"
#include "variants/games.h"

struct service;

// Who sends texts.
struct texts {
    struct quotas *quotas;   // NULL: nobody is charged
    struct metrics *metrics; // NULL: nothing is counted
    const struct address *client;
    struct buffer *faults; // gets what is wrong with a text, after PROBLEM_BAD_VARIANT; may be NULL
};

// The client of a request to the service, who is charged.
struct texts texts_of(struct service *service, const struct address *client, struct buffer *faults);

// The game of that name (NULL: the only one) in a text, or else among the program's own; `*file` gets the games of the text if the game is
// one of them, and NULL otherwise. Other games of the text may have faults. NULL with PROBLEM_TOO_MANY, PROBLEM_BUSY, PROBLEM_BAD_FIELD,
// PROBLEM_NO_GAME or PROBLEM_BAD_VARIANT, with all faults as a JSON list.
const struct game *texts_find(const struct texts *texts, const char *text, const char *name,
                              struct variant_file **file, struct problem *problem);

// Appends what is wrong with a text and what its games are (session/checkup.h). False with the problem.
bool texts_check(const struct texts *texts, const char *text, struct buffer *out, struct problem *problem);

#endif
