// SPDX-License-Identifier: GPL-3.0-or-later
// Writes coordinate notation.
#include "notation/coordinate_write.h"

#include "base/text.h"
#include "position/position.h"
#include "position/protection/announcement.h"
#include "position/turn.h"

char coordinate_promotion_sign(const struct variant *variant, piece_type was, piece_type becomes)
{
    if (variant->pieces[was].turns_into == becomes)
        return variant->pieces[was].demotes_to == becomes ? '-' : '+';
    return text_lower(variant_piece_letter(variant, piece_of(becomes, WHITE)));
}

// Also of a letter that the game does not have: messages quote it.
static void add_type(const struct variant *variant, piece_type type, struct buffer *out)
{
    if (type < LETTER_TYPES)
        buffer_add_char(out, type_letter(type));
    else
        buffer_add(out, variant_type_name(variant, type));
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
        add_type(pos->variant, piece_type_of(move_what(m)), out);
        buffer_add_char(out, '@');
        add_square(move_to(m), out);
        return;
    case MOVE_WALL:
        buffer_add_char(out, '*');
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
        add_square(position_written_to(pos, m), out);
        if (move_kind(m) == MOVE_PROMOTION)
            buffer_add_char(out,
                            coordinate_promotion_sign(pos->variant, piece_type_of(pos->pieces[move_from(m)]),
                                                      piece_type_of(move_what(m))));
    }
}

// Whether the action puts a piece where the one before has moved another one away, which is written as a letter behind that move:
// "b1c3h".
static bool comes_in(const struct position *pos, const struct turn *turn, unsigned i)
{
    return pos->variant->gates && i && i < turn->count && move_kind(turn->actions[i]) == MOVE_DROP &&
           move_kind(turn->actions[i - 1]) <= MOVE_CASTLE;
}

// As in Fairy-Stockfish, castling with a piece that comes in where the rook stood is written as the rook's move to the king.
static void write_before_entry(const struct position *pos, move m, square entry, struct buffer *out)
{
    if (move_kind(m) == MOVE_CASTLE && entry != move_from(m)) {
        add_square(entry, out);
        add_square(move_from(m), out);
    } else {
        coordinate_write(pos, m, out);
    }
}

static void write_next(const struct position *now, const struct turn *turn, unsigned i, struct buffer *out)
{
    move m = turn->actions[i];
    if (comes_in(now, turn, i)) {
        buffer_add_char(out, text_lower(type_letter(piece_type_of(move_what(m)))));
        return;
    }
    if (i)
        buffer_add_char(out, ',');
    // An announcement after a move names the squares where the pieces are by then.
    if (comes_in(now, turn, i + 1))
        write_before_entry(now, m, move_to(turn->actions[i + 1]), out);
    else
        coordinate_write(now, m, out);
}

// See coordinate_write_turn_for_uci().
static void write_wall_for_uci(const struct position *now, const struct turn *turn, unsigned i,
                               struct buffer *out)
{
    square from = 0;
    struct set_walk walk = set_walk(&now->sets[position_side(now)]);
    if (i) {
        from = position_written_to(now, turn->actions[i - 1]);
        buffer_add_char(out, ',');
    } else if (set_next(&walk, &from)) {
        add_square(from, out);
        add_square(from, out);
        buffer_add_char(out, ',');
    }
    add_square(from, out);
    add_square(move_to(turn->actions[i]), out);
}

// Whether the action is, or completes, a turn.
static bool is_turn(const struct position *now, move m)
{
    struct position after = *now;
    struct undo undo;
    position_apply(&after, m, &undo);
    return !after.state.actions;
}

// In games with walls every other turn ends like this, too: Fairy-Stockfish calls no wall a1.
static void write_no_wall_for_uci(const struct position *now, move last, struct buffer *out)
{
    buffer_add_char(out, ',');
    add_square(position_written_to(now, last), out);
    buffer_add(out, "a1");
}

static void write_turn(const struct position *pos, const struct turn *turn, bool for_uci, struct buffer *out)
{
    struct position now = *pos;
    bool walls = for_uci && pos->variant->hooks.actor[MOVE_WALL];
    for (unsigned i = 0; i < turn->count; i++) {
        turn_reach(&now, turn->actions[i]);
        move m = turn->actions[i];
        if (walls && move_kind(m) == MOVE_WALL)
            write_wall_for_uci(&now, turn, i, out);
        else
            write_next(&now, turn, i, out);
        if (walls && i + 1U == turn->count && move_kind(m) != MOVE_WALL && is_turn(&now, m))
            write_no_wall_for_uci(&now, m, out);
        struct undo undo;
        if (i + 1U < turn->count)
            position_apply(&now, m, &undo);
    }
}

void coordinate_write_turn(const struct position *pos, const struct turn *turn, struct buffer *out)
{
    write_turn(pos, turn, false, out);
}

void coordinate_write_turn_for_uci(const struct position *pos, const struct turn *turn, struct buffer *out)
{
    write_turn(pos, turn, true, out);
}
