// SPDX-License-Identifier: GPL-3.0-or-later
// Files of tables: compressed blocks, read when they are needed.
#include "tables/table.h"

#include "base/file_input.h"
#include "base/file_output.h"
#include "base/memory.h"
#include "base/random.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static const char magic[8] = "LprTbl1\n";

// Offsets in the header. Its last member is the CRC-32 of what is before it and of the list of blocks.
enum {
    AT_NAME = 8,
    AT_HASH = AT_NAME + MEN_NAME_SIZE,
    AT_SIZE = AT_HASH + 8,
    AT_SUMS = AT_SIZE + 8,
    SUMS_SIZE = 32,
    AT_WIDTH = AT_SUMS + 2 * SUMS_SIZE,
    AT_CHECK = AT_WIDTH + 4,
    HEADER_SIZE = AT_CHECK + 4,
    BLOCK_ROW = 12
};

enum { FILE_MAX = 1 << 30 };

uint64_t table_hash(const struct variant *variant, const struct men *men)
{
    uint64_t hash = 0;
    for (unsigned i = 0; i < men->count; i++)
        hash += random_mix(men_hash(variant, piece_type_of(men->man[i])));
    return hash;
}

// ---- Numbers in files ----

static void put(uint8_t *at, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

static uint64_t get(const uint8_t *at, unsigned bytes)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < bytes; i++)
        value |= (uint64_t)at[i] << 8 * i;
    return value;
}

static void put_header(uint8_t bytes[HEADER_SIZE], const struct table_header *header)
{
    memset(bytes, 0, HEADER_SIZE);
    memcpy(bytes, magic, sizeof magic);
    memcpy(bytes + AT_NAME, header->name, strlen(header->name));
    put(bytes + AT_HASH, header->hash, 8);
    put(bytes + AT_SIZE, header->size, 8);
    for (unsigned side = 0; side < 2; side++) {
        const struct table_sums *sums = &header->sums[side];
        uint8_t *at = bytes + AT_SUMS + side * SUMS_SIZE;
        put(at, sums->wins, 8);
        put(at + 8, sums->draws, 8);
        put(at + 16, sums->losses, 8);
        put(at + 24, sums->longest_win, 4);
        put(at + 28, sums->longest_loss, 4);
    }
    put(bytes + AT_WIDTH, header->width, 4);
}

static void get_header(const uint8_t bytes[HEADER_SIZE], struct table_header *header)
{
    memcpy(header->name, bytes + AT_NAME, MEN_NAME_SIZE);
    header->name[MEN_NAME_SIZE - 1] = '\0';
    header->hash = get(bytes + AT_HASH, 8);
    header->size = get(bytes + AT_SIZE, 8);
    for (unsigned side = 0; side < 2; side++) {
        const uint8_t *at = bytes + AT_SUMS + side * SUMS_SIZE;
        header->sums[side] = (struct table_sums){get(at, 8), get(at + 8, 8), get(at + 16, 8),
                                                 (uint32_t)get(at + 24, 4), (uint32_t)get(at + 28, 4)};
    }
    header->width = (uint32_t)get(bytes + AT_WIDTH, 4);
}

// ---- Reading ----

// The blocks of one side.
static uint32_t blocks_of(const struct table_header *header)
{
    return (uint32_t)((header->size + TABLE_BLOCK - 1) / TABLE_BLOCK);
}

// How many numbers the block with that index among those of a side has.
static unsigned block_count(const struct table_header *header, uint32_t index)
{
    uint64_t left = header->size - (uint64_t)index * TABLE_BLOCK;
    return (unsigned)(left < TABLE_BLOCK ? left : TABLE_BLOCK);
}

static bool refuse(const char *path, const char *what, struct error *err)
{
    return error_set(err, ERROR_REQUEST, "", "'%s' %s", path, what);
}

// Reads the header and checks what can be known of it before the list of blocks is read.
static bool read_header(struct table *table, struct error *err)
{
    uint8_t bytes[HEADER_SIZE];
    FILE *file = fopen(table->path, "rb");
    if (!file)
        return error_set(err, ERROR_SYSTEM, "", "cannot open '%s': %s", table->path, strerror(errno));
    bool whole = fread(bytes, sizeof bytes, 1, file) == 1;
    fclose(file);
    if (!whole || memcmp(bytes, magic, sizeof magic) != 0)
        return refuse(table->path, "is not a table of an ending, or of another version", err);
    get_header(bytes, &table->header);
    if ((table->header.width != 1 && table->header.width != 2) || !table->header.size ||
        table->header.size > (uint64_t)KING_PAIRS * CELLS * CELLS)
        return refuse(table->path, "is damaged: its header is impossible", err);
    return true;
}

struct table *table_open(const char *path, struct error *err)
{
    struct table *table = memory_try_zeroed(1, sizeof *table);
    if (!table || !(table->path = memory_try_copy_text(path))) {
        free(table);
        error_set_no_memory(err);
        return NULL;
    }
    pthread_mutex_init(&table->lock, NULL);
    if (read_header(table, err)) {
        table->blocks = 2 * blocks_of(&table->header);
        table->values = memory_try_zeroed(table->blocks, sizeof *table->values);
        if (table->values)
            return table;
        error_set_no_memory(err);
    }
    table_close(table);
    return NULL;
}

void table_close(struct table *table)
{
    if (!table)
        return;
    for (uint32_t i = 0; table->values && i < table->blocks; i++)
        free(atomic_load(&table->values[i]));
    free(table->values);
    free(atomic_load(&table->file));
    free(table->path);
    pthread_mutex_destroy(&table->lock);
    free(table);
}

// Reads the whole compressed file, and checks header and list of blocks. The lock is held.
static bool read_file(struct table *table, struct error *err)
{
    struct buffer text;
    buffer_init(&text);
    if (!input_read_file(table->path, FILE_MAX, &text, err) || text.failed) {
        bool failed = text.failed;
        buffer_clear(&text);
        return failed ? error_no_memory(err) : false;
    }
    const uint8_t *bytes = (const uint8_t *)buffer_text(&text);
    size_t list = HEADER_SIZE + (size_t)table->blocks * BLOCK_ROW;
    struct table_header header;
    bool fine = text.length >= list;
    if (fine) {
        get_header(bytes, &header);
        uLong check = crc32(crc32(0, bytes, AT_CHECK), bytes + HEADER_SIZE, (uInt)(list - HEADER_SIZE));
        fine = get(bytes + AT_CHECK, 4) == check && header.size == table->header.size &&
               header.width == table->header.width &&
               get(bytes + HEADER_SIZE + (size_t)(table->blocks - 1) * BLOCK_ROW, 8) == text.length - list;
    }
    if (!fine) {
        buffer_clear(&text);
        return refuse(table->path, "is damaged", err);
    }
    table->length = text.length;
    atomic_store(&table->file, (uint8_t *)buffer_take(&text));
    return true;
}

// Expands a block. The lock is held.
static bool read_block(struct table *table, uint32_t block, struct error *err)
{
    if (!atomic_load(&table->file) && !read_file(table, err))
        return false;
    const uint8_t *file = atomic_load(&table->file);
    size_t first = HEADER_SIZE + (size_t)table->blocks * BLOCK_ROW;
    const uint8_t *row = file + HEADER_SIZE + (size_t)block * BLOCK_ROW;
    uint64_t begin = block ? get(row - BLOCK_ROW, 8) : 0, end = get(row, 8);
    if (begin > end || end > table->length - first ||
        crc32(0, file + first + begin, (uInt)(end - begin)) != get(row + 8, 4))
        return refuse(table->path, "is damaged", err);
    uint32_t half = table->blocks / 2, index = block < half ? block : block - half;
    uLongf size = (uLongf)block_count(&table->header, index) * table->header.width, wanted = size;
    uint8_t *values = memory_try(NULL, size, 1);
    if (!values)
        return error_no_memory(err);
    int status = uncompress(values, &size, file + first + begin, (uLong)(end - begin));
    if (status != Z_OK || size != wanted) {
        free(values);
        return status == Z_MEM_ERROR ? error_no_memory(err) : refuse(table->path, "is damaged", err);
    }
    atomic_store_explicit(&table->values[block], values, memory_order_release);
    return true;
}

bool table_value(struct table *table, enum color side, uint64_t number, unsigned *value, struct error *err)
{
    uint32_t block = (uint32_t)(number / TABLE_BLOCK) + (side == BLACK ? table->blocks / 2 : 0);
    const uint8_t *values = atomic_load_explicit(&table->values[block], memory_order_acquire);
    if (!values) {
        // A table that was damaged once is not read again for every position.
        if (atomic_load(&table->damaged))
            return refuse(table->path, "is damaged or cannot be read", err);
        struct error why = {0};
        pthread_mutex_lock(&table->lock);
        bool read = atomic_load(&table->values[block]) || read_block(table, block, &why);
        pthread_mutex_unlock(&table->lock);
        if (!read) {
            atomic_store(&table->damaged, !why.no_memory);
            if (err)
                *err = why;
            return false;
        }
        values = atomic_load(&table->values[block]);
    }
    size_t at = number % TABLE_BLOCK;
    *value = table->header.width == 1 ? values[at] : (unsigned)get(values + 2 * at, 2);
    return true;
}

// ---- Writing ----

struct writing {
    struct file_output output;
    uint8_t *list; // header, ends and checks of the blocks
    uint16_t values[TABLE_BLOCK];
    uint8_t plain[2 * TABLE_BLOCK];
    uint8_t packed[2 * TABLE_BLOCK + 1024];
};

// Compresses a block into `packed`; 0 if there is no memory for that.
static uLongf pack(struct writing *writing, const struct table_header *header, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        put(writing->plain + (size_t)i * header->width, writing->values[i], header->width);
    uLongf size = sizeof writing->packed;
    return compress2(writing->packed, &size, writing->plain, (uLong)count * header->width, 9) == Z_OK ? size
                                                                                                      : 0;
}

// Appends a block of the side to move, and notes its end and its check in `row`.
static bool write_block(struct writing *writing, const struct table_header *header, unsigned count,
                        uint64_t *end, uint8_t *row)
{
    uLongf size = pack(writing, header, count);
    if (!size)
        return false;
    file_output_write(&writing->output, writing->packed, size);
    put(row, *end += size, 8);
    put(row + 8, crc32(0, writing->packed, (uInt)size), 4);
    return true;
}

// The blocks come before it is known how long they are: the place of the list is kept free for it.
static bool write_blocks(struct writing *writing, const struct table_header *header, table_source *source,
                         void *context, struct error *err)
{
    uint64_t end = 0;
    uint8_t *row = writing->list + HEADER_SIZE;
    for (enum color side = WHITE; side <= BLACK; side++)
        for (uint32_t index = 0; index < blocks_of(header); index++, row += BLOCK_ROW) {
            unsigned count = block_count(header, index);
            source(context, side, (uint64_t)index * TABLE_BLOCK, count, writing->values);
            if (!write_block(writing, header, count, &end, row))
                return error_no_memory(err);
        }
    return true;
}

// The bytes before the first block.
static size_t list_size(const struct table_header *header)
{
    return HEADER_SIZE + (size_t)2 * blocks_of(header) * BLOCK_ROW;
}

static bool write_all(struct writing *writing, const char *path, const struct table_header *header,
                      table_source *source, void *context, struct error *err)
{
    size_t size = list_size(header);
    if (!file_output_open(&writing->output, path, 0666))
        return error_set(err, ERROR_SYSTEM, "", "cannot write '%s': %s", path, strerror(errno));
    put_header(writing->list, header);
    file_output_write(&writing->output, writing->list, size);
    if (!write_blocks(writing, header, source, context, err)) {
        file_output_cancel(&writing->output);
        return false;
    }
    uLong check =
        crc32(crc32(0, writing->list, AT_CHECK), writing->list + HEADER_SIZE, (uInt)(size - HEADER_SIZE));
    put(writing->list + AT_CHECK, check, 4);
    if (fseek(writing->output.file, 0, SEEK_SET))
        writing->output.failure = errno;
    file_output_write(&writing->output, writing->list, size);
    return file_output_commit(&writing->output) ||
           error_set(err, ERROR_SYSTEM, "", "cannot write '%s': %s", path, strerror(errno));
}

bool table_write(const char *path, const struct table_header *header, table_source *source, void *context,
                 struct error *err)
{
    struct writing *writing = memory_try_zeroed(1, sizeof *writing);
    if (writing)
        writing->list = memory_try_zeroed(list_size(header), 1);
    bool written = writing && writing->list ? write_all(writing, path, header, source, context, err)
                                            : error_no_memory(err);
    if (writing)
        free(writing->list);
    free(writing);
    return written;
}
