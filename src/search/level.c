// SPDX-License-Identifier: GPL-3.0-or-later
// The names of levels.
#include "search/level.h"

#include "base/buffer.h"
#include "base/text.h"

const struct level levels[LEVELS] = {
    {"beginner", "Beginner", "Looks one move ahead and overlooks many moves."},
    {"learner", "Learner", "Takes free pieces but often misses your threats."},
    {"novice", "Novice", "Sees what is attacked, but often overlooks a good move."},
    {"casual", "Casual player", "Sees simple threats but blunders now and then."},
    {"amateur", "Keen amateur", "Looks two or three moves ahead, not always at the right ones."},
    {"club", "Club player", "Rarely gives away a piece, and thinks a few moves ahead."},
    {"strong", "Strong player", "Punishes mistakes and makes few."},
    {"expert", "Expert", "Makes hardly any tactical mistakes."},
    {"master", "Master", "Calculates deeply; few people beat it."},
    {"full", "Full strength", "Plays its best for as long as the clock allows."},
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
