// SPDX-License-Identifier: GPL-3.0-or-later
// The score of one game within a match: its points, or 1 for a win and ½ for a draw.
#ifndef LEAPER_SESSION_SERIES_H
#define LEAPER_SESSION_SERIES_H

#include "session/session.h"

// Scores are counted in halves, because a draw is worth half a win.
enum { SERIES_HALVES = 2 };

// The score of each colour, in halves: in games with points `winner` points for the winner; otherwise 1 for a win and ½ for a
// draw. Nothing while the game is in progress.
void series_credit(const struct game *game, const struct outcome *outcome, unsigned winner,
                   unsigned halves[2]);

#endif
