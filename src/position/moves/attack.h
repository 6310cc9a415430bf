// SPDX-License-Identifier: GPL-3.0-or-later
// Attacks on a square, and what they mean for the king's side.
#ifndef LEAPER_POSITION_ATTACK_H
#define LEAPER_POSITION_ATTACK_H

#include "position/moves/special.h"

// A piece of the king's side that stands alone between king and attacker; each is listed once.
struct pin {
    square at;
    struct set line; // from next to the king up to the attacker: where the piece may go
};

struct danger {
    unsigned checkers;  // how many pieces give check
    struct set answers; // with one checker: its square and those between
    unsigned pin_count;
    struct pin pins[DIRECTIONS];
};

// Finds the checks and pins by pieces of colour `by` against a king on that square; only where all threats are plain.
void danger_find(const struct position *pos, square king, enum color by, struct danger *danger);

// The pieces of the colour that may not be left attacked: the king where it is royal, and those of royal types.
struct set attack_royals(const struct position *pos, enum color color);

// Whether a royal piece of the colour would be attacked on that square. Where captures blast, nothing captures beside the own king.
bool attack_threatens(const struct position *pos, square s, enum color color);

// Whether the colour is in check.
bool attack_checks(const struct position *pos, enum color color);

// Whether the side to move may have royal pieces; if not, all its pseudo-legal moves are legal.
static inline bool attack_matters(const struct position *pos)
{
    return position_has_king(pos, position_side(pos)) || pos->variant->royal_types;
}

// Whether an action of `side`, which led from one position to the other, was safe: it has lost no royal piece and is not in
// check, unless it has captured a royal piece of the enemy's.
bool attack_is_safe(const struct position *before, const struct position *after, enum color side);

// A piece attacks only as far as it can pay for (docs/rules.md, section 2).
static inline bool attack_paid(const struct position *pos, square attacker, const struct step *step,
                               int steps)
{
    return !pos->variant->metered || pos->fuel[attacker] >= steps * step->distance;
}

// The part of attacked_after() that is about special threats.
bool attacked_specially(const struct position *pos, square s, enum color by, square gone, square filled);

// position_attacked() as if the location `gone` were an empty square and a piece of the other colour stood on
// `filled` (SQUARE_NONE: nowhere), as after a piece has moved from one to the other.
static inline bool attacked_after(const struct position *pos, square s, enum color by, square gone,
                                  square filled)
{
    const struct variant *variant = pos->variant;
    const uint8_t *reach = variant->board.reach[s];
    for (unsigned i = 0; i < variant->threat_count[by]; i++) {
        const struct threat *threat = &variant->threats[by][i];
        const struct step *step = &direction_step[threat->dir];
        int longest = threat->longest < reach[threat->dir] ? threat->longest : reach[threat->dir];
        square t = s;
        for (int steps = 1; steps <= longest; steps++) {
            t = (square)(t + step->delta);
            // If the caller passes SQUARE_NONE, the compiler leaves this out.
            if (filled != SQUARE_NONE && t == filled)
                break;
            piece p = pos->pieces[t];
            if (p == EMPTY || t == gone)
                continue;
            if (threat->range[p] >= steps && attack_paid(pos, t, step, steps))
                return true;
            break;
        }
    }
    return variant->special_threat_count[by] && attacked_specially(pos, s, by, gone, filled);
}

// position_attacked() as if the location `gone` (SQUARE_NONE: none) were an empty square: a king that moves away does
// not shield the squares behind it.
static inline bool attacked_without(const struct position *pos, square s, enum color by, square gone)
{
    return attacked_after(pos, s, by, gone, SQUARE_NONE);
}

#endif
