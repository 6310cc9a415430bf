// SPDX-License-Identifier: GPL-3.0-or-later
// Puts two armies on the board (docs/rules.md, section 6).
#include "games/armies.h"

#include "base/buffer.h"

#include <string.h>

const char *const army_keys[ARMIES] = {"fide", "clobberers", "nutters", "rookies"};

static void add_army(struct variant *variant, const struct army *army)
{
    for (int i = 0; i < ARMY_PIECES && army->pieces[i].letter; i++) {
        variant_add_piece(variant, &army->pieces[i]);
        variant->promotions[variant->promotion_count++] = type_of_letter(army->pieces[i].letter);
    }
}

static void add_castlings(struct variant *variant, enum color color, const struct army *army)
{
    piece rook = piece_of(type_of_letter(army->setup[0]), color);
    variant_add_castlings(variant, color, rook, army->castles_b);
}

void armies_prepare(struct variant *variant, int white, int black, const char *format)
{
    const struct army *armies_chosen[2] = {&armies[white], &armies[black]};
    variant_add_piece(variant, &king_description);
    variant_add_pawn(variant, &pawn_description);
    add_army(variant, armies_chosen[WHITE]);
    if (black != white)
        add_army(variant, armies_chosen[BLACK]);
    add_castlings(variant, WHITE, armies_chosen[WHITE]);
    add_castlings(variant, BLACK, armies_chosen[BLACK]);
    char back_rank[9] = {0};
    for (int file = 0; file < 8; file++)
        back_rank[file] = (char)(armies_chosen[BLACK]->setup[file] + ('a' - 'A'));
    struct buffer start;
    buffer_init(&start);
    buffer_addf(&start, format, back_rank, armies_chosen[WHITE]->setup);
    variant->start = buffer_take(&start);
}
