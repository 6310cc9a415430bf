// SPDX-License-Identifier: GPL-3.0-or-later
// Tests groups one by one or, where the processor has AVX-512, eight at a time.
#include "tours/mitm/step/images.h"

#include "tours/avx512.h"

static size_t list_singly(struct mitm_images *images, size_t listed, const struct mitm_pattern *pattern,
                          const struct mitm_group *groups, const uint64_t forbidden[3])
{
    size_t at = images->at;
    while (listed < MITM_IMAGES && at < images->end) {
        // No branch depends on whether the pattern applies.
        size_t room = MITM_IMAGES - listed, stop = images->end - at > room ? at + room : images->end;
        for (; at < stop; at++) {
            uint64_t signature = groups[at].signature, image = signature + pattern->delta;
            images->signatures[listed] = image;
            images->groups[listed] = at;
            listed += ((signature & pattern->mask) == pattern->value) & !mitm_has_degree(image, forbidden);
        }
    }
    images->at = at;
    return listed;
}

#if AVX512_COMPILED
enum { TOGETHER = 8 };

static bool has_eight(void)
{
    return AVX512_HAS("avx512f");
}

// Loads the signatures of eight groups, each of which has three words.
AVX512_TARGET("avx512f") static inline __m512i load_signatures(const struct mitm_group *groups)
{
    _Static_assert(sizeof *groups == 3 * sizeof(uint64_t),
                   "a group has three words, the first its signature");
    const __m512i first = _mm512_setr_epi64(0, 3, 6, 9, 12, 15, 0, 0),
                  second = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 8 + 2, 8 + 5);
    __m512i words[3];
    for (int i = 0; i < 3; i++)
        words[i] = _mm512_loadu_si512((const char *)groups + i * 64);
    return _mm512_permutex2var_epi64(_mm512_permutex2var_epi64(words[0], first, words[1]), second, words[2]);
}

// Returns a bit for each image without a forbidden degree.
AVX512_TARGET("avx512f") static inline __mmask8 are_allowed(__m512i images, const uint64_t forbidden[3])
{
    const __m512i low = _mm512_set1_epi64((int64_t)MITM_ONES);
    __m512i ones = _mm512_and_si512(images, low), twos = _mm512_and_si512(_mm512_srli_epi64(images, 1), low),
            zeros = _mm512_andnot_si512(_mm512_or_si512(ones, twos), low);
    __m512i bad =
        _mm512_or_si512(_mm512_or_si512(_mm512_and_si512(zeros, _mm512_set1_epi64((int64_t)forbidden[0])),
                                        _mm512_and_si512(ones, _mm512_set1_epi64((int64_t)forbidden[1]))),
                        _mm512_and_si512(twos, _mm512_set1_epi64((int64_t)forbidden[2])));
    return _mm512_testn_epi64_mask(bad, bad);
}

AVX512_TARGET("avx512f,popcnt")
static size_t list_by_eight(struct mitm_images *images, const struct mitm_pattern *pattern,
                            const struct mitm_group *groups, const uint64_t forbidden[3])
{
    const __m512i mask = _mm512_set1_epi64((int64_t)pattern->mask),
                  value = _mm512_set1_epi64((int64_t)pattern->value),
                  delta = _mm512_set1_epi64((int64_t)pattern->delta),
                  places = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7);
    size_t at = images->at, listed = 0;
    for (; listed < MITM_IMAGES && images->end - at >= TOGETHER; at += TOGETHER) {
        __m512i signatures = load_signatures(groups + at), image = _mm512_add_epi64(signatures, delta);
        __mmask8 kept = (__mmask8)(_mm512_cmpeq_epi64_mask(_mm512_and_si512(signatures, mask), value) &
                                   are_allowed(image, forbidden));
        _mm512_storeu_si512(&images->signatures[listed], _mm512_maskz_compress_epi64(kept, image));
        _mm512_storeu_si512(
            &images->groups[listed],
            _mm512_maskz_compress_epi64(kept, _mm512_add_epi64(places, _mm512_set1_epi64((int64_t)at))));
        listed += (size_t)__builtin_popcount(kept);
    }
    images->at = at;
    return listed;
}
#endif

void mitm_images_list(struct mitm_images *images, const struct mitm_pattern *pattern,
                      const struct mitm_group *groups, const uint64_t forbidden[3])
{
    size_t listed = 0;
#if AVX512_COMPILED
    if (has_eight())
        listed = list_by_eight(images, pattern, groups, forbidden);
#endif
    listed = list_singly(images, listed, pattern, groups, forbidden);
    images->signatures[listed] = UINT64_MAX;
    images->next = 0;
}
