// SPDX-License-Identifier: GPL-3.0-or-later
// The line of play that a search expects, as text.
#ifndef LEAPER_PROTOCOLS_VARIATION_H
#define LEAPER_PROTOCOLS_VARIATION_H

#include "base/buffer.h"
#include "notation/coordinate_write.h"
#include "position/position.h"

// Appends the actions, the first of which begins a turn in `root`, each turn as a blank and
// what `write` makes of it. The last turn may be incomplete.
void variation_write(const struct position *root, const move *actions, unsigned count,
                     coordinate_writer *write, struct buffer *out);

#endif
