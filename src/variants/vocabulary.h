// SPDX-License-Identifier: GPL-3.0-or-later
// All keys that a text may have, and what to say about those that it may not.
#ifndef LEAPER_VARIANTS_VOCABULARY_H
#define LEAPER_VARIANTS_VOCABULARY_H

#include "position/key.h"

// The tables of everybody who carries keys; ends with NULL.
typedef const struct key *const *key_tables;

// Whether a key may stand in a variant.
bool vocabulary_has(key_tables tables, const char *key);

// The type of values of a key of the tables: true and the type of its first row.
bool vocabulary_type(key_tables tables, const char *key, enum value_type *type);

// The name that a key has now, if it is an old name of Fairy-Stockfish; otherwise the key itself.
const char *vocabulary_current(const char *key);

// Writes what is wrong with a key that a variant may not have: that it is not supported and why, or that it is unknown, with the
// key that was probably meant.
void vocabulary_explain(key_tables tables, const char *key, char *message, size_t size);

// The name found so far that is nearest to a misspelt one, NULL if none is near.
struct nearest {
    const char *wrong, *name;
    unsigned distance;
};
struct nearest nearest_to(const char *wrong);
void nearest_consider(struct nearest *nearest, const char *name);

// A key of Fairy-Stockfish. If no table carries it, a text that has it is refused with the reason.
struct their_key {
    const char *key;    // those with the name of a piece at the end have a '*' there
    const char *reason; // NULL: nobody carries it so far
};

// All of them; ends with a row whose key is NULL.
extern const struct their_key their_keys[];

#endif
