// SPDX-License-Identifier: GPL-3.0-or-later
// Generates piece moves: legal ones directly, from pins and answers to check.
#include "position/moves/generate.h"

#include "position/game.h"
#include "position/moves/attack.h"
#include "position/position.h"
#include "position/protection/announcement.h"
#include "position/variant.h"

static void add_promotions(const struct variant *variant, square from, square to, enum color side,
                           struct move_list *list)
{
    for (unsigned i = 0; i < variant->promotion_count; i++)
        move_list_add(list, move_make(MOVE_PROMOTION, from, to, piece_of(variant->promotions[i], side)));
}

// How many steps of a ride its piece can pay for.
static inline int payable(const struct position *pos, square from, direction dir, int steps)
{
    if (!pos->variant->metered)
        return steps;
    int paid = pos->fuel[from] / direction_step[dir].distance;
    return paid < steps ? paid : steps;
}

// Appends the moves of one ride to `allowed` locations (NULL: to all).
static inline void generate_ride(const struct position *pos, square from, const struct ride *ride,
                                 const struct set *allowed, struct move_list *list)
{
    enum color side = position_side(pos);
    const struct variant *variant = pos->variant;
    const struct piece_rules *rules = &variant->pieces[piece_type_of(pos->pieces[from])];
    int reach = variant->board.reach[from][ride->dir], delta = direction_step[ride->dir].delta;
    int longest = ride->quiet > ride->capture ? ride->quiet : ride->capture;
    longest = payable(pos, from, ride->dir, longest < reach ? longest : reach);
    square to = from;
    for (int steps = 1; steps <= longest; steps++) {
        to = (square)(to + delta);
        piece p = pos->pieces[to];
        if (p == HOLE || is_piece_of(p, side))
            break;
        bool can = p == EMPTY ? ride->quiet >= steps : ride->capture >= steps;
        if (can && (!allowed || set_has(allowed, to))) {
            if (rules->promotes && set_has(&rules->promotion[side], to))
                add_promotions(variant, from, to, side, list);
            else
                move_list_add(list, move_make(MOVE_NORMAL, from, to, 0));
        }
        if (p != EMPTY)
            break;
    }
}

// Appends all of the piece's rides.
static inline void generate_rides(const struct position *pos, square from, const struct piece_rules *rules,
                                  const struct set *allowed, struct move_list *list)
{
    enum color side = position_side(pos);
    for (unsigned i = 0; i < rules->ride_count[side]; i++)
        generate_ride(pos, from, &rules->rides[side][i], allowed, list);
}

// Appends the piece's moves in the simple case: it cannot promote from here, can pay for any move, and every location
// is allowed. Moves are written before it is known whether they are kept, which saves most branches.
static inline void generate_plain(const struct position *pos, square from, const struct piece_rules *rules,
                                  struct move_list *list)
{
    enum color side = position_side(pos);
    const struct variant *variant = pos->variant;
    const uint8_t *landing = variant->landing[side];
    struct leap_span span = variant->leap_spans[pos->pieces[from]][from];
    move *end = list->moves + list->count;
    assert(list->count + span.count < MOVE_LIST_MAX);
    for (unsigned i = 0; i < span.count; i++) {
        leap l = variant->leaps[span.first + i];
        *end = l & ~((leap)3 << LEAP_MODE_SHIFT);
        end += (landing[pos->pieces[move_to(l)]] & l >> LEAP_MODE_SHIFT) != 0;
    }
    for (unsigned i = 0; i < rules->slide_count[side]; i++) {
        const struct ride *ride = &rules->slides[side][i];
        int reach = variant->board.reach[from][ride->dir], delta = direction_step[ride->dir].delta;
        square to = from;
        assert((size_t)(end - list->moves) + GRID_SIDE < MOVE_LIST_MAX);
        for (int left = ride->quiet < reach ? ride->quiet : reach; left > 0; left--) {
            to = (square)(to + delta);
            piece p = pos->pieces[to];
            *end = move_make(MOVE_NORMAL, from, to, 0);
            end += landing[p] != 0;
            if (p != EMPTY)
                break;
        }
    }
    list->count = (unsigned)(end - list->moves);
}

static direction forward(enum color side)
{
    return side == WHITE ? 0 : 2; // straight up and straight down
}

static inline void generate_double_step(const struct position *pos, square from,
                                        const struct piece_rules *rules, const struct set *allowed,
                                        struct move_list *list)
{
    enum color side = position_side(pos);
    if (!set_has(&rules->double_step[side], from))
        return;
    int delta = direction_step[forward(side)].delta;
    square over = (square)(from + delta), to = (square)(over + delta);
    if (pos->pieces[over] != EMPTY || pos->pieces[to] != EMPTY || payable(pos, from, forward(side), 2) < 2)
        return;
    if (!allowed || set_has(allowed, to))
        move_list_add(list, move_make(MOVE_DOUBLE_STEP, from, to, 0));
}

// A step onto the en-passant target is the capture, and is generated as such.
static void generate_slips(const struct position *pos, square from, const struct piece_rules *rules,
                           const struct set *allowed, struct move_list *list)
{
    enum color side = position_side(pos);
    if (!set_has(&rules->slip[side], from))
        return;
    for (int dx = -1; dx <= 1; dx += 2) {
        direction dir = direction_of(dx, direction_step[forward(side)].dy);
        square to = (square)(from + direction_step[dir].delta);
        if (pos->variant->board.reach[from][dir] && pos->pieces[to] == EMPTY && to != pos->state.en_passant &&
            payable(pos, from, dir, 1) == 1 && (!allowed || set_has(allowed, to)))
            move_list_add(list, move_make(MOVE_NORMAL, from, to, 0));
    }
}

bool generate_is_safe(const struct position *pos, move m)
{
    if (!pos->variant->royal)
        return true;
    struct position after = *pos;
    struct undo undo;
    enum color side = position_side(pos);
    position_apply(&after, m, &undo);
    return !position_attacked(&after, after.state.king[side], other_color(side));
}

// Whether the pawn that has just double-stepped is still there, and the square that it passed is empty.
static bool en_passant_open(const struct position *pos)
{
    square target = pos->state.en_passant;
    if (target == SQUARE_NONE || pos->pieces[target] != EMPTY)
        return false;
    enum color enemy = other_color(position_side(pos));
    piece p = pos->pieces[target + direction_step[forward(enemy)].delta];
    return is_piece_of(p, enemy) && pos->variant->pieces[piece_type_of(p)].is_pawn;
}

static void add_en_passant(const struct position *pos, bool safe_only, struct move_list *list)
{
    if (!en_passant_open(pos))
        return;
    enum color side = position_side(pos);
    square to = pos->state.en_passant;
    for (int dx = -1; dx <= 1; dx += 2) {
        // The capturing pawn is next to the one that it takes.
        int file = square_file(to) + dx;
        if (file < 0 || file >= pos->variant->board.width)
            continue;
        square from = (square)(to + dx - direction_step[forward(side)].delta);
        piece p = pos->pieces[from];
        move m = move_make(MOVE_EN_PASSANT, from, to, 0);
        if (is_piece_of(p, side) && pos->variant->pieces[piece_type_of(p)].is_pawn &&
            payable(pos, from, forward(side), 1) == 1 && (!safe_only || generate_is_safe(pos, m)))
            move_list_add(list, m);
    }
}

void generate_en_passant(const struct position *pos, struct move_list *list)
{
    add_en_passant(pos, true, list);
}

static bool castling_paid(const struct position *pos, const struct castling *castling)
{
    return !pos->variant->metered ||
           (pos->fuel[castling->king_from] >= square_distance(castling->king_from, castling->king_to) &&
            pos->fuel[castling->rook_from] >= square_distance(castling->rook_from, castling->rook_to));
}

static bool castling_open(const struct position *pos, const struct castling *castling)
{
    for (int i = 0; i < 4; i++)
        if (castling->empty.word[i] & ~pos->sets[SET_EMPTY].word[i])
            return false;
    if (!castling_paid(pos, castling))
        return false;
    for (unsigned i = 0; i < castling->safe_count; i++)
        if (position_attacked(pos, castling->safe[i], other_color(position_side(pos))))
            return false;
    return true;
}

void generate_castlings(const struct position *pos, struct move_list *list)
{
    if (!pos->state.castling)
        return;
    for (unsigned wing = WING_KING; wing <= WING_QUEEN; wing++) {
        unsigned index = castling_index(position_side(pos), (enum wing)wing);
        const struct castling *castling = &pos->variant->castlings[index];
        if (pos->state.castling >> index & 1 && castling_open(pos, castling))
            move_list_add(list, move_make(MOVE_CASTLE, castling->king_from, castling->king_to, wing));
    }
}

static inline void generate_piece(const struct position *pos, square from, const struct set *allowed,
                                  struct move_list *list)
{
    const struct piece_rules *rules = &pos->variant->pieces[piece_type_of(pos->pieces[from])];
    bool pays = !pos->variant->metered || pos->fuel[from] >= pos->variant->farthest;
    if (!allowed && pays && set_has(&rules->plain[position_side(pos)], from))
        generate_plain(pos, from, rules, list);
    else
        generate_rides(pos, from, rules, allowed, list);
    if (rules->is_pawn)
        generate_double_step(pos, from, rules, allowed, list);
    if (rules->slips)
        generate_slips(pos, from, rules, allowed, list);
}

// The king's own steps, except to squares that would be attacked once it has left its own.
static void generate_king(const struct position *pos, square king, struct move_list *list)
{
    unsigned first = list->count, kept = first;
    enum color enemy = other_color(position_side(pos));
    generate_piece(pos, king, NULL, list);
    for (unsigned i = first; i < list->count; i++)
        if (!attacked_without(pos, move_to(list->moves[i]), enemy, king))
            list->moves[kept++] = list->moves[i];
    list->count = kept;
}

static void generate_pinned(const struct position *pos, const struct danger *danger, struct move_list *list)
{
    for (unsigned i = 0; i < danger->pin_count; i++) {
        struct set allowed = danger->pins[i].line;
        for (int w = 0; w < 4 && danger->checkers; w++)
            allowed.word[w] &= danger->answers.word[w];
        generate_piece(pos, danger->pins[i].at, &allowed, list);
    }
}

void generate_legal(const struct position *pos, struct move_list *list)
{
    if (!pos->variant->royal) {
        generate_pseudo(pos, list);
        return;
    }
    enum color side = position_side(pos);
    square king = pos->state.king[side];
    struct danger danger;
    danger_find(pos, king, other_color(side), &danger);
    generate_king(pos, king, list);
    if (danger.checkers > 1)
        return;
    struct set_walk walk = set_walk(&pos->sets[side]);
    set_remove(&walk.left, king);
    for (unsigned i = 0; i < danger.pin_count; i++)
        set_remove(&walk.left, danger.pins[i].at);
    const struct set *allowed = danger.checkers ? &danger.answers : NULL;
    for (square s; set_next(&walk, &s);)
        generate_piece(pos, s, allowed, list);
    generate_pinned(pos, &danger, list);
    add_en_passant(pos, true, list);
    if (!danger.checkers)
        generate_castlings(pos, list);
}

// Appends the moves to the one location in `target`. At most one ride of a piece leads there.
static inline void generate_piece_to(const struct position *pos, square from, square to,
                                     const struct set *target, struct move_list *list)
{
    enum color side = position_side(pos);
    const struct piece_rules *rules = &pos->variant->pieces[piece_type_of(pos->pieces[from])];
    int dx = square_file(to) - square_file(from), dy = square_rank(to) - square_rank(from);
    // Pawns have more moves than their rides, but go no further than this.
    if (rules->is_pawn) {
        if (dx >= -1 && dx <= 1 && dy >= -2 && dy <= 2)
            generate_piece(pos, from, target, list);
        return;
    }
    for (unsigned i = 0; i < rules->ride_count[side]; i++) {
        const struct ride *ride = &rules->rides[side][i];
        const struct step *step = &direction_step[ride->dir];
        if (step->dx * dy == step->dy * dx && step->dx * dx + step->dy * dy > 0)
            generate_ride(pos, from, ride, target, list);
    }
}

void generate_legal_to(const struct position *pos, piece_type type, square to, struct move_list *list)
{
    enum color side = position_side(pos), enemy = other_color(side);
    const struct piece_rules *rules = &pos->variant->pieces[type];
    piece p = piece_of(type, side);
    struct set target = {{0}};
    set_add(&target, to);
    struct set_walk walk = set_walk(&pos->sets[side]);
    for (square from; set_next(&walk, &from);) {
        if (pos->pieces[from] != p)
            continue;
        unsigned before = list->count;
        generate_piece_to(pos, from, to, &target, list);
        if (list->count == before || !pos->variant->royal)
            continue;
        square king = pos->state.king[side];
        if (attacked_after(pos, from == king ? to : king, enemy, from, to))
            list->count = before;
    }
    if (rules->is_pawn && to == pos->state.en_passant)
        add_en_passant(pos, pos->variant->royal, list);
}

void generate_pseudo(const struct position *pos, struct move_list *list)
{
    struct set_walk walk = set_walk(&pos->sets[position_side(pos)]);
    for (square s; set_next(&walk, &s);)
        generate_piece(pos, s, NULL, list);
    add_en_passant(pos, false, list);
    generate_castlings(pos, list);
}

void position_actions(const struct position *pos, struct move_list *list)
{
    list->count = 0;
    if (pos->variant->game->actions)
        pos->variant->game->actions(pos, list);
    else
        generate_legal(pos, list);
}

bool position_is_legal(const struct position *pos, move m)
{
    struct move_list list;
    struct announcement announcement;
    if (move_kind(m) == MOVE_ANNOUNCE)
        return pos->variant->game->announceable && announcement_unpack(pos, m, &announcement) &&
               pos->variant->game->announceable(pos, &announcement, NULL);
    position_actions(pos, &list);
    return move_list_has(&list, m);
}
