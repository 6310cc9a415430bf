// SPDX-License-Identifier: GPL-3.0-or-later
// The four armies of Chess with Different Armies: their setups and what pawns become.

#include "reference/parts.h"

#include <ctype.h>
#include <string.h>

const char *ref_army_setup(const char *key)
{
    if (strcmp(key, "fide") == 0)
        return "RNBQKBNR";
    if (strcmp(key, "clobberers") == 0)
        return "DWACKAWD";
    if (strcmp(key, "nutters") == 0)
        return "GIHOKHIG";
    if (strcmp(key, "rookies") == 0)
        return "SMFEKFMS";
    return NULL;
}

bool ref_is_clobberers(const char *key)
{
    return strcmp(key, "clobberers") == 0;
}

void ref_promotions(const struct ref_rules *rules, char *letters)
{
    size_t count = 0;
    letters[0] = 0;
    for (int army = 0; army < 2; army++) {
        for (const char *setup = ref_army_setup(rules->army[army]); *setup; setup++) {
            if (*setup == 'K' || strchr(letters, *setup))
                continue;
            letters[count++] = *setup;
            letters[count] = 0;
        }
    }
}
