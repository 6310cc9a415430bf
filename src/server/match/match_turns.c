// SPDX-License-Identifier: GPL-3.0-or-later
// The turns of a match in JSON, as a text that grows: rewriting it after each turn of a long match would take too long.
#include "base/memory.h"
#include "notation/json/describe.h"
#include "server/match/match.h"

#include <stdlib.h>

void match_add_turn(struct match *match, const struct position *before, const struct turn *turn, int64_t left)
{
    json_t *described = describe_turn(before, turn);
    if (left != NO_TIME)
        json_object_set_new(described, "left", json_integer(left));
    char *text = json_dumps(described, JSON_COMPACT);
    json_decref(described);
    buffer_addf(&match->turns, "%s%s", match->turn_ends.count ? "," : "", text ? text : "{}");
    free(text);
    if (!vector_push(&match->turn_ends, match->turns.length) || !vector_push(&match->left, left))
        memory_exhausted();
}

void match_drop_turns(struct match *match, size_t left)
{
    if (left < match->turn_ends.count)
        match->turn_ends.count = match->left.count = left;
    buffer_truncate(&match->turns, left ? *vector_last(&match->turn_ends) : 0);
}
