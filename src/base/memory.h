// SPDX-License-Identifier: GPL-3.0-or-later
// Memory allocation, and what happens when memory runs out. memory_try() then returns NULL, and everything
// built on it returns an error; the library uses nothing else. The other functions (memory_must.c) never
// return NULL: they are for parts of the program that cannot continue without memory. Before either gives up,
// the handler is called: see memory_set_handler().
#ifndef LEAPER_BASE_MEMORY_H
#define LEAPER_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

// Called in the thread whose request for `size` bytes failed (SIZE_MAX: the size overflowed). Returns true if
// something was freed and the allocation should be tried again, false to give up. It may also end the
// thread's work or the program. It must not allocate.
typedef bool memory_handler(void *context, size_t size);

// Sets the handler; NULL, the initial value, means none. Call it before other threads use the library.
void memory_set_handler(memory_handler *called, void *context);

// Calls the handler and returns its answer; false if none is set.
bool memory_ask(size_t size);

// Makes room for `count` elements of `size` bytes, keeping what `block` (or NULL) holds; freed with free().
// Returns NULL, with `block` unchanged, if memory runs out or the product overflows. A block of no bytes
// (count or size 0) is not NULL.
void *memory_try(void *block, size_t count, size_t size);

// New memory for `count` elements of `size` bytes, all 0; freed with free(). NULL as above.
void *memory_try_zeroed(size_t count, size_t size);

// A copy of the text, or NULL.
char *memory_try_copy_text(const char *text);

// ---- What cannot fail ----
// If memory runs out and the handler returns false, these print a message on standard error and abort.

// As memory_try(), but never NULL.
void *memory_resize(void *block, size_t count, size_t size);

// A copy of the text.
char *memory_copy_text(const char *text);

// For memory allocated in other ways: calls the handler, whose answer is ignored, and aborts.
__attribute__((noreturn)) void memory_exhausted(void);

#endif
