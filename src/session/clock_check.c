// SPDX-License-Identifier: GPL-3.0-or-later
// Reads PGN's time controls and follows the clocks of both players through the game.
#include "session/clock_check.h"

#include "base/text.h"
#include "position/protection/announcement.h"
#include "position/turn.h"
#include "session/clock_record.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// ---- [TimeControl] ----

enum { PERIODS_MAX = 16, A_SECOND = 1000, A_TENTH = A_SECOND / 10 };

// What times are written to: whole seconds, rounded down.
enum { SLACK = A_SECOND };

// A part of a time control. Times are in milliseconds.
struct period {
    unsigned
        turns; // after which the next one begins, or the last one again; 0: it lasts until the end of the game
    int64_t time;     // that is added when it begins
    int64_t increase; // after each turn
};

struct controls {
    enum { CONTROLS_UNKNOWN, CONTROLS_NONE, CONTROLS_PERIODS } kind;
    unsigned count;
    struct period periods[PERIODS_MAX];
};

// Reads seconds, which some programs write with decimals.
static bool read_seconds(const char **cursor, int64_t *milliseconds)
{
    enum { SECONDS_MOST = 100 * 1000 * 1000 };
    unsigned whole;
    if (!text_read_number(cursor, SECONDS_MOST, &whole))
        return false;
    *milliseconds = (int64_t)whole * A_SECOND;
    if (**cursor != '.')
        return true;
    const char *digits = ++*cursor;
    for (int64_t worth = A_TENTH; **cursor >= '0' && **cursor <= '9'; ++*cursor, worth /= 10)
        *milliseconds += worth * (**cursor - '0');
    return *cursor != digits;
}

// Reads "300", "300+5", "40/7200", "40/7200+30", and "300d5", which is our own: a delay adds nothing to a clock.
static bool read_period(const char **cursor, struct period *period)
{
    enum { TURNS_MOST = 10000 };
    unsigned turns;
    const char *slash = *cursor;
    int64_t delay;
    *period = (struct period){0};
    if (text_read_number(&slash, TURNS_MOST, &turns) && *slash == '/') {
        if (!turns)
            return false;
        period->turns = turns;
        *cursor = slash + 1;
    }
    if (!read_seconds(cursor, &period->time))
        return false;
    char sign = **cursor;
    if (sign != '+' && sign != 'd')
        return true;
    ++*cursor;
    return read_seconds(cursor, sign == '+' ? &period->increase : &delay);
}

// Reads the whole tag: "?", "-", "*180", or periods with colons between them.
static bool read_controls(const char *text, struct controls *controls)
{
    int64_t sand;
    *controls = (struct controls){.kind = CONTROLS_UNKNOWN};
    if (!strcmp(text, "?"))
        return true;
    if (!strcmp(text, "-")) {
        controls->kind = CONTROLS_NONE;
        return true;
    }
    // In a sandclock the time that one player uses goes to the other, so any time may be right.
    if (*text == '*')
        return text++, read_seconds(&text, &sand) && !*text;
    controls->kind = CONTROLS_PERIODS;
    do {
        if (controls->count == PERIODS_MAX || !read_period(&text, &controls->periods[controls->count]))
            return false;
        // Nothing can follow a period that lasts until the end.
        bool last = !controls->periods[controls->count++].turns;
        if (*text && (last || *text != ':'))
            return false;
    } while (*text++);
    return true;
}

// ---- The times ----

// One player's clock.
struct follow {
    unsigned period, made; // the current period, and the turns made in it
    int64_t most;          // that the clock can show
    int64_t shown;         // at most, after the last turn; or NO_TIME
};

struct checking {
    struct controls controls;
    struct follow players[2];
    clock_remark *remark;
    void *context;
};

// Counts a turn. Returns by how much the clock may have risen.
static int64_t count_turn(const struct controls *controls, struct follow *player)
{
    const struct period *period = &controls->periods[player->period];
    int64_t rise = period->increase;
    // With a time for each turn, nothing is saved for the next.
    if (period->turns == 1 && controls->count == 1)
        return player->most = period->time;
    if (period->turns && ++player->made == period->turns) {
        player->made = 0;
        player->period += player->period + 1 < controls->count;
        rise += controls->periods[player->period].time;
    }
    player->most += rise;
    return rise;
}

static void add_time(int64_t milliseconds, struct buffer *out)
{
    time_write_clock(milliseconds, milliseconds % A_SECOND != 0, out);
}

static void check_time(struct checking *checking, size_t ply, const struct position *before, enum color side,
                       int64_t left)
{
    struct follow *player = &checking->players[side];
    int64_t rise = count_turn(&checking->controls, player), shown = player->shown;
    struct buffer message;
    if (left == NO_TIME) {
        player->shown += shown != NO_TIME ? rise : 0;
        return;
    }
    buffer_init(&message);
    if (left > player->most + SLACK) {
        add_time(left, &message);
        buffer_add(&message, " is more than the time control gives: at most ");
        add_time(player->most, &message);
    } else if (shown != NO_TIME && left > shown + rise + SLACK) {
        add_time(left, &message);
        buffer_add(&message, " is more than there was before the turn: ");
        add_time(shown, &message);
        if (rise) {
            buffer_add(&message, " and the ");
            add_time(rise, &message);
            buffer_add(&message, " that the turn brings");
        }
    }
    if (message.length)
        checking->remark(checking->context, ply, before, buffer_text(&message));
    buffer_clear(&message);
    // What cannot be is told once: the rest is measured by it.
    player->shown = left;
    player->most = left > player->most ? left : player->most;
}

static void check_turn(struct checking *checking, size_t ply, const struct position *before,
                       const struct record_turn *turn)
{
    int64_t left;
    enum clock_comment found = clock_comment_read(turn, &left);
    move first = turn->turn.actions[0];
    bool announced = turn->turn.count && move_kind(first) == MOVE_ANNOUNCE;
    if (found == CLOCK_UNREADABLE)
        checking->remark(checking->context, ply, before, "[%clk] is followed by no time such as 0:04:59");
    else if (found == CLOCK_FOUND && checking->controls.kind == CONTROLS_NONE)
        checking->remark(checking->context, ply, before, "[%clk] in a game without a clock");
    if (checking->controls.kind == CONTROLS_PERIODS)
        check_time(checking, ply, before, announced ? announcement_by(first) : position_side(before),
                   found == CLOCK_FOUND ? left : NO_TIME);
}

void clock_check(const struct record *record, clock_remark *remark, void *context)
{
    struct checking checking = {.remark = remark, .context = context};
    const char *tag = record_tag(record, "TimeControl");
    struct position pos = record->start;
    if (tag && !read_controls(tag, &checking.controls)) {
        checking.controls.kind = CONTROLS_UNKNOWN;
        remark(
            context, CLOCK_TAG, &pos,
            "not a time control of PGN: examples are 300+5, 40/7200:3600, 1/86400, - (none) and ? (unknown)");
    }
    for (int color = 0; color < 2; color++)
        checking.players[color] =
            (struct follow){.most = checking.controls.periods[0].time, .shown = NO_TIME};
    for (size_t ply = 0; ply < record->turns.count; ply++) {
        check_turn(&checking, ply, &pos, &record->turns.items[ply]);
        turn_play(&pos, &record->turns.items[ply].turn);
    }
}
