// SPDX-License-Identifier: GPL-3.0-or-later
// How the pieces of a variant promote; for those who prepare a variant.
#ifndef LEAPER_POSITION_PROMOTION_H
#define LEAPER_POSITION_PROMOTION_H

#include "position/variant.h"

// Appends a type to those that the pawns of a colour promote to, strongest first; one that is there already is left alone.
void variant_add_promotion(struct variant *variant, enum color color, piece_type type);

// Pieces of the type and colour promote like pawns on arrival in the region, to one of the colour's promotions. With
// `optional` they may as well stay what they are. An empty region: they do not promote.
void variant_promote_in(struct variant *variant, piece_type type, enum color color, const struct set *region,
                        bool optional);

// When a piece turns into another one, as in shogi.
struct turning {
    const struct set *zone[2]; // by colour: it may turn when its move ends there …
    bool leaving;              // … or begins there
    bool captures_only;        // only by a capture
    bool mandatory;            // it must, if it may
};

// Pieces of type `was` turn into `becomes`; also for the way back, as in Kyoto shogi.
void variant_turn_into(struct variant *variant, piece_type was, piece_type becomes,
                       const struct turning *turning);

#endif
