// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes limits.
#include "lab/arena/allowance.h"

#include "base/text.h"

#include <inttypes.h>
#include <string.h>

enum { SECONDS_MOST = 1000000, MOVES_MOST = 10000, DEPTH_MOST = 1000 };

bool allowance_is_empty(const struct allowance *allowance)
{
    return !allowance->nodes && !allowance->depth && !allowance->movetime && !allowance->main;
}

// Reads seconds with at most three decimals as milliseconds.
static bool read_seconds(const char **cursor, int64_t *milliseconds)
{
    unsigned whole, part = 0;
    if (!text_read_number(cursor, SECONDS_MOST, &whole))
        return false;
    if (**cursor == '.') {
        const char *begin = ++*cursor;
        if (!text_read_number(cursor, 999, &part) || *cursor - begin > 3)
            return false;
        for (const char *c = *cursor; c < begin + 3; c++)
            part *= 10;
    }
    *milliseconds = (int64_t)whole * 1000 + part;
    return true;
}

static bool read_clock(struct allowance *allowance, const char *text, struct error *err)
{
    struct allowance read = *allowance;
    const char *cursor = text, *slash = strchr(text, '/');
    read.moves = 0;
    read.increment = 0;
    bool good =
        !slash || (text_read_number(&cursor, MOVES_MOST, &read.moves) && read.moves && cursor == slash);
    cursor = slash ? slash + 1 : text;
    good = good && read_seconds(&cursor, &read.main) && read.main > 0;
    if (good && *cursor == '+') {
        cursor++;
        good = read_seconds(&cursor, &read.increment);
    }
    if (!good || *cursor)
        return error_set(err, ERROR_PARAMETER, "tc",
                         "'%.40s' is no clock; it is written in seconds: 10+0.1, 60 or 40/60+0.5", text);
    *allowance = read;
    return true;
}

static bool read_count(const char *name, const char *text, uint64_t most, uint64_t *value, struct error *err)
{
    return (text_read_uint64(text, most, value) && *value) ||
           error_set(err, ERROR_PARAMETER, name, "%s must be a number from 1 to %" PRIu64, name, most);
}

bool allowance_read(struct allowance *allowance, const char *name, const char *text, bool *known,
                    struct error *err)
{
    uint64_t value = 0;
    *known = true;
    if (!strcmp(name, "nodes"))
        return read_count(name, text, UINT64_C(1) << 50, &allowance->nodes, err);
    if (!strcmp(name, "tc"))
        return read_clock(allowance, text, err);
    if (!strcmp(name, "depth")) {
        bool good = read_count(name, text, DEPTH_MOST, &value, err);
        allowance->depth = (int)value;
        return good;
    }
    *known = !strcmp(name, "movetime");
    if (!*known)
        return true;
    bool good = read_count(name, text, (uint64_t)SECONDS_MOST * 1000, &value, err);
    allowance->movetime = (int64_t)value;
    return good;
}

void allowance_complete(struct allowance *own, const struct allowance *common)
{
    if (allowance_is_empty(own))
        *own = *common;
}

static void write_seconds(int64_t milliseconds, struct buffer *out)
{
    buffer_addf(out, "%" PRId64, milliseconds / 1000);
    if (milliseconds % 1000 == 0)
        return;
    buffer_addf(out, ".%03" PRId64, milliseconds % 1000);
    while (out->length && out->text[out->length - 1] == '0')
        buffer_truncate(out, out->length - 1);
}

static void write_clock(const struct allowance *allowance, struct buffer *out)
{
    if (allowance->moves)
        buffer_addf(out, "%u/", allowance->moves);
    write_seconds(allowance->main, out);
    if (allowance->increment) {
        buffer_add_char(out, '+');
        write_seconds(allowance->increment, out);
    }
}

void allowance_write(const struct allowance *allowance, struct buffer *out)
{
    const char *before = "";
    if (allowance->main) {
        write_clock(allowance, out);
        buffer_add(out, " s");
        before = ", ";
    }
    if (allowance->movetime) {
        buffer_addf(out, "%s%" PRId64 " ms a turn", before, allowance->movetime);
        before = ", ";
    }
    if (allowance->nodes) {
        buffer_addf(out, "%s%" PRIu64 " nodes", before, allowance->nodes);
        before = ", ";
    }
    if (allowance->depth)
        buffer_addf(out, "%sdepth %d", before, allowance->depth);
}

void allowance_write_pgn(const struct allowance *allowance, struct buffer *out)
{
    if (allowance->main) {
        write_clock(allowance, out);
    } else if (allowance->movetime) {
        // The standard's nearest word: so many seconds for each one move.
        buffer_add(out, "1/");
        write_seconds(allowance->movetime, out);
    } else {
        buffer_add_char(out, '-');
    }
}
