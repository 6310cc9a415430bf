// SPDX-License-Identifier: GPL-3.0-or-later
// The weights of single kinds of pieces, which are named after how they move: "N value", "N mobility", and what is added on each rank, as
// the owner counts them, and on each file, counted from the nearer edge: "N rank 1", "N file 1". So one text serves all armies.
#ifndef LEAPER_SEARCH_TUNED_H
#define LEAPER_SEARCH_TUNED_H

#include "position/position.h"
#include "search/evaluation/weights.h"

// What the weights say of that side of a kind of piece ("value", "mobility"), or `otherwise` if nothing.
struct pair tuned(const struct weights *weights, const struct piece_rules *rules, const char *what,
                  struct pair otherwise);

// The same of the square on which such a piece stands.
struct pair tuned_place(const struct weights *weights, const struct variant *variant,
                        const struct piece_rules *rules, enum color color, square s);

// Adds the weights of a kind of piece with these numbers, and 0 for its places. False if there is no room.
bool tuned_list(struct weights *weights, const struct variant *variant, const struct piece_rules *rules,
                struct pair value, struct pair mobility);

#endif
