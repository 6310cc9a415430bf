// SPDX-License-Identifier: GPL-3.0-or-later
// Frees matches and turns read from the archive.
#include "archive/archived.h"

#include <stdlib.h>

bool archived_match_is_open(const struct archived_match *match)
{
    return match->seats[WHITE].kind == SEAT_OPEN || match->seats[BLACK].kind == SEAT_OPEN;
}

void archived_match_clear(struct archived_match *match)
{
    free(match->start);
    match->start = NULL;
    free(match->text);
    match->text = NULL;
}

void archived_turns_clear(struct archived_turns *turns)
{
    for (size_t i = 0; i < turns->count; i++)
        free(turns->texts[i]);
    free(turns->texts);
    free(turns->left);
    *turns = (struct archived_turns){0};
}
