// SPDX-License-Identifier: GPL-3.0-or-later
// Frees matches and turns read from the archive.
#include "archive/archived.h"

#include <stdlib.h>

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
