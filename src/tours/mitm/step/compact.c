// SPDX-License-Identifier: GPL-3.0-or-later
// Stream compaction, entry by entry or, where the processor has AVX-512, sixteen entries at a time.
#include "tours/mitm/step/compact.h"

#include "tours/avx512.h"

#include <stdbool.h>

#if AVX512_COMPILED
AVX512_TARGET("avx512f,avx512bw,avx512vl,avx512vbmi2,popcnt")
static size_t collect_by_sixteen(uint32_t *sums, size_t size, uint16_t *ranks, uint32_t *counts,
                                 uint32_t *all)
{
    const __m512i zero = _mm512_setzero_si512();
    const __m256i sixteen = _mm256_set1_epi16(16);
    __m256i places = _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m512i any = zero;
    size_t found = 0;
    for (size_t rank = 0; rank < size; rank += 16) {
        __m512i values = _mm512_loadu_si512(sums + rank);
        __mmask16 kept = _mm512_test_epi32_mask(values, values);
        _mm512_storeu_si512(sums + rank, zero);
        any = _mm512_or_si512(any, values);
        _mm512_storeu_si512(counts + found, _mm512_maskz_compress_epi32(kept, values));
        _mm256_storeu_si256((__m256i *)(void *)(ranks + found), _mm256_maskz_compress_epi16(kept, places));
        places = _mm256_add_epi16(places, sixteen);
        found += (size_t)__builtin_popcount(kept);
    }
    *all = (uint32_t)_mm512_reduce_or_epi32(any);
    return found;
}

static bool has_sixteen(void)
{
    return AVX512_HAS("avx512f") && AVX512_HAS("avx512bw") && AVX512_HAS("avx512vl") &&
           AVX512_HAS("avx512vbmi2");
}
#endif

static size_t collect_singly(uint32_t *restrict sums, size_t size, uint16_t *restrict ranks,
                             uint32_t *restrict counts, uint32_t *all)
{
    uint32_t any = 0;
    size_t found = 0;
    for (size_t rank = 0; rank < size; rank++) {
        uint32_t sum = sums[rank];
        sums[rank] = 0;
        any |= sum;
        ranks[found] = (uint16_t)rank;
        counts[found] = sum;
        found += sum != 0;
    }
    *all = any;
    return found;
}

size_t mitm_compact(uint32_t *sums, size_t size, uint16_t *ranks, uint32_t *counts, uint32_t *all)
{
#if AVX512_COMPILED
    if (has_sixteen())
        return collect_by_sixteen(sums, size, ranks, counts, all);
#endif
    return collect_singly(sums, size, ranks, counts, all);
}
