// SPDX-License-Identifier: GPL-3.0-or-later
// Explains why an action on squares is illegal.
#include "mechanics/squares.h"
#include "position/position.h"

// Begins another reason and fills in the name of the square that it is about.
static const char *begin(struct buffer *why, square s, char name[SQUARE_NAME_SIZE])
{
    if (why->length)
        buffer_add(why, "; ");
    square_name(s, name);
    return name;
}

static const char *piece_name(const struct position *pos, square s)
{
    return pos->variant->pieces[piece_type_of(pos->pieces[s])].name;
}

// The turn allows no more actions of that kind, or none yet.
static void explain_turn(const struct part *part, const struct position *pos, enum move_kind kind,
                         struct buffer *why)
{
    if (squares_settings(part)->turn == TURN_ONE_ACTION)
        return;
    unsigned done = squares_done(part, pos);
    struct move_list list;
    position_actions(pos, &list);
    bool piece_first = !pos->state.actions;
    for (unsigned i = 0; i < list.count; i++)
        piece_first &= move_kind(list.moves[i]) <= MOVE_CASTLE;
    if (piece_first)
        buffer_add(why, "the turn begins with the move of a piece");
    else if (kind == MOVE_ADD_SQUARE && done & DONE_PLACED)
        buffer_add(why, "a square was placed in this turn already");
    else if (kind == MOVE_SHIFT_SQUARE && done & DONE_SHIFTED)
        buffer_add(why, "a square was moved in this turn already");
}

static void explain_target(const struct position *pos, square to, struct buffer *why)
{
    char name[SQUARE_NAME_SIZE];
    if (!set_has(&pos->variant->board.locations, to))
        buffer_addf(why, "%s is a wall", begin(why, to, name));
    else if (pos->pieces[to] != HOLE)
        buffer_addf(why, "%s has a square already", begin(why, to, name));
}

static void explain_occupied(const struct part *part, const struct position *pos, square from,
                             struct buffer *why)
{
    char name[SQUARE_NAME_SIZE];
    const char *kind = piece_name(pos, from);
    begin(why, from, name);
    if (!squares_settings(part)->carries)
        buffer_addf(why, "a %s stands on %s, and only empty squares move", kind, name);
    else if (!is_piece_of(pos->pieces[from], position_side(pos)))
        buffer_addf(why, "an enemy %s stands on %s", kind, name);
    else if (squares_is_royal(pos, position_side(pos), from))
        buffer_add(why, "the king's square cannot be moved");
}

static void explain_origin(const struct part *part, const struct position *pos, square from,
                           struct buffer *why)
{
    const struct squares_settings *settings = squares_settings(part);
    char name[SQUARE_NAME_SIZE];
    enum color side = position_side(pos), enemy = other_color(side);
    size_t before = why->length;
    if (pos->pieces[from] == HOLE)
        buffer_addf(why, "there is no square on %s", begin(why, from, name));
    else if (pos->pieces[from] != EMPTY)
        explain_occupied(part, pos, from, why);
    else if (settings->owned && set_has(&pos->owned[enemy], from))
        buffer_addf(why, "the square on %s is %s's", begin(why, from, name), color_name(enemy));
    else if (settings->owned && !set_has(&pos->owned[side], from))
        buffer_addf(why, "the square on %s belongs to nobody", begin(why, from, name));
    if (why->length == before && position_is_frozen(pos, from))
        buffer_addf(why, "%s %s the square on %s in the last turn", color_name(enemy),
                    settings->freezes_placed ? "placed or moved" : "moved", begin(why, from, name));
}

static void explain_distance(const struct part *part, const struct position *pos, move m, struct buffer *why)
{
    char name[SQUARE_NAME_SIZE];
    bool carried = squares_settings(part)->carries && pos->pieces[move_from(m)] > HOLE;
    int distance = square_distance(move_from(m), move_to(m));
    if (carried && distance > 1)
        buffer_addf(why, "%s is too far: a square with a piece on it moves by one location",
                    begin(why, move_to(m), name));
    else if (distance > 2)
        buffer_addf(why, "%s is too far: a square moves by one or two locations",
                    begin(why, move_to(m), name));
}

static void explain_end(const struct part *part, const struct position *pos, struct buffer *why)
{
    bool placed = squares_done(part, pos) & DONE_PLACED;
    if (squares_settings(part)->turn == TURN_INFINITE && !placed && !set_empty(&pos->sets[SET_HOLE]))
        buffer_add(why, "a square must still be placed");
    if (position_in_check(pos))
        buffer_addf(why, "%sthe king is in check, and a square must still be moved", why->length ? "; " : "");
}

void squares_explain(const struct part *part, const struct position *pos, move m, struct buffer *why)
{
    enum move_kind kind = move_kind(m);
    if (kind == MOVE_END_TURN) {
        explain_end(part, pos, why);
        return;
    }
    if (kind != MOVE_ADD_SQUARE && kind != MOVE_SHIFT_SQUARE)
        return;
    enum color side = position_side(pos);
    explain_turn(part, pos, kind, why);
    if (kind == MOVE_ADD_SQUARE && !why->length && !pos->state.reserve[side])
        buffer_addf(why, "%s has no squares in reserve", color_name(side));
    if (kind == MOVE_SHIFT_SQUARE)
        explain_origin(part, pos, move_from(m), why);
    explain_target(pos, move_to(m), why);
    if (kind == MOVE_SHIFT_SQUARE)
        explain_distance(part, pos, m, why);
    if (!why->length)
        buffer_add(why, "the king would be in check at the end of the turn");
}
