// SPDX-License-Identifier: GPL-3.0-or-later
// Memory for groups of states: filled from front to back, freed or used again as a whole.
#include "tours/mitm/layer/layer.h"

#include <assert.h>
#include <string.h>

void meet_level_init(struct meet_level *level, struct meet_memory *memory)
{
    *level = (struct meet_level){.memory = memory};
}

void meet_level_clear(struct meet_level *level)
{
    meet_block_free(level->memory, level->blocks);
    meet_block_free(level->memory, level->index);
    bool is_brief = level->is_brief;
    meet_level_init(level, level->memory);
    level->is_brief = is_brief;
}

void meet_level_reset(struct meet_level *level)
{
    meet_block_free(level->memory, level->blocks);
    level->blocks = NULL;
    level->count = 0;
    level->states = 0;
}

// Copies groups, in pieces: both lists may lie in files, of which not too much may be in memory.
static void copy_groups(const struct meet_level *level, struct meet_group *to, const struct meet_group *from,
                        size_t count)
{
    enum { PIECE = 1 << 16 };
    for (size_t at = 0; at < count; at += PIECE) {
        memcpy(to + at, from + at, (count - at < PIECE ? count - at : PIECE) * sizeof *to);
        if (count > PIECE)
            meet_memory_trim(level->memory);
    }
}

void *meet_level_room(struct meet_level *level, size_t bytes)
{
    struct meet_block *block = level->blocks;
    if (block && block->size - block->used >= bytes)
        return block->bytes + block->used;
    size_t size = !block                                      ? MEET_BLOCK_FIRST
                  : block->size * 2 < MEET_BLOCK_ORDINARY / 2 ? block->size * 2
                                                              : MEET_BLOCK_ORDINARY;
    if (block && block->file && !level->is_brief)
        size = MEET_BLOCK_IN_FILE;
    // What is full is not read before the next step.
    if (block)
        meet_block_release(block);
    block = meet_block_new(level->memory, size < bytes ? bytes : size, level->is_brief);
    if (!block)
        return NULL;
    block->next = level->blocks;
    if (!level->blocks)
        level->last = block;
    level->blocks = block;
    return block->bytes;
}

bool meet_level_reserve(struct meet_level *level, size_t count)
{
    if (count <= level->capacity)
        return true;
    struct meet_block *index = meet_block_new(level->memory, count * sizeof *level->groups, level->is_brief);
    if (!index)
        return false;
    if (level->count)
        copy_groups(level, (void *)index->bytes, level->groups, level->count);
    meet_block_free(level->memory, level->index);
    level->index = index;
    level->groups = (void *)index->bytes;
    level->capacity = count;
    return true;
}

void meet_level_add(struct meet_level *level, uint64_t signature, size_t states, uint32_t bound)
{
    struct meet_block *block = level->blocks;
    size_t bytes = meet_group_bytes(signature, states, bound);
    if (level->count == level->capacity &&
        !meet_level_reserve(level, level->capacity ? 2 * level->capacity : 64))
        return;
    level->groups[level->count++] =
        (struct meet_group){signature, block->bytes + block->used, (uint32_t)states, bound};
    block->used += (bytes + 7) & ~(size_t)7;
    // The room was at least as large, but not always a multiple of eight.
    if (block->used > block->size)
        block->used = block->size;
    level->states += states;
}

void meet_level_place(struct meet_level *level, size_t at, const struct meet_level *part)
{
    assert(at + part->count <= level->capacity);
    if (part->count) // of nothing there is no array
        copy_groups(level, level->groups + at, part->groups, part->count);
}

void meet_level_adopt(struct meet_level *level, struct meet_level *part)
{
    assert(!level->count || !part->count ||
           level->groups[level->count - 1].signature < part->groups[0].signature);
    level->count += part->count;
    level->states += part->states;
    // Not block by block: that would read a page of each file.
    if (part->blocks) {
        part->last->next = level->blocks;
        if (!level->blocks)
            level->last = part->last;
        level->blocks = part->blocks;
        part->blocks = NULL;
    }
    meet_level_clear(part);
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
