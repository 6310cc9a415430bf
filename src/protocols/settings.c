// SPDX-License-Identifier: GPL-3.0-or-later
// Collects the parameters of all games.
#include "protocols/settings.h"

#include "base/text.h"
#include "position/parameter.h"
#include "variants/games.h"

#include <stddef.h>
#include <string.h>

struct setting *settings_find(struct settings *settings, const char *name)
{
    for (unsigned i = 0; i < settings->count; i++)
        if (text_equal_nocase(settings->list[i].parameter->option, name))
            return &settings->list[i];
    return NULL;
}

void settings_init(struct settings *settings)
{
    *settings = (struct settings){.game = games_all()[0]};
    settings_extend(settings);
}

void settings_extend(struct settings *settings)
{
    for (const struct game *const *game = games_all(); *game; game++)
        for (unsigned i = 0; i < (*game)->parameter_count; i++) {
            const struct parameter *parameter = &(*game)->parameters[i];
            if (settings->count < SETTINGS_MAX && !settings_find(settings, parameter->option))
                settings->list[settings->count++] = (struct setting){parameter, parameter->initial, false};
        }
}

static const struct parameter *parameter_of(const struct game *game, const char *option)
{
    int index = game_parameter(game, option);
    return index >= 0 ? &game->parameters[index] : NULL;
}

bool setting_read(const struct settings *settings, struct setting *setting, const char *text,
                  struct error *err)
{
    const struct parameter *own = parameter_of(settings->game, setting->parameter->option);
    const struct parameter *parameter = own ? own : setting->parameter;
    if (!parameter_read(parameter, text, &setting->value, err))
        return false;
    setting->parameter = parameter;
    setting->given = true;
    return true;
}

// Whether both take the same values.
static bool are_alike(const struct parameter *a, const struct parameter *b)
{
    if (a->kind != b->kind || a->minimum != b->minimum || a->maximum != b->maximum)
        return false;
    for (int i = 0; a->kind == PARAMETER_CHOICE && i <= a->maximum; i++)
        if (strcmp(a->choices[i], b->choices[i]) != 0)
            return false;
    return true;
}

void settings_parameters(const struct settings *settings, struct parameters *parameters)
{
    game_defaults(settings->game, parameters);
    for (unsigned i = 0; i < settings->count; i++) {
        const struct setting *setting = &settings->list[i];
        const struct parameter *own = parameter_of(settings->game, setting->parameter->option);
        if (own && setting->given && are_alike(own, setting->parameter))
            parameters->value[own - settings->game->parameters] = setting->value;
    }
}
