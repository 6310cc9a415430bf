// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic on numbers of a fixed number of limbs, least significant first, which tables hold by the million. Nothing is allocated;
// what does not fit is dropped, so sums and products are modulo 2^(64 · count). Numbers that grow are natural.h's.
#ifndef LEAPER_TOURS_LIMBS_H
#define LEAPER_TOURS_LIMBS_H

#include <stdbool.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 limbs_wide;

// Below 0, 0 or above 0 if the first is less than, equal to or greater than the second.
static inline int limbs_compare(const uint64_t *a, const uint64_t *b, int count)
{
    for (int i = count - 1; i >= 0; i--)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

// Adds a number of at most as many limbs.
static inline void limbs_add(uint64_t *to, int count, const uint64_t *from, int from_count)
{
    uint64_t carry = 0;
    for (int i = 0; i < from_count; i++) {
        limbs_wide sum = (limbs_wide)to[i] + from[i] + carry;
        to[i] = (uint64_t)sum;
        carry = (uint64_t)(sum >> 64);
    }
    for (int i = from_count; carry && i < count; i++)
        carry = ++to[i] == 0;
}

// Subtracts a number of at most as many limbs.
static inline void limbs_subtract(uint64_t *to, int count, const uint64_t *from, int from_count)
{
    uint64_t borrow = 0;
    for (int i = 0; i < from_count; i++) {
        limbs_wide difference = (limbs_wide)to[i] - from[i] - borrow;
        to[i] = (uint64_t)difference;
        borrow = difference >> 64 != 0;
    }
    for (int i = from_count; borrow && i < count; i++)
        borrow = to[i]-- == 0;
}

static inline void limbs_multiply_by(uint64_t *number, int count, uint64_t factor)
{
    uint64_t carry = 0;
    for (int i = 0; i < count; i++) {
        limbs_wide product = (limbs_wide)number[i] * factor + carry;
        number[i] = (uint64_t)product;
        carry = (uint64_t)(product >> 64);
    }
}

// Replaces the number by 2^(64 · count) less itself.
static inline void limbs_negate(uint64_t *number, int count)
{
    bool carry = true;
    for (int i = 0; i < count; i++) {
        number[i] = ~number[i] + carry;
        carry = carry && number[i] == 0;
    }
}

static inline void limbs_halve(uint64_t *number, int count)
{
    for (int i = 0; i < count; i++)
        number[i] = number[i] >> 1 | (i + 1 < count ? number[i + 1] << 63 : 0);
}

// Divides a number, which is lost, by one of at most as many limbs that is not 0. `number` becomes the quotient; `rest` has as many
// limbs. Bit by bit: there is one division for each draw, and the rest of a draw takes longer.
static inline void limbs_divide(uint64_t *number, uint64_t *rest, int count, const uint64_t *divisor,
                                int size)
{
    for (int i = 0; i < count; i++)
        rest[i] = 0;
    for (int i = 64 * count - 1; i >= 0; i--) {
        // The bits of the number so far are at least the rest, which therefore fits.
        for (int j = count - 1; j > 0; j--)
            rest[j] = rest[j] << 1 | rest[j - 1] >> 63;
        uint64_t bit = UINT64_C(1) << i % 64, *limb = &number[i / 64];
        rest[0] = rest[0] << 1 | ((*limb & bit) != 0);
        *limb &= ~bit;
        bool higher = false;
        for (int j = size; j < count; j++)
            higher |= rest[j] != 0;
        if (higher || limbs_compare(rest, divisor, size) >= 0) {
            limbs_subtract(rest, count, divisor, size);
            *limb |= bit;
        }
    }
}

#endif
