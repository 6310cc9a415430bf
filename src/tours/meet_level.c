// SPDX-License-Identifier: GPL-3.0-or-later
// Memory for groups of states: filled from front to back, freed or used again as a whole.
#include "tours/meet_level.h"

#include "base/memory.h"
#include "tours/matching.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct meet_block {
    struct meet_block *next;
    size_t size, used; // bytes behind this header
    _Alignas(16) unsigned char bytes[];
};

enum { BLOCK_FIRST = 1 << 14, BLOCK_LARGEST = 1 << 20 };

size_t meet_rank_size(int pairs)
{
    return matching_is_short(pairs)  ? sizeof(uint16_t)
           : matching_is_long(pairs) ? sizeof(uint64_t)
                                     : sizeof(uint32_t);
}

void meet_level_init(struct meet_level *level)
{
    *level = (struct meet_level){0};
}

static void free_blocks(struct meet_block *block)
{
    while (block) {
        struct meet_block *next = block->next;
        free(block);
        block = next;
    }
}

void meet_level_clear(struct meet_level *level)
{
    free_blocks(level->blocks);
    free_blocks(level->spare);
    free(level->groups);
    meet_level_init(level);
}

void meet_level_reset(struct meet_level *level)
{
    while (level->blocks) {
        struct meet_block *block = level->blocks;
        level->blocks = block->next;
        block->used = 0;
        block->next = level->spare;
        level->spare = block;
    }
    level->count = 0;
    level->states = 0;
    level->bytes = level->capacity * sizeof *level->groups;
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
        if (size < bytes)
            size = bytes;
        block = memory_resize(NULL, sizeof *block + size, 1);
        block->size = size;
    }
    block->next = level->blocks;
    block->used = bytes;
    level->blocks = block;
    level->bytes += sizeof *block + block->size;
    return block->bytes;
}

static void reserve_groups(struct meet_level *level, size_t count)
{
    if (count <= level->capacity)
        return;
    size_t capacity = level->capacity ? level->capacity * 2 : 64;
    while (capacity < count)
        capacity *= 2;
    level->groups = memory_resize(level->groups, capacity, sizeof *level->groups);
    level->bytes += (capacity - level->capacity) * sizeof *level->groups;
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
    level->bytes += tail->bytes - tail->capacity * sizeof *tail->groups;
    struct meet_block **end = &level->blocks;
    while (*end)
        end = &(*end)->next;
    *end = tail->blocks;
    tail->blocks = NULL;
    tail->bytes = 0;
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
