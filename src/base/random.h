// SPDX-License-Identifier: GPL-3.0-or-later
// Reproducible random numbers; not fit for secrets.
#ifndef LEAPER_BASE_RANDOM_H
#define LEAPER_BASE_RANDOM_H

#include <stdint.h>

// The output function of SplitMix64 (Steele, Lea and Flood, "Fast splittable
// pseudorandom number generators", OOPSLA 2014): a bijection that scatters bits.
static inline uint64_t random_mix(uint64_t x)
{
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

// A stream of random numbers: any seed, period 2^64.
struct random {
    uint64_t state;
};

static inline uint64_t random_next(struct random *random)
{
    uint64_t value = random_mix(random->state);
    random->state += UINT64_C(0x9e3779b97f4a7c15);
    return value;
}

// Uniform in 0 … bound-1, without bias; bound must not be 0 (Lemire's
// rejection method, "Fast random integer generation in an interval", 2019).
static inline uint32_t random_below(struct random *random, uint32_t bound)
{
    for (;;) {
        uint64_t product = (random_next(random) >> 32) * bound;
        if ((uint32_t)product >= (uint32_t)(-bound) % bound)
            return (uint32_t)(product >> 32);
    }
}

#endif
