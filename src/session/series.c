// SPDX-License-Identifier: GPL-3.0-or-later
// Scores a game for both colours.
#include "session/series.h"

void series_credit(const struct game *game, const struct outcome *outcome, unsigned winner,
                   unsigned halves[2])
{
    halves[WHITE] = halves[BLACK] = 0;
    if (outcome->result == RESULT_WHITE || outcome->result == RESULT_BLACK)
        halves[outcome->result == RESULT_WHITE ? WHITE : BLACK] = SERIES_HALVES * (game->scores ? winner : 1);
    else if (outcome->result == RESULT_DRAW && !game->scores)
        halves[WHITE] = halves[BLACK] = SERIES_HALVES / 2;
}
