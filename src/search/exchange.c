// SPDX-License-Identifier: GPL-3.0-or-later
// Plays captures on one square, always with the cheapest piece, without touching the position.
#include "search/exchange.h"

// The cheapest piece of a colour that attacks `target` when the locations in `gone` are empty; SQUARE_NONE: none.
static square cheapest_attacker(const struct valuation *valuation, const struct position *pos, square target,
                                enum color color, const struct set *gone)
{
    const struct variant *variant = pos->variant;
    const uint8_t *reach = variant->board.reach[target];
    square best = SQUARE_NONE;
    int best_value = 0;
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
            if (threat->range[p] >= steps && (!variant->metered || pos->fuel[s] >= steps * step->distance)) {
                int value = valuation->value[piece_type_of(p)];
                if (best == SQUARE_NONE || value < best_value) {
                    best = s;
                    best_value = value;
                }
            }
            break;
        }
    }
    return best;
}

bool exchange_wins(const struct valuation *valuation, const struct position *pos, move m, int threshold)
{
    if (move_kind(m) != MOVE_NORMAL)
        return threshold <= 0;
    square from = move_from(m), target = move_to(m);
    enum color mover = position_side(pos);
    int swing = (is_piece(pos->pieces[target]) ? valuation_of(valuation, pos, target) : 0) - threshold;
    if (swing < 0)
        return false;
    swing = valuation_of(valuation, pos, from) - swing;
    if (swing <= 0)
        return true; // even if the piece is lost
    struct set gone = {{0}};
    set_add(&gone, from);
    bool wins = true;
    for (;;) {
        mover = other_color(mover);
        square attacker = cheapest_attacker(valuation, pos, target, mover, &gone);
        if (attacker == SQUARE_NONE)
            return wins;
        wins = !wins;
        swing = valuation_of(valuation, pos, attacker) - swing;
        if (swing < wins)
            return wins; // the other side would gain nothing by going on
        set_add(&gone, attacker);
    }
}
