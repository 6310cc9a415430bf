// SPDX-License-Identifier: GPL-3.0-or-later
// Armies as text: sections [army NAME] with pieces, a back rank, and how they castle.
#ifndef LEAPER_VARIANTS_ARMY_H
#define LEAPER_VARIANTS_ARMY_H

#include "variants/text/ini.h"

enum { ARMY_PIECES_MAX = 16, ARMY_RANK_MAX = 16 };

struct army_piece {
    const char *name;  // "charging rook"
    char letter;       // upper case
    const char *betza; // how it moves
};

struct army_text {
    const char *key;   // "nutters"
    const char *title; // "Nutty Knights"
    const char *setup; // the letters of its back rank from the a-file, upper case
    unsigned count;
    struct army_piece pieces[ARMY_PIECES_MAX]; // all but king and pawn
    const char *queenside_file; // to which the king castles on the queen's side, or NULL: as usual
    const struct source *source;
    uint32_t at;
};

struct army_list {
    struct VECTOR_OF(const struct army_text *) armies;
};

// The army of that name (case does not matter), or NULL.
const struct army_text *army_find(const struct army_list *list, const char *key);

// Whether the section defines an army; stores the beginning of its name.
bool army_is(const struct ini_section *section, const char **name);

// Reads a section that defines an army. NULL if anything is wrong with it, which is reported.
const struct army_text *army_read(const struct ini *ini, const struct ini_section *section,
                                  const struct source *source, struct pool *pool, struct report *report);

#endif
