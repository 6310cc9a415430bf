// SPDX-License-Identifier: GPL-3.0-or-later
// Writes and reads `[%clk 0:04:58]`, as the PGN of other servers has it.
#include "session/clock_record.h"

#include <string.h>

static const char command[] = "[%clk ";

static char *time_comment(int64_t left)
{
    struct buffer text;
    buffer_init(&text);
    buffer_add(&text, command);
    time_write_clock(left, false, &text);
    buffer_add_char(&text, ']');
    return buffer_take(&text);
}

bool clock_record(struct record *record, const struct time_control *control, const int64_t *left,
                  size_t count)
{
    struct buffer text;
    if (control->mode == TIME_UNLIMITED)
        return true;
    buffer_init(&text);
    time_control_write_pgn(control, &text);
    bool good = record_set_tag(record, "TimeControl", buffer_text(&text));
    buffer_clear(&text);
    for (size_t ply = 0; good && ply < count && ply < record->turns.count; ply++) {
        struct record_turn *turn = &record->turns.items[ply];
        if (left[ply] != NO_TIME && !turn->comment)
            good = (turn->comment = time_comment(left[ply])) != NULL;
    }
    return good;
}

enum clock_comment clock_comment_read(const struct record_turn *turn, int64_t *left)
{
    char text[32];
    const char *found = turn->comment ? strstr(turn->comment, command) : NULL;
    size_t length = found ? strcspn(found + strlen(command), "]") : 0;
    if (!found)
        return CLOCK_MISSING;
    if (length >= sizeof text)
        return CLOCK_UNREADABLE;
    memcpy(text, found + strlen(command), length);
    text[length] = '\0';
    return time_read_clock(text, left) ? CLOCK_FOUND : CLOCK_UNREADABLE;
}

int64_t clock_recorded(const struct record_turn *turn)
{
    int64_t left;
    return clock_comment_read(turn, &left) == CLOCK_FOUND ? left : NO_TIME;
}
