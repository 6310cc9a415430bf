// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks: used again rather than given back, because the first touch of memory is what takes time.
#include "tours/mitm/layer/arena.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// Blocks of so many bytes come from the system and go back to it.
enum { MAPPED_BYTES = 1 << 21 };

// Pages as large as the processor has them: one fault in place of five hundred.
enum { PAGE_BYTES = 1 << 21, BLOCK_BYTES = MEET_BLOCK_ORDINARY + (int)sizeof(struct meet_block) };

// Where blocks may go to files, they leave so much of the bound to what cannot: sums, tables, lists of pairs. One part in
// KEPT_PART, but at least KEPT_LEAST bytes if that is no more than half.
enum { KEPT_PART = 8, KEPT_LEAST = 24 << 20 };

struct meet_page {
    struct meet_page *next;
    void *bytes;
    int used; // blocks
};

// A file that is mapped. Beside it, not in it: going through all files must not touch them.
struct meet_file {
    struct meet_file *next, **link;
    void *at;
    size_t bytes;
};

void meet_memory_init(struct meet_memory *memory, struct budget *budget, const char *directory)
{
    *memory = (struct meet_memory){.budget = budget, .directory = directory};
    pthread_mutex_init(&memory->mutex, NULL);
}

// ---- Pages and the blocks cut from them ----

static void unmap_page(struct meet_memory *memory, struct meet_page *page)
{
    munmap(page->bytes, PAGE_BYTES);
    free(page);
    budget_give(memory->budget, PAGE_BYTES);
}

void meet_memory_clear(struct meet_memory *memory)
{
    while (memory->pages) {
        struct meet_page *page = memory->pages;
        memory->pages = page->next;
        unmap_page(memory, page);
    }
    pthread_mutex_destroy(&memory->mutex);
}

// Address space at a multiple of its size; NULL when the system has none.
static void *map_page(void)
{
    unsigned char *at =
        mmap(NULL, 2 * (size_t)PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED)
        return NULL;
    size_t before = -(uintptr_t)at & (PAGE_BYTES - 1);
    if (before)
        munmap(at, before);
    munmap(at + before + PAGE_BYTES, PAGE_BYTES - before);
    madvise(at + before, PAGE_BYTES, MADV_HUGEPAGE);
    return at + before;
}

// Cuts a page into blocks. The mutex is held.
static bool add_page(struct meet_memory *memory)
{
    struct meet_page *page = malloc(sizeof *page);
    if (!page)
        return false;
    *page = (struct meet_page){.next = memory->pages, .bytes = map_page()};
    if (!page->bytes) {
        free(page);
        return false;
    }
    memory->pages = page;
    memory->idle_pages++;
    for (size_t at = 0; at < PAGE_BYTES; at += BLOCK_BYTES) {
        struct meet_block *block = (void *)((unsigned char *)page->bytes + at);
        *block = (struct meet_block){.next = memory->pool, .size = MEET_BLOCK_ORDINARY, .page = page};
        memory->pool = block;
    }
    return true;
}

// Gives the pages back of which no block is in use. The mutex is held.
static void drop_idle_pages(struct meet_memory *memory)
{
    struct meet_block **block = &memory->pool;
    struct meet_page **page = &memory->pages;
    while (*block)
        if ((*block)->page->used)
            block = &(*block)->next;
        else
            *block = (*block)->next;
    while (*page) {
        struct meet_page *idle = *page;
        if (idle->used) {
            page = &idle->next;
        } else {
            *page = idle->next;
            unmap_page(memory, idle);
        }
    }
    memory->idle_pages = 0;
}

// ---- Room ----

// What may be held once blocks have what they ask for; 0: all that the budget allows.
static size_t most_for(const struct meet_memory *memory, bool is_small)
{
    const struct budget *budget = memory->budget;
    if (!budget || !budget->bounds.memory || !budget->bounds.disk)
        return 0;
    size_t kept = budget->most / KEPT_PART;
    if (kept < KEPT_LEAST)
        kept = budget->most / 2 < KEPT_LEAST ? budget->most / 2 : KEPT_LEAST;
    size_t most = budget->most - kept;
    return is_small ? most : most - most / 4;
}

// Counts bytes as held. What lies idle is given back before that is refused.
static bool hold(struct meet_memory *memory, size_t bytes, bool is_small)
{
    size_t most = most_for(memory, is_small);
    if (budget_hold(memory->budget, bytes, most))
        return true;
    pthread_mutex_lock(&memory->mutex);
    bool had_idle = memory->idle_pages > 0;
    if (had_idle)
        drop_idle_pages(memory);
    pthread_mutex_unlock(&memory->mutex);
    return had_idle && budget_hold(memory->budget, bytes, most);
}

static struct meet_block *take_from_pool(struct meet_memory *memory)
{
    struct meet_block *block = memory->pool;
    if (!block)
        return NULL;
    memory->pool = block->next;
    memory->idle_pages -= !block->page->used++;
    return block;
}

// NULL when no memory may be held for it.
static struct meet_block *ordinary_block(struct meet_memory *memory, bool is_small)
{
    pthread_mutex_lock(&memory->mutex);
    struct meet_block *block = take_from_pool(memory);
    pthread_mutex_unlock(&memory->mutex);
    if (block || !hold(memory, PAGE_BYTES, is_small))
        return block;
    pthread_mutex_lock(&memory->mutex);
    bool added = add_page(memory);
    block = take_from_pool(memory);
    pthread_mutex_unlock(&memory->mutex);
    if (!added)
        budget_give(memory->budget, PAGE_BYTES);
    return block;
}

// NULL when no memory may be held for it, or the system has none.
static struct meet_block *own_block(struct meet_memory *memory, size_t size, bool is_small)
{
    size_t bytes = sizeof(struct meet_block) + size;
    struct meet_block *block;
    if (!hold(memory, bytes, is_small))
        return NULL;
    if (size >= MAPPED_BYTES) {
        block = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        block = block == MAP_FAILED ? NULL : block;
    } else {
        block = malloc(bytes);
    }
    if (block)
        *block = (struct meet_block){.size = size};
    else
        budget_give(memory->budget, bytes);
    return block;
}

// ---- Files ----

// Maps a file in small pages: one at an address that is a multiple of the large ones is brought into memory by two megabytes for each
// byte that is read, and merging reads in hundreds of places.
static void *map_small(int fd, size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), room = (bytes + page - 1) / page * page;
    unsigned char *space = mmap(NULL, room + PAGE_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (space == MAP_FAILED)
        return MAP_FAILED;
    size_t before = ((uintptr_t)space & (PAGE_BYTES - 1)) == 0 ? page : 0;
    if (before)
        munmap(space, before);
    munmap(space + before + room, PAGE_BYTES - before);
    void *at = mmap(space + before, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0);
    if (at == MAP_FAILED)
        munmap(space + before, room);
    return at;
}

// Maps a new file of so many bytes, which is gone when the program is. NULL when there is no room on the disk.
static void *map_file(const char *directory, size_t bytes)
{
    char path[4096];
    if (snprintf(path, sizeof path, "%s/leaper-XXXXXX", directory) >= (int)sizeof path)
        return NULL;
    int fd = mkstemp(path);
    if (fd < 0)
        return NULL;
    unlink(path);
    void *at = MAP_FAILED;
    // Room is reserved at once: a full disk must not show later, as a signal.
    if (!posix_fallocate(fd, 0, (off_t)bytes))
        at = map_small(fd, bytes);
    close(fd);
    return at == MAP_FAILED ? NULL : at;
}

static struct meet_block *block_in_file(struct meet_memory *memory, size_t size)
{
    size_t bytes = sizeof(struct meet_block) + size;
    if (!budget_take_disk(memory->budget, bytes))
        return NULL;
    struct meet_file *file = malloc(sizeof *file);
    struct meet_block *block = file ? map_file(memory->directory, bytes) : NULL;
    if (!block) {
        free(file);
        budget_give_disk(memory->budget, bytes);
        budget_finish(memory->budget, BUDGET_FILES);
        return NULL;
    }
    *block = (struct meet_block){.size = size, .file = file};
    pthread_mutex_lock(&memory->mutex);
    *file = (struct meet_file){memory->files, &memory->files, block, bytes};
    if (memory->files)
        memory->files->link = &file->next;
    memory->files = file;
    pthread_mutex_unlock(&memory->mutex);
    return block;
}

static void free_file(struct meet_memory *memory, struct meet_file *file)
{
    pthread_mutex_lock(&memory->mutex);
    *file->link = file->next;
    if (file->next)
        file->next->link = file->link;
    pthread_mutex_unlock(&memory->mutex);
    munmap(file->at, file->bytes);
    budget_give_disk(memory->budget, file->bytes);
    free(file);
}

void meet_memory_trim(struct meet_memory *memory)
{
    if (!memory->budget || !atomic_load(&memory->budget->disk) || !budget_is_window_full(memory->budget))
        return;
    pthread_mutex_lock(&memory->mutex);
    for (struct meet_file *file = memory->files; file; file = file->next)
        madvise(file->at, file->bytes, MADV_DONTNEED);
    pthread_mutex_unlock(&memory->mutex);
}

// ---- Blocks ----

struct meet_block *meet_block_new(struct meet_memory *memory, size_t size, bool brief)
{
    bool is_ordinary = size > MEET_BLOCK_ORDINARY / 2 && size <= MEET_BLOCK_ORDINARY,
         is_small = brief || size < MEET_BLOCK_ORDINARY;
    struct meet_block *block =
        is_ordinary ? ordinary_block(memory, is_small) : own_block(memory, size, is_small);
    if (block)
        *block = (struct meet_block){.size = is_ordinary ? MEET_BLOCK_ORDINARY : size, .page = block->page};
    else if (memory->budget && budget_lasts(memory->budget))
        block = block_in_file(memory, is_ordinary ? MEET_BLOCK_ORDINARY : size);
    return block;
}

static void free_one(struct meet_memory *memory, struct meet_block *block)
{
    size_t bytes = sizeof *block + block->size;
    if (block->file) {
        free_file(memory, block->file);
        return;
    }
    if (block->page) {
        pthread_mutex_lock(&memory->mutex);
        memory->idle_pages += !--block->page->used;
        block->next = memory->pool;
        memory->pool = block;
        pthread_mutex_unlock(&memory->mutex);
        return;
    }
    if (block->size >= MAPPED_BYTES)
        munmap(block, bytes);
    else
        free(block);
    budget_give(memory->budget, bytes);
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
    if (block->file)
        madvise(block->file->at, block->file->bytes, MADV_DONTNEED);
}
