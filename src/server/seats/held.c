// SPDX-License-Identifier: GPL-3.0-or-later
// Looks a token up in the row of the match, and then among the keys.
#include "server/seats/held.h"

#include "server/match/match.h"
#include "server/secret.h"

#include <stdio.h>

struct search {
    const char *token;
    struct held *held;
};

static void compare(void *context, const struct archived_key *key)
{
    const struct search *search = context;
    if (!secret_matches(key->hash, search->token))
        return;
    search->held->seats |= 1U << key->color;
    snprintf(search->held->device, sizeof search->held->device, "%s", key->device);
}

bool seats_held(struct archive *archive, const struct archived_match *row, const char *token,
                struct held *held, struct problem *problem)
{
    struct error err = {0};
    *held = (struct held){.seats = match_seats_of(row, token)};
    if (!token || held->seats || !secret_is_text(token))
        return true;
    return archive_keys(archive, row->id, compare, &(struct search){token, held}, &err) ||
           problem_set(problem, PROBLEM_DATABASE, NULL, "%s", err.message);
}
