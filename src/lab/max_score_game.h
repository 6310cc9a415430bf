// SPDX-License-Identifier: GPL-3.0-or-later
// A complete game that ends with the path or circuit of the largest score: enemy pieces, position, turns.
#ifndef LEAPER_LAB_MAX_SCORE_GAME_H
#define LEAPER_LAB_MAX_SCORE_GAME_H

#include "base/buffer.h"
#include "lab/max_score.h"

// White has the pieces of the path, Black all eight.
struct max_score_game {
    struct max_score found;
    bool circuit;
    uint8_t enemy[MAX_SCORE_PIECES]; // squares of K Q R R B B N N
};

// Places Black's pieces off the lines of the path, such that two of them attack no other black piece. Then
// Black has no path, since every piece of a path but the last attacks another. `found` is on a board of eight
// by eight.
void max_score_game_init(struct max_score_game *game, const struct max_score *found, bool circuit);

// Appends the position with White to move, just after the last placement (earlier, by captures, where
// White has fewer than eight pieces).
void max_score_game_fen(const struct max_score_game *game, struct buffer *out);

// Appends turn `number` (from 0) of the game from its start in coordinate notation: the sixteen placements, in which
// each player puts the other's pieces, and then the announcement. False when there is no such turn; there are no
// turns at all when White has fewer than eight pieces, since some must have been captured.
bool max_score_game_turn(const struct max_score_game *game, unsigned number, struct buffer *out);

// Appends the announcement: "!" and the squares, the first again at the end of a circuit.
void max_score_game_announcement(const struct max_score_game *game, struct buffer *out);

#endif
