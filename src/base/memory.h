// SPDX-License-Identifier: GPL-3.0-or-later
// Memory, and what happens when there is no more of it.
//
// memory_try() says so by NULL; what is built on it gives its caller an error value. The other functions never answer NULL:
// they are for computations (src/tours, src/lab) that cannot go on without. Before either gives up, the program that
// uses the library is asked: see memory_set_handler().
#ifndef LEAPER_BASE_MEMORY_H
#define LEAPER_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Called in the thread that wants `size` more bytes (SIZE_MAX: more than can be said) when there are none. True: something
// was freed, try again. False: give up. It may also end the thread's work or the program. It must not allocate.
typedef bool memory_handler(void *context, size_t size);

// Sets what is called when memory is gone; NULL, as at the start: nothing. To be set before other threads use the library.
void memory_set_handler(memory_handler *called, void *context);

// Makes room for `count` elements of `size` bytes, keeping what `block` (or NULL) holds; freed with free(). NULL when there is no memory
// for them, also when the product overflows: `block` is as it was. Nothing (count or size 0) is a block too.
void *memory_try(void *block, size_t count, size_t size);

// New memory for `count` elements of `size` bytes, all 0; freed with free(). NULL as above.
void *memory_try_zeroed(size_t count, size_t size);

// A copy of the text, or NULL.
char *memory_try_copy_text(const char *text);

// ---- What cannot fail ----
// When memory is gone and the handler has returned false, these say so on standard error and abort.

// As memory_try(), but never NULL.
void *memory_resize(void *block, size_t count, size_t size);

// New memory of `size` bytes at a multiple of `alignment`, a power of two that divides `size`; freed with free().
void *memory_aligned(size_t alignment, size_t size);

// New memory of `size` bytes, all 0, that goes back to the system when it is unmapped by munmap().
void *memory_map(size_t size);

// A copy of the text.
char *memory_copy_text(const char *text);

// The same end, for those who allocate in other ways: asks the handler, which cannot help any more, and aborts.
__attribute__((noreturn)) void memory_exhausted(void);

#ifdef __cplusplus
}
#endif

#endif
