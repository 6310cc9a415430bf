// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a file of variants, and where in it something stands.
#ifndef LEAPER_VARIANTS_SOURCE_H
#define LEAPER_VARIANTS_SOURCE_H

#include <stddef.h>

struct source {
    const char *name; // "variants/fuel.ini", for messages
    const char *text; // terminated
    size_t length;
};

// A place as people count: lines and characters from 1.
struct place {
    unsigned line, column;
};

// The place of the byte at `at`.
struct place source_place(const struct source *source, size_t at);

// The line that contains the byte at `at`, without its end: stores its length, returns its beginning.
const char *source_line(const struct source *source, size_t at, size_t *length);

#endif
