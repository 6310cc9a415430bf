// SPDX-License-Identifier: GPL-3.0-or-later
// Counting legal moves without listing them.
#ifndef LEAPER_POSITION_COUNT_H
#define LEAPER_POSITION_COUNT_H

#include "position/position.h"

// How many moves generate_legal() would append.
unsigned count_legal(const struct position *pos);

#endif
