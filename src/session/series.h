// SPDX-License-Identifier: GPL-3.0-or-later
// What a game brings to those who play several: points, or a win and half a win.
#ifndef LEAPER_SESSION_SERIES_H
#define LEAPER_SESSION_SERIES_H

#include "session/session.h"

#ifdef __cplusplus
extern "C" {
#endif

// Credits are counted in halves, because a draw is half a game.
enum { SERIES_HALVES = 2 };

// What an outcome brings to each colour, in halves: `winner` points where the game has points, else one for a win and
// a half for a draw; nothing while the game goes on.
void series_credit(const struct game *game, const struct outcome *outcome, unsigned winner,
                   unsigned halves[2]);

#ifdef __cplusplus
}
#endif

#endif
