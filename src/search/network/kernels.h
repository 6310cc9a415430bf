// SPDX-License-Identifier: GPL-3.0-or-later
// The loops over the sums of the hidden layer, in which a network spends its time. They are compiled twice where that pays: for every processor, and for
// those with AVX2. Both find the same numbers.
#ifndef LEAPER_SEARCH_KERNELS_H
#define LEAPER_SEARCH_KERNELS_H

#include "search/network/network.h"

// Columns to be added to sums, and columns to be subtracted.
enum { CHANGES_MOST = 16 };
struct changes {
    unsigned added_count, removed_count;
    const signed char *added[CHANGES_MOST], *removed[CHANGES_MOST];
};

#define KERNEL static inline __attribute__((always_inline))

KERNEL void kernel_add(int16_t *restrict sum, const signed char *restrict column, unsigned hidden)
{
    for (size_t b = 0; b < hidden; b += NETWORK_BLOCK)
        for (size_t i = 0; i < NETWORK_BLOCK; i++)
            sum[b + i] = (int16_t)(sum[b + i] + column[b + i]);
}

KERNEL void kernel_subtract(int16_t *restrict sum, const signed char *restrict column, unsigned hidden)
{
    for (size_t b = 0; b < hidden; b += NETWORK_BLOCK)
        for (size_t i = 0; i < NETWORK_BLOCK; i++)
            sum[b + i] = (int16_t)(sum[b + i] - column[b + i]);
}

// Most moves remove one piece and add it elsewhere, so this is done in one pass.
KERNEL void kernel_move(int16_t *restrict to, const int16_t *restrict from, const signed char *restrict added,
                        const signed char *restrict removed, unsigned hidden)
{
    for (size_t b = 0; b < hidden; b += NETWORK_BLOCK)
        for (size_t i = 0; i < NETWORK_BLOCK; i++)
            to[b + i] = (int16_t)(from[b + i] + added[b + i] - removed[b + i]);
}

KERNEL void kernel_copy(int16_t *restrict to, const int16_t *restrict from, unsigned hidden)
{
    for (size_t b = 0; b < hidden; b += NETWORK_BLOCK)
        for (size_t i = 0; i < NETWORK_BLOCK; i++)
            to[b + i] = from[b + i];
}

KERNEL void kernel_change(int16_t *restrict to, const int16_t *restrict from, const struct changes *changes,
                          unsigned hidden)
{
    unsigned pair = changes->added_count && changes->removed_count;
    if (pair)
        kernel_move(to, from, changes->added[0], changes->removed[0], hidden);
    else
        kernel_copy(to, from, hidden);
    for (unsigned i = pair; i < changes->added_count; i++)
        kernel_add(to, changes->added[i], hidden);
    for (unsigned i = pair; i < changes->removed_count; i++)
        kernel_subtract(to, changes->removed[i], hidden);
}

KERNEL int16_t kernel_cut(int16_t sum)
{
    int16_t low = sum < 0 ? 0 : sum;
    return low > NETWORK_ONE ? NETWORK_ONE : low;
}

KERNEL int kernel_weigh(const int16_t *restrict sum, const int16_t *restrict output, unsigned hidden)
{
    int total = 0;
    for (size_t b = 0; b < hidden; b += NETWORK_BLOCK)
        for (size_t i = 0; i < NETWORK_BLOCK; i++)
            total += kernel_cut(sum[b + i]) * output[b + i];
    return total;
}

// The same with squares. The product of a sum that is cut off and a weight fits into 16 bits, so that processors multiply many at a time.
KERNEL int kernel_weigh_squares(const int16_t *restrict sum, const int16_t *restrict output, unsigned hidden)
{
    int total = 0;
    for (size_t b = 0; b < hidden; b += NETWORK_BLOCK)
        for (size_t i = 0; i < NETWORK_BLOCK; i++) {
            int16_t cut = kernel_cut(sum[b + i]), product = (int16_t)(cut * output[b + i]);
            total += cut * product;
        }
    return total;
}

#endif
