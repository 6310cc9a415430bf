// SPDX-License-Identifier: GPL-3.0-or-later
// The game that an engine is set to play, and one value for each parameter of any game.
#ifndef LEAPER_PROTOCOLS_SETTINGS_H
#define LEAPER_PROTOCOLS_SETTINGS_H

#include "position/game.h"
#include "position/parameter.h"

enum { SETTINGS_MAX = 16 };

// Sets the parameter of that name in every game that has it.
struct setting {
    const struct parameter *parameter; // as the first of these games has it
    int value;
};

struct settings {
    const struct game *game;
    struct setting list[SETTINGS_MAX];
    unsigned count;
};

// The first game of the registry, with the default of every parameter.
void settings_init(struct settings *settings);

// The setting of that name (case does not matter), or NULL.
struct setting *settings_find(struct settings *settings, const char *name);

// The parameters of the game that is set.
void settings_parameters(const struct settings *settings, struct parameters *parameters);

#endif
