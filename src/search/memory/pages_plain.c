// SPDX-License-Identifier: GPL-3.0-or-later
// Large blocks of memory where there are no pages to choose: in a browser.
#include "search/memory/pages.h"

#include <stdlib.h>
#include <string.h>

void *pages_new(size_t size)
{
    return calloc(1, size);
}

void pages_zero(void *block, size_t size)
{
    memset(block, 0, size);
}

void pages_free(void *block, size_t size)
{
    (void)size;
    free(block);
}
