// SPDX-License-Identifier: GPL-3.0-or-later
// Stream compaction: gathers the entries of an array that are not 0.
#ifndef LEAPER_TOURS_MITM_STEP_COMPACT_H
#define LEAPER_TOURS_MITM_STEP_COMPACT_H

#include <stddef.h>
#include <stdint.h>

// Arrays must have room for this many entries beyond their end.
enum { MITM_COMPACT_SPARE = 16 };

// Moves the entries of sums[0 … size-1] that are not 0 to counts[], their indices to ranks[], and clears sums[]. Returns how many
// there are; *all receives their bitwise or. sums[size … size+MITM_COMPACT_SPARE-1] must exist and be 0; ranks and counts must have
// room for MITM_COMPACT_SPARE more entries than are moved.
size_t mitm_compact(uint32_t *sums, size_t size, uint16_t *ranks, uint32_t *counts, uint32_t *all);

#endif
