// SPDX-License-Identifier: GPL-3.0-or-later
// From the words of a command line to a game: its name, its parameters, its position.
#ifndef LEAPER_CLI_OPENING_H
#define LEAPER_CLI_OPENING_H

#include "cli/line/argument.h"
#include "session/session.h"

enum { OPENING_PARAMETERS_MAX = 8 };

// What a command line says of the game and where it begins; a member of the settings of each command that takes a game.
struct opening {
    const struct game *game; // NULL: none was named
    const char *fen;         // NULL: the game's start
    // One for each name of a parameter that any game has; NULL: not given. Which game they are for is known only at the end.
    const char *parameters[OPENING_PARAMETERS_MAX];
};

// The table of the games' parameters as options; a group for `struct opening`.
extern const struct argument_group opening_parameters;

// The operand that names a game. `settings` has the opening as its member `opening`.
#define OPENING_GAME(settings)                                                                               \
    .name = "GAME", READ(const struct game *, settings, opening.game, opening_read_game),                    \
    .list = opening_game_name

// The same as an option.
#define OPENING_GAME_OPTION(settings)                                                                        \
    .name = "game", .value = "GAME", READ(const struct game *, settings, opening.game, opening_read_game),   \
    .list = opening_game_name

bool opening_read_game(const char *text, void *member, struct error *err);
const char *opening_game_name(unsigned number);

// Sets the game of the opening by its name, NULL included. False after having complained.
bool opening_find_game(const char *command, const char *name, struct opening *opening);

// What to say when no game was named.
extern const char opening_which_game[];

// Whether any parameter was given.
bool opening_has_parameters(const struct opening *opening);

// The values given for the game's parameters, its own elsewhere. False after having complained of one that the game does not
// have or take.
bool opening_read_parameters(const char *command, const struct opening *opening,
                             struct parameters *parameters);

// Starts the game. NULL after having complained. The caller frees it.
struct session *opening_start(const char *command, const struct opening *opening);

#endif
