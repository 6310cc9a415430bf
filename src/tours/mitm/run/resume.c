// SPDX-License-Identifier: GPL-3.0-or-later
// Checks a checkpoint against the plan, the primes and the bound on the number of tours.
#include "tours/mitm/run/resume.h"

#include "tours/frontier/residue.h"

#include <gmp.h>
#include <stdlib.h>

// Whether a number of decimal digits is below 2^bound.
static bool is_below(const char *digits, unsigned bound)
{
    mpz_t number;
    bool below = mpz_init_set_str(number, digits, 10) == 0 && mpz_sizeinbase(number, 2) <= bound;
    mpz_clear(number);
    return below;
}

// Remainders of primes that are done, and of the one at work.
static bool has_remainders(const struct checkpoint *checkpoint, unsigned bound)
{
    unsigned moduli = residue_primes_for(bound);
    uint64_t done = checkpoint->remainder_count;
    if (checkpoint->mode == MITM_EXACT)
        return done == 0 && checkpoint->prime == 0;
    // When all are done the last one is still named.
    if (done > moduli || checkpoint->prime >= moduli ||
        (checkpoint->prime != done && checkpoint->prime + 1 != done))
        return false;
    for (unsigned i = 0; i < done; i++)
        if (checkpoint->remainders[i] >= residue_prime(i))
            return false;
    if (done < moduli)
        return true;
    char *digits = residue_combine(checkpoint->remainders, moduli, 1);
    bool below = is_below(digits, bound);
    free(digits);
    return below;
}

static bool has_total(const struct checkpoint *checkpoint, unsigned bound)
{
    const uint64_t *total = checkpoint->total;
    uint64_t prime = residue_prime(checkpoint->mode == MITM_RESIDUES ? (unsigned)checkpoint->prime : 0);
    if (!checkpoint_agrees(checkpoint, prime) ||
        (checkpoint->blocks == 0 && (total[0] || total[1] || total[2])))
        return false;
    if (checkpoint->mode == MITM_RESIDUES) {
        // A prime that is done has its total for a remainder.
        bool is_done = checkpoint->remainder_count == checkpoint->prime + 1;
        return total[0] < prime && !total[1] && !total[2] &&
               (!is_done || checkpoint->remainders[checkpoint->prime] == total[0]);
    }
    mpz_t number;
    mpz_init(number);
    mpz_import(number, 3, -1, sizeof *total, 0, 0, total);
    bool below = mpz_sizeinbase(number, 2) <= bound;
    mpz_clear(number);
    return below;
}

// Whether the plan may have such a block: final digits of a signature, and nothing else.
static bool has_block(const struct mitm_plan *plan, const struct checkpoint_block *block)
{
    // What is done before the first milestone is all there is.
    if (block->milestone == UINT64_MAX)
        return block->degrees == 0;
    if (block->milestone >= (uint64_t)plan->milestones)
        return false;
    uint64_t allowed = 0;
    for (int k = 0; k < plan->milestone[block->milestone].slots; k++)
        allowed |= UINT64_C(3) << (2 * mitm_plan_slot(plan, k));
    return !(block->degrees & ~allowed) && !(block->degrees & block->degrees >> 1 & MITM_ONES);
}

bool mitm_may_resume(const struct mitm_plan *plan, unsigned bound, const struct checkpoint *checkpoint,
                     const char *path, struct error *err)
{
    bool good = (checkpoint->mode == MITM_EXACT || checkpoint->mode == MITM_RESIDUES) &&
                has_remainders(checkpoint, bound) && has_total(checkpoint, bound);
    for (size_t i = 0; i < checkpoint->blocks && good; i++)
        good = has_block(plan, &checkpoint->block[i]);
    return good || error_set(err, ERROR_SYSTEM, path,
                             "this checkpoint contradicts itself: it is damaged, whatever its checksum says");
}
