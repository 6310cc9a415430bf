// SPDX-License-Identifier: GPL-3.0-or-later
// Memory for the states of a run of the meeting method: blocks in memory up to a bound, beyond it in temporary files.
#ifndef LEAPER_TOURS_MEET_MEMORY_H
#define LEAPER_TOURS_MEET_MEMORY_H

#include "base/atomic.h"

#include <pthread.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct meet_block {
    alignas(16) struct meet_block *next;
    size_t size, used; // bytes behind this header
    bool in_file;
#ifndef __cplusplus // which has no such members
    alignas(16) unsigned char bytes[];
#endif
};

// Sizes of blocks: they double from the first to the ordinary one, which is cut from pages that are never given back.
enum {
    MEET_BLOCK_FIRST = 1 << 14,
    MEET_BLOCK_ORDINARY = (1 << 18) - (int)sizeof(struct meet_block),
    MEET_BLOCK_IN_FILE = 1 << 21
};

// Shared by all threads of a run.
struct meet_memory {
    size_t bound;          // bytes; 0: none
    const char *directory; // of the temporary files
    LEAPER_ATOMIC(size_t) held, peak, spilled;
    LEAPER_ATOMIC(bool) failed; // no file could be made; memory was taken beyond the bound
    pthread_mutex_t mutex;
    struct meet_block *pool; // ordinary blocks that are not in use
    struct meet_page *pages; // what ordinary blocks are cut from
};

void meet_memory_init(struct meet_memory *memory, size_t bound, const char *directory);
// All blocks must have been freed.
void meet_memory_clear(struct meet_memory *memory);

// An empty block with room for at least so many bytes. When more than `bound` bytes would be held, it lies in a temporary file that is written and
// read from front to back; blocks that are not `brief` leave a quarter of the bound to those that are. Aborts when memory is gone.
struct meet_block *meet_block_new(struct meet_memory *memory, size_t size, bool brief);
// Frees a list of blocks.
void meet_block_free(struct meet_memory *memory, struct meet_block *block);

// Lets go of the pages of a block in a file; they are read again where needed.
void meet_block_release(const struct meet_block *block);

#ifdef __cplusplus
}
#endif

#endif
