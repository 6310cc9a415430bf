// SPDX-License-Identifier: GPL-3.0-or-later
// The games by name, for the registry; everybody else asks the registry.
#ifndef LEAPER_GAMES_ROWS_H
#define LEAPER_GAMES_ROWS_H

#include "games/squares.h"

extern const struct game game_chess, game_fuel, game_hamiltonian, game_hnefa;

#endif
