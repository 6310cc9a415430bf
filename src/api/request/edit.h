// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of answering {"do":"edit"}; private to src/api/request.
#ifndef LEAPER_API_EDIT_H
#define LEAPER_API_EDIT_H

#include "api/request/request.h"
#include "position/setup.h"

// Applies the edits, a list of objects (or NULL), to the setup. False with LEAPER_ERROR_REQUEST, LEAPER_ERROR_PARAMETER or
// LEAPER_ERROR_FEN, whose place begins with "edits[N]".
bool edit_apply(const json_t *edits, const struct variant *variant, struct setup *setup,
                struct leaper_error *error);

// Adds what the setup is to the answer: position string, board, side, rights, counts and the game's fields.
void edit_show_setup(json_t **answer, const struct variant *variant, const struct setup *setup);

// Adds the faults to the answer; without any, also whether the game is over there.
void edit_show_faults(json_t **answer, const struct variant *variant, const struct setup *setup,
                      const struct setup_faults *faults);

// What can be edited in positions of the variant, a new reference; NULL without memory.
json_t *edit_show_means(const struct variant *variant);

#endif
