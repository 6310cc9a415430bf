// SPDX-License-Identifier: GPL-3.0-or-later
// Lists promotions.
#include "position/moves/landing.h"

unsigned position_count(const struct position *pos, enum color color, piece_type type)
{
    unsigned count = 0;
    square s;
    for (struct set_walk walk = set_walk(&pos->sets[color]); set_next(&walk, &s);)
        count += pos->variant->counted[pos->pieces[s]] == type;
    return count;
}

// Whether the side may have one more piece of that type.
static bool may_have(const struct position *pos, piece_type type)
{
    const struct variant *variant = pos->variant;
    piece_type counted = variant->pieces[type].counts_as;
    uint8_t limit = variant->promotion_limit[counted];
    return !limit || position_count(pos, position_side(pos), counted) < limit;
}

static bool may_turn(const struct position *pos, move m, const struct piece_rules *rules)
{
    enum color side = position_side(pos);
    if (!rules->turns_into || (rules->turns_by_capture && pos->pieces[move_to(m)] == EMPTY))
        return false;
    return (set_has(&rules->turns_to[side], move_to(m)) || set_has(&rules->turns_from[side], move_from(m))) &&
           may_have(pos, rules->turns_into);
}

static void add_promotion(move m, piece_type type, enum color side, struct move_list *list)
{
    move_list_add(list, move_make(MOVE_PROMOTION, move_from(m), move_to(m), piece_of(type, side)));
}

void landing_list(const struct position *pos, move m, struct move_list *list)
{
    const struct variant *variant = pos->variant;
    enum color side = position_side(pos);
    const struct piece_rules *rules = &variant->pieces[piece_type_of(pos->pieces[move_from(m)])];
    if (rules->confined && set_has(&rules->barred[side], move_to(m)))
        return;
    bool promotes = rules->promotes && set_has(&rules->promotion[side], move_to(m));
    bool turns = may_turn(pos, m, rules);
    bool stays = (!promotes || rules->may_stay[side]) && !(turns && rules->must_turn) &&
                 !set_has(&rules->immobile[side], move_to(m));
    if (stays)
        move_list_add(list, m);
    if (turns)
        add_promotion(m, rules->turns_into, side, list);
    for (unsigned i = 0; promotes && i < variant->promotion_count[side]; i++)
        if (may_have(pos, variant->promotions[side][i]))
            add_promotion(m, variant->promotions[side][i], side, list);
}
