// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes the values of game parameters.
#include "position/parameter.h"

#include "base/buffer.h"
#include "base/text.h"
#include "position/game.h"

#include <stdio.h>

void game_defaults(const struct game *game, struct parameters *parameters)
{
    *parameters = (struct parameters){{0}};
    for (unsigned i = 0; i < game->parameter_count; i++)
        parameters->value[i] = game->parameters[i].initial;
}

static bool read_choice(const struct parameter *parameter, const char *text, int *value, struct error *err)
{
    for (int i = 0; i <= parameter->maximum; i++) {
        if (text_equal_nocase(parameter->choices[i], text)) {
            *value = i;
            return true;
        }
    }
    struct buffer words;
    buffer_init(&words);
    for (int i = 0; i <= parameter->maximum; i++)
        buffer_addf(&words, "%s%s", i ? ", " : "", parameter->choices[i]);
    error_set(err, ERROR_PARAMETER, parameter->name, "%s must be one of %s, not '%.40s'", parameter->name,
              buffer_text(&words), text);
    buffer_clear(&words);
    return false;
}

bool parameter_read(const struct parameter *parameter, const char *text, int *value, struct error *err)
{
    if (parameter->kind == PARAMETER_CHOICE)
        return read_choice(parameter, text, value, err);
    long number;
    if (!text_read_integer(text, parameter->minimum, parameter->maximum, &number))
        return error_set(err, ERROR_PARAMETER, parameter->name,
                         "%s must be a number from %d to %d, not '%.40s'", parameter->name,
                         parameter->minimum, parameter->maximum, text);
    *value = (int)number;
    return true;
}

void parameter_write(const struct parameter *parameter, int value, char text[16])
{
    if (parameter->kind == PARAMETER_CHOICE)
        snprintf(text, 16, "%s", parameter->choices[value]);
    else
        snprintf(text, 16, "%d", value);
}
