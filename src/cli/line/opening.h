// SPDX-License-Identifier: GPL-3.0-or-later
// From the words of a command line to a game: its name, its parameters, its position.
#ifndef LEAPER_CLI_OPENING_H
#define LEAPER_CLI_OPENING_H

#include "cli/line/options.h"
#include "cli/line/suggest.h"
#include "session/session.h"

// The name as the games' tables have it, when any game has a parameter so named; else NULL.
const char *opening_parameter_name(const char *name);

// Offers the names of all parameters.
void opening_suggest_parameter(struct suggestion *suggestion);

// Prints the games' parameters as options, for a --help.
void opening_print_parameters(void);

// The game called `name`, with a hint when it is nearly one; NULL after having complained.
const struct game *opening_find_game(const char *command, const char *name);

// The values that the command line gives to the game's parameters, its own
// elsewhere. False after having complained of one that it does not have or take.
bool opening_read_parameters(const char *command, const struct game *game, const struct arguments *arguments,
                             struct parameters *parameters);

// Opens the game that the first word names, with the parameters given, from
// `fen` (NULL: the start). NULL after having complained. The caller frees it.
struct session *opening_read(const char *command, const struct arguments *arguments, const char *fen);

#endif
