// SPDX-License-Identifier: GPL-3.0-or-later
// The game, parameters and position that a command line names.
#ifndef LEAPER_CLI_OPENING_H
#define LEAPER_CLI_OPENING_H

#include "cli/line/argument.h"
#include "session/session.h"

// Parameters of different names that the command line knows; loaded games may have more, which keep their defaults.
enum { OPENING_PARAMETERS_MAX = 64 };

// The option --variants. Only for help and completion: main() reads the files before anything else, since games may be named from
// then on.
struct opening_files {
    const char *path;
};

// The game and position named on the command line; a member of the settings of each command that takes a
// game.
struct opening {
    const struct game *game; // NULL: none was named
    const char *fen;         // NULL: the game's start
    // One for each parameter of any game; NULL: not given. The game may come last, so they are checked at the end.
    const char *parameters[OPENING_PARAMETERS_MAX];
    struct opening_files files;
};

// The table of the games' parameters as options; a group for `struct opening`.
extern const struct argument_group opening_parameters;

// The same without the option --variants, for a list of the parameters.
extern const struct argument_group opening_choices;

// The option --variants alone, for commands that take no position but know games; a group for `struct opening_files`.
extern const struct argument_group opening_files;

// The operand that names a game. The struct `settings` has the opening as its member `opening`.
#define OPENING_GAME(settings)                                                                               \
    .name = "GAME", READ(const struct game *, settings, opening.game, opening_read_game),                    \
    .list = opening_game_name

// The same as an option.
#define OPENING_GAME_OPTION(settings)                                                                        \
    .name = "game", .value = "GAME", READ(const struct game *, settings, opening.game, opening_read_game),   \
    .list = opening_game_name

bool opening_read_game(const char *text, void *member, struct error *err);
const char *opening_game_name(unsigned number);

// Sets the game of the opening by its name, which may be NULL. On failure prints an error and returns false.
bool opening_find_game(const char *command, const char *name, struct opening *opening);

// The error if no game was named.
extern const char opening_which_game[];

// Whether any parameter was given.
bool opening_has_parameters(const struct opening *opening);

// The values given for the game's parameters, and defaults for the others. Prints an error and returns false
// for a parameter that the game does not have or a value that it does not accept.
bool opening_read_parameters(const char *command, const struct opening *opening,
                             struct parameters *parameters);

// Starts the game, which the caller frees. On failure prints an error and returns NULL.
struct session *opening_start(const char *command, const struct opening *opening);

#endif
