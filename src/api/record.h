// SPDX-License-Identifier: GPL-3.0-or-later
// The definition of a public record; private to src/api.
#ifndef LEAPER_API_RECORD_H
#define LEAPER_API_RECORD_H

#include "api/handle.h"
#include "notation/record.h"

struct leaper_record {
    struct leaper_variant *variant;
    struct record inside; // borrows the variant
    struct position end;  // the position after the first `end_at` turns, where further turns are added
    size_t end_at;
};

// Takes ownership of an internal record that borrows the variant, even on failure. NULL with
// LEAPER_ERROR_NO_MEMORY.
struct leaper_record *record_wrap(struct leaper_variant *variant, struct record *inside,
                                  struct leaper_error *error);

#endif
