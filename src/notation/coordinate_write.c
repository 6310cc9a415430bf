// SPDX-License-Identifier: GPL-3.0-or-later
// Writes coordinate notation.
#include "notation/coordinate_write.h"

#include "position/position.h"
#include "position/protection/announcement.h"

static char lower(char upper)
{
    return (char)(upper + ('a' - 'A'));
}

static void add_square(square s, struct buffer *out)
{
    char name[SQUARE_NAME_SIZE];
    square_name(s, name);
    buffer_add(out, name);
}

// "!", "!e2d1b3", or for a circuit "!e2d1b3e2"; with a comma first if it is by the side that is not to move.
static void write_announcement(const struct position *pos, move m, struct buffer *out)
{
    struct announcement announcement;
    bool known = announcement_unpack(pos, m, &announcement);
    assert(known);
    if (!known)
        return;
    buffer_add(out, announcement.by == position_side(pos) ? "!" : ",!");
    for (unsigned i = 0; i < announcement.count; i++)
        add_square(announcement.squares[i], out);
    if (announcement.circuit)
        add_square(announcement.squares[0], out);
}

void coordinate_write(const struct position *pos, move m, struct buffer *out)
{
    switch (move_kind(m)) {
    case MOVE_DROP:
        buffer_add_char(out, type_letter(piece_type_of(move_what(m))));
        buffer_add_char(out, '@');
        add_square(move_to(m), out);
        return;
    case MOVE_ADD_SQUARE:
        buffer_add(out, "@@");
        add_square(move_to(m), out);
        return;
    case MOVE_SHIFT_SQUARE:
        buffer_add_char(out, '@');
        add_square(move_from(m), out);
        add_square(move_to(m), out);
        return;
    case MOVE_ANNOUNCE:
        write_announcement(pos, m, out);
        return;
    case MOVE_END_TURN:
        return;
    default:
        add_square(move_from(m), out);
        add_square(move_to(m), out);
        if (move_kind(m) == MOVE_PROMOTION)
            buffer_add_char(out, lower(type_letter(piece_type_of(move_what(m)))));
    }
}

void coordinate_write_turn(const struct position *pos, const struct turn *turn, struct buffer *out)
{
    struct position now = *pos;
    for (unsigned i = 0; i < turn->count; i++) {
        if (i)
            buffer_add_char(out, ',');
        // An announcement after a move names the squares where the pieces are by then.
        coordinate_write(&now, turn->actions[i], out);
        struct undo undo;
        if (i + 1U < turn->count)
            position_apply(&now, turn->actions[i], &undo);
    }
}
