// SPDX-License-Identifier: GPL-3.0-or-later
// AVX-512 instructions: those of the processor, or an emulation of them in tests that compile the same source.
//
// AVX512_HEADER names a header to include instead of <immintrin.h>. A test compiled with it runs on any processor: every feature
// counts as present, and no function is compiled for a special target. A test compiled with AVX512_NONE runs as on a processor
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

// Whether AVX-512 code is compiled at all.
#define AVX512_COMPILED         1
// Compiles a function for processors that have these features.
#define AVX512_TARGET(features) __attribute__((target(features)))
// Whether this processor has a feature.
#define AVX512_HAS(feature)     __builtin_cpu_supports(feature)

#else

#define AVX512_COMPILED 0

#endif

#endif
