// SPDX-License-Identifier: GPL-3.0-or-later
// Lists the actions that begin or continue a legal turn in games where squares can be placed and moved.
//
// The king must not be attacked at the end of a turn; before that it may be. Placing a square can only add attacks on
// a king, since it lengthens lines and is empty; moving one can also remove some. So if the king is attacked and no
// square move is left in the turn, the turn is illegal, and only square moves can answer the attack.
#include "mechanics/squares.h"
#include "position/moves/attack.h"
#include "position/moves/generate.h"

static bool may_place(const struct part *part, const struct position *pos)
{
    const struct squares_settings *settings = squares_settings(part);
    if (!pos->state.reserve[position_side(pos)] || set_empty(&pos->sets[SET_HOLE]))
        return false;
    if (settings->turn == TURN_POSTAL)
        return !(squares_done(part, pos) & (DONE_PLACED | DONE_SHIFTED));
    return !(squares_done(part, pos) & DONE_PLACED);
}

static bool may_shift(const struct part *part, const struct position *pos)
{
    if (squares_settings(part)->turn == TURN_POSTAL)
        return !(squares_done(part, pos) & (DONE_PLACED | DONE_SHIFTED));
    return !(squares_done(part, pos) & DONE_SHIFTED);
}

// Whether the turn has all its compulsory actions and may end.
static bool may_end(const struct part *part, const struct position *pos)
{
    unsigned actions = squares_done(part, pos);
    if (squares_settings(part)->turn == TURN_INFINITE && may_place(part, pos))
        return false;
    return actions & DONE_NO_PIECE ? (actions & (DONE_PLACED | DONE_SHIFTED)) != 0
                                   : (actions & DONE_PIECE) != 0;
}

// Appends the moves of the square to locations at most `distance` away that have none.
static void add_shifts(const struct position *pos, square from, int distance, struct move_list *list)
{
    for (direction d = 0; d < DIRECTIONS; d++) {
        const struct step *step = &direction_step[d];
        if (step->distance > distance || !pos->variant->board.reach[from][d])
            continue;
        square to = (square)(from + step->delta);
        if (pos->pieces[to] == HOLE)
            move_list_add(list, move_make(MOVE_SHIFT_SQUARE, from, to, 0));
    }
}

static void list_shifts(const struct part *part, const struct position *pos, struct move_list *list)
{
    const struct squares_settings *settings = squares_settings(part);
    enum color side = position_side(pos);
    square s;
    const struct set *movable = settings->owned ? &pos->owned[side] : &pos->sets[SET_EMPTY];
    for (struct set_walk walk = set_walk(movable); set_next(&walk, &s);)
        if (!position_is_frozen(pos, s))
            add_shifts(pos, s, 2, list);
    if (!settings->carries)
        return;
    for (struct set_walk walk = set_walk(&pos->sets[side]); set_next(&walk, &s);)
        if (!position_is_frozen(pos, s) && !squares_is_royal(pos, side, s))
            add_shifts(pos, s, 1, list);
}

static void list_placements(const struct position *pos, struct move_list *list)
{
    square s;
    for (struct set_walk walk = set_walk(&pos->sets[SET_HOLE]); set_next(&walk, &s);)
        move_list_add(list, move_make(MOVE_ADD_SQUARE, 0, s, 0));
}

static void list_square_actions(const struct part *part, const struct position *pos, struct move_list *list)
{
    if (may_place(part, pos))
        list_placements(pos, list);
    if (may_shift(part, pos))
        list_shifts(part, pos, list);
}

static bool can_complete(const struct part *part, struct position *pos, enum color side);

// Whether any of the actions begins a turn that can be completed legally.
static bool any_completes(const struct part *part, struct position *pos, enum color side,
                          const struct move_list *list)
{
    for (unsigned i = 0; i < list->count; i++) {
        struct undo undo;
        position_apply(pos, list->moves[i], &undo);
        bool completes = can_complete(part, pos, side);
        position_undo(pos, &undo);
        if (completes)
            return true;
    }
    return false;
}

// Whether the turn of `side`, which is under way or has just ended, can still end legally. What other mechanisms add to it later
// does not matter to the king.
static bool can_complete(const struct part *part, struct position *pos, enum color side)
{
    bool attacked = attack_checks(pos, side);
    if (!squares_turn_goes_on(part, pos))
        return !attacked;
    if (attacked && !may_shift(part, pos))
        return false;
    if (!attacked && may_end(part, pos))
        return true;
    struct move_list list;
    list.count = 0; // the rest needs no value, and clearing it would take long
    if (!attacked && may_place(part, pos)) {
        list_placements(pos, &list);
        if (any_completes(part, pos, side, &list))
            return true;
        list.count = 0;
    }
    if (may_shift(part, pos))
        list_shifts(part, pos, &list);
    return any_completes(part, pos, side, &list);
}

static void keep_completable(const struct part *part, const struct position *pos, struct move_list *list,
                             unsigned first)
{
    struct position copy = *pos;
    unsigned kept = first;
    for (unsigned i = first; i < list->count; i++) {
        struct undo undo;
        position_apply(&copy, list->moves[i], &undo);
        if (can_complete(part, &copy, position_side(pos)))
            list->moves[kept++] = list->moves[i];
        position_undo(&copy, &undo);
    }
    list->count = kept;
}

void squares_begin(const struct part *part, const struct position *pos, struct move_list *list)
{
    bool single = squares_settings(part)->turn == TURN_ONE_ACTION;
    if (single)
        generate_legal(pos, list);
    else
        generate_pseudo(pos, list);
    unsigned checked = single ? list->count : 0;
    // In its first turn, a side without a piece move may make square actions alone.
    keep_completable(part, pos, list, checked);
    if (single || (!list->count && pos->state.fullmove == 1)) {
        checked = list->count;
        list_square_actions(part, pos, list);
        keep_completable(part, pos, list, checked);
    }
}

void squares_go_on(const struct part *part, const struct position *pos, struct move_list *list)
{
    list_square_actions(part, pos, list);
    keep_completable(part, pos, list, 0);
    if (may_end(part, pos) && !attack_checks(pos, position_side(pos)))
        move_list_add(list, move_make(MOVE_END_TURN, 0, 0, 0));
}

bool squares_goes_on(const struct part *part, const struct position *pos, move m)
{
    unsigned actions = squares_done(part, pos) & (DONE_PIECE | DONE_NO_PIECE | DONE_PLACED | DONE_SHIFTED);
    // A piece that is placed before the game proper is a whole turn.
    if (move_kind(m) == MOVE_END_TURN || !actions)
        return false;
    if (squares_settings(part)->turn == TURN_POSTAL)
        return !(actions & (DONE_PLACED | DONE_SHIFTED));
    return (actions & (DONE_PLACED | DONE_SHIFTED)) != (DONE_PLACED | DONE_SHIFTED);
}
