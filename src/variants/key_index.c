// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the rows of keys.
#include "variants/key_index.h"

#include <string.h>

// Length and both ends tell most keys apart, and cost less than a look at every character.
static unsigned bucket_of(const char *key)
{
    size_t length = strlen(key);
    unsigned first = (unsigned char)key[0], last = length ? (unsigned char)key[length - 1] : 0;
    return (unsigned)(length * 37 + first * 5 + last * 11) % KEY_BUCKETS;
}

static bool is_for_pieces(const struct key *row)
{
    return row->name[strlen(row->name) - 1] == '*';
}

bool key_index_add(struct key_index *index, key_tables tables)
{
    for (unsigned t = 0; tables[t]; t++)
        for (const struct key *row = tables[t]; row->name; row++) {
            if (is_for_pieces(row))
                continue;
            unsigned *head = &index->heads[bucket_of(row->name)];
            if (!vector_push(&index->places, ((struct key_place){row, t, *head})))
                return false;
            *head = (unsigned)index->places.count;
        }
    return true;
}

void key_index_clear(struct key_index *index)
{
    vector_clear(&index->places);
    *index = (struct key_index){.heads = {0}};
}

static const struct key_place *walk(const struct key_index *index, unsigned next, const char *key)
{
    for (; next; next = index->places.items[next - 1].next)
        if (!strcmp(index->places.items[next - 1].row->name, key))
            return &index->places.items[next - 1];
    return NULL;
}

const struct key_place *key_index_find(const struct key_index *index, const char *key)
{
    return walk(index, index->heads[bucket_of(key)], key);
}

const struct key_place *key_index_next(const struct key_index *index, const struct key_place *place)
{
    return walk(index, place->next, place->row->name);
}
