// SPDX-License-Identifier: GPL-3.0-or-later
// Makes room in vectors.
#include "base/vector.h"

#include "base/memory.h"

enum { CAPACITY_LEAST = 8 };

void *vector_grow(void *items, size_t *capacity, size_t wanted, size_t size)
{
    // Cannot overflow: no object takes more than half of the address space.
    size_t more = *capacity ? *capacity * 2 : CAPACITY_LEAST;
    if (more < wanted)
        more = wanted;
    void *grown = memory_try(items, more, size);
    if (!grown)
        return items;
    *capacity = more;
    return grown;
}
