// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that is released all at once: what a file of variants is made into.
#ifndef LEAPER_VARIANTS_POOL_H
#define LEAPER_VARIANTS_POOL_H

#include "base/vector.h"

// A pool of zeros is empty. Once memory has run out, `failed` stays set; callers may check it once at the end. Most of what is taken is
// short texts, so blocks are shared.
struct pool {
    struct VECTOR_OF(char *) blocks;
    char *shared; // what is free of the block that is shared
    size_t left;  // its bytes
    bool failed;
};

void pool_clear(struct pool *pool);

// Zeroed memory that lives as long as the pool; NULL if there is none.
void *pool_take(struct pool *pool, size_t count, size_t size);

// A copy of `length` bytes of text, terminated; "" if there is no memory.
const char *pool_text(struct pool *pool, const char *text, size_t length);

#endif
