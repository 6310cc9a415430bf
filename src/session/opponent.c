// SPDX-License-Identifier: GPL-3.0-or-later
// What people who play against the engine can expect of it besides its turns.
#include "session/opponent.h"

int64_t opponent_movetime(const struct level *level)
{
    // A weak engine needs no time, a strong one uses it.
    static const int64_t milliseconds[LEVELS] = {100, 100, 150, 200, 300, 400, 700, 1200, 2000, 3000};
    return milliseconds[level - levels];
}

void opponent_limit(struct limits *limits, const struct game_clock *clock, int64_t now)
{
    const struct time_control *control = &clock->control;
    bool fixed = control->mode == TIME_FIXED;
    limits->clock = game_clock_is_used(clock);
    // A clock that does not run yet, as before both sides of a match have moved, does not grow either.
    limits->delay = control->mode == TIME_BRONSTEIN || !clock->running;
    for (int color = WHITE; color <= BLACK; color++) {
        limits->time[color] = game_clock_left(clock, (enum color)color, now);
        limits->increment[color] = fixed ? 0 : control->extra;
    }
    if (fixed)
        limits->moves_to_go = 1;
}

bool opponent_accepts_draw(const struct search_score *score, size_t turns)
{
    if (score->kind != SCORE_CENTIPAWNS)
        return score->kind == SCORE_LOST;
    // A pawn down, or not better after 40 moves.
    return score->value <= -100 || (turns >= 80 && score->value <= 10);
}
