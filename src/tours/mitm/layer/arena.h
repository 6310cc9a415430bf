// SPDX-License-Identifier: GPL-3.0-or-later
// An arena for the states of one run: its chunks are in memory up to a limit, and in temporary files beyond it.
#ifndef LEAPER_TOURS_MITM_LAYER_ARENA_H
#define LEAPER_TOURS_MITM_LAYER_ARENA_H

#include "tours/budget.h"

#include <stdalign.h>

// What chunks in files belong to, and chunks cut from pages.
struct mitm_file;
struct mitm_page;

struct mitm_chunk {
    alignas(16) struct mitm_chunk *next;
    size_t size, used;      // bytes after this header
    struct mitm_file *file; // the file that contains it; NULL: it is in memory
    struct mitm_page *page; // the page that it is cut from; NULL: it has memory of its own
    alignas(16) unsigned char bytes[];
};

// Sizes of chunks. They double from the first size to the ordinary one; ordinary chunks are cut from huge pages.
enum {
    MITM_CHUNK_FIRST = 1 << 14,
    MITM_CHUNK_ORDINARY = (1 << 18) - (int)sizeof(struct mitm_chunk),
    MITM_CHUNK_IN_FILE = 1 << 21
};

// Shared by all threads of a run.
struct mitm_arena {
    struct budget *budget; // NULL: no bounds and no files
    const char *directory; // for temporary files
    pthread_mutex_t mutex;
    struct mitm_chunk *pool; // ordinary chunks that are not in use
    struct mitm_page *pages; // which ordinary chunks are cut from
    size_t idle_pages;       // pages with no chunk in use
    struct mitm_file *files;
};

// `budget` and `directory` must outlive the arena.
void mitm_arena_init(struct mitm_arena *arena, struct budget *budget, const char *directory);
// All chunks must have been freed.
void mitm_arena_clear(struct mitm_arena *arena);

// An empty chunk with room for at least `size` bytes. If the budget has no room for it in memory, it is in a temporary file, which
// should be written and read from front to back. Chunks that are not `brief` leave a quarter of the limit to those that are, and
// all leave something for what cannot go to files. NULL when there is no room anywhere or a system call fails; then the budget has
// ended.
struct mitm_chunk *mitm_chunk_new(struct mitm_arena *arena, size_t size, bool brief);
// Frees a list of chunks.
void mitm_chunk_free(struct mitm_arena *arena, struct mitm_chunk *chunk);

// Evicts the pages of a chunk in a file; they are read again when needed.
void mitm_chunk_release(const struct mitm_chunk *chunk);

// Evicts the pages of all chunks in files if more of them are resident than the budget allows. Any thread may call this at
// any time, even while others read and write the chunks.
void mitm_arena_trim(struct mitm_arena *arena);

#endif
