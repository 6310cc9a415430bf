// SPDX-License-Identifier: GPL-3.0-or-later
// Builds a variant from the text of its game: reads the settings of all mechanisms, and takes those that are wanted.
#ifndef LEAPER_VARIANTS_COMPOSE_H
#define LEAPER_VARIANTS_COMPOSE_H

#include "position/variant.h"
#include "variants/file.h"

// The keys of all mechanisms.
key_tables compose_tables(void);

// For struct game: prepares a variant whose game is that of a struct variant_text.
bool compose(struct variant *variant, struct error *err);

// Sets what a game says of itself that follows from its mechanisms, and that compose() prepares it. False if there is no memory.
bool compose_describe(struct variant_text *text);

// Builds the game with the initial values of its parameters and reads its start position. All that is wrong is reported at the entry of the
// start position, or at the game's name.
void compose_check(struct variant_text *text, struct report *report);

// For a game with faults in other entries: reports what is wrong with the start position whatever they mean, which is that it has letters
// of no piece, or ranks that do not fit the board. Says nothing if pieces or board are among the faults.
void compose_check_draft(struct variant_text *text, struct report *report);

#endif
