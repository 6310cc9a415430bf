// SPDX-License-Identifier: GPL-3.0-or-later
// The pieces of a variant: their names in the text, letters and movements.
#ifndef LEAPER_VARIANTS_CAST_H
#define LEAPER_VARIANTS_CAST_H

#include "variants/cast/army.h"
#include "variants/definition.h"
#include "variants/text/pool.h"
#include "variants/text/report.h"
#include "variants/value/value.h"

struct cast_piece {
    const char *slot;  // its key: "knight", "customPiece1"; in an army also its name
    const char *name;  // "knight", "charging rook"; of a custom piece without a name, its letter
    const char *betza; // how it moves
    char letter;       // upper case
    bool from_army;
    const struct definition_entry
        *entry; // where it is declared; of a piece of an army, where the army is chosen
};

struct cast {
    unsigned count;
    struct cast_piece pieces[LETTERS];
    char army_letters[2][LETTERS]; // by color: the letter here of each letter of the army
};

// Reads the pieces that the entries declare, in their order; an army's stand where it is chosen. A piece of the variant that has the name
// of an army's stands in for it, and so does one with its letter that is declared below the army. A letter that was given above the army
// stays with whom it was given to: the army's piece takes the next one, after its own and A after Z, that neither the variant nor an army
// uses. What is wrong is reported for entries that are `own`.
void cast_read(struct cast *cast, const struct definition *definition, const struct army_list *armies,
               struct pool *pool, struct report *report);

// The piece with that letter or with that key, or NULL.
const struct cast_piece *cast_of_letter(const struct cast *cast, char letter);
const struct cast_piece *cast_of_slot(const struct cast *cast, const char *slot);

// Fills in the types of the letters; with `presets`, the letters P N B R Q K mean the pieces called pawn, knight, bishop, rook,
// queen and king, and those that are missing are TYPE_GONE.
void cast_types(const struct cast *cast, bool presets, piece_type types[LETTERS]);

#endif
