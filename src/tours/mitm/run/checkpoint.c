// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes checkpoints of counts.
#include "tours/mitm/run/checkpoint.h"

#include "base/memory.h"
#include "base/random.h"
#include "tours/frontier/residue.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
    free(checkpoint->block);
    checkpoint_init(checkpoint, 0);
}

static void reserve(struct checkpoint *checkpoint, size_t blocks)
{
    if (blocks <= checkpoint->capacity)
        return;
    checkpoint->capacity = blocks * 2;
    checkpoint->block = memory_resize(checkpoint->block, checkpoint->capacity, sizeof *checkpoint->block);
}

static uint64_t witness_of_block(uint64_t milestone, uint64_t degrees)
{
    return random_mix(random_mix(milestone) + degrees);
}

static uint64_t witness_of_remainder(uint64_t before, uint64_t remainder)
{
    return random_mix(before ^ random_mix(remainder));
}

// A multiple of the number modulo the prime.
static uint64_t witness_of_total(const uint64_t words[3], uint64_t prime)
{
    const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15) % prime;
    uint64_t rest = words[2] % prime;
    for (int i = 1; i >= 0; i--)
        rest = (uint64_t)((__extension__(unsigned __int128) rest << 64 | words[i]) % prime);
    return residue_multiply(rest, factor, prime);
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

void checkpoint_add(struct checkpoint *checkpoint, uint64_t milestone, uint64_t degrees)
{
    reserve(checkpoint, checkpoint->blocks + 1);
    checkpoint->block[checkpoint->blocks++] = (struct checkpoint_block){milestone, degrees};
    checkpoint->witness[WITNESS_BLOCKS] += witness_of_block(milestone, degrees);
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
           bsearch(&wanted, checkpoint->block, checkpoint->known, sizeof wanted, compare_blocks);
}

void checkpoint_restart(struct checkpoint *checkpoint, uint64_t mode, uint64_t prime)
{
    checkpoint->mode = mode;
    checkpoint->prime = prime;
    checkpoint->blocks = checkpoint->known = 0;
    memset(checkpoint->total, 0, sizeof checkpoint->total);
    checkpoint->witness[WITNESS_TOTAL] = checkpoint->witness[WITNESS_BLOCKS] = 0;
}

static uint64_t checksum(const uint64_t *words, size_t count)
{
    uint64_t sum = count;
    for (size_t i = 0; i < count; i++)
        sum = random_mix(sum ^ words[i]);
    return sum;
}

// All words of the file; freed by the caller.
static uint64_t *to_words(const struct checkpoint *checkpoint, size_t *count)
{
    size_t total = HEADER_WORDS + checkpoint->remainder_count + TOTAL_WORDS + WITNESSES + 1 +
                   2 * checkpoint->blocks + 1,
           n = 0;
    uint64_t *words = memory_resize(NULL, total, sizeof *words);
    memcpy(&words[n++], magic, sizeof magic);
    words[n++] = VERSION;
    words[n++] = checkpoint->fingerprint;
    words[n++] = checkpoint->mode;
    words[n++] = checkpoint->prime;
    words[n++] = checkpoint->remainder_count;
    for (size_t i = 0; i < checkpoint->remainder_count; i++)
        words[n++] = checkpoint->remainders[i];
    for (int i = 0; i < 3; i++)
        words[n++] = checkpoint->total[i];
    for (int i = 0; i < WITNESSES; i++)
        words[n++] = checkpoint->witness[i];
    words[n++] = checkpoint->blocks;
    for (size_t i = 0; i < checkpoint->blocks; i++) {
        words[n++] = checkpoint->block[i].milestone;
        words[n++] = checkpoint->block[i].degrees;
    }
    words[n] = checksum(words, n);
    *count = n + 1;
    return words;
}

static bool refuse(const char *path, struct error *err)
{
    return error_set(err, ERROR_SYSTEM, path, "cannot write the checkpoint: %s", strerror(errno));
}

static bool write_all(int fd, const void *bytes, size_t size)
{
    for (const char *at = bytes; size > 0;) {
        ssize_t written = write(fd, at, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        at += written;
        size -= (size_t)written;
    }
    return true;
}

bool checkpoint_write(const struct checkpoint *checkpoint, const char *path, struct error *err)
{
    size_t count, length = strlen(path) + sizeof ".new";
    char *draft = memory_resize(NULL, length, 1);
    snprintf(draft, length, "%s.new", path);
    int fd = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    uint64_t *words = to_words(checkpoint, &count);
    bool good = fd >= 0 && write_all(fd, words, count * sizeof *words) && fsync(fd) == 0;
    if (fd >= 0 && close(fd) != 0)
        good = false;
    good = good && rename(draft, path) == 0;
    if (!good) {
        refuse(path, err);
        unlink(draft);
    }
    free(words);
    free(draft);
    return good;
}

// Takes the words of a file whose checksum is right.
static bool from_words(struct checkpoint *checkpoint, const uint64_t *words, size_t count)
{
    size_t n = 3;
    checkpoint->mode = words[n++];
    checkpoint->prime = words[n++];
    checkpoint->remainder_count = words[n++];
    if (checkpoint->remainder_count > CHECKPOINT_REMAINDERS_MAX ||
        count < n + checkpoint->remainder_count + TOTAL_WORDS + WITNESSES + 2)
        return false;
    for (size_t i = 0; i < checkpoint->remainder_count; i++)
        checkpoint->remainders[i] = words[n++];
    for (int i = 0; i < 3; i++)
        checkpoint->total[i] = words[n++];
    const uint64_t *witness = words + n;
    n += WITNESSES;
    uint64_t blocks = words[n++];
    if (blocks > BLOCKS_MAX || count != n + 2 * blocks + 1)
        return false;
    for (size_t i = 0; i < blocks; i++, n += 2)
        checkpoint_add(checkpoint, words[n], words[n + 1]);
    checkpoint->known = checkpoint->blocks;
    if (blocks)
        qsort(checkpoint->block, checkpoint->blocks, sizeof *checkpoint->block, compare_blocks);
    // No block is done twice.
    for (size_t i = 1; i < blocks; i++)
        if (compare_blocks(&checkpoint->block[i - 1], &checkpoint->block[i]) >= 0)
            return false;
    checkpoint->witness[WITNESS_TOTAL] = witness[WITNESS_TOTAL];
    for (size_t i = 0; i < checkpoint->remainder_count; i++)
        checkpoint->witness[WITNESS_REMAINDERS] =
            witness_of_remainder(checkpoint->witness[WITNESS_REMAINDERS], checkpoint->remainders[i]);
    return !memcmp(witness, checkpoint->witness, sizeof checkpoint->witness);
}

static uint64_t *read_words(FILE *file, size_t *count)
{
    struct stat status;
    if (fstat(fileno(file), &status) != 0 || status.st_size % 8 != 0 ||
        status.st_size < 8 * (HEADER_WORDS + TOTAL_WORDS + WITNESSES + 2) ||
        status.st_size > 16 * (off_t)BLOCKS_MAX)
        return NULL;
    *count = (size_t)status.st_size / 8;
    uint64_t *words = memory_resize(NULL, *count, sizeof *words);
    if (fread(words, sizeof *words, *count, file) == *count)
        return words;
    free(words);
    return NULL;
}

bool checkpoint_read(struct checkpoint *checkpoint, const char *path, bool *found, struct error *err)
{
    FILE *file = fopen(path, "rbe");
    *found = file != NULL;
    if (!file)
        return errno == ENOENT ||
               error_set(err, ERROR_SYSTEM, path, "cannot read the checkpoint: %s", strerror(errno));
    size_t count = 0;
    uint64_t *words = read_words(file, &count);
    fclose(file);
    bool whole =
        words && !memcmp(words, magic, sizeof magic) && words[count - 1] == checksum(words, count - 1);
    bool mine = whole && words[1] == VERSION && words[2] == checkpoint->fingerprint;
    bool good = mine && from_words(checkpoint, words, count);
    if (!whole)
        error_set(err, ERROR_SYSTEM, path, "this file is no checkpoint of a count, or it is damaged");
    else if (mine && !good)
        error_set(err, ERROR_SYSTEM, path,
                  "this checkpoint contradicts itself: it is damaged, whatever its checksum says");
    else if (!mine)
        error_set(err, ERROR_CONFLICT, path,
                  "this checkpoint belongs to another count (board, leaper, ends or version)");
    free(words);
    return good;
}
