// SPDX-License-Identifier: GPL-3.0-or-later
// What is said about the letters of armies.
#ifndef LEAPER_VARIANTS_LETTERS_H
#define LEAPER_VARIANTS_LETTERS_H

#include "variants/settings.h"
#include "variants/text/variant_text.h"

// Appends a line of comment for each piece of an army that has another letter than in its army, since the variant has given that to
// another piece. Parameters have their initial values.
void letters_write(const struct variant_text *text, struct buffer *out);

// Warns of armies, chosen by the variant itself, of which no piece is in the start position.
void letters_check(const struct resolved *resolved, const struct army_list *armies, struct report *report);

#endif
