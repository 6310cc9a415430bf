// SPDX-License-Identifier: GPL-3.0-or-later
// Memory for groups of states: filled from front to back, freed or used again as a whole.
#include "tours/meet_level.h"

#include "base/memory.h"
#include "tours/matching.h"

#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct meet_block {
    struct meet_block *next;
    size_t size, used; // bytes behind this header
    bool in_file;
    _Alignas(16) unsigned char bytes[];
};

enum { BLOCK_FIRST = 1 << 14, BLOCK_LARGEST = 1 << 18, BLOCK_IN_FILE = 1 << 21 };

size_t meet_rank_size(int pairs)
{
    return matching_is_short(pairs)  ? sizeof(uint16_t)
           : matching_is_long(pairs) ? sizeof(uint64_t)
                                     : sizeof(uint32_t);
}

void meet_memory_init(struct meet_memory *memory, size_t bound, const char *directory)
{
    memory->bound = bound;
    memory->directory = directory;
    atomic_init(&memory->held, 0);
    atomic_init(&memory->peak, 0);
    atomic_init(&memory->spilled, 0);
    atomic_init(&memory->failed, false);
}

static void hold(struct meet_memory *memory, size_t bytes)
{
    size_t held = atomic_fetch_add(&memory->held, bytes) + bytes, peak = atomic_load(&memory->peak);
    while (held > peak && !atomic_compare_exchange_weak(&memory->peak, &peak, held))
        continue;
}

void meet_level_init(struct meet_level *level, struct meet_memory *memory)
{
    *level = (struct meet_level){.memory = memory};
}

static void free_block(struct meet_memory *memory, struct meet_block *block)
{
    size_t bytes = sizeof *block + block->size;
    if (block->in_file) {
        munmap(block, bytes);
    } else {
        atomic_fetch_sub(&memory->held, bytes);
        free(block);
    }
}

static void free_blocks(struct meet_memory *memory, struct meet_block *block)
{
    while (block) {
        struct meet_block *next = block->next;
        free_block(memory, block);
        block = next;
    }
}

void meet_level_clear(struct meet_level *level)
{
    free_blocks(level->memory, level->blocks);
    free_blocks(level->memory, level->spare);
    free_blocks(level->memory, level->index);
    bool is_brief = level->is_brief;
    meet_level_init(level, level->memory);
    level->is_brief = is_brief;
}

void meet_level_reset(struct meet_level *level)
{
    while (level->blocks) {
        struct meet_block *block = level->blocks;
        level->blocks = block->next;
        if (block->in_file) {
            free_block(level->memory, block);
            continue;
        }
        block->used = 0;
        block->next = level->spare;
        level->spare = block;
    }
    level->count = 0;
    level->states = 0;
}

void meet_level_release(const struct meet_level *level)
{
    for (struct meet_block *block = level->blocks; block; block = block->next)
        if (block->in_file) {
            size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = sizeof *block + block->size;
            // The first page has the header, which is read by the next call.
            madvise((char *)block + page, bytes - page, MADV_DONTNEED);
        }
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
    void *block = MAP_FAILED;
    // Room is reserved at once: a full disk must not show later, as a signal.
    if (!posix_fallocate(fd, 0, (off_t)bytes))
        block = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (block == MAP_FAILED)
        return NULL;
    atomic_fetch_add(&memory->spilled, bytes);
    return block;
}

static struct meet_block *new_block(const struct meet_level *level, size_t size)
{
    struct meet_memory *memory = level->memory;
    struct meet_block *block = NULL;
    bool is_small = level->is_brief || size < BLOCK_LARGEST;
    size_t bound = is_small ? memory->bound : memory->bound - memory->bound / 4;
    if (bound && atomic_load(&memory->held) + size > bound) {
        block = block_in_file(memory, size);
        if (block) {
            block->size = size;
            block->in_file = true;
            return block;
        }
        atomic_store(&memory->failed, true);
    }
    hold(memory, sizeof *block + size);
    block = memory_resize(NULL, sizeof *block + size, 1);
    block->size = size;
    block->in_file = false;
    return block;
}

// Room for some bytes, aligned for any count.
static void *take(struct meet_level *level, size_t bytes)
{
    bytes = (bytes + 7) & ~(size_t)7;
    struct meet_block *block = level->blocks;
    if (block && block->size - block->used >= bytes) {
        void *room = block->bytes + block->used;
        block->used += bytes;
        return room;
    }
    if (level->spare && level->spare->size >= bytes) {
        block = level->spare;
        level->spare = block->next;
    } else {
        size_t size = !block                            ? BLOCK_FIRST
                      : block->size * 2 < BLOCK_LARGEST ? block->size * 2
                                                        : BLOCK_LARGEST;
        if (block && block->in_file && !level->is_brief)
            size = BLOCK_IN_FILE;
        if (size < bytes)
            size = bytes;
        block = new_block(level, size);
    }
    block->next = level->blocks;
    block->used = bytes;
    level->blocks = block;
    return block->bytes;
}

static void reserve_groups(struct meet_level *level, size_t count)
{
    if (count <= level->capacity)
        return;
    size_t capacity = level->capacity ? level->capacity * 2 : 64;
    while (capacity < count)
        capacity *= 2;
    struct meet_block *index = new_block(level, capacity * sizeof *level->groups);
    if (level->count)
        memcpy(index->bytes, level->groups, level->count * sizeof *level->groups);
    free_blocks(level->memory, level->index);
    index->next = NULL;
    level->index = index;
    level->groups = (void *)index->bytes;
    level->capacity = capacity;
}

void meet_level_add(struct meet_level *level, uint64_t signature, uint64_t states, const void *ranks,
                    const void *counts, enum meet_mode mode)
{
    size_t rank_bytes = states * meet_rank_size(meet_pairs(signature)),
           count_bytes = states * meet_count_size(mode);
    reserve_groups(level, level->count + 1);
    // Ranks of 64 bits behind counts of 32 bits would not be aligned.
    size_t ranks_at =
        meet_rank_size(meet_pairs(signature)) == 8 ? (count_bytes + 7) & ~(size_t)7 : count_bytes;
    unsigned char *room = take(level, ranks_at + rank_bytes);
    memcpy(room, counts, count_bytes);
    memcpy(room + ranks_at, ranks, rank_bytes);
    level->groups[level->count++] = (struct meet_group){signature, states, room + ranks_at, room};
    level->states += states;
}

void meet_level_append(struct meet_level *level, struct meet_level *tail)
{
    assert(!level->count || !tail->count ||
           level->groups[level->count - 1].signature < tail->groups[0].signature);
    reserve_groups(level, level->count + tail->count);
    memcpy(level->groups + level->count, tail->groups, tail->count * sizeof *tail->groups);
    level->count += tail->count;
    level->states += tail->states;
    struct meet_block **end = &level->blocks;
    while (*end)
        end = &(*end)->next;
    *end = tail->blocks;
    tail->blocks = NULL;
    meet_level_clear(tail);
}

size_t meet_find(const struct meet_group *groups, size_t count, uint64_t signature)
{
    size_t low = 0;
    while (count > 0) {
        size_t half = count / 2;
        if (groups[low + half].signature < signature) {
            low += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return low;
}
