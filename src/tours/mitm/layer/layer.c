// SPDX-License-Identifier: GPL-3.0-or-later
// Layers are filled from front to back, and freed or reused as a whole.
#include "tours/mitm/layer/layer.h"

#include <assert.h>
#include <string.h>

void mitm_layer_init(struct mitm_layer *layer, struct mitm_arena *arena)
{
    *layer = (struct mitm_layer){.arena = arena};
}

void mitm_layer_clear(struct mitm_layer *layer)
{
    mitm_chunk_free(layer->arena, layer->chunks);
    mitm_chunk_free(layer->arena, layer->index);
    bool is_brief = layer->is_brief;
    mitm_layer_init(layer, layer->arena);
    layer->is_brief = is_brief;
}

void mitm_layer_reset(struct mitm_layer *layer)
{
    mitm_chunk_free(layer->arena, layer->chunks);
    layer->chunks = NULL;
    layer->count = 0;
    layer->states = 0;
}

// Copies groups piece by piece: both arrays may be in files, of which only a little may be resident.
static void copy_groups(const struct mitm_layer *layer, struct mitm_group *to, const struct mitm_group *from,
                        size_t count)
{
    enum { PIECE = 1 << 16 };
    for (size_t at = 0; at < count; at += PIECE) {
        memcpy(to + at, from + at, (count - at < PIECE ? count - at : PIECE) * sizeof *to);
        if (count > PIECE)
            mitm_arena_trim(layer->arena);
    }
}

void *mitm_layer_room(struct mitm_layer *layer, size_t bytes)
{
    struct mitm_chunk *chunk = layer->chunks;
    if (chunk && chunk->size - chunk->used >= bytes)
        return chunk->bytes + chunk->used;
    size_t size = !chunk                                      ? MITM_CHUNK_FIRST
                  : chunk->size * 2 < MITM_CHUNK_ORDINARY / 2 ? chunk->size * 2
                                                              : MITM_CHUNK_ORDINARY;
    if (chunk && chunk->file && !layer->is_brief)
        size = MITM_CHUNK_IN_FILE;
    // A full chunk is not read until the next step.
    if (chunk)
        mitm_chunk_release(chunk);
    chunk = mitm_chunk_new(layer->arena, size < bytes ? bytes : size, layer->is_brief);
    if (!chunk)
        return NULL;
    chunk->next = layer->chunks;
    if (!layer->chunks)
        layer->last = chunk;
    layer->chunks = chunk;
    return chunk->bytes;
}

bool mitm_layer_reserve(struct mitm_layer *layer, size_t count)
{
    if (count <= layer->capacity)
        return true;
    struct mitm_chunk *index = mitm_chunk_new(layer->arena, count * sizeof *layer->groups, layer->is_brief);
    if (!index)
        return false;
    if (layer->count)
        copy_groups(layer, (void *)index->bytes, layer->groups, layer->count);
    mitm_chunk_free(layer->arena, layer->index);
    layer->index = index;
    layer->groups = (void *)index->bytes;
    layer->capacity = count;
    return true;
}

void mitm_layer_add(struct mitm_layer *layer, uint64_t signature, size_t states, uint32_t bound)
{
    struct mitm_chunk *chunk = layer->chunks;
    size_t bytes = mitm_group_bytes(signature, states, bound);
    if (layer->count == layer->capacity &&
        !mitm_layer_reserve(layer, layer->capacity ? 2 * layer->capacity : 64))
        return;
    layer->groups[layer->count++] =
        (struct mitm_group){signature, chunk->bytes + chunk->used, (uint32_t)states, bound};
    chunk->used += (bytes + 7) & ~(size_t)7;
    // The room was large enough, but its size need not be a multiple of eight.
    if (chunk->used > chunk->size)
        chunk->used = chunk->size;
    layer->states += states;
}

void mitm_layer_place(struct mitm_layer *layer, size_t at, const struct mitm_layer *part)
{
    assert(at + part->count <= layer->capacity);
    if (part->count) // an empty layer has no array
        copy_groups(layer, layer->groups + at, part->groups, part->count);
}

void mitm_layer_adopt(struct mitm_layer *layer, struct mitm_layer *part)
{
    assert(!layer->count || !part->count ||
           layer->groups[layer->count - 1].signature < part->groups[0].signature);
    layer->count += part->count;
    layer->states += part->states;
    // Append the whole list at once: going through it chunk by chunk would read a page of each file.
    if (part->chunks) {
        part->last->next = layer->chunks;
        if (!layer->chunks)
            layer->last = part->last;
        layer->chunks = part->chunks;
        part->chunks = NULL;
    }
    mitm_layer_clear(part);
}

size_t mitm_find_group(const struct mitm_group *groups, size_t count, uint64_t signature)
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
