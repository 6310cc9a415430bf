// SPDX-License-Identifier: GPL-3.0-or-later
// What GUIs ask about a variant that they do not know: which well-known variant treats its board alike, and the men in hand.
#ifndef LEAPER_PROTOCOLS_TEMPLATE_H
#define LEAPER_PROTOCOLS_TEMPLATE_H

#include "position/variant.h"

// Whether men of the type stand on the board at the start, or are in hand then.
bool template_has_at_start(const struct variant *variant, piece_type type);

// How many kinds of men may be in hand.
unsigned template_pocket(const struct variant *variant);

// The variant whose moves change the board in the same way: "seirawan", "atomic", "bughouse",
// "crazyhouse", "shogi" or "fairy".
const char *template_of(const struct variant *variant);

#endif
