// SPDX-License-Identifier: GPL-3.0-or-later
// Allocation for parts of the program that cannot continue without memory: ends the program when it runs out.
// In a separate file, so that the shared library, which does not use it, cannot abort.
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static _Noreturn void give_up(void)
{
    static const char message[] = "leaper: out of memory\n";
    // Nothing can be done if even this fails.
    ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);
    (void)written;
    abort();
}

void memory_exhausted(void)
{
    memory_ask(0);
    give_up();
}

void *memory_resize(void *block, size_t count, size_t size)
{
    void *resized = memory_try(block, count, size);
    if (!resized)
        give_up();
    return resized;
}

char *memory_copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(memory_resize(NULL, size, 1), text, size);
}
