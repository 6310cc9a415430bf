// SPDX-License-Identifier: GPL-3.0-or-later
// The sections and entries of a file of variants, as text. What they mean is not looked at.
#ifndef LEAPER_VARIANTS_INI_H
#define LEAPER_VARIANTS_INI_H

#include "variants/text/pool.h"
#include "variants/text/report.h"

#include <stdint.h>

struct ini_entry {
    const char *key, *value;   // owned by the pool
    uint32_t key_at, value_at; // in the source, in bytes
    uint32_t lines;            // how many the value has; their texts are joined by blanks
    char *grown;               // the value, if it has several lines, with room for `capacity` bytes
    uint32_t capacity;
};

struct ini_section {
    const char *name;
    const char *parent; // NULL: none
    uint32_t
        parent_index; // the section of that name, once ini_link() has been called; PARENT_ELSEWHERE: there is none
    uint32_t at, parent_at;
    uint32_t first, count; // its entries
    bool faulty;           // a line of it is not well formed, so that entries may be missing
};

struct ini {
    struct VECTOR_OF(struct ini_section) sections;
    struct VECTOR_OF(struct ini_entry) entries;
    size_t
        lost; // heads that are not well formed, or beyond SECTIONS_MAX: what follows them is not among the sections
};

enum {
    SOURCE_MAX = 256 * 1024,
    SECTIONS_MAX = 2000,
    PARENTS_MAX = 32,
    PARENT_ELSEWHERE = SECTIONS_MAX,
    NAME_MAX_BYTES = 60,
    KEY_MAX_BYTES = 60,
    VALUE_MAX_BYTES = 8192
};

// Reads the whole source, and reports every line that is not well formed; `ini` has all that is.
void ini_read(struct ini *ini, const struct source *source, struct pool *pool, struct report *report);

// The same for a text of the program's own, whose size and characters need no check.
void ini_read_trusted(struct ini *ini, const struct source *source, struct pool *pool, struct report *report);

// The first section of that name (case does not matter) among the first `end`, or `end`.
size_t ini_find(const struct ini *ini, const char *name, size_t end);

// Finds the parent of every section.
void ini_link(struct ini *ini);

// Whether a section has more than PARENTS_MAX parents in a row. False for one whose parents go in a circle. The sections have been
// linked.
bool ini_is_deep(const struct ini *ini, size_t index);

void ini_clear(struct ini *ini);

#endif
