// SPDX-License-Identifier: GPL-3.0-or-later
// Large numbers represented by their remainders modulo primes near 2^61, and recovered by the Chinese remainder theorem.
//
// A count below 2^b is determined by its remainders modulo primes whose product exceeds 2^b. So the methods count
// modulo several primes; how many are needed follows from a proven bound (cycle_graph_bound()), never from a guess.
#ifndef LEAPER_TOURS_RESIDUE_H
#define LEAPER_TOURS_RESIDUE_H

#include <stdint.h>

// The i-th prime below 2^61, counted from 0: 2^61 - 1, 2^61 - 31, … (found by testing, the same on every machine).
uint64_t residue_prime(unsigned i);

// How many of these primes a number below 2^bits needs.
unsigned residue_primes_for(unsigned bits);

static inline uint64_t residue_add(uint64_t a, uint64_t b, uint64_t prime)
{
    uint64_t sum = a + b;
    return sum >= prime ? sum - prime : sum;
}

static inline uint64_t residue_multiply(uint64_t a, uint64_t b, uint64_t prime)
{
    return (uint64_t)((__extension__(unsigned __int128) a * b) % prime);
}

// The number below the product of the first `count` primes that has these remainders, times `factor`, in decimal
// (malloc'ed; NULL when memory runs out).
char *residue_combine(const uint64_t *remainders, unsigned count, unsigned factor);

#endif
