// SPDX-License-Identifier: GPL-3.0-or-later
// Allocation with a last word for the program when memory is gone.
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static memory_handler *handler;
static void *handler_context;

void memory_set_handler(memory_handler *called, void *context)
{
    handler = called;
    handler_context = context;
}

static bool try_again(size_t size)
{
    return handler && handler(handler_context, size);
}

static _Noreturn void give_up(void)
{
    static const char message[] = "libleaper: out of memory\n";
    // Nothing can be done about it when even this fails.
    ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);
    (void)written;
    abort();
}

void memory_exhausted(void)
{
    try_again(0);
    give_up();
}

void *memory_try(void *block, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        bytes = SIZE_MAX;
    else if (!bytes)
        bytes = 1; // realloc(block, 0) would free the block
    void *resized;
    // No object is larger than this; the C library need not be asked.
    while (!(resized = bytes <= PTRDIFF_MAX ? realloc(block, bytes) : NULL))
        if (!try_again(bytes))
            return NULL;
    return resized;
}

void *memory_try_zeroed(size_t count, size_t size)
{
    void *block;
    while (!(block = calloc(count ? count : 1, size ? size : 1)))
        if (!try_again(size))
            return NULL;
    return block;
}

char *memory_try_copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = memory_try(NULL, size, 1);
    return copy ? memcpy(copy, text, size) : NULL;
}

void *memory_resize(void *block, size_t count, size_t size)
{
    void *resized = memory_try(block, count, size);
    if (!resized)
        give_up();
    return resized;
}

void *memory_aligned(size_t alignment, size_t size)
{
    void *block;
    while (!(block = aligned_alloc(alignment, size)))
        if (!try_again(size))
            give_up();
    return block;
}

void *memory_map(size_t size)
{
    // The system maps nothing at all as an error.
    size_t bytes = size ? size : 1;
    void *block;
    while ((block = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) ==
           MAP_FAILED)
        if (!try_again(size))
            give_up();
    return block;
}

char *memory_copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(memory_resize(NULL, size, 1), text, size);
}
