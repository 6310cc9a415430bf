// SPDX-License-Identifier: GPL-3.0-or-later
// Checks a checkpoint against the plan, the primes and the bound on the number of tours.
#include "tours/mitm/run/resume.h"

#include "tours/frontier/residue.h"
#include "tours/natural.h"

#include <stdlib.h>

enum verdict { SOUND, UNSOUND, NO_MEMORY };

// Checks that a decimal number is below 2^bound. NULL: there was no memory for it.
static enum verdict check_bound(const char *decimal, unsigned bound)
{
    struct natural number = {0};
    bool read = decimal && natural_set_text(&number, decimal);
    enum verdict verdict = !decimal || number.failed                ? NO_MEMORY
                           : read && natural_bits(&number) <= bound ? SOUND
                                                                    : UNSOUND;
    natural_clear(&number);
    return verdict;
}

// Checks the remainders of primes that are finished, and the current prime.
static enum verdict check_remainders(const struct checkpoint *checkpoint, unsigned bound)
{
    unsigned moduli = residue_primes_for(bound);
    uint64_t done = checkpoint->remainder_count;
    if (checkpoint->mode == MITM_EXACT)
        return done == 0 && checkpoint->prime == 0 ? SOUND : UNSOUND;
    // When all primes are finished, `prime` is still that of the last one.
    if (done > moduli || checkpoint->prime >= moduli ||
        (checkpoint->prime != done && checkpoint->prime + 1 != done))
        return UNSOUND;
    for (unsigned i = 0; i < done; i++)
        if (checkpoint->remainders[i] >= residue_prime(i))
            return UNSOUND;
    if (done < moduli)
        return SOUND;
    char *decimal = residue_combine(checkpoint->remainders, moduli, 1);
    enum verdict verdict = check_bound(decimal, bound);
    free(decimal);
    return verdict;
}

static unsigned bits_of(const uint64_t total[3])
{
    for (int i = 2; i >= 0; i--)
        if (total[i])
            return 64 * (unsigned)i + 64 - (unsigned)__builtin_clzll(total[i]);
    return 0;
}

static bool has_total(const struct checkpoint *checkpoint, unsigned bound)
{
    const uint64_t *total = checkpoint->total;
    uint64_t prime = residue_prime(checkpoint->mode == MITM_RESIDUES ? (unsigned)checkpoint->prime : 0);
    if (!checkpoint_agrees(checkpoint, prime) || (checkpoint->blocks.count == 0 && bits_of(total)))
        return false;
    if (checkpoint->mode == MITM_RESIDUES) {
        // The remainder modulo a finished prime is its total.
        bool is_done = checkpoint->remainder_count == checkpoint->prime + 1;
        return total[0] < prime && !total[1] && !total[2] &&
               (!is_done || checkpoint->remainders[checkpoint->prime] == total[0]);
    }
    return bits_of(total) <= bound;
}

// Whether the plan can have such a block: `degrees` must consist of final degrees of a signature and nothing else.
static bool has_block(const struct mitm_plan *plan, const struct checkpoint_block *block)
{
    // Before the first milestone there is a single block.
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
    enum verdict verdict = UNSOUND;
    if (checkpoint->mode == MITM_EXACT || checkpoint->mode == MITM_RESIDUES)
        verdict = check_remainders(checkpoint, bound);
    if (verdict == NO_MEMORY)
        return error_no_memory(err);
    bool good = verdict == SOUND && has_total(checkpoint, bound);
    for (size_t i = 0; i < checkpoint->blocks.count && good; i++)
        good = has_block(plan, &checkpoint->blocks.items[i]);
    return good || error_set(err, ERROR_SYSTEM, path,
                             "this checkpoint contradicts itself: it is damaged, whatever its checksum says");
}
