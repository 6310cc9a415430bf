// SPDX-License-Identifier: GPL-3.0-or-later
// Scores passed pawns one by one.
#include "search/terms/passed.h"

#include "search/terms/king.h"

// The worth of what depends on kings, for a pawn that has so many steps to go.
static void add_kings(struct sum *sum, const struct survey *survey, enum color color, square next, int near)
{
    const struct pair *worth = survey->evaluator->worth;
    const uint16_t *king = survey->pos->state.king;
    sum_add(sum, worth[TERM_PASSED_KING_FAR], near * square_distance(king[other_color(color)], next));
    sum_add(sum, worth[TERM_PASSED_KING_NEAR], near * square_distance(king[color], next));
}

// For the pawn's own side.
static struct sum worth_of_pawn(const struct survey *survey, square s, enum color color)
{
    enum { NEAR = 5 };
    const struct position *pos = survey->pos;
    const struct pair *worth = survey->evaluator->worth;
    struct sum sum = {0, 0};
    int sign = color == WHITE ? 1 : -1;
    int steps = sign * (survey->evaluator->valuation.pawn_goal[color] - square_rank(s));
    // A pawn without the fuel for the whole way will never promote.
    if (steps < 1 || steps > 6 || (pos->variant->metered && pos->fuel[s] < steps))
        return sum;
    square next = (square)(s + sign * GRID_SIDE);
    sum_add(&sum, worth[TERM_PASSED_1 + steps - 1], 1);
    if (pos->pieces[next] != EMPTY) {
        sum.mg /= 2;
        sum.eg /= 2;
    }
    if (steps >= NEAR)
        return sum;
    if (set_has(&survey->structure->attacks[color], s) || set_has(&survey->structure->attacks[color], next))
        sum_add(&sum, worth[TERM_PASSED_SUPPORTED], NEAR - steps);
    if (king_has_both(pos))
        add_kings(&sum, survey, color, next, NEAR - steps);
    return sum;
}

struct sum passed_worth(const struct survey *survey)
{
    struct sum sum = {0, 0};
    for (unsigned i = 0; i < survey->structure->passed_count; i++) {
        square s = survey->structure->passed[i];
        enum color color = piece_color(survey->pos->pieces[s]);
        struct sum own = worth_of_pawn(survey, s, color);
        sum.mg += color == WHITE ? own.mg : -own.mg;
        sum.eg += color == WHITE ? own.eg : -own.eg;
    }
    return sum;
}
