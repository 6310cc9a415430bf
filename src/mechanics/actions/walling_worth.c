// SPDX-License-Identifier: GPL-3.0-or-later
// The search's evaluation of walls that stay: whose room is larger.
//
// Where whoever cannot move loses and nothing is captured, as in Amazons, a side owns the empty squares that its pieces reach in
// fewer moves than the enemy's.
#include "mechanics/actions/walling.h"
#include "position/position.h"

// The squares that pieces of a type reach, move by move.
struct wave {
    const struct piece_rules *rules;
    struct set front, behind; // reached by the last move, and by any
};

struct side {
    enum color color;
    unsigned count;
    struct wave waves[PIECE_TYPES];
    struct set reached;
};

static void side_init(struct side *side, const struct position *pos, enum color color)
{
    side->color = color;
    side->count = 0;
    side->reached = (struct set){{0}};
    square s;
    for (struct set_walk walk = set_walk(&pos->sets[color]); set_next(&walk, &s);) {
        const struct piece_rules *rules = &pos->variant->pieces[piece_type_of(pos->pieces[s])];
        unsigned i = 0;
        while (i < side->count && side->waves[i].rules != rules)
            i++;
        if (i == side->count)
            side->waves[side->count++] = (struct wave){.rules = rules};
        set_add(&side->waves[i].front, s);
    }
}

// The empty squares to which one move goes from any of these.
static struct set reach_from(const struct set *from, const struct piece_rules *rules, enum color color,
                             const struct set *empty)
{
    struct set reached = {{0}};
    for (unsigned i = 0; i < rules->ride_count[color]; i++) {
        const struct ride *ride = &rules->rides[color][i];
        const struct step *step = &direction_step[ride->dir];
        struct set now = *from;
        for (unsigned left = ride->quiet; left && !set_empty(&now); left--) {
            now = set_moved(&now, step->dx, step->dy);
            set_keep_all(&now, empty);
            set_add_all(&reached, &now);
        }
    }
    return reached;
}

// The squares that the side reaches by its next move and by none before.
static struct set side_move(struct side *side, const struct set *empty)
{
    struct set fresh = {{0}};
    for (unsigned i = 0; i < side->count; i++) {
        struct wave *wave = &side->waves[i];
        struct set next = reach_from(&wave->front, wave->rules, side->color, empty);
        set_remove_all(&next, &wave->behind);
        set_add_all(&wave->behind, &next);
        wave->front = next;
        set_add_all(&fresh, &next);
    }
    set_remove_all(&fresh, &side->reached);
    set_add_all(&side->reached, &fresh);
    return fresh;
}

static bool side_goes_on(const struct side *side)
{
    for (unsigned i = 0; i < side->count; i++)
        if (!set_empty(&side->waves[i].front))
            return true;
    return false;
}

int walling_assess(const struct part *part, const struct position *pos)
{
    enum { SQUARE = 40, NEXT = 15, FIRST = 10 };
    const struct walling_settings *settings = part->settings;
    if (!settings->encloses)
        return 0;
    const struct set *empty = &pos->sets[SET_EMPTY];
    struct side sides[2];
    struct set taken = {{0}}; // reached by either side
    int score = 0, first = position_side(pos) == WHITE ? FIRST : -FIRST;
    side_init(&sides[WHITE], pos, WHITE);
    side_init(&sides[BLACK], pos, BLACK);
    for (unsigned moves = 1; side_goes_on(&sides[WHITE]) || side_goes_on(&sides[BLACK]); moves++) {
        struct set white = side_move(&sides[WHITE], empty), black = side_move(&sides[BLACK], empty);
        if (moves == 1)
            score += NEXT * (set_count(&white) - set_count(&black));
        set_remove_all(&white, &taken);
        set_remove_all(&black, &taken);
        struct set both = set_both(white, &black);
        score += SQUARE * (set_count(&white) - set_count(&black)) + first * set_count(&both);
        set_add_all(&taken, &white);
        set_add_all(&taken, &black);
    }
    return score;
}
