// SPDX-License-Identifier: GPL-3.0-or-later
// The position fields of the family: RESERVES OWNERS FROZEN (docs/rules.md, section 5).
#include "base/text.h"
#include "games/squares.h"
#include "position/position.h"
#include "position/setup.h"
#include "position/variant.h"

#include <stdio.h>
#include <string.h>

enum { FIELD_RESERVES, FIELD_OWNERS, FIELD_FROZEN };

// Where a field is read and what to say of it.
struct field {
    const char *text;
    size_t offset;
    struct error *err;
};

static bool refuse(const struct field *field, const char *place, const char *what)
{
    char at[32];
    snprintf(at, sizeof at, "fen[%zu]", field->offset + (size_t)(place - field->text));
    return error_set(field->err, ERROR_FEN, at, "%s", what);
}

static bool read_reserve(const struct field *field, const char **cursor, unsigned full, uint16_t *reserve)
{
    unsigned number;
    if (full == RESERVE_INFINITE && !strncmp(*cursor, "inf", 3)) {
        *cursor += 3;
        number = RESERVE_INFINITE;
    } else if (full == RESERVE_INFINITE || !text_read_number(cursor, full, &number)) {
        return refuse(field, *cursor,
                      full == RESERVE_INFINITE ? "reserves are inf/inf in this game"
                                               : "a reserve is a number from 0 to 3");
    }
    *reserve = (uint16_t)number;
    return true;
}

static bool read_reserves(struct setup *setup, unsigned full, const struct field *field)
{
    const char *cursor = field->text;
    if (!read_reserve(field, &cursor, full, &setup->reserve[WHITE]))
        return false;
    if (*cursor != '/')
        return refuse(field, cursor, "a / is expected between the reserves of White and Black");
    cursor++;
    if (!read_reserve(field, &cursor, full, &setup->reserve[BLACK]))
        return false;
    return *cursor ? refuse(field, cursor, "nothing is expected after the reserves") : true;
}

// Reads names of squares up to `stop` ('/' or the end) into `set`, or "-" for none.
static bool read_squares(const struct setup *setup, const struct field *field, const char **cursor, char stop,
                         bool empty_only, struct set *set)
{
    if (**cursor == '-') {
        ++*cursor;
        return **cursor == stop ? true : refuse(field, *cursor, "nothing is expected after -");
    }
    do {
        const char *name = *cursor;
        square s;
        if (!square_read(cursor, 8, 8, &s))
            return refuse(field, name, "the name of a square, or - for none, is expected");
        if (setup->pieces[s] == HOLE)
            return refuse(field, name, "there is no square at this location");
        if (empty_only && setup->pieces[s] != EMPTY)
            return refuse(field, name, "only empty squares have their owners written");
        if (set_has(set, s))
            return refuse(field, name, "this square was named before");
        set_add(set, s);
    } while (**cursor != stop && **cursor);
    return **cursor == stop ? true : refuse(field, *cursor, "the squares of White and Black are parted by /");
}

static bool read_owners(struct setup *setup, bool owned, const struct field *field)
{
    const char *cursor = field->text;
    if (!owned)
        return strcmp(field->text, "-") ? refuse(field, field->text, "squares have no owners in this game")
                                        : true;
    if (!read_squares(setup, field, &cursor, '/', true, &setup->owned[WHITE]))
        return false;
    cursor++;
    const char *black = cursor;
    if (!read_squares(setup, field, &cursor, '\0', true, &setup->owned[BLACK]))
        return false;
    for (int i = 0; i < 4; i++)
        if (setup->owned[WHITE].word[i] & setup->owned[BLACK].word[i])
            return refuse(field, black, "a square has two owners");
    return true;
}

static bool read_frozen(struct setup *setup, const struct field *field)
{
    const char *cursor = field->text;
    if (!read_squares(setup, field, &cursor, '\0', false, &setup->frozen))
        return false;
    return set_count(&setup->frozen) > 2 ? refuse(field, field->text, "at most two squares are frozen")
                                         : true;
}

bool squares_read_field(struct setup *setup, const struct variant *variant, int index, const char *text,
                        size_t offset, struct error *err)
{
    const struct squares_row *row = squares_row(variant);
    struct field field = {text, offset, err};
    if (index == FIELD_RESERVES) {
        setup->reserve[WHITE] = setup->reserve[BLACK] = (uint16_t)row->reserve;
        return text ? read_reserves(setup, row->reserve, &field) : true;
    }
    if (!text)
        return true;
    return index == FIELD_OWNERS ? read_owners(setup, row->owned, &field) : read_frozen(setup, &field);
}

static void write_set(const struct set *set, struct buffer *out)
{
    if (set_empty(set))
        buffer_add_char(out, '-');
    square s;
    for (struct set_walk walk = set_walk(set); set_next(&walk, &s);) {
        char name[SQUARE_NAME_SIZE];
        square_name(s, name);
        buffer_add(out, name);
    }
}

void squares_write_field(const struct position *pos, int index, struct buffer *out)
{
    const struct squares_row *row = squares_row(pos->variant);
    struct set frozen = {{0}};
    switch (index) {
    case FIELD_RESERVES:
        if (row->reserve == RESERVE_INFINITE)
            buffer_add(out, "inf/inf");
        else
            buffer_addf(out, "%u/%u", pos->state.reserve[WHITE], pos->state.reserve[BLACK]);
        return;
    case FIELD_OWNERS:
        write_set(&pos->owned[WHITE], out);
        if (!row->owned)
            return;
        buffer_add_char(out, '/');
        write_set(&pos->owned[BLACK], out);
        return;
    default:
        for (int i = 0; i < 2; i++)
            if (pos->state.frozen[i] != SQUARE_NONE)
                set_add(&frozen, pos->state.frozen[i]);
        write_set(&frozen, out);
    }
}
