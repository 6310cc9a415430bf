// SPDX-License-Identifier: GPL-3.0-or-later
// Checkpoints of a count: which blocks are done, and what they add up to.
//
// The file is written beside its name and then renamed, so a crash leaves the old one or the new one whole.
// It is a list of 64-bit words in the machine's order:
//     "leapertc", version 3, fingerprint of the question and its plan, mode, index of the prime at work,
//     number of remainders and the remainders (of primes finished), 3 words of the total, 3 witnesses,
//     number of blocks and for each its milestone and the degrees it has, checksum of all before it
//
// A checksum says that the file is as it was written, not that what was written was right. The witnesses are sums that are kept
// beside the numbers from the start, block by block, in another way: a number that changed in memory, or in the file by
// somebody who made the checksum fit, contradicts them. They are no secret: who knows this format can forge them too.
#ifndef LEAPER_TOURS_CHECKPOINT_H
#define LEAPER_TOURS_CHECKPOINT_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { CHECKPOINT_REMAINDERS_MAX = 256 };

struct checkpoint_block {
    uint64_t milestone, degrees;
};

struct checkpoint {
    uint64_t fingerprint;
    uint64_t mode, prime; // what is being worked on
    uint64_t remainder_count, remainders[CHECKPOINT_REMAINDERS_MAX];
    uint64_t total[3];              // of the blocks done
    uint64_t witness[3];            // of the total, of the blocks, of the remainders
    size_t blocks, known, capacity; // known: those read from a file, sorted
    struct checkpoint_block *block;
};

void checkpoint_init(struct checkpoint *checkpoint, uint64_t fingerprint);
void checkpoint_clear(struct checkpoint *checkpoint);

// Notes what a block adds to the total, 192 bits; modulo a prime: one word, reduced.
void checkpoint_count(struct checkpoint *checkpoint, const uint64_t words[3], uint64_t prime);

// Whether the total is what was noted, modulo that prime.
bool checkpoint_agrees(const struct checkpoint *checkpoint, uint64_t prime);

// Notes the total modulo the prime at work, now that it is complete.
void checkpoint_finish(struct checkpoint *checkpoint, uint64_t remainder);

// Notes a block as done.
void checkpoint_add(struct checkpoint *checkpoint, uint64_t milestone, uint64_t degrees);

// Whether a block was done when the checkpoint was read (not those added since).
bool checkpoint_has(const struct checkpoint *checkpoint, uint64_t milestone, uint64_t degrees);

// Forgets the blocks and the total: a new prime or a new mode begins.
void checkpoint_restart(struct checkpoint *checkpoint, uint64_t mode, uint64_t prime);

// Writes it durably. ERROR_SYSTEM at the path.
bool checkpoint_write(const struct checkpoint *checkpoint, const char *path, struct error *err);

// Reads it, if the file exists: *found says so. ERROR_CONFLICT when it has another fingerprint,
// ERROR_SYSTEM when it is damaged, contradicts itself, or cannot be read.
bool checkpoint_read(struct checkpoint *checkpoint, const char *path, bool *found, struct error *err);

#ifdef __cplusplus
}
#endif

#endif
