// SPDX-License-Identifier: GPL-3.0-or-later
// Adds the pieces of chess to a variant.
#include "support/fide.h"

#include "base/memory.h"
#include "position/rules/castling.h"
#include "position/rules/promotion.h"

bool fide_prepare(struct variant *variant, const char *start, struct error *err)
{
    variant_add_piece(variant, &king_description);
    variant_add_pawn(variant, &pawn_description);
    for (int i = 0; i < ARMY_PIECES && armies[0].pieces[i].letter; i++) {
        variant_add_piece(variant, &armies[0].pieces[i]);
        for (unsigned color = WHITE; color <= BLACK; color++)
            variant_add_promotion(variant, (enum color)color, type_of_letter(armies[0].pieces[i].letter));
    }
    for (unsigned color = WHITE; color <= BLACK; color++)
        variant_add_castlings(variant, (enum color)color, piece_of(type_of_letter('R'), (enum color)color),
                              false);
    variant->start = memory_try_copy_text(start);
    return variant->start || error_no_memory(err);
}
