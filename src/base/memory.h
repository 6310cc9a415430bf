// SPDX-License-Identifier: GPL-3.0-or-later
// Memory for small things that must not fail: lists of turns, tags, keys.
#ifndef LEAPER_BASE_MEMORY_H
#define LEAPER_BASE_MEMORY_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Makes room for `count` elements of `size` bytes, keeping what `block` (or
// NULL) holds; freed with free(). Aborts when memory is gone, for the reason
// given in base/buffer.h: not for sizes that come unbounded from outside.
void *memory_resize(void *block, size_t count, size_t size);

// New memory of `size` bytes at a multiple of `alignment`, a power of two that divides `size`; freed with free().
// Aborts likewise.
void *memory_aligned(size_t alignment, size_t size);

// New memory of `size` bytes, all 0, that goes back to the system when it is unmapped by munmap(). Aborts likewise.
void *memory_map(size_t size);

// A copy of the text, likewise.
char *memory_copy_text(const char *text);

// What is called where memory is gone, before the process is aborted: a process that works under a bound says so by its
// exit status. NULL: nothing. To be set before there are threads.
void memory_set_exhausted(void (*exhausted)(void));

// Ends the process because memory is gone, for those who allocate in other ways.
_Noreturn void memory_exhausted(void);

#ifdef __cplusplus
}
#endif

#endif
