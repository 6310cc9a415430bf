// SPDX-License-Identifier: GPL-3.0-or-later
// Finds who attacks a square, by walking away from it along every line of attack.
#include "position/moves/attack.h"

bool position_attacked(const struct position *pos, square s, enum color by)
{
    return attacked_without(pos, s, by, SQUARE_NONE);
}

bool position_in_check(const struct position *pos)
{
    return attack_checks(pos, position_side(pos));
}

// ---- Several royal pieces ----

// The pieces of royal types, those that are too many to be royal included, and how many there are of each type.
struct candidates {
    struct set all;
    uint8_t count[PIECE_TYPES];
};

static void find_candidates(const struct position *pos, enum color color, struct candidates *candidates)
{
    const struct variant *variant = pos->variant;
    *candidates = (struct candidates){{{0}}, {0}};
    square s;
    for (struct set_walk walk = set_walk(&pos->sets[color]); set_next(&walk, &s);) {
        piece_type type = variant->counted[pos->pieces[s]];
        if (variant->royal_types >> type & 1) {
            set_add(&candidates->all, s);
            candidates->count[type]++;
        }
    }
}

static struct set royals_among(const struct position *pos, enum color color,
                               const struct candidates *candidates)
{
    const struct variant *variant = pos->variant;
    struct set royals = candidates->all;
    square s;
    for (struct set_walk walk = set_walk(&candidates->all); set_next(&walk, &s);)
        if (candidates->count[variant->counted[pos->pieces[s]]] > variant->royal_at_most)
            set_remove(&royals, s);
    if (position_has_king(pos, color))
        set_add(&royals, pos->state.king[color]);
    return royals;
}

struct set attack_royals(const struct position *pos, enum color color)
{
    struct candidates candidates;
    find_candidates(pos, color, &candidates);
    return royals_among(pos, color, &candidates);
}

// Whether a royal piece of the colour stands on one of the eight locations around.
static bool is_beside_royal(const struct position *pos, square s, enum color color)
{
    struct set royals = attack_royals(pos, color);
    square royal;
    for (struct set_walk walk = set_walk(&royals); set_next(&walk, &royal);)
        if (square_distance(s, royal) == 1)
            return true;
    return false;
}

bool attack_threatens(const struct position *pos, square s, enum color color)
{
    return position_attacked(pos, s, other_color(color)) &&
           !(pos->variant->blasts && is_beside_royal(pos, s, other_color(color)));
}

bool attack_checks(const struct position *pos, enum color color)
{
    const struct variant *variant = pos->variant;
    enum color enemy = other_color(color);
    if (!variant->royal_types)
        return position_has_king(pos, color) && position_attacked(pos, pos->state.king[color], enemy);
    struct candidates candidates;
    find_candidates(pos, color, &candidates);
    struct set royals = royals_among(pos, color, &candidates);
    square s;
    for (struct set_walk walk = set_walk(&royals); set_next(&walk, &s);)
        if (attack_threatens(pos, s, color))
            return true;
    if (!variant->royal_together || set_empty(&candidates.all))
        return false;
    for (struct set_walk walk = set_walk(&candidates.all); set_next(&walk, &s);)
        if (!attack_threatens(pos, s, color))
            return false;
    return true;
}

// Whether there are fewer pieces now of a type that was royal. One that has become another piece is not lost.
static bool has_lost_royal(const struct position *before, const struct position *after, enum color color)
{
    if (set_count(&after->sets[color]) >= set_count(&before->sets[color]))
        return false;
    struct candidates was, is;
    find_candidates(before, color, &was);
    find_candidates(after, color, &is);
    for (uint64_t left = before->variant->royal_types; left; left &= left - 1) {
        unsigned type = (unsigned)__builtin_ctzll(left);
        if (was.count[type] <= before->variant->royal_at_most && is.count[type] < was.count[type])
            return true;
    }
    return false;
}

bool attack_is_safe(const struct position *before, const struct position *after, enum color side)
{
    if (before->variant->royal_types) {
        if (has_lost_royal(before, after, side))
            return false;
        if (has_lost_royal(before, after, other_color(side)))
            return true;
    }
    return !attack_checks(after, side);
}

bool attacked_specially(const struct position *pos, square s, enum color by, square gone, square filled)
{
    struct set empty = {{0}};
    if (gone != SQUARE_NONE)
        set_add(&empty, gone);
    return special_attacked(&(struct view){pos, &empty, filled}, s, by);
}

static void note_line(struct set *line, square from, const struct step *step, int steps)
{
    *line = (struct set){{0}};
    for (int k = 0; k < steps; k++) {
        from = (square)(from + step->delta);
        set_add(line, from);
    }
}

// Riders with different steps may both aim through the same piece, which must then stay on both lines.
static void note_pin(struct danger *danger, square shield, const struct set *line)
{
    for (unsigned i = 0; i < danger->pin_count; i++) {
        if (danger->pins[i].at != shield)
            continue;
        set_keep_all(&danger->pins[i].line, line);
        return;
    }
    danger->pins[danger->pin_count++] = (struct pin){shield, *line};
}

void danger_find(const struct position *pos, square king, enum color by, struct danger *danger)
{
    const struct variant *variant = pos->variant;
    danger->checkers = danger->pin_count = 0;
    for (unsigned i = 0; i < variant->threat_count[by]; i++) {
        const struct threat *threat = &variant->threats[by][i];
        const struct step *step = &direction_step[threat->dir];
        int reach = variant->board.reach[king][threat->dir];
        int longest = threat->longest < reach ? threat->longest : reach;
        square s = king, shield = SQUARE_NONE;
        for (int steps = 1; steps <= longest; steps++) {
            s = (square)(s + step->delta);
            piece p = pos->pieces[s];
            if (p == EMPTY)
                continue;
            if (threat->range[p] >= steps && attack_paid(pos, s, step, steps)) {
                struct set line;
                note_line(&line, king, step, steps);
                if (shield != SQUARE_NONE) {
                    note_pin(danger, shield, &line);
                } else {
                    danger->checkers++;
                    danger->answers = line;
                }
                break;
            }
            if (shield != SQUARE_NONE || p == HOLE || piece_color(p) == by)
                break;
            shield = s;
        }
    }
}
