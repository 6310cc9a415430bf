// SPDX-License-Identifier: GPL-3.0-or-later
// The pieces of chess for variants that a test prepares by itself.
#ifndef LEAPER_TESTS_SUPPORT_FIDE_H
#define LEAPER_TESTS_SUPPORT_FIDE_H

#include "position/variant.h"

// Adds the pieces, promotions and castlings of chess, and sets the start position.
bool fide_prepare(struct variant *variant, const char *start, struct error *err);

#endif
