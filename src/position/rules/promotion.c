// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of promotions.
#include "position/rules/promotion.h"

void variant_add_promotion(struct variant *variant, enum color color, piece_type type)
{
    piece_type *promotions = variant->promotions[color];
    uint8_t *count = &variant->promotion_count[color];
    for (unsigned i = 0; i < *count; i++)
        if (promotions[i] == type)
            return;
    promotions[(*count)++] = type;
}

void variant_promote_in(struct variant *variant, piece_type type, enum color color, const struct set *region,
                        bool optional)
{
    struct piece_rules *rules = &variant->pieces[type];
    rules->promotion[color] = *region;
    rules->promotes = !set_empty(&rules->promotion[WHITE]) || !set_empty(&rules->promotion[BLACK]);
    rules->may_stay[color] = optional;
}

void variant_turn_into(struct variant *variant, piece_type was, piece_type becomes,
                       const struct turning *turning)
{
    struct piece_rules *rules = &variant->pieces[was];
    rules->turns_into = becomes;
    rules->turns_by_capture = turning->captures_only;
    rules->must_turn = turning->mandatory;
    for (unsigned color = WHITE; color <= BLACK; color++) {
        rules->turns_to[color] = *turning->zone[color];
        rules->turns_from[color] = turning->leaving ? *turning->zone[color] : (struct set){{0}};
    }
}

// Whether the piece has a quiet move from the square on the empty board.
static bool has_move(const struct variant *variant, const struct piece_rules *rules, enum color color,
                     square s)
{
    for (unsigned kind = RIDE_PLAIN; kind < RIDE_INITIAL; kind++)
        for (direction d = 0; d < DIRECTIONS; d++)
            if (rules->movement[color].kinds[kind].quiet[d] && variant->board.reach[s][d])
                return true;
    return false;
}

static void prepare_type(struct variant *variant, struct piece_rules *rules, enum color color)
{
    square s;
    for (struct set_walk walk = set_walk(&variant->board.locations);
         variant->immobility_illegal && set_next(&walk, &s);)
        if (!has_move(variant, rules, color, s))
            set_add(&rules->immobile[color], s);
    if (rules->promotes)
        set_add_all(&rules->watched_to[color], &rules->promotion[color]);
    set_add_all(&rules->watched_to[color], &rules->turns_to[color]);
    set_add_all(&rules->watched_to[color], &rules->immobile[color]);
    set_add_all(&rules->watched_to[color], &rules->barred[color]);
    set_add_all(&rules->watched_from[color], &rules->turns_from[color]);
    rules->watched |= !set_empty(&rules->watched_to[color]) || !set_empty(&rules->watched_from[color]);
    variant->lands_plainly &= set_empty(&rules->immobile[color]) && !rules->turns_into && !rules->confined &&
                              !rules->may_stay[color] &&
                              (!rules->promotes || variant->promotion_count[color]);
}

// See piece_rules.h. A double step that would leave the board, or meet a wall of it, is none that can be tried without looking.
static bool steps_plainly(const struct variant *variant, const struct piece_rules *rules)
{
    if (rules->slips)
        return false;
    for (unsigned color = WHITE; color <= BLACK; color++) {
        direction ahead = direction_of(0, color == WHITE ? 1 : -1);
        if (!set_empty(&rules->triple_step[color]))
            return false;
        square s;
        for (struct set_walk walk = set_walk(&variant->board.locations); set_next(&walk, &s);)
            if (set_has(&rules->double_step[color], s) &&
                (variant->board.reach[s][ahead] < 2 ||
                 !rules_land_plainly(rules, (enum color)color, s,
                                     (square)(s + 2 * direction_step[ahead].delta))))
                return false;
    }
    return true;
}

void variant_prepare_landings(struct variant *variant)
{
    variant->lands_plainly = true;
    for (piece_type type = 1; type < PIECE_TYPES; type++) {
        variant->lands_plainly &= !variant->promotion_limit[type];
        for (unsigned color = WHITE; variant->pieces[type].name && color <= BLACK; color++)
            prepare_type(variant, &variant->pieces[type], (enum color)color);
        if (variant->pieces[type].is_pawn)
            variant->pieces[type].steps_plainly = steps_plainly(variant, &variant->pieces[type]);
    }
}
