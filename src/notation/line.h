// SPDX-License-Identifier: GPL-3.0-or-later
// Playing a line of turns given as text, with the history that repetition needs.
#ifndef LEAPER_NOTATION_LINE_H
#define LEAPER_NOTATION_LINE_H

#include "base/error.h"
#include "position/moves/history.h"
#include "position/turn.h"

// Reads one turn in any notation (see san.h) without playing it. ERROR_GAME_OVER when the game has ended before it; otherwise
// the errors of san_read_turn(), and `turn` is untouched.
bool line_read(const struct position *pos, const struct history *history, const char *text, struct turn *turn,
               struct error *err);

// Reads one turn as line_read() does, plays it on `pos` and remembers
// the position before it in `history`. `turn`, if not NULL, gets the turn.
// On failure nothing has changed.
bool line_play(struct position *pos, struct history *history, const char *text, struct turn *turn,
               struct error *err);

// The same, also after repetition or the 50-move rule has ended the game: in other programs a player must claim these.
bool line_play_past_draws(struct position *pos, struct history *history, const char *text, struct turn *turn,
                          struct error *err);

#endif
