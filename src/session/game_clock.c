// SPDX-License-Identifier: GPL-3.0-or-later
// Counts the time of two players.
#include "session/game_clock.h"

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
