// SPDX-License-Identifier: GPL-3.0-or-later
// Collects the parameters of all games.
#include "protocols/settings.h"

#include "base/text.h"
#include "games/games.h"
#include "position/parameter.h"

#include <assert.h>
#include <stddef.h>

struct setting *settings_find(struct settings *settings, const char *name)
{
    for (unsigned i = 0; i < settings->count; i++)
        if (text_equal_nocase(settings->list[i].parameter->option, name))
            return &settings->list[i];
    return NULL;
}

void settings_init(struct settings *settings)
{
    *settings = (struct settings){.game = games[0]};
    for (int g = 0; games[g]; g++)
        for (unsigned i = 0; i < games[g]->parameter_count; i++) {
            const struct parameter *parameter = &games[g]->parameters[i];
            if (settings_find(settings, parameter->option))
                continue;
            assert(settings->count < SETTINGS_MAX);
            settings->list[settings->count++] = (struct setting){parameter, parameter->initial};
        }
}

void settings_parameters(const struct settings *settings, struct parameters *parameters)
{
    game_defaults(settings->game, parameters);
    for (unsigned i = 0; i < settings->count; i++) {
        int index = game_parameter(settings->game, settings->list[i].parameter->option);
        if (index >= 0)
            parameters->value[index] = settings->list[i].value;
    }
}
