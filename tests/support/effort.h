// SPDX-License-Identifier: GPL-3.0-or-later
// How much a test may do: all of it in a release build, less where checks make everything slower.
#ifndef LEAPER_TESTS_SUPPORT_EFFORT_H
#define LEAPER_TESTS_SUPPORT_EFFORT_H

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define EFFORT_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define EFFORT_SANITIZED 1
#endif
#endif

// Divides the number of rounds of a test.
#if defined(EFFORT_SANITIZED)
enum { EFFORT_DIVISOR = 8 };
#elif defined(NDEBUG)
enum { EFFORT_DIVISOR = 1 };
#else
enum { EFFORT_DIVISOR = 4 }; // every apply checks the whole position
#endif

#endif
