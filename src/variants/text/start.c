// SPDX-License-Identifier: GPL-3.0-or-later
// Completes start positions.
#include "variants/text/start.h"

#include "base/buffer.h"

#include <string.h>

// A field of a position string.
struct field {
    const char *text;
    size_t length;
};

static struct field next_field(const char **cursor)
{
    *cursor += strspn(*cursor, " \t");
    struct field field = {*cursor, strcspn(*cursor, " \t")};
    *cursor += field.length;
    return field;
}

// Counters come after the fields that may be left out: "0", "3+3".
static bool is_counter(struct field field)
{
    return strspn(field.text, "0123456789+") >= field.length;
}

static void add(struct buffer *out, struct field field)
{
    buffer_add_char(out, ' ');
    buffer_add_bytes(out, field.text, field.length);
}

static void add_placement(struct buffer *out, struct field placement)
{
    static const char empty[] = "[-]";
    size_t hand = sizeof empty - 1;
    bool has = placement.length >= hand && !memcmp(placement.text + placement.length - hand, empty, hand);
    buffer_add_bytes(out, placement.text, placement.length - (has ? hand : 0));
    buffer_add(out, has ? "[]" : "");
}

const char *start_complete(const char *start, bool castling, struct pool *pool)
{
    const struct field white = {"w", 1}, none = {"-", 1};
    const char *cursor = start;
    struct buffer out;
    buffer_init(&out);
    add_placement(&out, next_field(&cursor));
    struct field field = next_field(&cursor);
    add(&out, field.length ? field : white);
    field = next_field(&cursor);
    // Castling rights, then the en-passant target.
    for (int i = 0; i < 2; i++) {
        bool given = field.length && !is_counter(field);
        add(&out, given && (i > 0 || castling) ? field : none);
        if (given)
            field = next_field(&cursor);
    }
    for (; field.length; field = next_field(&cursor))
        add(&out, field);
    const char *completed = pool_text(pool, buffer_text(&out), out.length);
    if (out.failed)
        pool->failed = true;
    buffer_clear(&out);
    return completed;
}
