// SPDX-License-Identifier: GPL-3.0-or-later
// The entries of a variant that are not rules: its title and other words, squares to be drawn, parameters, and whose network it borrows.
#ifndef LEAPER_VARIANTS_WORDS_H
#define LEAPER_VARIANTS_WORDS_H

#include "position/game.h"
#include "position/parameter.h"
#include "variants/text/ini.h"

// Whether the key is one of them.
bool is_word_key(const char *key);

// Whether its value may take several lines, and whether it may stand several times in a section.
bool may_have_lines(const char *key);
bool may_repeat(const char *key);

// The keys, for suggestions; ends with NULL.
extern const char *const word_keys[];

// A section of a file, and what it is read with.
struct words_reader {
    const struct ini *ini;
    const struct ini_section *section;
    const struct source *source;
    const struct game *parent; // or NULL
    struct pool *pool;
    struct report *report;
};

// Fills in the words, sites and parameters of a game. Sections of the rules that have no rules are taken from the parent, and
// so are the sites if the section has none. False if a declaration of a parameter was refused.
bool words_read(const struct words_reader *reader, struct game *game);

// declare.c: reads "fuel Fuel 1..999 = 50: units of fuel each piece starts with".
bool parameter_declare(const struct words_reader *reader, const struct ini_entry *entry,
                       struct parameter *parameter);

#endif
