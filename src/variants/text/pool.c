// SPDX-License-Identifier: GPL-3.0-or-later
// A list of blocks.
#include "variants/text/pool.h"

#include "base/memory.h"

#include <stdalign.h>
#include <stddef.h>
#include <string.h>

// What is larger than SHARED_MAX has a block of its own.
enum { BLOCK_BYTES = 4096, SHARED_MAX = BLOCK_BYTES / 4 };

void pool_clear(struct pool *pool)
{
    for (size_t i = 0; i < pool->blocks.count; i++)
        free(pool->blocks.items[i]);
    vector_clear(&pool->blocks);
    *pool = (struct pool){.failed = false};
}

// Keeps a block that has been allocated, and returns it.
static void *keep(struct pool *pool, void *block)
{
    if (block)
        pool->blocks.items[pool->blocks.count++] = block;
    else
        pool->failed = true;
    return block;
}

static bool reserve(struct pool *pool)
{
    return vector_reserve(&pool->blocks, pool->blocks.count + 1);
}

// A part of the shared block.
static void *share(struct pool *pool, size_t bytes, size_t alignment)
{
    size_t skipped = pool->left % alignment; // blocks end where anything may be aligned
    if (!pool->shared || skipped + bytes > pool->left) {
        pool->shared = keep(pool, reserve(pool) ? memory_try(NULL, BLOCK_BYTES, 1) : NULL);
        pool->left = pool->shared ? BLOCK_BYTES : 0;
        skipped = 0;
    }
    if (!pool->shared)
        return NULL;
    char *start = pool->shared + skipped;
    pool->shared = start + bytes;
    pool->left -= skipped + bytes;
    return start;
}

void *pool_take(struct pool *pool, size_t count, size_t size)
{
    if (count > SHARED_MAX || size > SHARED_MAX || count * size > SHARED_MAX)
        return keep(pool, reserve(pool) ? memory_try_zeroed(count, size) : NULL);
    void *start = share(pool, count * size, alignof(max_align_t));
    return start ? memset(start, 0, count * size) : NULL;
}

const char *pool_text(struct pool *pool, const char *text, size_t length)
{
    char *copy = length < SHARED_MAX ? share(pool, length + 1, 1) : pool_take(pool, length + 1, 1);
    if (!copy)
        return "";
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}
