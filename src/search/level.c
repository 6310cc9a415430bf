// SPDX-License-Identifier: GPL-3.0-or-later
// The table of levels; docs/engine.md has measurements.
#include "search/level.h"

#include "base/buffer.h"
#include "base/text.h"

const struct level levels[LEVELS] = {
    {"beginner", "Beginner", "Looks one move ahead and misses more than half of the moves.", 1, 0, 300, 55},
    {"novice", "Novice", "Takes free pieces but often misses your threats.", 1, 0, 210, 42},
    {"casual", "Casual player", "Sees simple threats but blunders now and then.", 2, 0, 170, 33},
    {"club", "Club player", "Rarely gives away a piece, and thinks a few moves ahead.", 3, 0, 125, 20},
    {"strong", "Strong player", "Punishes mistakes and makes few.", 4, 8000, 105, 15},
    {"expert", "Expert", "Makes hardly any tactical mistakes.", 5, 20000, 75, 9},
    {"master", "Master", "Calculates deeply; few people beat it.", 6, 50000, 35, 3},
    {"full", "Full strength", "Plays its best for as long as the clock allows.", 0, 0, 0, 0},
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
    error_set(err, ERROR_PARAMETER, "level", "there is no level '%.40s'; choose from %s", key,
              buffer_text(&keys));
    buffer_clear(&keys);
    return NULL;
}
