// SPDX-License-Identifier: GPL-3.0-or-later
// Which actions cannot endanger the royal pieces of their side. Where legal moves do not follow from pins and answers to checks,
// only the others need be played to see whether they are legal.
#ifndef LEAPER_POSITION_SAFETY_H
#define LEAPER_POSITION_SAFETY_H

#include "position/position.h"

struct safety {
    bool known; // no royal piece is in danger now; if false, every action must be played
    struct set
        guarded; // whatever enters, leaves or is captured on one of these may open or make a line to a royal piece
};

// Finds out for the side to move.
void safety_find(const struct position *pos, struct safety *safety);

// Whether the pseudo-legal action is certainly safe.
static inline bool safety_is_certain(const struct position *pos, const struct safety *safety, move m)
{
    // Promoting and dropping may make pieces royal.
    static const unsigned always = 1U << MOVE_NORMAL | 1U << MOVE_DOUBLE_STEP,
                          one_king = always | 1U << MOVE_PROMOTION;
    const struct variant *variant = pos->variant;
    // A piece that explodes or turns to stone may leave one that is royal from now on.
    bool destroys = variant->blasts || (variant->royal_types && variant->petrified);
    return safety->known && (variant->royal_types ? always : one_king) >> move_kind(m) & 1 &&
           !set_has(&safety->guarded, move_from(m)) && !set_has(&safety->guarded, move_to(m)) &&
           !(destroys && is_piece(pos->pieces[move_to(m)]));
}

#endif
