// SPDX-License-Identifier: GPL-3.0-or-later
// The turns of a match in JSON, as a text that grows: a long match would take long to be written anew after each turn.
#include "base/memory.h"
#include "notation/json/describe.h"
#include "server/match/match.h"

#include <stdlib.h>

void match_add_turn(struct match *match, const struct position *before, const struct turn *turn)
{
    json_t *described = describe_turn(before, turn);
    char *text = json_dumps(described, JSON_COMPACT);
    json_decref(described);
    buffer_addf(&match->turns, "%s%s", match->described ? "," : "", text ? text : "{}");
    free(text);
    if (match->described == match->room) {
        match->room = match->room ? 2 * match->room : 64;
        match->ends = memory_resize(match->ends, match->room, sizeof *match->ends);
    }
    match->ends[match->described++] = match->turns.length;
}

void match_drop_turns(struct match *match, size_t left)
{
    if (left < match->described)
        match->described = left;
    buffer_truncate(&match->turns, left ? match->ends[match->described - 1] : 0);
}
