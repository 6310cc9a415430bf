// SPDX-License-Identifier: GPL-3.0-or-later
// Which endings come before which.
#include "tables/build/plan.h"

#include <string.h>

static bool has(const struct plan *plan, const struct men *men)
{
    for (size_t i = 0; i < plan->count; i++)
        if (plan->items[i].count == men->count && memcmp(plan->items[i].man, men->man, men->count) == 0)
            return true;
    return false;
}

// Adds what follows when a man is captured or becomes another piece (TYPE_NONE: is captured).
static bool add_after(struct plan *plan, const struct variant *variant, const struct men *men, unsigned man,
                      piece_type becomes)
{
    struct men after = *men;
    if (becomes) {
        after.man[man] = piece_of(becomes, piece_color(men->man[man]));
    } else {
        after.count--;
        for (unsigned i = man; i < after.count; i++)
            after.man[i] = after.man[i + 1];
    }
    men_settle(&after);
    return plan_add(plan, variant, &after);
}

// Captures leave fewer men and promotions fewer pawns, so this ends.
bool plan_add(struct plan *plan, const struct variant *variant, const struct men *men)
{
    if (men->count < 3 || has(plan, men))
        return true;
    for (unsigned i = 2; i < men->count; i++) {
        if (!add_after(plan, variant, men, i, TYPE_NONE))
            return false;
        bool promotes = variant->pieces[piece_type_of(men->man[i])].is_pawn;
        for (unsigned j = 0; promotes && j < variant->promotion_count[WHITE]; j++)
            if (!add_after(plan, variant, men, i, variant->promotions[WHITE][j]))
                return false;
    }
    return vector_push(plan, *men);
}

bool plan_add_all(struct plan *plan, const struct variant *variant, unsigned men, const piece_type *types,
                  unsigned count)
{
    const piece kings[2] = {piece_of(variant->king, WHITE), piece_of(variant->king, BLACK)};
    for (unsigned i = 0; i < count; i++) {
        struct men ending = {.count = 3, .man = {kings[WHITE], kings[BLACK], piece_of(types[i], WHITE)}};
        if (!plan_add(plan, variant, &ending))
            return false;
        for (unsigned j = 0; men == MEN_MAX && j <= i; j++)
            for (enum color color = WHITE; color <= BLACK; color++) {
                struct men larger = ending;
                larger.man[larger.count++] = piece_of(types[j], color);
                men_settle(&larger);
                if (!plan_add(plan, variant, &larger))
                    return false;
            }
    }
    return true;
}
