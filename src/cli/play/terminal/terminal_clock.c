// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the clock of a game and writes it down.
#include "cli/play/terminal/terminal_clock.h"

#include "base/clock.h"
#include "base/memory.h"
#include "session/clock_record.h"
#include "session/opponent.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// The engine keeps this much for printing its turn.
enum { OVERHEAD = 100, TEN_SECONDS = 10000 };

void terminal_clock_begin(struct terminal_clock *clock, const struct time_control *control)
{
    game_clock_begin(&clock->game, control);
    clock->left.count = 0;
}

void terminal_clock_clear(struct terminal_clock *clock)
{
    vector_clear(&clock->left);
}

void terminal_clock_follow(struct terminal_clock *clock, const struct session *session)
{
    struct game_clock *game = &clock->game;
    int64_t now = clock_milliseconds();
    if (!game_clock_is_used(game))
        return;
    if (clock->left.count > session->count)
        clock->left.count = session->count;
    while (clock->left.count < session->count) {
        int64_t left = NO_TIME;
        // An announcement by the other side leaves the clock alone.
        if (game->running && session_player_of(session, clock->left.count) == game->side)
            left = game_clock_press(game, now);
        if (!vector_push(&clock->left, left))
            memory_exhausted();
    }
    if (!session_is_ongoing(session))
        game_clock_stop(game, now);
    else if (!game->running || game->side != session_side(session))
        game_clock_start(game, session_side(session), now);
}

bool terminal_clock_take_back(struct terminal_clock *clock, const struct session *session, size_t back,
                              struct error *err)
{
    return game_clock_take_back(&clock->game, session, session->count - back, clock->left.items,
                                clock->left.count, clock_milliseconds(), err);
}

bool terminal_clock_judge(struct terminal_clock *clock, struct session *session)
{
    if (!session_is_ongoing(session) || !game_clock_has_run_out(&clock->game, clock_milliseconds()))
        return false;
    session_lose_on_time(session, clock->game.side, NULL);
    terminal_clock_follow(clock, session);
    return true;
}

int64_t terminal_clock_wait(const struct terminal_clock *clock)
{
    if (!clock->game.running)
        return -1;
    int64_t left = game_clock_left(&clock->game, clock->game.side, clock_milliseconds());
    return left > 0 ? left : 0;
}

void terminal_clock_limit(const struct terminal_clock *clock, struct limits *limits)
{
    if (!game_clock_is_used(&clock->game))
        return;
    *limits = (struct limits){.overhead = OVERHEAD};
    opponent_limit(limits, &clock->game, clock_milliseconds());
}

static int64_t left_of(const struct terminal_clock *clock, enum color side)
{
    return game_clock_left(&clock->game, side, clock_milliseconds());
}

bool terminal_clock_is_short(const struct terminal_clock *clock, enum color side)
{
    return left_of(clock, side) < TEN_SECONDS;
}

int terminal_clock_stays(const struct terminal_clock *clock, enum color side)
{
    enum { SECOND = 1000, TENTH = 100 };
    int64_t left = left_of(clock, side);
    return left > 0 ? (int)(left % (left < TEN_SECONDS ? TENTH : SECOND)) + 1 : -1;
}

void terminal_clock_write_left(const struct terminal_clock *clock, enum color side, struct buffer *out)
{
    int64_t left = left_of(clock, side);
    bool short_of = left < TEN_SECONDS;
    struct buffer text;
    buffer_init(&text);
    time_write_clock(left, short_of, &text);
    // Without leading zeros, but minutes always have seconds: 0:04:58 is 4:58, 0:00:09.8 is 9.8.
    const char *shown = buffer_text(&text);
    size_t most = text.length - strlen(short_of ? "0.0" : "0:00");
    size_t zeros = strspn(shown, "0:");
    buffer_add(out, shown + (zeros < most ? zeros : most));
    buffer_clear(&text);
}

void terminal_clock_write(const struct terminal_clock *clock, struct buffer *out)
{
    for (int color = WHITE; color <= BLACK; color++) {
        buffer_addf(out, "%s ", color_name((enum color)color));
        terminal_clock_write_left(clock, (enum color)color, out);
        buffer_add(out, color == WHITE ? ", " : ".");
    }
}

// ---- Records ----

bool terminal_clock_annotate(const struct terminal_clock *clock, struct record *record)
{
    return clock_record(record, &clock->game.control, clock->left.items, clock->left.count);
}

void terminal_clock_keep(const struct terminal_clock *clock, struct buffer *out)
{
    struct game_clock now = clock->game;
    game_clock_stop(&now, clock_milliseconds());
    time_control_write(&now.control, out);
    buffer_addf(out, " %" PRId64 " %" PRId64 " %s %" PRId64, now.left[WHITE], now.left[BLACK],
                color_key(now.side), now.used);
}

bool terminal_clock_restore(struct terminal_clock *clock, const char *line, const struct record *record)
{
    struct time_control control;
    char word[32], side[8];
    int64_t left[2], used;
    if (sscanf(line, "%31s %15" SCNd64 " %15" SCNd64 " %7s %15" SCNd64, word, &left[WHITE], &left[BLACK],
               side, &used) != 5 ||
        !time_control_read(word, &control, NULL) || used < 0)
        return false;
    if (!vector_reserve(&clock->left, record->turns.count))
        return false;
    terminal_clock_begin(clock, &control);
    memcpy(clock->game.left, left, sizeof left);
    clock->game.side = strcmp(side, color_key(BLACK)) == 0 ? BLACK : WHITE;
    clock->game.used = used;
    for (size_t ply = 0; ply < record->turns.count; ply++)
        clock->left.items[clock->left.count++] = clock_recorded(&record->turns.items[ply]);
    return true;
}
