// SPDX-License-Identifier: GPL-3.0-or-later
// Path structures sorted by type: all that McKay's method keeps of the half-tours.
#ifndef LEAPER_TOURS_MCKAY_TYPES_H
#define LEAPER_TOURS_MCKAY_TYPES_H

#include "tours/matching/circuit_sums.h"
#include "tours/mckay/mckay_ground.h"
#include "tours/mckay/mckay_table.h"

enum { MCKAY_NO_TYPE = -1 };

struct mckay_type {
    uint32_t a, b;  // codes
    uint64_t first; // the index of its first structure
    uint64_t pairs; // where their pairs begin in `pairs`
    uint32_t count; // the number of its structures
    int32_t mirror; // the type of the mirror images; itself where the board is not its own mirror image
    int32_t order;  // rank among all types by number of structures, then by codes
    uint8_t ends;   // the number of ends of paths
    uint8_t end[MCKAY_ENDS_MAX]; // their nodes, ascending; point i of the matchings is end[i]
};

struct mckay_types {
    int count;
    struct mckay_type *type;
    uint64_t structures;
    struct matching_term *structure; // [structures] rank of the matching, number of half-tours
    uint8_t *pairs;                  // for each structure, ends / 2 times two nodes
    int a_count, b_count;            // different codes
    int32_t *a_index, *b_index;      // [codes] position of a code in `find`, -1 for those that do not occur
    int32_t *find;                   // [a_count][b_count] the type, or MCKAY_NO_TYPE
    int *first_of_a;                 // [a_count + 1] types are sorted by a's index, then by b's
    uint64_t least, most;            // half-tours of one structure
};

// Sorts what the table holds, using `threads` threads; the table can only be cleared afterwards. Fails with ERROR_SYSTEM when
// memory runs out.
bool mckay_types_init(struct mckay_types *types, const struct mckay_ground *ground, struct mckay_table *table,
                      int threads, struct error *err);
void mckay_types_clear(struct mckay_types *types);

// The row of `find` for a code of rank a, which must occur.
static inline const int32_t *mckay_types_row(const struct mckay_types *types, uint32_t a)
{
    return types->find + (size_t)types->a_index[a] * (size_t)types->b_count;
}

// The type with two codes, or MCKAY_NO_TYPE.
static inline int32_t mckay_types_find(const struct mckay_types *types, uint32_t a, uint32_t b)
{
    int32_t i = types->a_index[a], j = types->b_index[b];
    return i < 0 || j < 0 ? MCKAY_NO_TYPE : types->find[(size_t)i * (size_t)types->b_count + (size_t)j];
}

#endif
