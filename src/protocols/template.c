// SPDX-License-Identifier: GPL-3.0-or-later
// Compares a variant with those that GUIs know.
#include "protocols/template.h"

#include <string.h>

bool template_has_at_start(const struct variant *variant, piece_type type)
{
    const char *end = strchr(variant->start, ' ');
    for (const char *c = variant->start; *c && c != end; c++)
        if (*c == type_letter(type) || *c == type_letter(type) - 'A' + 'a')
            return true;
    return false;
}

unsigned template_pocket(const struct variant *variant)
{
    unsigned count = 0;
    if (!variant->drops && !variant->gates)
        return 0;
    for (unsigned type = 1; type < LETTER_TYPES; type++)
        count += variant->pieces[type].name && type != variant->king &&
                 template_has_at_start(variant, (piece_type)type);
    return count;
}

// Whether men are turned over when they promote, as in shogi.
static bool turns_over(const struct variant *variant)
{
    for (unsigned type = LETTER_TYPES; type < PIECE_TYPES; type++)
        if (variant->pieces[type].name && *variant->pieces[type].text[WHITE] == '+')
            return true;
    return false;
}

const char *template_of(const struct variant *variant)
{
    if (variant->gates)
        return "seirawan";
    if (variant->blasts)
        return "atomic";
    if (!variant->drops)
        return "fairy";
    if (!variant->captures_to_hand)
        return "bughouse"; // captured men do not come to the hand of whoever captures them
    return turns_over(variant) ? "shogi" : "crazyhouse";
}
