// SPDX-License-Identifier: GPL-3.0-or-later
// Judges absence by the clock that was agreed on.
#include "server/presence/away.h"

#include "server/presence/presence.h"

#include <inttypes.h>

enum { SECOND = 1000, HOUR = 3600 * SECOND, TURNS = 40 };

// Longer clocks are not live: nobody sits in front of the board all the time.
static bool is_live(const struct time_control *control)
{
    return control->mode != TIME_UNLIMITED && control->main <= (control->mode == TIME_FIXED ? 1 : 3) * HOUR;
}

int64_t away_patience(const struct time_control *control)
{
    if (!is_live(control))
        return 0;
    int64_t game = control->mode == TIME_FIXED ? 5 * control->main : control->main + TURNS * control->extra;
    return game / 10 < AWAY_LEAST ? AWAY_LEAST : game / 10 > AWAY_MOST ? AWAY_MOST : game / 10;
}

static bool can_be_left(const struct match *match)
{
    return away_patience(&match->row.clock.control) && match_is_between_people(match) &&
           !match_is_open(match) && session_is_ongoing(match->session) && !session_is_young(match->session);
}

int64_t away_from(const struct match *match, enum color seat)
{
    if (!can_be_left(match))
        return NO_DEADLINE;
    return presence_away(match->presence, match->id, seat, away_patience(&match->row.clock.control));
}

void away_write(const struct match *match, struct buffer *out)
{
    buffer_addf(out, ",\"watchers\":%u", presence_watchers(match->presence, match->id));
    if (!can_be_left(match))
        return;
    buffer_add(out, ",\"away\":{");
    bool first = true;
    for (int color = WHITE; color <= BLACK; color++) {
        int64_t from = away_from(match, (enum color)color);
        if (from == NO_DEADLINE)
            continue;
        buffer_addf(out, "%s\"%s\":%" PRId64, first ? "" : ",", color_key((enum color)color), from);
        first = false;
    }
    buffer_add_char(out, '}');
}
