// SPDX-License-Identifier: GPL-3.0-or-later
// The games by name, for the registry; everybody else asks the registry.
#ifndef LEAPER_GAMES_ROWS_H
#define LEAPER_GAMES_ROWS_H

#include "games/squares.h"

extern const struct game game_chess, game_fuel, game_hamiltonian, game_hnefa;

// The family of Chess with a Limited Supply of Squares.
enum { SQUARES_GAMES = 6 };
extern const struct squares_row squares_rows[SQUARES_GAMES];

#endif
