// SPDX-License-Identifier: GPL-3.0-or-later
// Reads all values of a variant, to find out what is wrong with them.
#ifndef LEAPER_VARIANTS_CHECK_H
#define LEAPER_VARIANTS_CHECK_H

#include "variants/text/variant_text.h"
#include "variants/vocabulary.h"

// Reports what is wrong with the values, with each parameter's extremes, and all of its words, while the others have their initial
// values; and with the initial values of all, for which the size of the board is stored.
void check_values(struct variant_text *text, key_tables tables, struct report *report);

#endif
