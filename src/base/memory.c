// SPDX-License-Identifier: GPL-3.0-or-later
// Allocation that succeeds or ends the process.
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static void (*on_exhausted)(void);

void memory_set_exhausted(void (*exhausted)(void))
{
    on_exhausted = exhausted;
}

void memory_exhausted(void)
{
    if (on_exhausted)
        on_exhausted();
    abort();
}

void *memory_resize(void *block, size_t count, size_t size)
{
    void *resized = count <= SIZE_MAX / size ? realloc(block, count * size) : NULL;
    if (!resized)
        memory_exhausted();
    return resized;
}

void *memory_aligned(size_t alignment, size_t size)
{
    void *block = aligned_alloc(alignment, size);
    if (!block)
        memory_exhausted();
    return block;
}

void *memory_map(size_t size)
{
    void *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED)
        memory_exhausted();
    return block;
}

char *memory_copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(memory_resize(NULL, size, 1), text, size);
}
