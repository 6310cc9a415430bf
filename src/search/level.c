// SPDX-License-Identifier: GPL-3.0-or-later
// The table of levels; docs/engine.md shows what was measured with it.
#include "search/level.h"

#include "base/buffer.h"
#include "base/text.h"

const struct level levels[LEVELS] = {
    {"beginner", "Beginner", "Sees one move ahead and often not even that.", 1, 0, 220, 45},
    {"novice", "Novice", "Takes what is free and often overlooks what you threaten.", 2, 0, 140, 25},
    {"casual", "Casual player", "Sees simple threats and now and then a blunder slips through.", 3, 0, 90,
     10},
    {"club", "Club player", "Rarely gives a piece away and plans a few moves ahead.", 5, 20000, 45, 2},
    {"strong", "Strong player", "Punishes mistakes and makes few.", 7, 60000, 20, 0},
    {"expert", "Expert", "Calculates deeply and hardly errs in tactics.", 10, 250000, 8, 0},
    {"master", "Master", "Hard to beat for anyone.", 0, 1000000, 0, 0},
    {"full", "Full strength", "Everything it has, for as long as the clock allows.", 0, 0, 0, 0},
};

const struct level *level_find(const char *key, struct error *err)
{
    for (int i = 0; i < LEVELS; i++)
        if (text_equal_nocase(key, levels[i].key))
            return &levels[i];
    struct buffer keys;
    buffer_init(&keys);
    for (int i = 0; i < LEVELS; i++)
        buffer_addf(&keys, i ? ", %s" : "%s", levels[i].key);
    error_set(err, ERROR_PARAMETER, "level", "there is no level '%.40s', but %s", key, buffer_text(&keys));
    buffer_clear(&keys);
    return NULL;
}
