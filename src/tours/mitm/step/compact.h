// SPDX-License-Identifier: GPL-3.0-or-later
// Gathers what is not 0 in an array of sums, as fast as the processor can.
#ifndef LEAPER_TOURS_MITM_COLLECT_H
#define LEAPER_TOURS_MITM_COLLECT_H

#include <stddef.h>
#include <stdint.h>

// Arrays have room for so many entries beyond their end.
enum { MITM_COMPACT_SPARE = 16 };

// Moves the sums that are not 0 among sums[0 … size-1] to counts[], their places to ranks[], and clears sums[0 …
// size+MITM_COMPACT_SPARE-1], where those from `size` on must be 0. Returns how many there are; *all is their bitwise or. ranks and counts
// have room for MITM_COMPACT_SPARE entries more than that.
size_t mitm_compact(uint32_t *sums, size_t size, uint16_t *ranks, uint32_t *counts, uint32_t *all);

#endif
