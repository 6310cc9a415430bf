// SPDX-License-Identifier: GPL-3.0-or-later
// Moves the clock of a match on. All of it is in the row, so it is on disk before anybody is told.
#include "server/time/match_clock.h"

#include <inttypes.h>

static bool plays(const struct archived_match *row)
{
    return row->outcome.result == RESULT_ONGOING && row->seats[WHITE].kind != SEAT_OPEN &&
           row->seats[BLACK].kind != SEAT_OPEN;
}

static int64_t grace(const struct time_control *control)
{
    return control->mode == TIME_FIXED && control->main > CLOCK_GRACE ? control->main : CLOCK_GRACE;
}

// No more than the turn has taken, so that nobody gains by answering at once.
static int64_t arrival(const struct archived_match *row, int64_t lag, int64_t now)
{
    int64_t taken = now - row->clock.since;
    return now - (lag < taken ? lag : taken);
}

int64_t clock_lag(int64_t total, int64_t lag)
{
    int64_t most = total < CLOCK_LAG ? total : CLOCK_LAG;
    return lag < most ? lag : most;
}

int64_t clock_allow_lag(int64_t *total, int64_t lag)
{
    int64_t back = clock_lag(*total, lag), rest = *total - back;
    *total = rest + CLOCK_LAG_PART < CLOCK_LAG_TOTAL ? rest + CLOCK_LAG_PART : CLOCK_LAG_TOTAL;
    return back;
}

int64_t clock_press(struct archived_match *row, int64_t lag, int64_t now)
{
    struct game_clock *clock = &row->clock;
    enum color side = clock->running ? clock->side : row->side;
    return clock->running ? game_clock_press(clock, arrival(row, lag, now)) : clock->left[side];
}

void clock_settle(struct archived_match *row, int64_t now)
{
    struct game_clock *clock = &row->clock;
    row->deadline = NO_DEADLINE;
    if (!game_clock_is_used(clock))
        return;
    game_clock_stop(clock, now);
    if (!plays(row))
        return;
    if (row->ply < 2) {
        clock->since = now;
        row->deadline = now + grace(&clock->control);
        return;
    }
    game_clock_start(clock, row->side, now);
    row->deadline = game_clock_deadline(clock) + CLOCK_LAG;
}

void clock_follow(const struct archived_match *before, struct archived_match *after, int64_t now)
{
    if (before->ply != after->ply || before->outcome.result != after->outcome.result ||
        plays(before) != plays(after))
        clock_settle(after, now);
}

bool clock_is_up(const struct archived_match *row, int64_t now)
{
    return row->deadline <= now;
}

bool clock_has_run_out(const struct archived_match *row, int64_t lag, int64_t now)
{
    return row->clock.running && game_clock_has_run_out(&row->clock, arrival(row, lag, now));
}

static int64_t least_zero(int64_t time)
{
    return time > 0 ? time : 0;
}

void clock_write(const struct archived_match *row, int64_t now, struct buffer *out)
{
    const struct game_clock *clock = &row->clock;
    if (!game_clock_is_used(clock))
        return;
    buffer_addf(out, ",\"clock\":{\"left\":{\"white\":%" PRId64 ",\"black\":%" PRId64 "}",
                least_zero(clock->left[WHITE]), least_zero(clock->left[BLACK]));
    if (clock->running)
        buffer_addf(out, ",\"running\":\"%s\",\"since\":%" PRId64, color_key(clock->side), clock->since);
    else if (row->deadline != NO_DEADLINE)
        buffer_addf(out, ",\"abort\":%" PRId64, row->deadline);
    buffer_addf(out, "},\"served\":%" PRId64, now);
}
