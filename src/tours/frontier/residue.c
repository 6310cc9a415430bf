// SPDX-License-Identifier: GPL-3.0-or-later
// The Chinese remainder theorem over primes below 2^61.
#include "tours/frontier/residue.h"

#include "base/memory.h"

#include <gmp.h>

// GMP takes and gives machine words as unsigned long.
_Static_assert(sizeof(unsigned long) == sizeof(uint64_t), "residues need an unsigned long of 64 bits");

uint64_t residue_prime(unsigned i)
{
    mpz_t candidate;
    mpz_init_set_ui(candidate, 1);
    mpz_mul_2exp(candidate, candidate, 61);
    mpz_sub_ui(candidate, candidate, 1);
    for (;; mpz_sub_ui(candidate, candidate, 2)) {
        // Below 2^64 the first step of this test, Baillie-PSW, has no exceptions.
        if (!mpz_probab_prime_p(candidate, 30))
            continue;
        if (i-- == 0)
            break;
    }
    uint64_t prime = mpz_get_ui(candidate);
    mpz_clear(candidate);
    return prime;
}

unsigned residue_primes_for(unsigned bits)
{
    // Each of the first many primes exceeds 2^60.
    return bits / 60 + 1;
}

char *residue_combine(const uint64_t *remainders, unsigned count, unsigned factor)
{
    mpz_t value, product, difference, inverse, prime;
    mpz_inits(value, product, difference, inverse, prime, NULL);
    mpz_set_ui(product, 1);
    for (unsigned i = 0; i < count; i++) {
        // value += product * ((remainder - value) / product mod prime)
        mpz_set_ui(prime, residue_prime(i));
        mpz_set_ui(difference, remainders[i]);
        mpz_sub(difference, difference, value);
        mpz_invert(inverse, product, prime);
        mpz_mul(difference, difference, inverse);
        mpz_mod(difference, difference, prime);
        mpz_addmul(value, product, difference);
        mpz_mul(product, product, prime);
    }
    mpz_mul_ui(value, value, factor);
    size_t size = mpz_sizeinbase(value, 10) + 2;
    char *text = memory_resize(NULL, size, 1);
    mpz_get_str(text, 10, value);
    mpz_clears(value, product, difference, inverse, prime, NULL);
    return text;
}
