// SPDX-License-Identifier: GPL-3.0-or-later
// The game that an engine is set to play, and one value for each parameter of any game.
#ifndef LEAPER_PROTOCOLS_SETTINGS_H
#define LEAPER_PROTOCOLS_SETTINGS_H

#include "position/game.h"
#include "position/parameter.h"

// Parameters of different names that an engine lets a GUI set; loaded games may have more, which keep their defaults.
enum { SETTINGS_MAX = 64 };

// Sets the parameter of that name in every game in which it takes the same values.
struct setting {
    const struct parameter *parameter; // as the first game has it, or that for which the value was given
    int value;
    bool given; // otherwise each game has its default
};

struct settings {
    const struct game *game;
    struct setting list[SETTINGS_MAX];
    unsigned count;
};

// The first game of the registry, with the default of every parameter.
void settings_init(struct settings *settings);

// Adds the parameters of games that have come into the registry since.
void settings_extend(struct settings *settings);

// Reads a value: as the parameter of the present game has it, if there is one of that name, since games may have different parameters
// of one name. False and an error if it is none; nothing is changed then.
bool setting_read(const struct settings *settings, struct setting *setting, const char *text,
                  struct error *err);

// The setting of that name (case does not matter), or NULL.
struct setting *settings_find(struct settings *settings, const char *name);

// The parameters of the game that is set.
void settings_parameters(const struct settings *settings, struct parameters *parameters);

#endif
