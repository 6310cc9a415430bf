// SPDX-License-Identifier: GPL-3.0-or-later
// Chunks are reused rather than released, because touching memory for the first time is what takes time.
#include "tours/mitm/layer/arena.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// Chunks of at least this size are mapped, and unmapped when freed.
enum { MAPPED_BYTES = 1 << 21 };

// Huge pages: one page fault instead of five hundred.
enum { PAGE_BYTES = 1 << 21, CHUNK_BYTES = MITM_CHUNK_ORDINARY + (int)sizeof(struct mitm_chunk) };

// If chunks may go to files, they leave part of the limit to what cannot: sums, tables, lists of pairs. This is one part in
// KEPT_PART, but at least KEPT_LEAST bytes unless that is more than half.
enum { KEPT_PART = 8, KEPT_LEAST = 24 << 20 };

struct mitm_page {
    struct mitm_page *next;
    void *bytes;
    int used; // chunks in use
};

// A mapped file. This struct is not stored in the file itself, so that walking the list of files touches none of them.
struct mitm_file {
    struct mitm_file *next, **link;
    void *at;
    size_t bytes;
};

void mitm_arena_init(struct mitm_arena *arena, struct budget *budget, const char *directory)
{
    *arena = (struct mitm_arena){.budget = budget, .directory = directory};
    pthread_mutex_init(&arena->mutex, NULL);
}

// ---- Pages and the chunks cut from them ----

static void unmap_page(struct mitm_arena *arena, struct mitm_page *page)
{
    munmap(page->bytes, PAGE_BYTES);
    free(page);
    budget_give(arena->budget, PAGE_BYTES);
}

void mitm_arena_clear(struct mitm_arena *arena)
{
    while (arena->pages) {
        struct mitm_page *page = arena->pages;
        arena->pages = page->next;
        unmap_page(arena, page);
    }
    pthread_mutex_destroy(&arena->mutex);
}

// A huge page, aligned to its size. NULL when the system has no memory.
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

// Cuts a page into chunks. The caller holds the mutex.
static bool add_page(struct mitm_arena *arena)
{
    struct mitm_page *page = malloc(sizeof *page);
    if (!page)
        return false;
    *page = (struct mitm_page){.next = arena->pages, .bytes = map_page()};
    if (!page->bytes) {
        free(page);
        return false;
    }
    arena->pages = page;
    arena->idle_pages++;
    for (size_t at = 0; at < PAGE_BYTES; at += CHUNK_BYTES) {
        struct mitm_chunk *chunk = (void *)((unsigned char *)page->bytes + at);
        *chunk = (struct mitm_chunk){.next = arena->pool, .size = MITM_CHUNK_ORDINARY, .page = page};
        arena->pool = chunk;
    }
    return true;
}

// Releases the pages that have no chunk in use. The caller holds the mutex.
static void drop_idle_pages(struct mitm_arena *arena)
{
    struct mitm_chunk **chunk = &arena->pool;
    struct mitm_page **page = &arena->pages;
    while (*chunk)
        if ((*chunk)->page->used)
            chunk = &(*chunk)->next;
        else
            *chunk = (*chunk)->next;
    while (*page) {
        struct mitm_page *idle = *page;
        if (idle->used) {
            page = &idle->next;
        } else {
            *page = idle->next;
            unmap_page(arena, idle);
        }
    }
    arena->idle_pages = 0;
}

// ---- Room ----

// How much may be held in all, including this chunk; 0: as much as the budget allows.
static size_t most_for(const struct mitm_arena *arena, bool is_small)
{
    const struct budget *budget = arena->budget;
    if (!budget || !budget->bounds.memory || !budget->bounds.disk)
        return 0;
    size_t kept = budget->most / KEPT_PART;
    if (kept < KEPT_LEAST)
        kept = budget->most / 2 < KEPT_LEAST ? budget->most / 2 : KEPT_LEAST;
    size_t most = budget->most - kept;
    return is_small ? most : most - most / 4;
}

// Counts bytes as held. Releases idle pages before giving up.
static bool hold(struct mitm_arena *arena, size_t bytes, bool is_small)
{
    size_t most = most_for(arena, is_small);
    if (budget_hold(arena->budget, bytes, most))
        return true;
    pthread_mutex_lock(&arena->mutex);
    bool had_idle = arena->idle_pages > 0;
    if (had_idle)
        drop_idle_pages(arena);
    pthread_mutex_unlock(&arena->mutex);
    return had_idle && budget_hold(arena->budget, bytes, most);
}

static struct mitm_chunk *take_from_pool(struct mitm_arena *arena)
{
    struct mitm_chunk *chunk = arena->pool;
    if (!chunk)
        return NULL;
    arena->pool = chunk->next;
    arena->idle_pages -= !chunk->page->used++;
    return chunk;
}

// Called when the system has no memory although the budget allows it. If no files may be used, this ends the budget.
static void refuse(struct mitm_arena *arena)
{
    if (arena->budget && !arena->budget->bounds.disk)
        budget_finish(arena->budget, BUDGET_SYSTEM);
}

// NULL when no memory may be held for it, or the system has none.
static struct mitm_chunk *ordinary_chunk(struct mitm_arena *arena, bool is_small)
{
    pthread_mutex_lock(&arena->mutex);
    struct mitm_chunk *chunk = take_from_pool(arena);
    pthread_mutex_unlock(&arena->mutex);
    if (chunk || !hold(arena, PAGE_BYTES, is_small))
        return chunk;
    pthread_mutex_lock(&arena->mutex);
    bool added = add_page(arena);
    chunk = take_from_pool(arena);
    pthread_mutex_unlock(&arena->mutex);
    if (!added)
        budget_give(arena->budget, PAGE_BYTES);
    if (!chunk)
        refuse(arena);
    return chunk;
}

// NULL when no memory may be held for it, or the system has none.
static struct mitm_chunk *own_chunk(struct mitm_arena *arena, size_t size, bool is_small)
{
    size_t bytes = sizeof(struct mitm_chunk) + size;
    struct mitm_chunk *chunk;
    if (!hold(arena, bytes, is_small))
        return NULL;
    if (size >= MAPPED_BYTES) {
        chunk = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        chunk = chunk == MAP_FAILED ? NULL : chunk;
    } else {
        chunk = malloc(bytes);
    }
    if (chunk)
        *chunk = (struct mitm_chunk){.size = size};
    else
        budget_give(arena->budget, bytes);
    if (!chunk)
        refuse(arena);
    return chunk;
}

// ---- Files ----

// Maps a file at an address that is not aligned to huge pages. At an aligned address, reading a single byte would bring two
// megabytes into memory, and merging reads in hundreds of places.
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

// Maps a new file of that many bytes, which has no name and vanishes with the program. NULL, with errno set, when this fails.
static void *map_file(const char *directory, size_t bytes)
{
    char path[4096];
    errno = ENAMETOOLONG;
    if (snprintf(path, sizeof path, "%s/leaper-XXXXXX", directory) >= (int)sizeof path)
        return NULL;
    int fd = mkstemp(path);
    if (fd < 0)
        return NULL;
    unlink(path);
    void *at = MAP_FAILED;
    // Reserve the space now: otherwise a full disk would only be noticed later, by a signal.
    int failure = posix_fallocate(fd, 0, (off_t)bytes);
    if (!failure) {
        at = map_small(fd, bytes);
        failure = errno;
    }
    close(fd);
    errno = failure;
    return at == MAP_FAILED ? NULL : at;
}

static struct mitm_chunk *chunk_in_file(struct mitm_arena *arena, size_t size)
{
    size_t bytes = sizeof(struct mitm_chunk) + size;
    if (!budget_take_disk(arena->budget, bytes))
        return NULL;
    struct mitm_file *file = malloc(sizeof *file);
    struct mitm_chunk *chunk = file ? map_file(arena->directory, bytes) : NULL;
    if (!chunk) {
        enum budget_end end = !file || errno == ENOMEM ? BUDGET_SYSTEM : BUDGET_FILES;
        free(file);
        budget_give_disk(arena->budget, bytes);
        budget_finish(arena->budget, end);
        return NULL;
    }
    *chunk = (struct mitm_chunk){.size = size, .file = file};
    pthread_mutex_lock(&arena->mutex);
    *file = (struct mitm_file){arena->files, &arena->files, chunk, bytes};
    if (arena->files)
        arena->files->link = &file->next;
    arena->files = file;
    pthread_mutex_unlock(&arena->mutex);
    return chunk;
}

static void free_file(struct mitm_arena *arena, struct mitm_file *file)
{
    pthread_mutex_lock(&arena->mutex);
    *file->link = file->next;
    if (file->next)
        file->next->link = file->link;
    pthread_mutex_unlock(&arena->mutex);
    munmap(file->at, file->bytes);
    budget_give_disk(arena->budget, file->bytes);
    free(file);
}

void mitm_arena_trim(struct mitm_arena *arena)
{
    if (!arena->budget || !atomic_load(&arena->budget->disk) || !budget_is_window_full(arena->budget))
        return;
    pthread_mutex_lock(&arena->mutex);
    for (struct mitm_file *file = arena->files; file; file = file->next)
        madvise(file->at, file->bytes, MADV_DONTNEED);
    pthread_mutex_unlock(&arena->mutex);
}

// ---- Chunks ----

struct mitm_chunk *mitm_chunk_new(struct mitm_arena *arena, size_t size, bool brief)
{
    bool is_ordinary = size > MITM_CHUNK_ORDINARY / 2 && size <= MITM_CHUNK_ORDINARY,
         is_small = brief || size < MITM_CHUNK_ORDINARY;
    struct mitm_chunk *chunk =
        is_ordinary ? ordinary_chunk(arena, is_small) : own_chunk(arena, size, is_small);
    if (chunk)
        *chunk = (struct mitm_chunk){.size = is_ordinary ? MITM_CHUNK_ORDINARY : size, .page = chunk->page};
    else if (arena->budget && budget_lasts(arena->budget))
        chunk = chunk_in_file(arena, is_ordinary ? MITM_CHUNK_ORDINARY : size);
    return chunk;
}

static void free_one(struct mitm_arena *arena, struct mitm_chunk *chunk)
{
    size_t bytes = sizeof *chunk + chunk->size;
    if (chunk->file) {
        free_file(arena, chunk->file);
        return;
    }
    if (chunk->page) {
        pthread_mutex_lock(&arena->mutex);
        arena->idle_pages += !--chunk->page->used;
        chunk->next = arena->pool;
        arena->pool = chunk;
        pthread_mutex_unlock(&arena->mutex);
        return;
    }
    if (chunk->size >= MAPPED_BYTES)
        munmap(chunk, bytes);
    else
        free(chunk);
    budget_give(arena->budget, bytes);
}

void mitm_chunk_free(struct mitm_arena *arena, struct mitm_chunk *chunk)
{
    while (chunk) {
        struct mitm_chunk *next = chunk->next;
        free_one(arena, chunk);
        chunk = next;
    }
}

void mitm_chunk_release(const struct mitm_chunk *chunk)
{
    if (chunk->file)
        madvise(chunk->file->at, chunk->file->bytes, MADV_DONTNEED);
}
