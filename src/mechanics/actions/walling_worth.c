// SPDX-License-Identifier: GPL-3.0-or-later
// The search's evaluation of walls that stay: whose room is larger.
//
// Where whoever cannot move loses and nothing is captured, as in Amazons, a side owns the empty squares that its pieces reach in
// fewer moves than the enemy's.
#include "mechanics/actions/walling.h"
#include "position/position.h"

enum { NEVER = UINT8_MAX };

// Marks the empty squares that the rides of a piece of that type reach from `from` and that have not been reached before.
static void spread(const struct position *pos, const struct piece_rules *rules, enum color color, square from,
                   const struct set *before, struct set *reached)
{
    const uint8_t *reach = pos->variant->board.reach[from];
    for (unsigned i = 0; i < rules->ride_count[color]; i++) {
        const struct ride *ride = &rules->rides[color][i];
        square to = from;
        for (int left = ride->quiet < reach[ride->dir] ? ride->quiet : reach[ride->dir]; left > 0; left--) {
            to = (square)(to + direction_step[ride->dir].delta);
            if (pos->pieces[to] != EMPTY)
                break;
            if (!set_has(before, to))
                set_add(reached, to);
        }
    }
}

// In how many moves a side reaches each empty square; NEVER if it does not.
static void measure(const struct position *pos, enum color color, uint8_t distance[GRID_SQUARES])
{
    memset(distance, NEVER, GRID_SQUARES);
    square home;
    for (struct set_walk pieces = set_walk(&pos->sets[color]); set_next(&pieces, &home);) {
        const struct piece_rules *rules = &pos->variant->pieces[piece_type_of(pos->pieces[home])];
        struct set wave = {{0}}, before = {{0}};
        set_add(&wave, home);
        for (unsigned moves = 1; !set_empty(&wave); moves++) {
            struct set next = {{0}};
            square s;
            for (struct set_walk walk = set_walk(&wave); set_next(&walk, &s);)
                spread(pos, rules, color, s, &before, &next);
            for (struct set_walk walk = set_walk(&next); set_next(&walk, &s);) {
                set_add(&before, s);
                if (moves < distance[s])
                    distance[s] = (uint8_t)moves;
            }
            wave = next;
        }
    }
}

int walling_assess(const struct part *part, const struct position *pos)
{
    enum { SQUARE = 40, NEXT = 15, FIRST = 10 };
    const struct walling_settings *settings = part->settings;
    if (!settings->encloses)
        return 0;
    uint8_t distance[2][GRID_SQUARES];
    measure(pos, WHITE, distance[WHITE]);
    measure(pos, BLACK, distance[BLACK]);
    int score = 0, first = position_side(pos) == WHITE ? FIRST : -FIRST;
    square s;
    for (struct set_walk walk = set_walk(&pos->sets[SET_EMPTY]); set_next(&walk, &s);) {
        int white = distance[WHITE][s], black = distance[BLACK][s];
        score += white < black ? SQUARE : white > black ? -SQUARE : white == NEVER ? 0 : first;
        score += NEXT * ((white == 1) - (black == 1));
    }
    return score;
}
