// SPDX-License-Identifier: GPL-3.0-or-later
// The version of the library, and what was built into it.
#ifndef LEAPER_VERSION_H
#define LEAPER_VERSION_H

#include <stdbool.h>

// Marks the functions that the shared library exports.
#if defined __GNUC__
#define LEAPER_API __attribute__((visibility("default")))
#else
#define LEAPER_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

// The version of these headers. LEAPER_VERSION_NUMBER is major * 1000000 + minor * 1000 + patch.
#define LEAPER_VERSION_MAJOR  0
#define LEAPER_VERSION_MINOR  1
#define LEAPER_VERSION_PATCH  0
#define LEAPER_VERSION_NUMBER 1000
#define LEAPER_VERSION_TEXT   "0.1.0"

// The version of the library at run time, such as "0.1.0". Static storage.
LEAPER_API const char *leaper_version(void);

// The same as a number, for comparison with LEAPER_VERSION_NUMBER.
LEAPER_API int leaper_version_number(void);

// Whether a feature was built in: "tours" (the functions in tours.h), which always is, or "meeting" (counting
// tours by meeting in the middle). False for unknown names.
LEAPER_API bool leaper_has_feature(const char *name);

#ifdef __cplusplus
}
#endif

#endif
