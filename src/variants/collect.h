// SPDX-License-Identifier: GPL-3.0-or-later
// The entries of a section: what is wrong with their keys, and those that are rules.
#ifndef LEAPER_VARIANTS_COLLECT_H
#define LEAPER_VARIANTS_COLLECT_H

#include "variants/definition.h"
#include "variants/text/ini.h"
#include "variants/vocabulary.h"

// A section, and what it is read with.
struct collector {
    const struct ini *ini;
    const struct ini_section *section;
    const struct source *source;
    key_tables tables;
    struct pool *pool;
    struct report *report;
    bool no_parameters; // their declarations have a fault: what refers to them is left out
};

// Reports keys that a variant may not have, and entries that contradict each other.
void collect_check(const struct collector *collector);

// Appends the rules among the entries, each key once, with its last value; those that were refused for their lines are left
// out. "armies" becomes the key of each side.
void collect(const struct collector *collector, struct definition *own);

#endif
