// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the squares on which lines of attack to royal pieces could be opened or made.
#include "position/moves/safety.h"

#include "position/moves/attack.h"

// Adds the squares that matter for one royal piece; false if it is in danger already.
static bool guard(const struct position *pos, square royal, struct safety *safety)
{
    enum color side = position_side(pos), enemy = other_color(side);
    struct danger danger;
    set_add(&safety->guarded, royal);
    danger_find(pos, royal, enemy, &danger);
    if (danger.checkers || (pos->variant->special_threat_count[enemy] &&
                            attacked_specially(pos, royal, enemy, SQUARE_NONE, SQUARE_NONE)))
        return !attack_threatens(pos, royal, side);
    for (unsigned i = 0; i < danger.pin_count; i++)
        set_add(&safety->guarded, danger.pins[i].at);
    special_guard(pos, royal, enemy, &safety->guarded);
    return true;
}

void safety_find(const struct position *pos, struct safety *safety)
{
    const struct variant *variant = pos->variant;
    enum color side = position_side(pos);
    *safety = (struct safety){.known = !variant->royal_together};
    struct set royals = attack_royals(pos, side);
    square s;
    for (struct set_walk walk = set_walk(&royals); safety->known && set_next(&walk, &s);)
        safety->known = guard(pos, s, safety);
}
