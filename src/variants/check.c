// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the values of a variant.
#include "variants/check.h"

#include "base/memory.h"
#include "variants/cast/letters.h"
#include "variants/settings.h"

#include <stdlib.h>
#include <string.h>

static size_t size_of_settings(const struct key *keys)
{
    size_t size = 0;
    for (; keys->name; keys++) {
        size_t copies = keys->name[strlen(keys->name) - 1] == '*' ? LETTER_TYPES : keys->both ? 2 : 1;
        size_t end = keys->offset + copies * value_size(keys->type);
        size = end > size ? end : size;
    }
    return size;
}

// Reads all values with the given values of the parameters.
static void check_with(struct variant_text *text, const struct parameters *values, key_tables tables,
                       struct report *report)
{
    struct resolution resolution = {&text->definition, text->game.parameters, text->game.parameter_count,
                                    values, text->armies};
    struct resolved resolved;
    resolve(&resolution, &resolved, report);
    letters_check(&resolved, text->armies, report);
    for (key_tables table = tables; *table; table++) {
        void *settings = memory_try_zeroed(1, size_of_settings(*table));
        if (settings)
            settings_read(&resolved, *table, settings, report);
        else
            report->no_memory = true;
        free(settings);
    }
    text->game.width = resolved.context.width;
    text->game.height = resolved.context.height;
    resolved_clear(&resolved);
}

void check_values(struct variant_text *text, key_tables tables, struct report *report)
{
    struct parameters values;
    game_defaults(&text->game, &values);
    for (unsigned i = 0; i < text->game.parameter_count; i++) {
        const struct parameter *parameter = &text->game.parameters[i];
        int step = parameter->kind == PARAMETER_CHOICE ? 1 : parameter->maximum - parameter->minimum;
        for (int value = parameter->minimum; value <= parameter->maximum; value += step ? step : 1) {
            values.value[i] = value;
            check_with(text, &values, tables, report);
        }
        values.value[i] = parameter->initial;
    }
    check_with(text, &values, tables, report);
}
