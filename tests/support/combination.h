// SPDX-License-Identifier: GPL-3.0-or-later
// Combinations of rules: as the data of the reference, and as the text of a variant.
#ifndef LEAPER_TESTS_SUPPORT_COMBINATION_H
#define LEAPER_TESTS_SUPPORT_COMBINATION_H

#include "base/buffer.h"
#include "base/random.h"
#include "position/variant.h"
#include "reference/reference.h"

// Fills in rules chosen at random: those of chess with two armies, of a small board, of a ring of walls, or of a few pieces
// that may be linked or placed; and on top of these any that go together with them.
void combination_random(struct random *random, struct ref_rules *rules);

// Fills in the rules of HnefaChess with two armies, whose letters no other piece has: the horizontal pawns are X, the guards U.
void combination_ring(struct ref_rules *rules, const char *white, const char *black);

// The rules in a few words, for messages and for choosing; the text is valid until the next call.
const char *combination_words(const struct ref_rules *rules);

// Appends the rules as a section of a file of variants.
void combination_write(const struct ref_rules *rules, const char *name, struct buffer *out);

// Builds the variant of a text of one section with that name; the caller frees it. Fails the running test if the text is refused.
struct variant *combination_variant(const char *name, const char *text);

#endif
