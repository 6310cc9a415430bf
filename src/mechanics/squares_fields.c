// SPDX-License-Identifier: GPL-3.0-or-later
// The position fields of the family: RESERVES OWNERS FROZEN (docs/rules.md, section 5).
#include "base/text.h"
#include "mechanics/squares.h"
#include "position/position.h"
#include "position/setup.h"
#include "position/variant.h"

#include <stdio.h>
#include <string.h>

enum { FIELD_RESERVES, FIELD_OWNERS, FIELD_FROZEN };

static bool read_reserve(const struct game_field *field, const char **cursor, unsigned full,
                         uint16_t *reserve)
{
    unsigned number;
    if (full == RESERVE_INFINITE && !strncmp(*cursor, "inf", 3)) {
        *cursor += 3;
        number = RESERVE_INFINITE;
    } else if (full == RESERVE_INFINITE || !text_read_number(cursor, full, &number)) {
        char range[48] = "reserves are inf/inf in this game";
        if (full != RESERVE_INFINITE)
            snprintf(range, sizeof range, "a reserve is a number from 0 to %u", full);
        return game_field_refuse(field, *cursor, range);
    }
    *reserve = (uint16_t)number;
    return true;
}

static bool read_reserves(struct setup *setup, unsigned full, const struct game_field *field)
{
    const char *cursor = field->text;
    if (!read_reserve(field, &cursor, full, &setup->reserve[WHITE]))
        return false;
    if (*cursor != '/')
        return game_field_refuse(field, cursor, "a / is expected between the reserves of White and Black");
    cursor++;
    if (!read_reserve(field, &cursor, full, &setup->reserve[BLACK]))
        return false;
    return *cursor ? game_field_refuse(field, cursor, "nothing is expected after the reserves") : true;
}

// Lists of squares in a field.
struct list {
    const struct board *board;
    const struct setup *setup;
    const struct game_field *field;
    const char *cursor;
    bool empty_only;
};

// Reads names of squares up to `stop` ('/' or the end) into `set`, or "-" for none.
static bool read_squares(struct list *list, char stop, struct set *set)
{
    if (*list->cursor == '-') {
        list->cursor++;
        return *list->cursor == stop ||
               game_field_refuse(list->field, list->cursor, "nothing is expected after -");
    }
    do {
        const char *name = list->cursor;
        square s;
        if (!square_read(&list->cursor, list->board->width, list->board->height, &s))
            return game_field_refuse(list->field, name, "the name of a square, or - for none, is expected");
        if (list->setup->pieces[s] == HOLE)
            return game_field_refuse(list->field, name, "there is no square at this location");
        if (list->empty_only && list->setup->pieces[s] != EMPTY)
            return game_field_refuse(list->field, name, "owners are listed for empty squares only");
        if (set_has(set, s))
            return game_field_refuse(list->field, name, "this square has been named already");
        set_add(set, s);
    } while (*list->cursor != stop && *list->cursor);
    return *list->cursor == stop ||
           game_field_refuse(list->field, list->cursor,
                             "a / is expected between the squares of White and Black");
}

static bool read_owners(const struct variant *variant, struct setup *setup, const struct game_field *field)
{
    struct list list = {&variant->board, setup, field, field->text, true};
    if (!variant->owners)
        return !strcmp(field->text, "-") ||
               game_field_refuse(field, field->text, "squares have no owners in this game");
    if (!read_squares(&list, '/', &setup->owned[WHITE]))
        return false;
    list.cursor++;
    const char *black = list.cursor;
    if (!read_squares(&list, '\0', &setup->owned[BLACK]))
        return false;
    for (int i = 0; i < 4; i++)
        if (setup->owned[WHITE].word[i] & setup->owned[BLACK].word[i])
            return game_field_refuse(field, black, "a square has two owners");
    return true;
}

static bool read_frozen(const struct variant *variant, struct setup *setup, const struct game_field *field)
{
    struct list list = {&variant->board, setup, field, field->text, false};
    if (!read_squares(&list, '\0', &setup->frozen))
        return false;
    return set_count(&setup->frozen) <= 2 ||
           game_field_refuse(field, field->text, "at most two squares are frozen");
}

bool squares_read_field(const struct part *part, struct setup *setup, int index,
                        const struct game_field *field)
{
    const struct squares_settings *settings = squares_settings(part);
    if (index == FIELD_RESERVES) {
        setup->reserve[WHITE] = setup->reserve[BLACK] = (uint16_t)squares_reserve(settings);
        return !field->text || read_reserves(setup, squares_reserve(settings), field);
    }
    if (!field->text)
        return true;
    return index == FIELD_OWNERS ? read_owners(part->variant, setup, field)
                                 : read_frozen(part->variant, setup, field);
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

void squares_write_field(const struct part *part, const struct position *pos, int index, struct buffer *out)
{
    const struct squares_settings *settings = squares_settings(part);
    struct set frozen = {{0}};
    switch (index) {
    case FIELD_RESERVES:
        if (squares_reserve(settings) == RESERVE_INFINITE)
            buffer_add(out, "inf/inf");
        else
            buffer_addf(out, "%u/%u", pos->state.reserve[WHITE], pos->state.reserve[BLACK]);
        return;
    case FIELD_OWNERS:
        write_set(&pos->owned[WHITE], out);
        if (!settings->owned)
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
