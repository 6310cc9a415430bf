// SPDX-License-Identifier: GPL-3.0-or-later
// Counts the time of two players.
#include "session/game_clock.h"

#include "session/session.h"

void game_clock_begin(struct game_clock *clock, const struct time_control *control)
{
    *clock = (struct game_clock){.control = *control, .left = {control->main, control->main}};
}

void game_clock_start(struct game_clock *clock, enum color side, int64_t now)
{
    game_clock_stop(clock, now);
    if (side != clock->side) {
        clock->used = 0;
        // It may have lost some of it before a turn was taken back.
        if (clock->control.mode == TIME_FIXED)
            clock->left[side] = clock->control.main;
    }
    clock->running = game_clock_is_used(clock);
    clock->side = side;
    clock->since = now;
}

void game_clock_stop(struct game_clock *clock, int64_t now)
{
    if (!clock->running)
        return;
    clock->left[clock->side] -= now - clock->since;
    clock->used += now - clock->since;
    clock->running = false;
}

int64_t game_clock_left(const struct game_clock *clock, enum color side, int64_t now)
{
    bool runs = clock->running && clock->side == side;
    return clock->left[side] - (runs ? now - clock->since : 0);
}

int64_t game_clock_deadline(const struct game_clock *clock)
{
    return clock->running ? clock->since + clock->left[clock->side] : INT64_MAX;
}

int64_t game_clock_press(struct game_clock *clock, int64_t now)
{
    const struct time_control *control = &clock->control;
    int64_t *left = &clock->left[clock->side];
    if (!clock->running)
        return *left;
    game_clock_stop(clock, now);
    if (control->mode == TIME_FISCHER)
        *left += control->extra;
    else if (control->mode == TIME_BRONSTEIN)
        *left += clock->used < control->extra ? clock->used : control->extra;
    clock->used = 0;
    int64_t after = *left;
    if (control->mode == TIME_FIXED)
        *left = control->main;
    return after;
}

// What the control has added for a turn, whose player had `before` left before it and `after` after it.
static int64_t brought(const struct time_control *control, int64_t before, int64_t after)
{
    // A turn that took no more than the delay left the clock as it was.
    bool some = control->mode == TIME_FISCHER || (control->mode == TIME_BRONSTEIN && after < before);
    return some ? control->extra : 0;
}

bool game_clock_take_back(struct game_clock *clock, const struct session *session, size_t from,
                          const int64_t *left, size_t count, int64_t now, struct error *err)
{
    const struct time_control *control = &clock->control;
    if (control->mode != TIME_FISCHER && control->mode != TIME_BRONSTEIN)
        return true;
    struct game_clock next = *clock;
    for (size_t ply = from; ply < count; ply++) {
        enum color player = session_player_of(session, ply);
        // An announcement by the other side leaves the clock alone.
        if (left[ply] == NO_TIME || player != session_side_at(session, ply))
            continue;
        int64_t before = ply >= 2 && left[ply - 2] != NO_TIME ? left[ply - 2] : control->main;
        next.left[player] -= brought(control, before, left[ply]);
    }
    for (int color = WHITE; color <= BLACK; color++)
        if (game_clock_left(&next, (enum color)color, now) <= 0)
            return error_set(err, ERROR_REQUEST, "", "taking back would leave %s no time",
                             color_name((enum color)color));
    *clock = next;
    return true;
}
