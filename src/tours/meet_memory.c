// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks: used again rather than given back, because the first touch of memory is what takes time.
#include "tours/meet_memory.h"

#include "base/memory.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// Blocks of so many bytes come from the system and go back to it.
enum { MAPPED_BYTES = 1 << 21 };

// Pages as large as the processor has them: one fault in place of five hundred.
enum { PAGE_BYTES = 1 << 21, BLOCK_BYTES = MEET_BLOCK_ORDINARY + (int)sizeof(struct meet_block) };

struct meet_page {
    struct meet_page *next;
    void *bytes;
};

void meet_memory_init(struct meet_memory *memory, size_t bound, const char *directory)
{
    *memory = (struct meet_memory){.bound = bound, .directory = directory};
    atomic_init(&memory->held, 0);
    atomic_init(&memory->peak, 0);
    atomic_init(&memory->spilled, 0);
    atomic_init(&memory->failed, false);
    pthread_mutex_init(&memory->mutex, NULL);
}

void meet_memory_clear(struct meet_memory *memory)
{
    while (memory->pages) {
        struct meet_page *page = memory->pages;
        memory->pages = page->next;
        free(page->bytes);
        free(page);
    }
    pthread_mutex_destroy(&memory->mutex);
}

// Counts so many bytes as held, if that stays within `bound` (0: none).
static bool hold(struct meet_memory *memory, size_t bytes, size_t bound)
{
    size_t held = atomic_fetch_add(&memory->held, bytes) + bytes, peak = atomic_load(&memory->peak);
    if (bound && held > bound) {
        atomic_fetch_sub(&memory->held, bytes);
        return false;
    }
    while (held > peak && !atomic_compare_exchange_weak(&memory->peak, &peak, held))
        continue;
    return true;
}

// Cuts a page into blocks. The mutex is held.
static void add_page(struct meet_memory *memory)
{
    struct meet_page *page = memory_resize(NULL, 1, sizeof *page);
    page->bytes = memory_aligned(PAGE_BYTES, PAGE_BYTES);
    madvise(page->bytes, PAGE_BYTES, MADV_HUGEPAGE);
    page->next = memory->pages;
    memory->pages = page;
    for (size_t at = 0; at < PAGE_BYTES; at += BLOCK_BYTES) {
        struct meet_block *block = (void *)((unsigned char *)page->bytes + at);
        *block = (struct meet_block){.next = memory->pool, .size = MEET_BLOCK_ORDINARY};
        memory->pool = block;
    }
}

static struct meet_block *take_ordinary(struct meet_memory *memory)
{
    pthread_mutex_lock(&memory->mutex);
    if (!memory->pool)
        add_page(memory);
    struct meet_block *block = memory->pool;
    memory->pool = block->next;
    pthread_mutex_unlock(&memory->mutex);
    return block;
}

// A block in a file that is gone when the program is. NULL when there is no room on the disk.
static struct meet_block *block_in_file(struct meet_memory *memory, size_t size)
{
    char path[4096];
    size_t bytes = sizeof(struct meet_block) + size;
    if (snprintf(path, sizeof path, "%s/leaper-XXXXXX", memory->directory) >= (int)sizeof path)
        return NULL;
    int fd = mkstemp(path);
    if (fd < 0)
        return NULL;
    unlink(path);
    struct meet_block *block = MAP_FAILED;
    // Room is reserved at once: a full disk must not show later, as a signal.
    if (!posix_fallocate(fd, 0, (off_t)bytes))
        block = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (block == MAP_FAILED)
        return NULL;
    *block = (struct meet_block){.size = size, .in_file = true};
    atomic_fetch_add(&memory->spilled, bytes);
    return block;
}

struct meet_block *meet_block_new(struct meet_memory *memory, size_t size, bool brief)
{
    bool is_ordinary = size > MEET_BLOCK_ORDINARY / 2 && size <= MEET_BLOCK_ORDINARY,
         is_small = brief || size < MEET_BLOCK_ORDINARY;
    if (is_ordinary)
        size = MEET_BLOCK_ORDINARY;
    size_t bytes = sizeof(struct meet_block) + size;
    if (!hold(memory, bytes, is_small ? memory->bound : memory->bound - memory->bound / 4)) {
        struct meet_block *block = block_in_file(memory, size);
        if (block)
            return block;
        atomic_store(&memory->failed, true);
        hold(memory, bytes, 0);
    }
    struct meet_block *block = is_ordinary            ? take_ordinary(memory)
                               : size >= MAPPED_BYTES ? memory_map(bytes)
                                                      : memory_resize(NULL, bytes, 1);
    *block = (struct meet_block){.size = size};
    return block;
}

static void free_one(struct meet_memory *memory, struct meet_block *block)
{
    size_t bytes = sizeof *block + block->size;
    if (!block->in_file)
        atomic_fetch_sub(&memory->held, bytes);
    if (block->in_file || block->size >= MAPPED_BYTES) {
        munmap(block, bytes);
        return;
    }
    if (block->size != MEET_BLOCK_ORDINARY) {
        free(block);
        return;
    }
    pthread_mutex_lock(&memory->mutex);
    block->next = memory->pool;
    memory->pool = block;
    pthread_mutex_unlock(&memory->mutex);
}

void meet_block_free(struct meet_memory *memory, struct meet_block *block)
{
    while (block) {
        struct meet_block *next = block->next;
        free_one(memory, block);
        block = next;
    }
}

void meet_block_release(const struct meet_block *block)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = sizeof *block + block->size;
    // The first page has the header, which is read by the next call.
    if (block->in_file)
        madvise((char *)block + page, bytes - page, MADV_DONTNEED);
}
