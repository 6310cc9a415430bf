// SPDX-License-Identifier: GPL-3.0-or-later
// Finds out which pieces there may be in a game: those of the start position, and what they may become.
#include "position/words/wording.h"

#include "position/fen.h"
#include "position/position.h"
#include "position/variant.h"

static uint64_t bit_of(piece_type type)
{
    return UINT64_C(1) << type;
}

// What pieces of a type may become, in somebody's hand as well.
static uint64_t successors(const struct variant *variant, piece_type type)
{
    const struct piece_rules *rules = &variant->pieces[type];
    uint64_t types = bit_of(rules->counts_as) | bit_of(rules->turns_into) | bit_of(rules->demotes_to);
    for (unsigned color = WHITE; rules->promotes && color <= BLACK; color++)
        for (unsigned i = 0; i < variant->promotion_count[color]; i++)
            types |= bit_of(variant->promotions[color][i]);
    return types;
}

static uint64_t types_at_start(const struct position *start)
{
    uint64_t types = 0;
    square s;
    for (unsigned color = WHITE; color <= BLACK; color++) {
        for (struct set_walk walk = set_walk(&start->sets[color]); set_next(&walk, &s);)
            types |= bit_of(piece_type_of(start->pieces[s]));
        for (piece_type type = 1; type < LETTER_TYPES; type++)
            types |= start->hand[color][type] ? bit_of(type) : 0;
    }
    return types;
}

// Where pieces are dropped, some may come from nowhere.
uint64_t wording_types_that_occur(const struct variant *variant)
{
    struct position start;
    if (variant->drops || !fen_read(&start, variant, "startpos", NULL))
        return UINT64_MAX;
    uint64_t types = types_at_start(&start), before;
    do {
        before = types;
        for (piece_type type = 1; type < PIECE_TYPES; type++)
            if (before & bit_of(type))
                types |= successors(variant, type);
    } while (types != before);
    return types | 1; // as in wording_types()
}

piece_type wording_pawn(const struct wording *wording)
{
    piece_type pawn = wording->variant->pawn;
    return wording->occurring & bit_of(pawn) ? pawn : TYPE_NONE;
}
