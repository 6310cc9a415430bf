// SPDX-License-Identifier: GPL-3.0-or-later
// The instructions of AVX-512: the processor's own, or, in tests of the same source, an emulation of them.
//
// A test that is compiled with AVX512_HEADER, the header to include for <immintrin.h>, runs everywhere: whatever is asked for is
// there, and nothing is compiled for other processors than the rest of the test. With AVX512_NONE it runs as on a processor
// of another family.
#ifndef LEAPER_TOURS_AVX512_H
#define LEAPER_TOURS_AVX512_H

#if defined AVX512_HEADER

#include AVX512_HEADER

#define AVX512_COMPILED 1
#define AVX512_TARGET(features)
#define AVX512_HAS(feature) true

#elif defined __x86_64__ && !defined AVX512_NONE

#include <immintrin.h>

// Whether there is such code at all.
#define AVX512_COMPILED         1
// Compiles a function for processors that have these features.
#define AVX512_TARGET(features) __attribute__((target(features)))
// Whether this processor has a feature.
#define AVX512_HAS(feature)     __builtin_cpu_supports(feature)

#else

#define AVX512_COMPILED 0

#endif

#endif
