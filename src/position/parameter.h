// SPDX-License-Identifier: GPL-3.0-or-later
// What can be chosen when a game is created: fuel, armies, scoring.
//
// A game lists its parameters in a table. Command line, UCI, HTTP and PGN all build their options from that table and
// know none by name.
#ifndef LEAPER_POSITION_PARAMETER_H
#define LEAPER_POSITION_PARAMETER_H

#include "base/error.h"

struct game;

enum parameter_kind {
    PARAMETER_NUMBER, // minimum … maximum
    PARAMETER_CHOICE  // an index into `choices`
};

struct parameter {
    const char *name;   // "fuel": command line (--fuel) and JSON
    const char *option; // "Fuel": UCI option and PGN tag
    const char *help;   // one line
    enum parameter_kind kind;
    int minimum, maximum, initial;
    const char *const *choices; // maximum+1 words, for PARAMETER_CHOICE
};

enum { PARAMETERS_MAX = 4 };

// The values, in the order of the game's table.
struct parameters {
    int value[PARAMETERS_MAX];
};

// The initial values of a game's parameters.
void game_defaults(const struct game *game, struct parameters *parameters);

// Reads the value of one parameter from text; ERROR_PARAMETER, with the parameter's name as its place, says what
// would be accepted.
bool parameter_read(const struct parameter *parameter, const char *text, int *value, struct error *err);

// Writes a value as parameter_read() takes it; `text` holds at least 16 bytes.
void parameter_write(const struct parameter *parameter, int value, char text[16]);

#endif
