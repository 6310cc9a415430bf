// SPDX-License-Identifier: GPL-3.0-or-later
// Counts turns in a row with clear scores.
#include "lab/arena/umpire.h"

#include <limits.h>

// Wins and losses are beyond any other score.
static int centipawns(const struct search_score *score)
{
    if (score->kind == SCORE_CENTIPAWNS)
        return score->value;
    return score->kind == SCORE_WON ? INT_MAX : -INT_MAX;
}

static unsigned count(unsigned before, bool goes_on)
{
    return goes_on ? before + 1 : 0;
}

bool umpire_decides(const struct umpire_terms *terms, struct umpire *umpire, enum color side,
                    const struct search_score *score, unsigned turns, struct outcome *outcome)
{
    int value = score ? centipawns(score) : 0;
    enum color other = other_color(side);
    umpire->lost[side] = count(umpire->lost[side], score && value <= -terms->resign_score);
    umpire->won[side] = count(umpire->won[side], score && value >= terms->resign_score);
    umpire->drawn = count(umpire->drawn, score && value <= terms->draw_score && value >= -terms->draw_score);
    *outcome = (struct outcome){RESULT_DRAW, REASON_NONE};
    // The other side may have to agree only after this turn, so both are looked at.
    for (int i = 0; i < 2 && terms->resign_turns; i++) {
        enum color loser = i ? other : side;
        if (umpire->lost[loser] < terms->resign_turns ||
            (terms->resign_both && umpire->won[other_color(loser)] < terms->resign_turns))
            continue;
        outcome->result = result_of_winner(other_color(loser));
        return true;
    }
    if (terms->draw_turns && umpire->drawn >= 2 * terms->draw_turns && turns >= terms->draw_after)
        return true;
    return terms->longest && turns >= terms->longest;
}
