// SPDX-License-Identifier: GPL-3.0-or-later
// AVX-512 on any processor: SIMDe, and the instructions that Debian 12's version of it lacks, after Intel's description of them.
#ifndef LEAPER_SUPPORT_EMULATED_AVX512_H
#define LEAPER_SUPPORT_EMULATED_AVX512_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Plain C throughout, whatever the processor has: the test is the same everywhere.
#define SIMDE_NO_NATIVE
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/avx2.h>
#include <simde/x86/avx512.h>

// The names are Intel's.
// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
typedef simde__mmask8 __mmask8;
typedef simde__mmask16 __mmask16;

// What a register holds.
#define BYTES_OF(type, value)                                                                                \
    type value##_lanes[sizeof(value) / sizeof(type)];                                                        \
    memcpy(value##_lanes, &(value), sizeof(value))

static inline uint64_t _bzhi_u64(uint64_t word, unsigned bits)
{
    return bits < 64 ? word & ((UINT64_C(1) << bits) - 1) : word;
}

static inline uint32_t _bzhi_u32(uint32_t word, unsigned bits)
{
    return bits < 32 ? word & ((UINT32_C(1) << bits) - 1) : word;
}

static inline __m512i _mm512_zextsi128_si512(__m128i low)
{
    __m512i wide = _mm512_setzero_si512();
    memcpy(&wide, &low, sizeof low);
    return wide;
}

// Bytes that are masked out are not even read.
static inline void emulated_load(uint8_t *lanes, size_t count, uint64_t mask, const void *bytes)
{
    for (size_t i = 0; i < count; i++)
        lanes[i] = mask >> i & 1 ? ((const uint8_t *)bytes)[i] : 0;
}

static inline __m128i _mm_maskz_loadu_epi8(uint16_t mask, const void *bytes)
{
    __m128i loaded;
    uint8_t lanes[16];
    emulated_load(lanes, 16, mask, bytes);
    memcpy(&loaded, lanes, sizeof loaded);
    return loaded;
}

static inline __m512i _mm512_maskz_loadu_epi8(uint64_t mask, const void *bytes)
{
    __m512i loaded;
    uint8_t lanes[64];
    emulated_load(lanes, 64, mask, bytes);
    memcpy(&loaded, lanes, sizeof loaded);
    return loaded;
}

// The lanes of the mask side by side from the first on, 0 behind them.
static inline __m512i _mm512_maskz_compress_epi8(uint64_t mask, __m512i from)
{
    __m512i packed = _mm512_setzero_si512();
    BYTES_OF(uint8_t, from);
    uint8_t *to = (uint8_t *)&packed;
    for (int i = 0; i < 64; i++)
        if (mask >> i & 1)
            *to++ = from_lanes[i];
    return packed;
}

static inline __m256i _mm256_maskz_compress_epi16(uint16_t mask, __m256i from)
{
    uint16_t packed[16] = {0};
    BYTES_OF(uint16_t, from);
    for (int i = 0, to = 0; i < 16; i++)
        if (mask >> i & 1)
            packed[to++] = from_lanes[i];
    memcpy(&from, packed, sizeof from);
    return from;
}

// The reverse: the first bytes go to the lanes of the mask, the others are 0.
static inline __m512i _mm512_maskz_expand_epi8(uint64_t mask, __m512i from)
{
    uint8_t spread[64] = {0};
    BYTES_OF(uint8_t, from);
    for (int i = 0, next = 0; i < 64; i++)
        if (mask >> i & 1)
            spread[i] = from_lanes[next++];
    memcpy(&from, spread, sizeof from);
    return from;
}

static inline __m512i _mm512_cvtepu8_epi16(__m256i bytes)
{
    __m512i words;
    uint16_t wide[32];
    BYTES_OF(uint8_t, bytes);
    for (int i = 0; i < 32; i++)
        wide[i] = bytes_lanes[i];
    memcpy(&words, wide, sizeof words);
    return words;
}

static inline __m512i _mm512_cvtepu8_epi32(__m128i bytes)
{
    __m512i words;
    uint32_t wide[16];
    BYTES_OF(uint8_t, bytes);
    for (int i = 0; i < 16; i++)
        wide[i] = bytes_lanes[i];
    memcpy(&words, wide, sizeof words);
    return words;
}

// The low byte of each word.
static inline __m128i _mm512_cvtepi32_epi8(__m512i words)
{
    __m128i bytes;
    uint8_t narrow[16];
    BYTES_OF(uint32_t, words);
    for (int i = 0; i < 16; i++)
        narrow[i] = (uint8_t)words_lanes[i];
    memcpy(&bytes, narrow, sizeof bytes);
    return bytes;
}

static inline int32_t _mm512_reduce_or_epi32(__m512i words)
{
    uint32_t all = 0;
    BYTES_OF(uint32_t, words);
    for (int i = 0; i < 16; i++)
        all |= words_lanes[i];
    return (int32_t)all;
}

#undef BYTES_OF

// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)

#endif
