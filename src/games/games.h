// SPDX-License-Identifier: GPL-3.0-or-later
// The registry of all games.
#ifndef LEAPER_GAMES_GAMES_H
#define LEAPER_GAMES_GAMES_H

#include "position/game.h"
#include "position/parameter.h"

// All games, in the order for display; ends with NULL.
extern const struct game *const games[];

// The game of that name (case does not matter), or NULL with ERROR_UNKNOWN_GAME listing the names.
const struct game *game_find(const char *name, struct error *err);

// The index of the game's parameter with that name or UCI option name (case
// does not matter), or -1.
int game_parameter(const struct game *game, const char *name);

// The default values of the parameters.
void game_defaults(const struct game *game, struct parameters *parameters);

#endif
