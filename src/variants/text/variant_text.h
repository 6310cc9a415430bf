// SPDX-License-Identifier: GPL-3.0-or-later
// A game that is defined by a text, and when two texts define the same game.
#ifndef LEAPER_VARIANTS_VARIANT_TEXT_H
#define LEAPER_VARIANTS_VARIANT_TEXT_H

#include "base/buffer.h"
#include "position/game.h"
#include "variants/cast/army.h"
#include "variants/definition.h"

struct variant_file;

struct variant_text {
    struct game game;
    struct variant_file *file; // to which it belongs
    struct definition definition;
    const struct source *source;
    uint32_t at;                       // where its name stands
    const struct variant_text *parent; // or NULL
    const struct army_list *armies;    // those that the text may name
};

// The text that defines a game.
const struct variant_text *game_text(const struct game *game);

// Appends the definition, with all that it inherits, as sections that read back to the same game; of its words only the title and whose network it borrows.
// Armies that it names are sections of their own, except those of `known` (or NULL).
void variant_text_write(const struct variant_text *text, const struct army_list *known, struct buffer *out);

// Stores the 64-bit FNV-1a hash of all that makes a difference in play: name in lower case, parameters with their ranges and defaults, entries in
// alphabetical order, armies; not titles, help and comments. False if there is no memory.
bool variant_text_hash(const struct variant_text *text, uint64_t *hash);

// Stores whether two texts define the same game. False if there is no memory.
bool variant_text_compare(const struct variant_text *a, const struct variant_text *b, bool *same);

// Whether two armies have the same pieces and rules.
bool army_is_same(const struct army_text *a, const struct army_text *b);

#endif
