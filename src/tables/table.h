// SPDX-License-Identifier: GPL-3.0-or-later
// One file of an ending: the value of each of its positions, in blocks that are compressed one by one.
//
// All numbers are little-endian. Behind the header come the ends of the blocks (eight bytes each, counted from the first block),
// their CRC-32 (four bytes each), and the blocks: zlib streams of the values of TABLE_BLOCK numbers of a layout (tables/layout.h),
// first those with White to move, then those with Black. A value is one byte, or two where the ending is long.
#ifndef LEAPER_TABLES_TABLE_H
#define LEAPER_TABLES_TABLE_H

#include "tables/layout.h"

#include <pthread.h>
#include <stdatomic.h>

#define TABLE_SUFFIX ".table"

// The values: 0 is a draw; otherwise one more than the number of turns, of both sides together, until mate. An odd number of
// turns is a win of the side to move, an even one a loss.
enum { TABLE_DRAW = 0, TABLE_BLOCK = 1 << 15, TABLE_LONGEST = 4000 };

static inline bool table_wins(unsigned value)
{
    return value && !(value & 1);
}

static inline bool table_loses(unsigned value)
{
    return value & 1;
}

// The value of a position for the side that has moved to it, from the value for the side that is to move.
static inline unsigned table_before(unsigned value)
{
    return value ? value + 1 : TABLE_DRAW;
}

// Whether the first value is better for the side to move: a quick win, a late one, a draw, a late loss, a quick one.
static inline bool table_better(unsigned a, unsigned b)
{
    if (table_wins(a) || table_wins(b))
        return table_wins(a) && (!table_wins(b) || a < b);
    return b && (!a || a > b);
}

// What is known of all positions with one side to move.
struct table_sums {
    uint64_t wins, draws, losses;
    uint32_t longest_win, longest_loss; // values; 0: none
};

struct table_header {
    char name[MEN_NAME_SIZE];
    uint64_t hash; // of how the men move
    uint64_t size; // numbers of the layout
    struct table_sums sums[2];
    uint32_t width; // bytes of a value
};

struct table {
    struct table_header header;
    char *path;
    pthread_mutex_t lock;    // while something is read
    _Atomic(uint8_t *) file; // all of it; NULL: has not been read
    size_t length;
    uint32_t blocks;            // of both sides
    _Atomic(uint8_t *) *values; // of each block; NULL: has not been needed
    atomic_bool damaged;
};

// The hash of all men of the ending.
uint64_t table_hash(const struct variant *variant, const struct men *men);

// Opens a file by its header; the values are read when they are needed. NULL and an error: ERROR_SYSTEM, or ERROR_REQUEST if it is no
// table or its header is damaged.
struct table *table_open(const char *path, struct error *err);
void table_close(struct table *table);

// The value with that number and side to move. False and an error if the file cannot be read or is damaged. Any thread may ask.
bool table_value(struct table *table, enum color side, uint64_t number, unsigned *value, struct error *err);

// Reads values of one side for a file: `count` of them from `first` on. Where a number means nothing, any value may be given.
typedef void table_source(void *context, enum color side, uint64_t first, unsigned count, uint16_t *values);

// Writes a file, as a whole or not at all.
bool table_write(const char *path, const struct table_header *header, table_source *source, void *context,
                 struct error *err);

#endif
