// SPDX-License-Identifier: GPL-3.0-or-later
// Large blocks of zeroed memory on huge pages. On small pages, nearly every access by the search would miss the TLB.
#ifndef LEAPER_SEARCH_PAGES_H
#define LEAPER_SEARCH_PAGES_H

#include <stddef.h>

// A block of at least `size` bytes, all zero, which the system provides when
// it is first touched. NULL when there is no memory.
void *pages_new(size_t size);

// Larger blocks are not zeroed by writing to them.
enum { PAGES_WRITTEN_MAX = 256 << 20 };

// Zeroes the whole block. This also touches a small block, so that no search has to wait for its memory. A large block is
// instead returned to the system, which provides zeroed memory again when it is touched; that takes no time now.
void pages_zero(void *block, size_t size);

// `size` as given to pages_new(). NULL is allowed.
void pages_free(void *block, size_t size);

#endif
