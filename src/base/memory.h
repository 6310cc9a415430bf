// SPDX-License-Identifier: GPL-3.0-or-later
// Memory, and what happens when there is no more of it.
//
// memory_try() returns NULL then, and what is built on it gives its caller an error value; the whole library uses nothing else. The other
// functions (memory_must.c) never return NULL: they are for parts of the program that cannot go on without. Before either gives up,
// the handler is called: see memory_set_handler().
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

// Calls it: whether something was freed. False where none is set.
bool memory_ask(size_t size);

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

// A copy of the text.
char *memory_copy_text(const char *text);

// The same end, for those who allocate in other ways: asks the handler, which cannot help any more, and aborts.
__attribute__((noreturn)) void memory_exhausted(void);

#ifdef __cplusplus
}
#endif

#endif
