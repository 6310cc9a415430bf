// SPDX-License-Identifier: GPL-3.0-or-later
// Permutations of bytes, and the tables for them.
#include "tours/mitm/step/simd_kernel.h"

#include "base/memory.h"
#include "tours/avx512.h"

#include <assert.h>
#include <string.h>

// ---- Tables ----

static void list_permutation(struct mitm_simd_permutation *permutation, const uint16_t *table, int pairs)
{
    for (uint64_t rank = 0; rank < matching_count(pairs); rank++) {
        unsigned lane = table[rank];
        permutation->from[lane] = (uint8_t)rank;
        permutation->valid[lane / 64] |= UINT64_C(1) << lane % 64;
    }
}

static void list_terms(struct mitm_simd_terms *terms, const uint16_t *table, int pairs)
{
    for (uint64_t rank = 0; rank < matching_count(pairs); rank++) {
        unsigned lane = table[rank], term = 0;
        if (lane == matching_count(pairs - 1))
            continue;
        while (terms->valid[term] >> lane & 1)
            term++;
        terms->from[term][lane] = (uint8_t)rank;
        terms->valid[term] |= (uint16_t)(1U << lane);
    }
}

static void list_changes(struct mitm_simd *simd, struct matching_tables *tables, int pairs)
{
    for (int i = 0; i < 2 * pairs + 2; i++)
        for (int j = 0; j < 2 * pairs + 2; j++) {
            if (i < j && pairs < MITM_PACKED_PAIRS)
                list_permutation(&simd->insert[pairs][i][j],
                                 matching_table(tables, MATCHING_INSERT, pairs, i, j), pairs);
            if (i < 2 * pairs && j < 2 * pairs)
                list_permutation(&simd->move[pairs][i][j], matching_table(tables, MATCHING_MOVE, pairs, i, j),
                                 pairs);
            if (i < j && j < 2 * pairs)
                list_terms(&simd->contract[pairs][i][j],
                           matching_table(tables, MATCHING_CONTRACT, pairs, i, j), pairs);
        }
}

struct mitm_simd *mitm_simd_new(struct matching_tables *tables)
{
    struct mitm_simd *simd = memory_try_zeroed(1, sizeof *simd);
    for (int pairs = 0; simd && pairs <= MITM_PACKED_PAIRS; pairs++)
        list_changes(simd, tables, pairs);
    return simd;
}

bool mitm_simd_suits(const struct mitm_contribution *contribution)
{
    bool suits = mitm_is_packed(mitm_pairs(contribution->group->signature)) &&
                 contribution->group->bound != MITM_UNBOUNDED;
    for (int c = 0; c < contribution->changes; c++)
        suits &= mitm_is_packed(
            matching_pairs_after(contribution->change[c].operation, contribution->change[c].pairs));
    return suits;
}

#if AVX512_COMPILED
#define SIMD_TARGET AVX512_TARGET("avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi2,popcnt")

enum { CHUNK = 16, CHUNKS = 7, PLANES = 4 };

bool mitm_simd_available(void)
{
    return AVX512_HAS("avx512f") && AVX512_HAS("avx512bw") && AVX512_HAS("avx512vl") &&
           AVX512_HAS("avx512dq") && AVX512_HAS("avx512vbmi") && AVX512_HAS("avx512vbmi2") &&
           AVX512_HAS("bmi2");
}

// One byte of every count: lanes 0 … 63 and 64 … 127.
struct plane {
    __m512i low, high;
};

struct bits {
    uint64_t low, high;
    int lows, highs; // how many are set in each
};

SIMD_TARGET static inline struct bits bits_of(const struct mitm_group *group)
{
    const uint64_t *words = mitm_ranks(group);
    struct bits bits = {.low = words[0]};
    if (mitm_pairs(group->signature) == MITM_PACKED_PAIRS)
        bits.high = words[1];
    bits.lows = __builtin_popcountll(bits.low);
    bits.highs = (int)group->states - bits.lows;
    return bits;
}

SIMD_TARGET static inline __m512i load_bytes(const uint8_t *bytes, int count)
{
    return _mm512_maskz_loadu_epi8(_bzhi_u64(UINT64_MAX, (unsigned)count), bytes);
}

SIMD_TARGET static inline void load(struct plane *planes, int size, const struct mitm_group *group)
{
    struct bits bits = bits_of(group);
    const uint8_t *bytes = group->counts;
    for (int b = 0; b < size; b++, bytes += group->states) {
        planes[b].low = _mm512_maskz_expand_epi8(bits.low, load_bytes(bytes, bits.lows));
        planes[b].high = _mm512_maskz_expand_epi8(bits.high, load_bytes(bytes + bits.lows, bits.highs));
    }
}

// ---- Changes ----

SIMD_TARGET static inline void permute(struct plane *planes, int size,
                                       const struct mitm_simd_permutation *permutation)
{
    const __m512i low = _mm512_loadu_si512(permutation->from),
                  high = _mm512_loadu_si512(permutation->from + 64);
    for (int b = 0; b < size; b++) {
        struct plane old = planes[b];
        planes[b].low = _mm512_maskz_permutex2var_epi8(permutation->valid[0], old.low, low, old.high);
        planes[b].high = _mm512_maskz_permutex2var_epi8(permutation->valid[1], old.low, high, old.high);
    }
}

SIMD_TARGET static inline __m512i contract(const struct plane *planes, int size,
                                           const struct mitm_simd_terms *terms, int count)
{
    __m512i sums = _mm512_setzero_si512();
    for (int t = 0; t < count; t++) {
        __m512i from = _mm512_castsi128_si512(_mm_loadu_si128((const void *)terms->from[t]));
        for (int b = 0; b < size; b++) {
            __m512i bytes =
                _mm512_maskz_permutex2var_epi8(terms->valid[t], planes[b].low, from, planes[b].high);
            __m512i term = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(bytes));
            sums = _mm512_add_epi32(sums, _mm512_slli_epi32(term, 8 * (unsigned)b));
        }
    }
    return sums;
}

SIMD_TARGET static inline __m512i chunk_of(const struct plane *planes, int size, int chunk)
{
    __m512i sum = _mm512_setzero_si512();
    for (int b = 0; b < size; b++) {
        __m512i half = chunk < 4 ? planes[b].low : planes[b].high;
        __m128i bytes = chunk % 4 == 0   ? _mm512_castsi512_si128(half)
                        : chunk % 4 == 1 ? _mm512_extracti32x4_epi32(half, 1)
                        : chunk % 4 == 2 ? _mm512_extracti32x4_epi32(half, 2)
                                         : _mm512_extracti32x4_epi32(half, 3);
        sum = _mm512_or_si512(sum, _mm512_slli_epi32(_mm512_cvtepu8_epi32(bytes), 8 * (unsigned)b));
    }
    return sum;
}

SIMD_TARGET static inline void add_chunk(uint32_t *sums, __m512i more)
{
    _mm512_storeu_si512(sums, _mm512_add_epi32(_mm512_loadu_si512(sums), more));
}

SIMD_TARGET static void add_from(const struct mitm_simd *simd, const struct mitm_contribution *contribution,
                                 int first, __m512i contracted, uint32_t *sums);

// Applies the changes of a contribution, from the one with index `first` on, to planes of `size` bytes per count; `size` is a
// constant after inlining.
SIMD_TARGET __attribute__((always_inline)) static inline void add_planes(
    const struct mitm_simd *simd, const struct mitm_contribution *contribution, int first,
    struct plane *planes, int size, uint32_t *sums)
{
    int pairs = mitm_pairs(contribution->group->signature);
    for (int c = first; c < contribution->changes; c++) {
        const struct matching_change *change = &contribution->change[c];
        pairs = matching_pairs_after(change->operation, change->pairs);
        if (change->operation == MATCHING_CONTRACT) {
            __m512i contracted = contract(planes, size, &simd->contract[change->pairs][change->i][change->j],
                                          2 * (change->pairs - 1));
            if (c == contribution->changes - 1)
                add_chunk(sums, contracted);
            else
                add_from(simd, contribution, c + 1, contracted, sums);
            return;
        }
        permute(planes, size,
                change->operation == MATCHING_INSERT ? &simd->insert[change->pairs][change->i][change->j]
                                                     : &simd->move[change->pairs][change->i][change->j]);
    }
    add_chunk(sums, chunk_of(planes, size, 0));
    if (pairs == MITM_PACKED_PAIRS)
#pragma GCC unroll 6
        for (int chunk = 1; chunk < CHUNKS; chunk++)
            add_chunk(sums + chunk * CHUNK, chunk_of(planes, size, chunk));
}

// Continues after a contraction, which leaves up to 15 sums.
SIMD_TARGET static void add_from(const struct mitm_simd *simd, const struct mitm_contribution *contribution,
                                 int first, __m512i contracted, uint32_t *sums)
{
    struct plane planes[PLANES];
    for (int b = 0; b < PLANES; b++) {
        planes[b].low =
            _mm512_zextsi128_si512(_mm512_cvtepi32_epi8(_mm512_srli_epi32(contracted, 8 * (unsigned)b)));
        planes[b].high = _mm512_setzero_si512();
    }
    add_planes(simd, contribution, first, planes, PLANES, sums);
}

SIMD_TARGET void mitm_simd_add(const struct mitm_simd *simd, const struct mitm_contribution *contribution,
                               uint32_t *sums)
{
    struct plane planes[PLANES];
    switch (mitm_count_size(contribution->group->bound)) {
    case 1:
        load(planes, 1, contribution->group);
        add_planes(simd, contribution, 0, planes, 1, sums);
        break;
    case 2:
        load(planes, 2, contribution->group);
        add_planes(simd, contribution, 0, planes, 2, sums);
        break;
    default:
        load(planes, PLANES, contribution->group);
        add_planes(simd, contribution, 0, planes, PLANES, sums);
    }
}

// ---- Packing ----

// Extracts byte b of all sums, which come in chunks of sixteen.
SIMD_TARGET static inline __m512i bytes_of(const __m512i *sums, int chunks, int b)
{
    __m128i part[4] = {_mm_setzero_si128(), _mm_setzero_si128(), _mm_setzero_si128(), _mm_setzero_si128()};
    for (int c = 0; c < chunks; c++)
        part[c] = _mm512_cvtepi32_epi8(_mm512_srli_epi32(sums[c], 8 * (unsigned)b));
    __m512i bytes = _mm512_inserti32x4(_mm512_castsi128_si512(part[0]), part[1], 1);
    bytes = _mm512_inserti32x4(bytes, part[2], 2);
    return _mm512_inserti32x4(bytes, part[3], 3);
}

SIMD_TARGET __attribute__((always_inline)) static inline void collect(uint32_t *sums, int chunks,
                                                                      uint64_t signature,
                                                                      struct mitm_layer *out)
{
    __m512i taken[CHUNKS], any = _mm512_setzero_si512();
    uint64_t words[2] = {0};
#pragma GCC unroll 7
    for (int c = 0; c < chunks; c++) {
        taken[c] = _mm512_loadu_si512(sums + c * CHUNK);
        _mm512_storeu_si512(sums + c * CHUNK, _mm512_setzero_si512());
        any = _mm512_or_si512(any, taken[c]);
        words[c / 4] |= (uint64_t)_mm512_test_epi32_mask(taken[c], taken[c]) << (c % 4 * CHUNK);
    }
    uint32_t bound = (uint32_t)_mm512_reduce_or_epi32(any);
    if (!bound)
        return;
    size_t lows = (size_t)__builtin_popcountll(words[0]),
           states = lows + (size_t)__builtin_popcountll(words[1]), size = mitm_count_size(bound);
    unsigned char *room = mitm_layer_room(out, mitm_group_bytes(signature, states, bound) + MITM_SIMD_SPARE);
    if (!room)
        return;
    uint8_t *to = room;
    for (size_t b = 0; b < size; b++, to += states) {
        _mm512_storeu_si512(
            to, _mm512_maskz_compress_epi8(words[0], bytes_of(taken, chunks < 4 ? chunks : 4, (int)b)));
        if (chunks > 4)
            _mm512_storeu_si512(
                to + lows, _mm512_maskz_compress_epi8(words[1], bytes_of(taken + 4, chunks - 4, (int)b)));
    }
    memcpy(room + mitm_ranks_offset(signature, states, bound), words, chunks > 4 ? 16 : 8);
    mitm_layer_add(out, signature, states, bound);
}

SIMD_TARGET void mitm_simd_collect(uint32_t *sums, uint64_t signature, struct mitm_layer *out)
{
    if (mitm_pairs(signature) == MITM_PACKED_PAIRS)
        collect(sums, CHUNKS, signature, out);
    else
        collect(sums, 1, signature, out);
}

SIMD_TARGET void mitm_simd_unpack(const struct mitm_group *group, uint16_t *ranks, uint32_t *counts)
{
    struct bits bits = bits_of(group);
    uint8_t places[MITM_SIMD_LANES];
    static const uint8_t ascending[64] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                          16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
                                          32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
                                          48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
    __m512i low = _mm512_loadu_si512(ascending), high = _mm512_add_epi8(low, _mm512_set1_epi8(64));
    _mm512_storeu_si512(places, _mm512_maskz_compress_epi8(bits.low, low));
    _mm512_storeu_si512(places + bits.lows, _mm512_maskz_compress_epi8(bits.high, high));
    int states = (int)group->states, size = (int)mitm_count_size(group->bound);
    for (int s = 0; s < states; s += 32)
        _mm512_storeu_si512(ranks + s, _mm512_cvtepu8_epi16(_mm256_loadu_si256((const void *)(places + s))));
    if (group->bound == MITM_UNBOUNDED)
        return;
    const uint8_t *bytes = group->counts;
    for (int s = 0; s < states; s += CHUNK) {
        __mmask16 some = (__mmask16)_bzhi_u32(0xFFFF, (unsigned)(states - s));
        __m512i sum = _mm512_cvtepu8_epi32(_mm_maskz_loadu_epi8(some, bytes + s));
        for (int b = 1; b < size; b++)
            sum = _mm512_or_si512(
                sum,
                _mm512_slli_epi32(_mm512_cvtepu8_epi32(_mm_maskz_loadu_epi8(some, bytes + b * states + s)),
                                  8 * (unsigned)b));
        _mm512_storeu_si512(counts + s, sum);
    }
}
#else
bool mitm_simd_available(void)
{
    return false;
}

// Never called; they must have the same types as the functions that do the work.
// NOLINTBEGIN(readability-non-const-parameter)
void mitm_simd_add(const struct mitm_simd *simd, const struct mitm_contribution *contribution, uint32_t *sums)
{
    (void)simd;
    (void)contribution;
    (void)sums;
    assert(0 && "only where it is available");
}

void mitm_simd_collect(uint32_t *sums, uint64_t signature, struct mitm_layer *out)
{
    (void)sums;
    (void)signature;
    (void)out;
    assert(0 && "only where it is available");
}

void mitm_simd_unpack(const struct mitm_group *group, uint16_t *ranks, uint32_t *counts)
{
    (void)group;
    (void)ranks;
    (void)counts;
    assert(0 && "only where it is available");
}
// NOLINTEND(readability-non-const-parameter)
#endif
