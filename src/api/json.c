// SPDX-License-Identifier: GPL-3.0-or-later
// Positions as JSON.
#include "api/json.h"

#include "base/memory.h"
#include "notation/coordinate_write.h"
#include "notation/json/describe.h"

#include <stdlib.h>

char *json_out(json_t *json, struct leaper_error *error)
{
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
    json_decref(json);
    if (!text)
        fail_no_memory(error);
    return text;
}

static_assert((int)LEAPER_DESCRIBE_ALL_TURNS == (int)DESCRIBE_ALL &&
                  (int)LEAPER_DESCRIBE_NO_TURNS == (int)DESCRIBE_NO_TURNS,
              "the flags are the same bits");

char *leaper_position_json(const struct leaper_position *position, unsigned flags, struct leaper_error *error)
{
    if (!position_at_start(position, error))
        return NULL;
    flags &= LEAPER_DESCRIBE_ALL_TURNS | LEAPER_DESCRIBE_NO_TURNS;
    return json_out(describe_state(&position->now, &position->history, flags), error);
}

// The actions played in the current turn, in coordinate notation; `start` gets the position at its start.
static void write_played(const struct leaper_position *position, struct position *start, struct buffer *text)
{
    struct turn turn = {.count = 0};
    size_t first = position->played.count - position->now.state.actions;
    *start = position->now;
    for (size_t i = position->played.count; i-- > first;)
        position_undo(start, &position->played.items[i].undo);
    for (size_t i = first; i < position->played.count; i++)
        turn.actions[turn.count++] = position->played.items[i].action;
    if (turn.count)
        coordinate_write_turn(start, &turn, text);
}

char *leaper_position_turn_json(const struct leaper_position *position, struct leaper_error *error)
{
    struct error err = {0};
    struct position start;
    struct buffer played;
    buffer_init(&played);
    write_played(position, &start, &played);
    json_t *json = played.failed ? NULL : describe_progress(&start, buffer_text(&played), &err);
    buffer_clear(&played);
    if (!json && err.code != ERROR_NONE) {
        fail_as(error, &err);
        return NULL;
    }
    return json_out(json, error);
}
