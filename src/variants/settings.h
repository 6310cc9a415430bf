// SPDX-License-Identifier: GPL-3.0-or-later
// From a definition and the values of its parameters to the settings of those who carry its keys.
#ifndef LEAPER_VARIANTS_SETTINGS_H
#define LEAPER_VARIANTS_SETTINGS_H

#include "position/parameter.h"
#include "variants/cast/cast.h"

// A definition whose parameters have values: what settings are read from.
struct resolved {
    struct definition definition; // without $parameters and armies: keys of theirs instead
    struct cast cast;
    struct value_context context, presets; // for values of the text, and for those that hold without a key
    const char *start; // the start position as a FEN, with back ranks for {white} and {black}
    struct pool pool;
};

// What a definition is resolved with.
struct resolution {
    const struct definition *definition;
    const struct parameter *parameters;
    unsigned parameter_count;
    const struct parameters *values;
    const struct army_list *armies;
};

// Appends the entries of the definition to `out`, with the values of parameters for their names; new texts belong to the pool.
void definition_substitute(const struct resolution *resolution, struct definition *out, struct pool *pool,
                           struct report *report);

// Resolves a definition, and reports what is wrong with it. The definition and the armies must outlive the result, which
// resolved_clear() frees in any case.
void resolve(const struct resolution *resolution, struct resolved *resolved, struct report *report);

// Resolves only entries and pieces: `definition` and `cast`. False if there is no memory.
bool resolve_pieces(const struct resolution *resolution, struct resolved *resolved, struct report *report);

void resolved_clear(struct resolved *resolved);

// Reads all keys of the table (see position/key.h) into `settings`, which have been zeroed. Texts in them live as long as `resolved`.
void settings_read(const struct resolved *resolved, const struct key *keys, void *settings,
                   struct report *report);

// The row for a key of a text, or NULL. Rows whose name ends with '*' fit any name of a piece.
const struct key *key_find(const struct key *keys, const char *name);

// The keys that a variant itself has: board, start position, and what is meant for user interfaces.
struct board_settings {
    int last_file, last_rank; // from 0
    const char *start;        // as it stands in the text
    const char *template, *characters;
    int pocket;
};
extern const struct key board_keys[];

#endif
