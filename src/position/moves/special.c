// SPDX-License-Identifier: GPL-3.0-or-later
// Walks special rides forward, for moves, and backward, for attacks.
#include "position/moves/special.h"

#include "position/moves/landing.h"

#include <stddef.h>

// What a ride meets on a location. A wall can be jumped over as a piece can, but nothing lands on it; a hole that may get a square is
// no hurdle.
enum content { CONTENT_NOTHING, CONTENT_PIECE, CONTENT_WALL, CONTENT_HOLE };

static enum content content_of(const struct view *view, square s)
{
    if (s == view->filled)
        return CONTENT_PIECE;
    piece p = view->pos->pieces[s];
    if (p == EMPTY || (view->gone && set_has(view->gone, s)))
        return CONTENT_NOTHING;
    if (p != HOLE)
        return CONTENT_PIECE;
    return position_is_wall(view->pos, s) ? CONTENT_WALL : CONTENT_HOLE;
}

static bool stops(enum content content, int jumps)
{
    return content == CONTENT_HOLE || (content == CONTENT_WALL && !jumps);
}

static int sign_of(int number)
{
    return (number > 0) - (number < 0);
}

// The squares over which a lame leap passes: one at a time along the longer way, diagonally once both are equally
// long. No direction has more than two. Returns how many there are.
static unsigned list_passed(square from, direction dir, square passed[2])
{
    unsigned count = 0;
    int dx = direction_step[dir].dx, dy = direction_step[dir].dy;
    int file = square_file(from), rank = square_rank(from);
    for (;;) {
        int across = dx < 0 ? -dx : dx, along = dy < 0 ? -dy : dy;
        int step_x = across >= along ? sign_of(dx) : 0, step_y = along >= across ? sign_of(dy) : 0;
        dx -= step_x;
        dy -= step_y;
        if (!dx && !dy)
            return count;
        file += step_x;
        rank += step_y;
        assert(count < 2);
        passed[count++] = square_at(file, rank);
    }
}

// Whether a lame leap passes over empty squares only.
static bool is_clear(const struct view *view, square from, direction dir)
{
    square passed[2];
    for (unsigned i = list_passed(from, dir, passed); i-- > 0;)
        if (content_of(view, passed[i]) != CONTENT_NOTHING)
            return false;
    return true;
}

// How many pieces or walls a ride of that kind jumps over.
static int jumps_of(unsigned kind)
{
    return (kind & ~(unsigned)RIDE_INITIAL) >= RIDE_CANNON;
}

static bool is_kind(unsigned kind, enum ride_kind plain)
{
    return (kind & ~(unsigned)RIDE_INITIAL) == plain;
}

// How many steps from a location can be of interest: what jumps may jump over a wall.
static int reach_of(const struct variant *variant, square s, direction dir, unsigned kind)
{
    return jumps_of(kind) ? variant->board.to_edge[s][dir] : variant->board.reach[s][dir];
}

static int payable_steps(const struct position *pos, square from, direction dir, int steps)
{
    if (!pos->variant->metered)
        return steps;
    int paid = pos->fuel[from] / direction_step[dir].distance;
    return paid < steps ? paid : steps;
}

void special_landings(const struct position *pos, square from, const struct ride *ride,
                      struct landings *landings)
{
    const struct view view = {pos, NULL, SQUARE_NONE};
    int reach = reach_of(pos->variant, from, ride->dir, ride->kind), delta = direction_step[ride->dir].delta;
    int longest = ride->quiet > ride->capture ? ride->quiet : ride->capture;
    longest = payable_steps(pos, from, ride->dir, longest < reach ? longest : reach);
    int jumps = jumps_of(ride->kind);
    square to = from;
    landings->count = 0;
    for (int steps = 1; steps <= longest; steps++) {
        if (is_kind(ride->kind, RIDE_LAME) && !is_clear(&view, to, ride->dir))
            return;
        to = (square)(to + delta);
        enum content content = content_of(&view, to);
        if (stops(content, jumps))
            return;
        if (jumps) {
            jumps -= content != CONTENT_NOTHING;
            continue;
        }
        if (steps <= (content == CONTENT_PIECE ? ride->capture : ride->quiet))
            landings->at[landings->count++] = to;
        if (content == CONTENT_PIECE || is_kind(ride->kind, RIDE_GRASSHOPPER))
            return;
    }
}

// Whether a piece that attacks `s` by a threat may capture there. One that becomes a wall by capturing may not while it is royal; with
// pieces of its type to spare it may.
static bool may_capture(const struct position *pos, square attacker, square s)
{
    const struct variant *variant = pos->variant;
    const struct piece_rules *rules = &variant->pieces[piece_type_of(pos->pieces[attacker])];
    enum color color = piece_color(pos->pieces[attacker]);
    if (rules->confined && set_has(&rules->barred[color], s))
        return false;
    return !(variant_petrified_royal(variant) >> rules->counts_as & 1) ||
           position_count(pos, color, rules->counts_as) > variant->royal_at_most;
}

square special_attacker(const struct view *view, const struct threat *threat, square s)
{
    const struct variant *variant = view->pos->variant;
    const struct step *step = &direction_step[threat->dir];
    int reach = reach_of(variant, s, threat->dir, threat->kind), jumps = jumps_of(threat->kind);
    int longest = threat->longest < reach ? threat->longest : reach;
    square t = s;
    for (int steps = 1; steps <= longest; steps++) {
        t = (square)(t + step->delta);
        enum content content = content_of(view, t);
        if (stops(content, jumps) || (is_kind(threat->kind, RIDE_LAME) && !is_clear(view, t, step->opposite)))
            return SQUARE_NONE;
        if (content == CONTENT_NOTHING) {
            // A grasshopper lands next to what it jumped over.
            if (is_kind(threat->kind, RIDE_GRASSHOPPER) && jumps)
                return SQUARE_NONE;
            continue;
        }
        if (jumps) {
            jumps--;
            continue;
        }
        if (t == view->filled || !may_capture(view->pos, t, s))
            return SQUARE_NONE;
        bool paid = !variant->metered || view->pos->fuel[t] >= steps * step->distance;
        return paid && threat->range[view->pos->pieces[t]] >= steps ? t : SQUARE_NONE;
    }
    return SQUARE_NONE;
}

bool special_attacked(const struct view *view, square s, enum color by)
{
    const struct variant *variant = view->pos->variant;
    for (unsigned i = 0; i < variant->special_threat_count[by]; i++)
        if (special_attacker(view, &variant->special_threats[by][i], s) != SQUARE_NONE)
            return true;
    return false;
}

bool special_jumps(const struct variant *variant, enum color by)
{
    for (unsigned i = 0; i < variant->special_threat_count[by]; i++)
        if (jumps_of(variant->special_threats[by][i].kind))
            return true;
    return false;
}

// Those of one threat: up to the second piece on the way for rides that jump, up to the first for others.
static void guard_line(const struct position *pos, const struct threat *threat, square s, struct set *set)
{
    const struct step *step = &direction_step[threat->dir];
    int reach = reach_of(pos->variant, s, threat->dir, threat->kind), left = 1 + jumps_of(threat->kind);
    int longest = threat->longest < reach ? threat->longest : reach;
    for (int steps = 1; steps <= longest && left; steps++) {
        s = (square)(s + step->delta);
        square passed[2];
        for (unsigned i = is_kind(threat->kind, RIDE_LAME) ? list_passed(s, step->opposite, passed) : 0;
             i-- > 0;)
            set_add(set, passed[i]);
        set_add(set, s);
        left -= pos->pieces[s] != EMPTY;
    }
}

void special_guard(const struct position *pos, square s, enum color by, struct set *set)
{
    const struct variant *variant = pos->variant;
    for (unsigned i = 0; i < variant->special_threat_count[by]; i++)
        guard_line(pos, &variant->special_threats[by][i], s, set);
}
