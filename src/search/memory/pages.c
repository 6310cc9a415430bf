// SPDX-License-Identifier: GPL-3.0-or-later
// Maps memory that is aligned to huge pages and asks the kernel to use them.
#include "search/memory/pages.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

// The leak sanitizer does not look for pointers in memory that was mapped like this, unless it is told to.
#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define HAS_LEAK_SANITIZER 1
#endif
#elif defined __SANITIZE_ADDRESS__
#define HAS_LEAK_SANITIZER 1
#endif
#ifdef HAS_LEAK_SANITIZER
#include <sanitizer/lsan_interface.h>
#define SHOW_SANITIZER      __lsan_register_root_region
#define HIDE_FROM_SANITIZER __lsan_unregister_root_region
#else
#define SHOW_SANITIZER(block, size)      ((void)0)
#define HIDE_FROM_SANITIZER(block, size) ((void)0)
#endif

enum { HUGE_PAGE = 2 << 20 };

static size_t round_up(size_t size)
{
    return (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
}

void *pages_new(size_t size)
{
    size_t rounded = round_up(size);
    if (rounded < size)
        return NULL;
    char *mapped =
        mmap(NULL, rounded + HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED)
        return NULL;
    // Unmap what lies before and after the aligned part.
    size_t before = (HUGE_PAGE - (uintptr_t)mapped % HUGE_PAGE) % HUGE_PAGE;
    char *block = mapped + before;
    if (before)
        munmap(mapped, before);
    munmap(block + rounded, HUGE_PAGE - before);
#ifdef MADV_HUGEPAGE
    madvise(block, rounded, MADV_HUGEPAGE);
#endif
    SHOW_SANITIZER(block, rounded);
    return block;
}

void pages_zero(void *block, size_t size)
{
#ifdef __linux__
    // Only Linux guarantees that the memory is zero afterwards.
    if (size > PAGES_WRITTEN_MAX && madvise(block, round_up(size), MADV_DONTNEED) == 0)
        return;
#endif
    memset(block, 0, size);
}

void pages_free(void *block, size_t size)
{
    if (!block)
        return;
    HIDE_FROM_SANITIZER(block, round_up(size));
    munmap(block, round_up(size));
}
