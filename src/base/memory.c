// SPDX-License-Identifier: GPL-3.0-or-later
// Allocation that calls the program's handler before it fails.
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static memory_handler *handler;
static void *handler_context;

void memory_set_handler(memory_handler *called, void *context)
{
    handler = called;
    handler_context = context;
}

bool memory_ask(size_t size)
{
    return handler && handler(handler_context, size);
}

void *memory_try(void *block, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        bytes = SIZE_MAX;
    else if (!bytes)
        bytes = 1; // realloc(block, 0) would free the block
    void *resized;
    // No object can be larger than this.
    while (!(resized = bytes <= PTRDIFF_MAX ? realloc(block, bytes) : NULL))
        if (!memory_ask(bytes))
            return NULL;
    return resized;
}

void *memory_try_zeroed(size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        bytes = SIZE_MAX;
    void *block;
    while (!(block = calloc(count ? count : 1, size ? size : 1)))
        if (!memory_ask(bytes))
            return NULL;
    return block;
}

char *memory_try_copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = memory_try(NULL, size, 1);
    return copy ? memcpy(copy, text, size) : NULL;
}
