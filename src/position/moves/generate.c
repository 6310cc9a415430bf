// SPDX-License-Identifier: GPL-3.0-or-later
// Generates piece moves: legal ones directly, from pins and answers to check.
#include "position/moves/generate.h"

#include "position/moves/attack.h"
#include "position/moves/en_passant.h"
#include "position/moves/landing.h"
#include "position/moves/safety.h"
#include "position/position.h"
#include "position/protection/announcement.h"
#include "position/variant.h"

// How many steps of a ride its piece can pay for.
static inline int payable(const struct position *pos, square from, direction dir, int steps)
{
    if (!pos->variant->metered)
        return steps;
    int paid = pos->fuel[from] / direction_step[dir].distance;
    return paid < steps ? paid : steps;
}

static inline void add_landing(const struct position *pos, move m, const struct piece_rules *rules,
                               struct move_list *list)
{
    if (rules_land_plainly(rules, position_side(pos), move_from(m), move_to(m)))
        move_list_add(list, m);
    else
        landing_list(pos, m, list);
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
        if (can && (!allowed || set_has(allowed, to)))
            add_landing(pos, move_make(MOVE_NORMAL, from, to, 0), rules, list);
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

// Whether an initial ride passes one square or two in a straight line, on which an enemy can then capture en passant.
static bool is_double_step(const struct ride *ride, square from, square to)
{
    int dx = square_file(to) - square_file(from), dy = square_rank(to) - square_rank(from);
    int distance = square_distance(from, to);
    return ride->kind >= RIDE_INITIAL && (distance == 2 || distance == 3) && dx % distance == 0 &&
           dy % distance == 0;
}

// Appends the moves of one ride that is not plain to `allowed` locations (NULL: to all).
static void generate_special(const struct position *pos, square from, const struct ride *ride,
                             const struct set *allowed, struct move_list *list)
{
    enum color side = position_side(pos);
    const struct piece_rules *rules = &pos->variant->pieces[piece_type_of(pos->pieces[from])];
    if (ride->kind >= RIDE_INITIAL && !set_has(&rules->double_step[side], from))
        return;
    struct landings landings;
    special_landings(pos, from, ride, &landings);
    for (unsigned i = 0; i < landings.count; i++) {
        square to = landings.at[i];
        if (is_piece_of(pos->pieces[to], side) || (allowed && !set_has(allowed, to)))
            continue;
        enum move_kind kind = is_double_step(ride, from, to) ? MOVE_DOUBLE_STEP : MOVE_NORMAL;
        add_landing(pos, move_make(kind, from, to, 0), rules, list);
    }
}

// Removes the moves from `first` on that lead to squares in `seen`, and adds the squares of the others to it.
static void drop_seen(struct move_list *list, unsigned first, struct set *seen)
{
    unsigned kept = first;
    for (unsigned i = first; i < list->count; i++)
        if (!set_has(seen, move_to(list->moves[i])))
            list->moves[kept++] = list->moves[i];
    list->count = kept;
    for (unsigned i = first; i < kept; i++)
        set_add(seen, move_to(list->moves[i]));
}

// Appends all rides of a piece that has others than plain ones, or two ways to one square.
static void generate_all_rides(const struct position *pos, square from, const struct piece_rules *rules,
                               const struct set *allowed, struct move_list *list)
{
    enum color side = position_side(pos);
    unsigned plain = rules->ride_count[side];
    struct set seen = {{0}};
    for (unsigned i = 0; i < plain + rules->special_count[side]; i++) {
        unsigned first = list->count;
        if (i < plain)
            generate_ride(pos, from, &rules->rides[side][i], allowed, list);
        else
            generate_special(pos, from, &rules->special[side][i - plain], allowed, list);
        if (rules->two_ways)
            drop_seen(list, first, &seen);
    }
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

static void generate_steps(const struct position *pos, square from, int steps, const struct set *allowed,
                           struct move_list *list)
{
    enum color side = position_side(pos);
    int delta = direction_step[forward(side)].delta;
    if (pos->variant->board.reach[from][forward(side)] < steps ||
        payable(pos, from, forward(side), steps) < steps)
        return;
    for (int i = 1; i <= steps; i++)
        if (pos->pieces[from + i * delta] != EMPTY)
            return;
    square to = (square)(from + steps * delta);
    if (!allowed || set_has(allowed, to))
        add_landing(pos, move_make(MOVE_DOUBLE_STEP, from, to, 0),
                    &pos->variant->pieces[piece_type_of(pos->pieces[from])], list);
}

// Appends the double step of a pawn that steps plainly.
static inline void generate_double_step(const struct position *pos, square from,
                                        const struct piece_rules *rules, const struct set *allowed,
                                        struct move_list *list)
{
    enum color side = position_side(pos);
    if (!set_has(&rules->double_step[side], from))
        return;
    int delta = direction_step[forward(side)].delta;
    square over = (square)(from + delta), to = (square)(over + delta);
    if (pos->pieces[over] == EMPTY && pos->pieces[to] == EMPTY && payable(pos, from, forward(side), 2) == 2 &&
        (!allowed || set_has(allowed, to)))
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
            add_landing(pos, move_make(MOVE_NORMAL, from, to, 0), rules, list);
    }
}

// Appends what a pawn that does not step plainly has besides its rides.
static void generate_pawn_moves(const struct position *pos, square from, const struct piece_rules *rules,
                                const struct set *allowed, struct move_list *list)
{
    if (set_has(&rules->double_step[position_side(pos)], from))
        generate_steps(pos, from, 2, allowed, list);
    if (set_has(&rules->triple_step[position_side(pos)], from))
        generate_steps(pos, from, 3, allowed, list);
    if (rules->slips)
        generate_slips(pos, from, rules, allowed, list);
}

bool generate_is_safe(const struct position *pos, move m)
{
    if (!attack_matters(pos))
        return true;
    struct position after = *pos;
    struct undo undo;
    enum color side = position_side(pos);
    position_apply(&after, m, &undo);
    return attack_is_safe(pos, &after, side);
}

static void add_en_passant(const struct position *pos, bool safe_only, struct move_list *list)
{
    if (pos->state.en_passant == SQUARE_NONE)
        return;
    unsigned kept = list->count, i = kept;
    en_passant_list(pos, list);
    for (; i < list->count; i++)
        if (!safe_only || generate_is_safe(pos, list->moves[i]))
            list->moves[kept++] = list->moves[i];
    list->count = kept;
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
    struct set royals = {{0}};
    bool royal = piece_type_of(castling->king) == pos->variant->king && pos->variant->royal;
    if (pos->variant->royal_types) {
        royals = attack_royals(pos, position_side(pos));
        royal = set_has(&royals, castling->king_from);
    }
    for (unsigned i = 0; royal && i < castling->safe_count; i++)
        if (attack_threatens(pos, castling->safe[i], position_side(pos)))
            return false;
    return true;
}

// In chess no piece that leaves its place in castling has shielded the king. That is different if the rook starts between
// king and attacker, or if it is not the royal piece that castles.
static bool castling_safe(const struct position *pos, const struct castling *castling, move m)
{
    const struct variant *variant = pos->variant;
    return (!castling->unmasks && !variant->royal_types && piece_type_of(castling->king) == variant->king) ||
           generate_is_safe(pos, m);
}

void generate_castlings(const struct position *pos, struct move_list *list)
{
    if (!pos->state.castling)
        return;
    for (unsigned wing = WING_KING; wing <= WING_QUEEN; wing++) {
        unsigned index = castling_index(position_side(pos), (enum wing)wing);
        const struct castling *castling = position_castling(pos, index);
        move m = move_make(MOVE_CASTLE, castling->king_from, castling->king_to, wing);
        if (pos->state.castling >> index & 1 && castling_open(pos, castling) &&
            castling_safe(pos, castling, m))
            move_list_add(list, m);
    }
}

// Kept out of line, like generate_steps(): in the loop of generate_legal() the plain case needs the registers.
__attribute__((noinline)) static void generate_otherwise(const struct position *pos, square from,
                                                         const struct piece_rules *rules,
                                                         const struct set *allowed, struct move_list *list)
{
    if (!rules->special_count[position_side(pos)] && !rules->two_ways)
        generate_rides(pos, from, rules, allowed, list);
    else
        generate_all_rides(pos, from, rules, allowed, list);
}

static inline void generate_piece(const struct position *pos, square from, const struct set *allowed,
                                  struct move_list *list)
{
    const struct piece_rules *rules = &pos->variant->pieces[piece_type_of(pos->pieces[from])];
    bool pays = !pos->variant->metered || pos->fuel[from] >= pos->variant->farthest;
    if (!allowed && pays && set_has(&rules->plain[position_side(pos)], from))
        generate_plain(pos, from, rules, list);
    else
        generate_otherwise(pos, from, rules, allowed, list);
    if (rules->steps_plainly)
        generate_double_step(pos, from, rules, allowed, list);
    else if (rules->is_pawn)
        generate_pawn_moves(pos, from, rules, allowed, list);
}

void generate_from(const struct position *pos, square from, struct move_list *list)
{
    generate_piece(pos, from, NULL, list);
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
        if (danger->checkers)
            set_keep_all(&allowed, &danger->answers);
        generate_piece(pos, danger->pins[i].at, &allowed, list);
    }
}

// Whether legal moves follow from pins and answers to checks.
static bool is_direct(const struct variant *variant)
{
    return variant->plain && !variant->royal_types && !variant->blasts;
}

void generate_keep_safe(const struct position *pos, unsigned first, struct move_list *list)
{
    if (!attack_matters(pos))
        return;
    struct safety safety;
    safety_find(pos, &safety);
    struct position scratch = *pos;
    enum color side = position_side(pos);
    unsigned kept = first;
    for (unsigned i = first; i < list->count; i++) {
        move m = list->moves[i];
        if (safety_is_certain(pos, &safety, m)) {
            list->moves[kept++] = m;
            continue;
        }
        struct undo undo;
        position_apply(&scratch, m, &undo);
        if (attack_is_safe(pos, &scratch, side))
            list->moves[kept++] = m;
        position_undo(&scratch, &undo);
    }
    list->count = kept;
}

bool generate_shelters(const struct position *pos, struct set *squares)
{
    *squares = pos->variant->board.locations;
    if (!attack_matters(pos))
        return true;
    if (!is_direct(pos->variant))
        return false;
    struct danger danger;
    enum color side = position_side(pos);
    danger_find(pos, pos->state.king[side], other_color(side), &danger);
    if (danger.checkers)
        *squares = danger.checkers == 1 ? danger.answers : (struct set){{0}};
    return true;
}

void generate_legal(const struct position *pos, struct move_list *list)
{
    if (!attack_matters(pos)) {
        generate_pseudo(pos, list);
        return;
    }
    if (!is_direct(pos->variant)) {
        unsigned first = list->count;
        generate_pseudo(pos, list);
        generate_keep_safe(pos, first, list);
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

bool generate_bound(const struct position *pos, struct danger *danger, struct move_list *list)
{
    enum color side = position_side(pos);
    bool matters = attack_matters(pos);
    danger->pin_count = 0;
    if (matters) {
        if (!is_direct(pos->variant))
            return false;
        danger_find(pos, pos->state.king[side], other_color(side), danger);
        if (danger->checkers)
            return false;
        generate_king(pos, pos->state.king[side], list);
        generate_pinned(pos, danger, list);
    }
    add_en_passant(pos, matters, list);
    generate_castlings(pos, list);
    return true;
}

// Appends the moves to the one location in `target`.
static inline void generate_piece_to(const struct position *pos, square from, square to,
                                     const struct set *target, struct move_list *list)
{
    enum color side = position_side(pos);
    const struct piece_rules *rules = &pos->variant->pieces[piece_type_of(pos->pieces[from])];
    int dx = square_file(to) - square_file(from), dy = square_rank(to) - square_rank(from);
    // Pawns have more moves than their rides, but go no further than this.
    if (rules->is_pawn) {
        if (dx >= -1 && dx <= 1 && dy >= -3 && dy <= 3)
            generate_piece(pos, from, target, list);
        return;
    }
    if (rules->special_count[side] || rules->two_ways) {
        generate_all_rides(pos, from, rules, target, list);
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
        if (list->count == before || !attack_matters(pos))
            continue;
        if (!is_direct(pos->variant)) {
            generate_keep_safe(pos, before, list);
            continue;
        }
        square king = pos->state.king[side];
        if (attacked_after(pos, from == king ? to : king, enemy, from, to))
            list->count = before;
    }
    if (rules->takes_en_passant[side] && (to == pos->state.en_passant || to == pos->state.en_passant_far)) {
        unsigned kept = list->count, i = kept;
        add_en_passant(pos, attack_matters(pos), list);
        for (; i < list->count; i++)
            if (move_to(list->moves[i]) == to && pos->pieces[move_from(list->moves[i])] == p)
                list->moves[kept++] = list->moves[i];
        list->count = kept;
    }
}

void generate_pseudo(const struct position *pos, struct move_list *list)
{
    struct set_walk walk = set_walk(&pos->sets[position_side(pos)]);
    for (square s; set_next(&walk, &s);)
        generate_piece(pos, s, NULL, list);
    add_en_passant(pos, false, list);
    generate_castlings(pos, list);
}

bool generate_phase(const struct position *pos, struct move_list *list)
{
    for_each_part (part, &pos->variant->hooks.phase)
        if (part->mechanism->phase(part, pos, list))
            return true;
    return false;
}

// What the mechanisms that take part in turns make of them.
static void compose_actions(const struct position *pos, struct move_list *list)
{
    const struct hooks *hooks = &pos->variant->hooks;
    if (generate_phase(pos, list))
        return;
    if (pos->state.actions) {
        const struct part *stage = hooks->goes_on.parts[pos->state.stage];
        stage->mechanism->go_on(stage, pos, list);
        for_each_part (part, &hooks->restrict_actions)
            part->mechanism->restrict_actions(part, pos, list);
        return;
    }
    if (hooks->begin)
        hooks->begin->mechanism->begin(hooks->begin, pos, list);
    else
        generate_legal(pos, list);
    for_each_part (part, &hooks->add)
        part->mechanism->add(part, pos, list);
    for_each_part (part, &hooks->restrict_turns)
        part->mechanism->restrict_turns(part, pos, list);
}

void position_actions(const struct position *pos, struct move_list *list)
{
    list->count = 0;
    if (pos->variant->composed)
        compose_actions(pos, list);
    else
        generate_legal(pos, list);
}

static bool is_announceable(const struct position *pos, move m)
{
    struct announcement announcement;
    return pos->variant->hooks.announce && announcement_unpack(pos, m, &announcement) &&
           position_announceable(pos, &announcement, NULL);
}

bool position_is_legal(const struct position *pos, move m)
{
    struct move_list list;
    bool announces = move_kind(m) == MOVE_ANNOUNCE;
    if (announces && !pos->state.actions)
        return is_announceable(pos, m);
    position_actions(pos, &list);
    if (!announces)
        return move_list_has(&list, m);
    // Within a turn, announcements have their place like other actions.
    return move_list_has_kind(&list, MOVE_ANNOUNCE) && is_announceable(pos, m);
}
