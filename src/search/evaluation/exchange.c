// SPDX-License-Identifier: GPL-3.0-or-later
// Static exchange evaluation: captures on one square, always with the least valuable attacker, on bitboards beside the position.
#include "search/evaluation/exchange.h"

#include "position/moves/special.h"

// The less valuable of two pieces; the first may be SQUARE_NONE.
static square cheaper(const struct valuation *valuation, const struct position *pos, square best, square s)
{
    if (best == SQUARE_NONE)
        return s;
    const int *value = valuation->value;
    return value[piece_type_of(pos->pieces[s])] < value[piece_type_of(pos->pieces[best])] ? s : best;
}

// The least valuable piece of a colour that attacks `target` once the locations in `gone` are empty, or SQUARE_NONE.
static square cheapest_by_steps(const struct valuation *valuation, const struct position *pos, square target,
                                enum color color, const struct set *gone)
{
    const struct variant *variant = pos->variant;
    const uint8_t *reach = variant->board.reach[target];
    square best = SQUARE_NONE;
    for (unsigned i = 0; i < variant->threat_count[color]; i++) {
        const struct threat *threat = &variant->threats[color][i];
        const struct step *step = &direction_step[threat->dir];
        int longest = threat->longest < reach[threat->dir] ? threat->longest : reach[threat->dir];
        square s = target;
        for (int steps = 1; steps <= longest; steps++) {
            s = (square)(s + step->delta);
            piece p = pos->pieces[s];
            if (p == EMPTY || set_has(gone, s))
                continue;
            if (threat->range[p] >= steps && (!variant->metered || pos->fuel[s] >= steps * step->distance))
                best = cheaper(valuation, pos, best, s);
            break;
        }
    }
    const struct view view = {pos, gone, target};
    for (unsigned i = 0; i < variant->special_threat_count[color]; i++) {
        square s = special_attacker(&view, &variant->special_threats[color][i], target);
        if (s != SQUARE_NONE)
            best = cheaper(valuation, pos, best, s);
    }
    return best;
}

// The same on bitboards. `toward`: the squares from which the target might be attacked, along a line or by a leap.
static square cheapest_by_rays(const struct evaluator *evaluator, const struct position *pos, unsigned target,
                               uint64_t own, uint64_t occupied)
{
    const struct rays *rays = &evaluator->rays;
    uint64_t seen = rays_seen(rays, target, occupied),
             toward = (seen | rays->leapers[target]) & own & occupied;
    square best = SQUARE_NONE;
    int best_value = 0;
    for (; toward; toward &= toward - 1) {
        unsigned from = (unsigned)__builtin_ctzll(toward);
        square s = rays_square(from);
        piece p = pos->pieces[s];
        int value = evaluator->valuation.value[piece_type_of(p)];
        if ((best == SQUARE_NONE || value < best_value) &&
            rays_aims(rays, &(struct rays_piece){p, from, pos->fuel[s]}, target, seen >> from & 1)) {
            best = s;
            best_value = value;
        }
    }
    return best;
}

// The board as the exchange proceeds.
struct scene {
    struct set gone; // squares that a capturing piece has left
    uint64_t own[2], occupied;
};

static void scene_init(struct scene *scene, const struct position *pos)
{
    scene->gone = (struct set){{0}};
    scene->own[WHITE] = rays_pack(&pos->sets[SET_WHITE]);
    scene->own[BLACK] = rays_pack(&pos->sets[SET_BLACK]);
    scene->occupied = ~rays_pack(&pos->sets[SET_EMPTY]);
}

static void scene_leave(struct scene *scene, square s)
{
    set_add(&scene->gone, s);
    scene->occupied &= ~(UINT64_C(1) << (rays_index(s) & 63));
}

static square cheapest_attacker(const struct evaluator *evaluator, const struct position *pos, square target,
                                enum color color, const struct scene *scene)
{
    if (evaluator->rays.even)
        return cheapest_by_rays(evaluator, pos, rays_index(target), scene->own[color], scene->occupied);
    return cheapest_by_steps(&evaluator->valuation, pos, target, color, &scene->gone);
}

bool exchange_wins(const struct evaluator *evaluator, const struct position *pos, move m, int threshold)
{
    if (move_kind(m) != MOVE_NORMAL)
        return threshold <= 0;
    const struct valuation *valuation = &evaluator->valuation;
    square from = move_from(m), target = move_to(m);
    enum color mover = position_side(pos);
    int swing = (is_piece(pos->pieces[target]) ? valuation_of(valuation, pos, target) : 0) - threshold;
    if (swing < 0)
        return false;
    swing = valuation_of(valuation, pos, from) - swing;
    if (swing <= 0)
        return true; // even if the piece is lost afterwards
    struct scene scene;
    scene_init(&scene, pos);
    scene_leave(&scene, from);
    bool wins = true;
    for (;;) {
        mover = other_color(mover);
        square attacker = cheapest_attacker(evaluator, pos, target, mover, &scene);
        if (attacker == SQUARE_NONE)
            return wins;
        wins = !wins;
        swing = valuation_of(valuation, pos, attacker) - swing;
        if (swing < wins)
            return wins; // recapturing again would gain nothing
        scene_leave(&scene, attacker);
    }
}
