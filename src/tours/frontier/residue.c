// SPDX-License-Identifier: GPL-3.0-or-later
// The Chinese remainder theorem for primes below 2^61, in Garner's form: mixed-radix digits, each a machine word.
#include "tours/frontier/residue.h"

#include "base/memory.h"
#include "tours/natural.h"

#include <stdbool.h>
#include <stdlib.h>

static uint64_t power(uint64_t base, uint64_t exponent, uint64_t modulus)
{
    uint64_t result = 1;
    for (base %= modulus; exponent; exponent >>= 1) {
        if (exponent & 1)
            result = residue_multiply(result, base, modulus);
        base = residue_multiply(base, base, modulus);
    }
    return result;
}

// The Miller–Rabin test. With these bases it is correct for all odd numbers from 41 to 2^64 (J. Sorenson and J. Webster 2017).
static bool is_prime(uint64_t number)
{
    static const uint64_t bases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
    int twos = __builtin_ctzll(number - 1);
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
        uint64_t value = power(bases[i], (number - 1) >> twos, number);
        bool passes = value == 1 || value == number - 1;
        for (int k = 1; k < twos && !passes; k++) {
            value = residue_multiply(value, value, number);
            passes = value == number - 1;
        }
        if (!passes)
            return false;
    }
    return true;
}

// The largest prime below an odd number.
static uint64_t prime_below(uint64_t number)
{
    do
        number -= 2;
    while (!is_prime(number));
    return number;
}

uint64_t residue_prime(unsigned i)
{
    uint64_t prime = (UINT64_C(1) << 61) + 1;
    for (unsigned k = 0; k <= i; k++)
        prime = prime_below(prime);
    return prime;
}

unsigned residue_primes_for(unsigned bits)
{
    // All primes that are ever used exceed 2^60.
    return bits / 60 + 1;
}

char *residue_combine(const uint64_t *remainders, unsigned count, unsigned factor)
{
    // The number is digits[0] + digits[1] · primes[0] + digits[2] · primes[0] · primes[1] + …
    uint64_t *digits = memory_try(NULL, count, sizeof *digits),
             *primes = memory_try(NULL, count, sizeof *primes);
    struct natural number = {0};
    char *text = NULL;
    if (digits && primes) {
        uint64_t prime = (UINT64_C(1) << 61) + 1;
        for (unsigned i = 0; i < count; i++) {
            uint64_t value = 0, product = 1;
            primes[i] = prime = prime_below(prime);
            for (unsigned j = i; j-- > 0;) {
                value = residue_add(residue_multiply(value, primes[j], prime), digits[j] % prime, prime);
                product = residue_multiply(product, primes[j], prime);
            }
            digits[i] = residue_multiply(residue_add(remainders[i] % prime, prime - value, prime),
                                         power(product, prime - 2, prime), prime);
        }
        for (unsigned i = count; i-- > 0;)
            natural_multiply_add(&number, primes[i], digits[i]);
        natural_multiply_by(&number, factor);
        text = natural_text(&number);
    }
    natural_clear(&number);
    free(digits);
    free(primes);
    return text;
}
