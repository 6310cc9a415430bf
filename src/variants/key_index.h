// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a key in all tables, found at once: joining a variant and its parent asks for those of every entry.
#ifndef LEAPER_VARIANTS_KEY_INDEX_H
#define LEAPER_VARIANTS_KEY_INDEX_H

#include "base/vector.h"
#include "variants/vocabulary.h"

// One row; `table` tells those of different tables apart.
struct key_place {
    const struct key *row;
    unsigned table, next;
};

enum { KEY_BUCKETS = 512 };

// An index of zeros has no rows.
struct key_index {
    unsigned heads[KEY_BUCKETS]; // the first place of each bucket, and one more; 0: none
    struct VECTOR_OF(struct key_place) places;
};

// Adds the rows of the tables, without those whose name ends with '*'. False if there is no memory.
bool key_index_add(struct key_index *index, key_tables tables);
void key_index_clear(struct key_index *index);

// The first row of that key, and the next one of the same key; NULL: there is none.
const struct key_place *key_index_find(const struct key_index *index, const char *key);
const struct key_place *key_index_next(const struct key_index *index, const struct key_place *place);

#endif
