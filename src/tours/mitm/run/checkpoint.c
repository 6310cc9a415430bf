// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes checkpoints of counts.
#include "tours/mitm/run/checkpoint.h"

#include "base/file_output.h"
#include "base/memory.h"
#include "base/random.h"
#include "tours/frontier/residue.h"
#include "tours/natural.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char magic[8] = "leapertc";
enum {
    VERSION = 3,
    HEADER_WORDS = 6,
    TOTAL_WORDS = 3,
    WITNESSES = 3,
    WITNESS_TOTAL = 0,
    WITNESS_BLOCKS,
    WITNESS_REMAINDERS,
    BLOCKS_MAX = 1 << 28
};

void checkpoint_init(struct checkpoint *checkpoint, uint64_t fingerprint)
{
    *checkpoint = (struct checkpoint){.fingerprint = fingerprint};
}

void checkpoint_clear(struct checkpoint *checkpoint)
{
    vector_clear(&checkpoint->blocks);
    checkpoint_init(checkpoint, 0);
}

static uint64_t witness_of_block(uint64_t milestone, uint64_t degrees)
{
    return random_mix(random_mix(milestone) + degrees);
}

static uint64_t witness_of_remainder(uint64_t before, uint64_t remainder)
{
    return random_mix(before ^ random_mix(remainder));
}

// A fixed multiple of the number, modulo the prime.
static uint64_t witness_of_total(const uint64_t words[3], uint64_t prime)
{
    const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15) % prime;
    return residue_multiply(natural_remainder_of_limbs(words, TOTAL_WORDS, prime), factor, prime);
}

void checkpoint_count(struct checkpoint *checkpoint, const uint64_t words[3], uint64_t prime)
{
    uint64_t *witness = &checkpoint->witness[WITNESS_TOTAL];
    *witness = residue_add(*witness, witness_of_total(words, prime), prime);
}

bool checkpoint_agrees(const struct checkpoint *checkpoint, uint64_t prime)
{
    return checkpoint->witness[WITNESS_TOTAL] == witness_of_total(checkpoint->total, prime);
}

void checkpoint_finish(struct checkpoint *checkpoint, uint64_t remainder)
{
    uint64_t *witness = &checkpoint->witness[WITNESS_REMAINDERS];
    *witness = witness_of_remainder(*witness, remainder);
    checkpoint->remainders[checkpoint->remainder_count++] = remainder;
}

bool checkpoint_add(struct checkpoint *checkpoint, uint64_t milestone, uint64_t degrees)
{
    if (!vector_push(&checkpoint->blocks, (struct checkpoint_block){milestone, degrees}))
        return false;
    checkpoint->witness[WITNESS_BLOCKS] += witness_of_block(milestone, degrees);
    return true;
}

static int compare_blocks(const void *a, const void *b)
{
    const struct checkpoint_block *first = a, *second = b;
    if (first->milestone != second->milestone)
        return first->milestone < second->milestone ? -1 : 1;
    return (first->degrees > second->degrees) - (first->degrees < second->degrees);
}

bool checkpoint_has(const struct checkpoint *checkpoint, uint64_t milestone, uint64_t degrees)
{
    struct checkpoint_block wanted = {milestone, degrees};
    return checkpoint->known &&
           bsearch(&wanted, checkpoint->blocks.items, checkpoint->known, sizeof wanted, compare_blocks);
}

void checkpoint_restart(struct checkpoint *checkpoint, uint64_t mode, uint64_t prime)
{
    checkpoint->mode = mode;
    checkpoint->prime = prime;
    checkpoint->blocks.count = checkpoint->known = 0;
    memset(checkpoint->total, 0, sizeof checkpoint->total);
    checkpoint->witness[WITNESS_TOTAL] = checkpoint->witness[WITNESS_BLOCKS] = 0;
}

// ---- Writing ----

struct writer {
    struct file_output output;
    uint64_t sum;
};

static void put(struct writer *writer, uint64_t word)
{
    writer->sum = random_mix(writer->sum ^ word);
    file_output_write(&writer->output, &word, sizeof word);
}

static uint64_t word_of_magic(void)
{
    uint64_t word;
    memcpy(&word, magic, sizeof word);
    return word;
}

static void put_all(struct writer *writer, const struct checkpoint *checkpoint)
{
    put(writer, word_of_magic());
    put(writer, VERSION);
    put(writer, checkpoint->fingerprint);
    put(writer, checkpoint->mode);
    put(writer, checkpoint->prime);
    put(writer, checkpoint->remainder_count);
    for (size_t i = 0; i < checkpoint->remainder_count; i++)
        put(writer, checkpoint->remainders[i]);
    for (int i = 0; i < TOTAL_WORDS; i++)
        put(writer, checkpoint->total[i]);
    for (int i = 0; i < WITNESSES; i++)
        put(writer, checkpoint->witness[i]);
    put(writer, checkpoint->blocks.count);
    for (size_t i = 0; i < checkpoint->blocks.count; i++) {
        put(writer, checkpoint->blocks.items[i].milestone);
        put(writer, checkpoint->blocks.items[i].degrees);
    }
    put(writer, writer->sum);
}

bool checkpoint_write(const struct checkpoint *checkpoint, const char *path, struct error *err)
{
    // The checksum begins with the number of words that it covers.
    struct writer writer = {.sum = HEADER_WORDS + checkpoint->remainder_count + TOTAL_WORDS + WITNESSES + 1 +
                                   2 * checkpoint->blocks.count};
    bool good = file_output_open(&writer.output, path, 0666);
    if (good) {
        put_all(&writer, checkpoint);
        good = file_output_commit(&writer.output);
    }
    return good || error_set(err, ERROR_SYSTEM, path, "cannot write the checkpoint: %s", strerror(errno));
}

// ---- Reading ----

static uint64_t checksum(const uint64_t *words, size_t count)
{
    uint64_t sum = count;
    for (size_t i = 0; i < count; i++)
        sum = random_mix(sum ^ words[i]);
    return sum;
}

// Fills in a checkpoint from the words of a file whose checksum is right. *whole says whether they form a checkpoint.
static bool from_words(struct checkpoint *checkpoint, const uint64_t *words, size_t count, bool *whole)
{
    size_t n = 3;
    *whole = false;
    checkpoint->mode = words[n++];
    checkpoint->prime = words[n++];
    checkpoint->remainder_count = words[n++];
    if (checkpoint->remainder_count > CHECKPOINT_REMAINDERS_MAX ||
        count < n + checkpoint->remainder_count + TOTAL_WORDS + WITNESSES + 2)
        return true;
    for (size_t i = 0; i < checkpoint->remainder_count; i++)
        checkpoint->remainders[i] = words[n++];
    for (int i = 0; i < TOTAL_WORDS; i++)
        checkpoint->total[i] = words[n++];
    const uint64_t *witness = words + n;
    n += WITNESSES;
    uint64_t blocks = words[n++];
    if (blocks > BLOCKS_MAX || count != n + 2 * blocks + 1)
        return true;
    for (size_t i = 0; i < blocks; i++, n += 2)
        if (!checkpoint_add(checkpoint, words[n], words[n + 1]))
            return false;
    const struct checkpoint_block *block = checkpoint->blocks.items;
    checkpoint->known = blocks;
    if (blocks)
        qsort(checkpoint->blocks.items, blocks, sizeof *block, compare_blocks);
    // No block is done twice.
    for (size_t i = 1; i < blocks; i++)
        if (compare_blocks(&block[i - 1], &block[i]) >= 0)
            return true;
    checkpoint->witness[WITNESS_TOTAL] = witness[WITNESS_TOTAL];
    for (size_t i = 0; i < checkpoint->remainder_count; i++)
        checkpoint->witness[WITNESS_REMAINDERS] =
            witness_of_remainder(checkpoint->witness[WITNESS_REMAINDERS], checkpoint->remainders[i]);
    *whole = !memcmp(witness, checkpoint->witness, sizeof checkpoint->witness);
    return true;
}

// Reads all words of a file. *count is their number, or 0 when the file is damaged. NULL when there is no memory; otherwise
// freed by the caller.
static uint64_t *read_words(FILE *file, size_t *count)
{
    struct stat status;
    bool plausible = fstat(fileno(file), &status) == 0 && status.st_size % 8 == 0 &&
                     status.st_size >= 8 * (HEADER_WORDS + TOTAL_WORDS + WITNESSES + 2) &&
                     status.st_size <= 16 * (off_t)BLOCKS_MAX;
    *count = plausible ? (size_t)status.st_size / 8 : 0;
    uint64_t *words = memory_try(NULL, *count, sizeof *words);
    if (words && fread(words, sizeof *words, *count, file) != *count)
        *count = 0;
    return words;
}

static bool take_words(struct checkpoint *checkpoint, const uint64_t *words, size_t count, const char *path,
                       struct error *err)
{
    bool whole;
    if (!count || words[0] != word_of_magic() || words[count - 1] != checksum(words, count - 1))
        return error_set(err, ERROR_SYSTEM, path,
                         "this file is not a checkpoint of a count, or it is damaged");
    if (words[1] != VERSION || words[2] != checkpoint->fingerprint)
        return error_set(err, ERROR_CONFLICT, path,
                         "this checkpoint belongs to another count (board, leaper, ends or version)");
    if (!from_words(checkpoint, words, count, &whole))
        return error_no_memory(err);
    return whole ||
           error_set(err, ERROR_SYSTEM, path,
                     "this checkpoint contradicts itself: it is damaged, whatever its checksum says");
}

bool checkpoint_read(struct checkpoint *checkpoint, const char *path, bool *found, struct error *err)
{
    FILE *file = fopen(path, "rbe");
    *found = file != NULL;
    if (!file)
        return errno == ENOENT ||
               error_set(err, ERROR_SYSTEM, path, "cannot read the checkpoint: %s", strerror(errno));
    size_t count;
    uint64_t *words = read_words(file, &count);
    fclose(file);
    if (!words)
        return error_no_memory(err);
    bool good = take_words(checkpoint, words, count, path, err);
    free(words);
    return good;
}
