// SPDX-License-Identifier: GPL-3.0-or-later
// What a public record is inside; private to src/api.
#ifndef LEAPER_API_RECORD_H
#define LEAPER_API_RECORD_H

#include "api/handle.h"
#include "notation/record.h"

struct leaper_record {
    struct leaper_variant *variant;
    struct record inside; // borrows the variant
    struct position end;  // after the first `end_at` turns: what is added is played from here
    size_t end_at;
};

// Takes over an internal record that borrows the variant, also on failure. NULL with LEAPER_ERROR_NO_MEMORY.
struct leaper_record *record_wrap(struct leaper_variant *variant, struct record *inside,
                                  struct leaper_error *error);

#endif
