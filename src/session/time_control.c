// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes time controls.
#include "session/time_control.h"

#include "base/text.h"

#include <inttypes.h>
#include <string.h>

enum {
    SECOND = 1000,
    MINUTE = 60 * SECOND,
    HOUR = 60 * MINUTE,
    DAY = 24 * HOUR,
    NUMBER_MOST = 999999,
    HOURS_MOST = 9999
};

// Units of the time for a turn; the first is the shortest. Each has the spelling that is written first.
static const struct unit {
    const char *names[3];
    int64_t milliseconds;
} units[] = {
    {{"s", "second", "seconds"}, SECOND},
    {{"m", "min", "minutes"}, MINUTE},
    {{"h", "hour", "hours"}, HOUR},
    {{"days", "day", NULL}, DAY},
};

enum { UNITS = sizeof units / sizeof *units };

static bool wrong(const char *text, struct error *err)
{
    return error_set(
        err, ERROR_REQUEST, "",
        "'%s' is no time control; examples are 5+3 (minutes and increment in seconds), 5d3 (with a "
        "delay), 30s or 3days (for each turn) and none",
        text);
}

static bool out_of_range(const char *what, const char *range, struct error *err)
{
    return error_set(err, ERROR_REQUEST, "", "the %s of a time control must be %s", what, range);
}

// Reads minutes with at most two decimals as milliseconds.
static bool read_minutes(const char **cursor, int64_t *milliseconds)
{
    unsigned whole, part = 0;
    if (!text_read_number(cursor, NUMBER_MOST, &whole))
        return false;
    if (**cursor == '.') {
        const char *begin = ++*cursor;
        if (!text_read_number(cursor, 99, &part) || *cursor - begin > 2)
            return false;
        if (*cursor - begin == 1)
            part *= 10;
    }
    *milliseconds = (int64_t)whole * MINUTE + (int64_t)part * (MINUTE / 100);
    return true;
}

static bool read_whole_game(const char *text, const char *extra, struct time_control *control,
                            struct error *err)
{
    unsigned seconds;
    control->mode = *extra == '+' ? TIME_FISCHER : TIME_BRONSTEIN;
    extra++;
    if (!text_read_number(&extra, NUMBER_MOST, &seconds) || *extra)
        return wrong(text, err);
    control->extra = (int64_t)seconds * SECOND;
    if (control->extra > TIME_EXTRA_MOST)
        return out_of_range(control->mode == TIME_FISCHER ? "increment" : "delay", "at most 600 seconds",
                            err);
    if (control->main > TIME_MAIN_MOST || control->main < TIME_MAIN_LEAST)
        return out_of_range("main time", "from one second to 24 hours", err);
    return true;
}

static bool read_turn(const char *text, const char *unit, struct time_control *control, struct error *err)
{
    uint64_t count = 0;
    char digits[8];
    size_t length = (size_t)(unit - text);
    if (length >= sizeof digits)
        return wrong(text, err);
    memcpy(digits, text, length);
    digits[length] = '\0';
    if (!text_read_uint64(digits, NUMBER_MOST, &count))
        return wrong(text, err);
    for (int i = 0; i < UNITS; i++)
        for (int name = 0; name < 3 && units[i].names[name]; name++)
            if (!strcmp(unit, units[i].names[name])) {
                *control = (struct time_control){TIME_FIXED, (int64_t)count * units[i].milliseconds, 0};
                return (control->main >= TIME_MAIN_LEAST && control->main <= TIME_TURN_MOST) ||
                       out_of_range("time for a turn", "from one second to 60 days", err);
            }
    return wrong(text, err);
}

bool time_control_read(const char *text, struct time_control *control, struct error *err)
{
    struct time_control read = {.mode = TIME_UNLIMITED};
    const char *cursor = text;
    if (strcmp(text, "none") != 0) {
        if (!read_minutes(&cursor, &read.main))
            return wrong(text, err);
        bool whole_game = *cursor == '+' || (*cursor == 'd' && cursor[1] >= '0' && cursor[1] <= '9');
        if (whole_game ? !read_whole_game(text, cursor, &read, err) : !read_turn(text, cursor, &read, err))
            return false;
    }
    *control = read;
    return true;
}

static void write_minutes(int64_t milliseconds, struct buffer *out)
{
    int64_t part = milliseconds % MINUTE / (MINUTE / 100);
    buffer_addf(out, "%" PRId64, milliseconds / MINUTE);
    if (part)
        buffer_addf(out, part % 10 ? ".%02" PRId64 : ".%" PRId64, part % 10 ? part : part / 10);
}

void time_control_write(const struct time_control *control, struct buffer *out)
{
    int unit = UNITS - 1;
    switch (control->mode) {
    case TIME_UNLIMITED:
        buffer_add(out, "none");
        return;
    case TIME_FISCHER:
    case TIME_BRONSTEIN:
        write_minutes(control->main, out);
        buffer_addf(out, "%c%" PRId64, control->mode == TIME_FISCHER ? '+' : 'd', control->extra / SECOND);
        return;
    case TIME_FIXED:
        while (unit && control->main % units[unit].milliseconds)
            unit--;
        int64_t count = control->main / units[unit].milliseconds;
        buffer_addf(out, "%" PRId64 "%s", count,
                    units[unit].names[units[unit].milliseconds == DAY && count == 1 ? 1 : 0]);
    }
}

void time_control_write_pgn(const struct time_control *control, struct buffer *out)
{
    switch (control->mode) {
    case TIME_UNLIMITED:
        buffer_add_char(out, '-');
        return;
    case TIME_FISCHER:
    case TIME_BRONSTEIN:
        buffer_addf(out, "%" PRId64, control->main / SECOND);
        if (control->extra)
            buffer_addf(out, "%c%" PRId64, control->mode == TIME_FISCHER ? '+' : 'd',
                        control->extra / SECOND);
        return;
    case TIME_FIXED:
        buffer_addf(out, "1/%" PRId64, control->main / SECOND);
    }
}

void time_write_clock(int64_t milliseconds, bool tenths, struct buffer *out)
{
    int64_t left = milliseconds > 0 ? milliseconds : 0;
    buffer_addf(out, "%" PRId64 ":%02" PRId64 ":%02" PRId64, left / HOUR, left / MINUTE % 60,
                left / SECOND % 60);
    if (tenths)
        buffer_addf(out, ".%" PRId64, left % SECOND / 100);
}

bool time_read_clock(const char *text, int64_t *milliseconds)
{
    unsigned hours, minutes, seconds, tenths = 0;
    if (!text_read_number(&text, HOURS_MOST, &hours) || *text++ != ':' ||
        !text_read_number(&text, 59, &minutes) || *text++ != ':' || !text_read_number(&text, 59, &seconds))
        return false;
    if (*text == '.' && (text++, !text_read_number(&text, 9, &tenths)))
        return false;
    *milliseconds = (int64_t)hours * HOUR + minutes * MINUTE + seconds * SECOND + tenths * (SECOND / 10);
    return !*text;
}
