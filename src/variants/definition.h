// SPDX-License-Identifier: GPL-3.0-or-later
// What defines a variant: its entries and those that it takes from its parents, as text.
#ifndef LEAPER_VARIANTS_DEFINITION_H
#define LEAPER_VARIANTS_DEFINITION_H

#include "base/vector.h"
#include "variants/text/source.h"

#include <stdbool.h>
#include <stdint.h>

struct definition_entry {
    const char *key, *value;
    const struct source *source;
    uint32_t key_at, value_at; // where they stand, in bytes
    bool own;                  // not from a parent
    bool exact;                // the value is what stands there: nothing was put into it or changed
    bool piece;                // the key is that of a piece, which is asked often
};

struct definition {
    struct VECTOR_OF(struct definition_entry) entries; // those of the farthest parent first; no key twice
};

// The entry of that key, or NULL.
const struct definition_entry *definition_find(const struct definition *definition, const char *key);

#endif
