// SPDX-License-Identifier: GPL-3.0-or-later
// Contracts rows of fifteen matchings, with each row in a register.
//
// With four pairs, let 0 have partner j; without that pair there are 15 matchings. Contracting the other vector along (0, j) maps
// each of its rows (in which 0 has some partner p) except the j-th one-to-one to these 15 (Proposition 3 in docs/tours.md). With
// three pairs, each of the 15 matchings forms one circuit with 8 others.
#include "tours/mitm/run/circuits.h"

#include "tours/avx512.h"

#include <assert.h>
#include <string.h>

enum { ROWS = 7, ROW = 15, CIRCUITS = 8 };

static void list_circuits(struct mitm_circuits *circuits, uint32_t mine)
{
    uint8_t a[6], b[6];
    int count = 0;
    matching_unrank(3, mine, a);
    for (uint32_t theirs = 0; theirs < ROW; theirs++) {
        matching_unrank(3, theirs, b);
        if (matching_is_circuit(3, a, b))
            circuits->circuits[count++][mine] = theirs;
    }
    assert(count == CIRCUITS);
}

void mitm_circuits_init(struct mitm_circuits *circuits, struct matching_tables *tables)
{
    memset(circuits, 0, sizeof *circuits);
    for (int j = 1; j <= ROWS; j++) {
        const uint16_t *table = matching_table(tables, MATCHING_CONTRACT, MITM_CIRCUITS_PAIRS, 0, j);
        for (int p = 1; p <= ROWS; p++)
            for (uint32_t r = 0; r < ROW && p != j; r++)
                circuits->moved[j - 1][p - 1][table[(p - 1) * ROW + (int)r]] = r;
    }
    for (uint32_t r = 0; r < ROW; r++)
        list_circuits(circuits, r);
}

#if AVX512_COMPILED
bool mitm_circuits_available(void)
{
    return AVX512_HAS("avx512f");
}

AVX512_TARGET("avx512f")
void mitm_circuits_sum(const struct mitm_circuits *circuits, const uint32_t *counts, uint32_t *sums)
{
    __m512i rows[ROWS], lists[CIRCUITS];
    for (int p = 0; p < ROWS; p++)
        rows[p] = _mm512_loadu_si512(counts + p * ROW);
    for (int c = 0; c < CIRCUITS; c++)
        lists[c] = _mm512_loadu_si512(circuits->circuits[c]);
    for (int j = 0; j < ROWS; j++) {
        __m512i contracted = _mm512_setzero_si512(), sum = _mm512_setzero_si512();
        for (int p = 0; p < ROWS; p++)
            if (p != j)
                contracted = _mm512_add_epi32(
                    contracted, _mm512_permutexvar_epi32(_mm512_loadu_si512(circuits->moved[j][p]), rows[p]));
        for (int c = 0; c < CIRCUITS; c++)
            sum = _mm512_add_epi32(sum, _mm512_permutexvar_epi32(lists[c], contracted));
        // The last entry is overwritten by the next row.
        _mm512_storeu_si512(sums + j * ROW, sum);
    }
}
#else
bool mitm_circuits_available(void)
{
    return false;
}

// Never called; it must have the same type as the function that computes the sums.
// NOLINTBEGIN(readability-non-const-parameter)
void mitm_circuits_sum(const struct mitm_circuits *circuits, const uint32_t *counts, uint32_t *sums)
{
    (void)circuits;
    (void)counts;
    (void)sums;
    assert(0 && "called although the kernel is not available");
}
// NOLINTEND(readability-non-const-parameter)
#endif
