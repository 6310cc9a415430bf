// SPDX-License-Identifier: GPL-3.0-or-later
// Memory for the states of a run of the meeting method: blocks in memory up to a bound, beyond it in temporary files.
#ifndef LEAPER_TOURS_MEET_MEMORY_H
#define LEAPER_TOURS_MEET_MEMORY_H

#include "tours/budget.h"

#include <stdalign.h>

#ifdef __cplusplus
extern "C" {
#endif

// What a block of a file, or one cut from a page, belongs to.
struct meet_file;
struct meet_page;

struct meet_block {
    alignas(16) struct meet_block *next;
    size_t size, used;      // bytes behind this header
    struct meet_file *file; // it lies in; NULL: in memory
    struct meet_page *page; // it is cut from; NULL: memory of its own
#ifndef __cplusplus         // which has no such members
    alignas(16) unsigned char bytes[];
#endif
};

// Sizes of blocks: they double from the first to the ordinary one, which is cut from large pages.
enum {
    MEET_BLOCK_FIRST = 1 << 14,
    MEET_BLOCK_ORDINARY = (1 << 18) - (int)sizeof(struct meet_block),
    MEET_BLOCK_IN_FILE = 1 << 21
};

// Shared by all threads of a run.
struct meet_memory {
    struct budget *budget; // NULL: no bounds, and no files
    const char *directory; // of the temporary files
    pthread_mutex_t mutex;
    struct meet_block *pool; // ordinary blocks that are not in use
    struct meet_page *pages; // what ordinary blocks are cut from
    size_t idle_pages;       // of which no block is in use
    struct meet_file *files;
};

// Both must outlive the memory.
void meet_memory_init(struct meet_memory *memory, struct budget *budget, const char *directory);
// All blocks must have been freed.
void meet_memory_clear(struct meet_memory *memory);

// An empty block with room for at least so many bytes. Where the budget has no room for it in memory, it lies in a temporary file
// that is written and read from front to back; blocks that are not `brief` leave a quarter of the bound to those that are, and
// all leave something to what cannot lie in files. NULL when there is room in neither: the budget has ended.
struct meet_block *meet_block_new(struct meet_memory *memory, size_t size, bool brief);
// Frees a list of blocks.
void meet_block_free(struct meet_memory *memory, struct meet_block *block);

// Lets go of the pages of a block in a file; they are read again where needed.
void meet_block_release(const struct meet_block *block);

// Lets go of the pages of all blocks in files, if more of them are resident than the budget allows. Any thread may call it at any
// time, also while others read and write the blocks.
void meet_memory_trim(struct meet_memory *memory);

#ifdef __cplusplus
}
#endif

#endif
