// SPDX-License-Identifier: GPL-3.0-or-later
// The game that an engine is set to play, and one value for each parameter that any game has.
#ifndef LEAPER_PROTOCOLS_SETTINGS_H
#define LEAPER_PROTOCOLS_SETTINGS_H

#include "position/game.h"
#include "position/parameter.h"

enum { SETTINGS_MAX = 16 };

// Sets a parameter in every game that has one of that name.
struct setting {
    const struct parameter *parameter; // as the first of these games has it
    int value;
};

struct settings {
    const struct game *game;
    struct setting list[SETTINGS_MAX];
    unsigned count;
};

// The first game of the registry, and every parameter's own value.
void settings_init(struct settings *settings);

// The setting of that name (case does not matter), or NULL.
struct setting *settings_find(struct settings *settings, const char *name);

// The parameters that the settings give to their game.
void settings_parameters(const struct settings *settings, struct parameters *parameters);

#endif
