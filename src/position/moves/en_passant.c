// SPDX-License-Identifier: GPL-3.0-or-later
// Finds en-passant captures.
#include "position/moves/en_passant.h"

#include "position/edit.h"

void en_passant_offer(struct position *pos, square from, square to)
{
    const struct set *region = &pos->variant->en_passant_region[other_color(position_side(pos))];
    int step = (to - from) / square_distance(from, to);
    unsigned targets[2] = {SQUARE_NONE, SQUARE_NONE}, count = 0;
    for (square s = (square)(to - step); s != from && count < 2; s = (square)(s - step))
        if (set_has(region, s))
            targets[count++] = s;
    position_set_en_passant(pos, targets[0]);
    position_set_en_passant_far(pos, targets[1]);
    pos->state.en_passant_piece = count ? to : SQUARE_NONE;
}

// Whether the piece that has just made several steps is still there.
static bool is_open(const struct position *pos)
{
    square at = pos->state.en_passant_piece;
    if (pos->state.en_passant == SQUARE_NONE || at == SQUARE_NONE)
        return false;
    enum color enemy = other_color(position_side(pos));
    piece p = pos->pieces[at];
    const struct piece_rules *rules = &pos->variant->pieces[piece_type_of(p)];
    return is_piece_of(p, enemy) && (rules->is_pawn || rules->special_count[enemy]);
}

static bool takes(const struct position *pos, piece p, bool as_pawn)
{
    enum color side = position_side(pos);
    const struct piece_rules *rules = &pos->variant->pieces[piece_type_of(p)];
    return is_piece_of(p, side) && rules->is_pawn == as_pawn && rules->takes_en_passant[side];
}

static bool can_pay(const struct position *pos, square from)
{
    return !pos->variant->metered || pos->fuel[from] >= 1;
}

static void add_capture(const struct position *pos, square from, square to, struct move_list *list)
{
    move_list_add(list, move_make(MOVE_EN_PASSANT, from, to,
                                  move_captured_offset(from, to, pos->state.en_passant_piece)));
}

static void list_pawns(const struct position *pos, square to, struct move_list *list)
{
    int back = position_side(pos) == WHITE ? -GRID_SIDE : GRID_SIDE;
    for (int dx = -1; dx <= 1; dx += 2) {
        // The capturing pawn is next to the one that it takes, or next to a square that this one has passed.
        int file = square_file(to) + dx;
        if (file < 0 || file >= pos->variant->board.width)
            continue;
        int from = to + dx + back;
        if (from >= 0 && from < GRID_SQUARES && takes(pos, pos->pieces[from], true) &&
            can_pay(pos, (square)from))
            add_capture(pos, (square)from, to, list);
    }
}

// Other pieces capture en passant by rides that capture and do nothing else.
static void list_ride(const struct position *pos, square from, const struct ride *ride, square to,
                      struct move_list *list)
{
    int reach = pos->variant->board.reach[from][ride->dir];
    square s = from;
    for (int steps = 1; steps <= ride->capture && steps <= reach; steps++) {
        s = (square)(s + direction_step[ride->dir].delta);
        if (s == to && steps > ride->quiet)
            add_capture(pos, from, to, list);
        if (pos->pieces[s] != EMPTY)
            return;
    }
}

static void list_others(const struct position *pos, square to, struct move_list *list)
{
    enum color side = position_side(pos);
    square from;
    for (struct set_walk walk = set_walk(&pos->sets[side]); set_next(&walk, &from);) {
        const struct piece_rules *rules = &pos->variant->pieces[piece_type_of(pos->pieces[from])];
        if (!takes(pos, pos->pieces[from], false))
            continue;
        for (unsigned i = 0; i < rules->ride_count[side]; i++)
            list_ride(pos, from, &rules->rides[side][i], to, list);
    }
}

void en_passant_list(const struct position *pos, struct move_list *list)
{
    if (!is_open(pos))
        return;
    const square targets[2] = {pos->state.en_passant, pos->state.en_passant_far};
    for (int i = 0; i < 2 && targets[i] != SQUARE_NONE; i++) {
        if (pos->pieces[targets[i]] != EMPTY)
            continue;
        list_pawns(pos, targets[i], list);
        if (pos->variant->en_passant_by_others)
            list_others(pos, targets[i], list);
    }
}
