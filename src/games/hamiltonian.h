// SPDX-License-Identifier: GPL-3.0-or-later
// What the files of Hamiltonian Chess share: claims on paths, and what they are worth.
#ifndef LEAPER_GAMES_HAMILTONIAN_H
#define LEAPER_GAMES_HAMILTONIAN_H

#include "position/game.h"
#include "position/protection/announcement.h"

enum { SCORING_STANDARD, SCORING_DISTANCE };

// A single piece's circuit when distances count [S].
enum { DISTANCE_SINGLE = 1 };

extern const struct help_section hamiltonian_help[];

// Whether pieces are still to be placed.
bool hamiltonian_placing(const struct position *pos);

// The announcement that has been made, or MOVE_NONE.
move hamiltonian_announced(const struct position *pos);

// Whether all of the side's pieces are on the board and there is a path through them; true for a single piece.
bool hamiltonian_has_path(const struct position *pos, enum color color);

// What a path or circuit with that many pieces and that length scores.
unsigned hamiltonian_worth(const struct variant *variant, unsigned count, unsigned length, bool circuit);

// Hooks of struct game.
bool hamiltonian_announceable(const struct position *pos, const struct announcement *announcement,
                              struct buffer *why);
void hamiltonian_explain(const struct position *pos, move m, struct buffer *why);
unsigned hamiltonian_points(const struct position *pos, struct outcome outcome);

void hamiltonian_claim(const struct position *pos, enum color color, struct claim *claim);
int hamiltonian_assess(const struct position *pos);

#endif
