// SPDX-License-Identifier: GPL-3.0-or-later
// Large blocks of zeroed memory on huge pages: nearly every access of a search would miss the translation of small ones.
#ifndef LEAPER_SEARCH_PAGES_H
#define LEAPER_SEARCH_PAGES_H

#include <stddef.h>

// A block of at least `size` bytes, all zero; memory is taken when it is first
// touched. NULL without memory.
void *pages_new(size_t size);

// Blocks above this are not written to be zeroed.
enum { PAGES_WRITTEN_MAX = 256 << 20 };

// Makes the whole block zero again. That also touches the block, so that no search has to wait for its memory; but a
// large one gives its memory back to the system and gets it anew, zero, where it is touched, which takes no time now.
void pages_zero(void *block, size_t size);

// `size` as it was asked for. NULL is allowed.
void pages_free(void *block, size_t size);

#endif
