// SPDX-License-Identifier: GPL-3.0-or-later
// Writing SAN.
#include "notation/san.h"

#include "notation/coordinate_write.h"
#include "position/turn.h"

static void add_square(struct buffer *out, square s)
{
    char name[SQUARE_NAME_SIZE];
    square_name(s, name);
    buffer_add(out, name);
}

static void add_file(struct buffer *out, square s)
{
    buffer_add_char(out, (char)('a' + square_file(s)));
}

static void add_rank(struct buffer *out, square s)
{
    buffer_addf(out, "%d", square_rank(s) + 1);
}

// What the mover has in common with the other pieces of its kind that could go to the same square.
struct rivals {
    bool any, same_file, same_rank;
};

// The type that names the piece on the square.
static piece_type named_type(const struct position *pos, square s)
{
    return variant_named_type(pos->variant, piece_type_of(pos->pieces[s]));
}

static struct rivals find_rivals(const struct position *pos, move m, const struct move_list *legal)
{
    struct rivals rivals = {false, false, false};
    square from = move_from(m);
    bool captures = position_captured(pos, m) != EMPTY;
    for (unsigned i = 0; i < legal->count; i++) {
        move other = legal->moves[i];
        if (move_kind(other) > MOVE_PROMOTION || move_to(other) != move_to(m) || move_from(other) == from ||
            named_type(pos, move_from(other)) != named_type(pos, from))
            continue;
        // Only pawns can have one candidate that captures and one that does not; their texts differ already.
        if ((position_captured(pos, other) != EMPTY) != captures)
            continue;
        rivals.any = true;
        rivals.same_file |= square_file(move_from(other)) == square_file(from);
        rivals.same_rank |= square_rank(move_from(other)) == square_rank(from);
    }
    return rivals;
}

static void write_piece_move(const struct position *pos, move m, const struct move_list *legal,
                             struct buffer *out)
{
    square from = move_from(m);
    piece_type type = piece_type_of(pos->pieces[from]);
    bool pawn = type == pos->variant->pawn, captures = position_captured(pos, m) != EMPTY;
    struct rivals rivals = find_rivals(pos, m, legal);
    if (!pawn)
        buffer_add(out, variant_type_name(pos->variant, type));
    bool file = (pawn && captures) || (rivals.any && (!rivals.same_file || rivals.same_rank));
    if (file)
        add_file(out, from);
    if (rivals.same_file)
        add_rank(out, from);
    if (captures)
        buffer_add_char(out, 'x');
    add_square(out, move_to(m));
    if (move_kind(m) == MOVE_PROMOTION) {
        buffer_add_char(out, '=');
        buffer_add(out, variant_type_name(pos->variant, piece_type_of(move_what(m))));
    }
}

static void write_action(const struct position *pos, move m, const struct move_list *legal,
                         struct buffer *out)
{
    switch (move_kind(m)) {
    case MOVE_NORMAL:
    case MOVE_DOUBLE_STEP:
    case MOVE_EN_PASSANT:
    case MOVE_PROMOTION:
        write_piece_move(pos, m, legal, out);
        break;
    case MOVE_CASTLE:
        buffer_add(out, move_wing(m) == WING_KING ? "O-O" : "O-O-O");
        break;
    case MOVE_PASS:
        buffer_add(out, "--");
        break;
    case MOVE_SHIFT_SQUARE: // as Betza writes it
        buffer_add_char(out, '@');
        add_square(out, move_from(m));
        buffer_add_char(out, '-');
        add_square(out, move_to(m));
        break;
    default:
        coordinate_write(pos, m, out);
    }
}

// The sign after a turn whose last action is `m`; `after` is at the start of the next one. An announcement ends the game, so there
// is none.
static void write_sign(const struct position *after, move m, struct buffer *out)
{
    if (move_kind(m) == MOVE_ANNOUNCE || !position_in_check(after))
        return;
    struct move_list answers;
    position_actions(after, &answers);
    buffer_add_char(out, answers.count ? '+' : '#');
}

static void write_fuel(const struct position *after, move m, unsigned flags, struct buffer *out)
{
    if ((flags & SAN_FUEL) && after->variant->metered && move_kind(m) <= MOVE_CASTLE)
        buffer_addf(out, "{%u}", (unsigned)after->fuel[move_to(m)]);
}

void san_write_turn(const struct position *pos, const struct turn *turn, unsigned flags, struct buffer *out)
{
    struct position now = *pos;
    struct undo undo;
    for (int i = 0; i < turn->count; i++) {
        struct move_list legal;
        turn_reach(&now, turn->actions[i]);
        position_actions(&now, &legal);
        if (i)
            buffer_add_char(out, ',');
        write_action(&now, turn->actions[i], &legal, out);
        position_apply(&now, turn->actions[i], &undo);
    }
    if (turn_end(&now) && turn->count)
        write_sign(&now, turn->actions[turn->count - 1], out);
    if (turn->count)
        write_fuel(&now, turn->actions[turn->count - 1], flags, out);
}

void san_write_action(const struct position *pos, move m, const struct move_list *legal, unsigned flags,
                      struct buffer *out)
{
    if (move_kind(m) == MOVE_END_TURN)
        return;
    write_action(pos, m, legal, out);
    if (flags & SAN_BARE)
        return;
    struct position after = *pos;
    struct undo undo;
    position_apply(&after, m, &undo);
    if (turn_end(&after))
        write_sign(&after, m, out);
    write_fuel(&after, m, flags, out);
}
