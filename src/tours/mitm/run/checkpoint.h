// SPDX-License-Identifier: GPL-3.0-or-later
// Checkpoints of a count: which blocks are done, and what they add up to.
//
// The file is replaced atomically, so a crash leaves either the old one or the new one. It is a list of 64-bit words in the
// machine's byte order:
//     "leapertc", version 3, fingerprint of the request and its plan, mode, index of the current prime,
//     number of remainders and the remainders (of primes that are finished), 3 words of the total, 3 witnesses,
//     number of blocks and for each its milestone and its degrees, checksum of all before it
//
// A checksum shows that the file is as it was written, not that what was written was right. The witnesses are sums that are kept
// beside the numbers from the start, block by block, in a different form: a number that changed in memory, or in the file with
// the checksum adjusted, contradicts them. They are not secret: anyone who knows this format can forge them too.
#ifndef LEAPER_TOURS_CHECKPOINT_H
#define LEAPER_TOURS_CHECKPOINT_H

#include "base/error.h"
#include "base/vector.h"

#include <stddef.h>
#include <stdint.h>

enum { CHECKPOINT_REMAINDERS_MAX = 256 };

struct checkpoint_block {
    uint64_t milestone, degrees;
};

struct checkpoint_blocks VECTOR_OF(struct checkpoint_block);

struct checkpoint {
    uint64_t fingerprint;
    uint64_t mode, prime; // being worked on
    uint64_t remainder_count, remainders[CHECKPOINT_REMAINDERS_MAX];
    uint64_t total[3];               // of the blocks done
    uint64_t witness[3];             // for the total, for the blocks, for the remainders
    struct checkpoint_blocks blocks; // done
    size_t known;                    // how many of them, the first ones, were read from a file and are sorted
};

void checkpoint_init(struct checkpoint *checkpoint, uint64_t fingerprint);
void checkpoint_clear(struct checkpoint *checkpoint);

// Adds a block's contribution to the total to the witness of the total as well. 192 bits; modulo a prime, one reduced word.
void checkpoint_count(struct checkpoint *checkpoint, const uint64_t words[3], uint64_t prime);

// Whether the total agrees with its witness, modulo that prime.
bool checkpoint_agrees(const struct checkpoint *checkpoint, uint64_t prime);

// Records the remainder modulo the current prime, now that it is complete.
void checkpoint_finish(struct checkpoint *checkpoint, uint64_t remainder);

// Records a block as done. When there is no memory, returns false and leaves the checkpoint unchanged.
bool checkpoint_add(struct checkpoint *checkpoint, uint64_t milestone, uint64_t degrees);

// Whether a block was done when the checkpoint was read; blocks added since do not count.
bool checkpoint_has(const struct checkpoint *checkpoint, uint64_t milestone, uint64_t degrees);

// Drops the blocks and the total to begin with a new prime or a new mode.
void checkpoint_restart(struct checkpoint *checkpoint, uint64_t mode, uint64_t prime);

// Writes the checkpoint durably. False with ERROR_SYSTEM at the path.
bool checkpoint_write(const struct checkpoint *checkpoint, const char *path, struct error *err);

// Reads a checkpoint if the file exists; *found says whether it does. False with ERROR_CONFLICT when the file has another
// fingerprint, with ERROR_SYSTEM when it is damaged, contradicts itself or cannot be read, or when there is no memory.
bool checkpoint_read(struct checkpoint *checkpoint, const char *path, bool *found, struct error *err);

#endif
