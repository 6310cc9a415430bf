// SPDX-License-Identifier: GPL-3.0-or-later
// Variants of a test's own texts.
#ifndef LEAPER_TESTS_SUPPORT_TEXTED_H
#define LEAPER_TESTS_SUPPORT_TEXTED_H

#include "position/moves/outcome.h"

// Builds the variant of that name from a text that is added to the program's variants (once: names must differ). The caller frees
// it. Fails the running test if it is refused.
struct variant *texted_new(const char *name, const char *text);

// The outcome of a position, without a history.
void texted_outcome(const struct variant *variant, const char *fen, const char *result, const char *reason);

// The outcome after those turns, separated by blanks, with all positions from the first as its history.
void texted_outcome_after(const struct variant *variant, const char *fen, const char *turns,
                          const char *result, const char *reason);

#endif
