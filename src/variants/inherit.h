// SPDX-License-Identifier: GPL-3.0-or-later
// What a variant takes from its parent.
#ifndef LEAPER_VARIANTS_INHERIT_H
#define LEAPER_VARIANTS_INHERIT_H

#include "variants/key_index.h"
#include "variants/settings.h"

struct inheritance {
    const struct resolution *parent; // with the initial values of its parameters
    const struct definition *own;    // the entries of the variant itself
    const struct parameter *parameters;
    unsigned parameter_count;
    const struct parameters *initial;
    const struct army_list *armies;
    key_tables tables;
    const struct key_index *index; // of the tables
    struct pool *pool;
    struct report *report;
};

// Appends to `out`, which is empty, the parent's entries that still hold, then the own ones. An entry of the parent gives way to
// the same key and to keys that set all that it sets ("flagRegion" for "flagRegionWhite"); a piece also to one of the same letter.
// Letters of pieces in the parent's values mean the parent's pieces, whatever letters they have now; those that are gone are
// left out.
void inherit(const struct inheritance *inheritance, struct definition *out);

#endif
