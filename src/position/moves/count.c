// SPDX-License-Identifier: GPL-3.0-or-later
// Counts the moves of pieces that are not bound by the king's safety all at once, as sets of squares.
#include "position/moves/count.h"

#include "position/moves/attack.h"
#include "position/moves/bulk.h"
#include "position/moves/generate.h"

static unsigned popcount(uint64_t word)
{
    return (unsigned)__builtin_popcountll(word);
}

static uint64_t rotate(uint64_t word, unsigned left)
{
    return word << left | word >> ((64 - left) & 63);
}

// What the side to move may enter.
struct targets {
    uint64_t empty, enemy;
};

static unsigned count_steps(const struct bulk_type *type, uint64_t men, const struct targets *targets)
{
    unsigned count = 0;
    for (unsigned i = 0; i < type->step_count; i++) {
        const struct bulk_step *step = &type->steps[i];
        uint64_t to = rotate(men & step->from, step->rotate);
        count += popcount(to & (step->capture ? targets->enemy : targets->empty));
    }
    return count;
}

static unsigned count_double_steps(const struct bulk_type *type, uint64_t men, const struct targets *targets)
{
    uint64_t over = rotate(men & type->double_steps, type->forward) & targets->empty;
    return popcount(rotate(over, type->forward) & targets->empty);
}

static unsigned count_slides(const struct bulk *bulk, const struct bulk_type *type, unsigned from,
                             const struct targets *targets)
{
    uint64_t enterable = targets->empty | targets->enemy, occupied = ~targets->empty;
    unsigned count = 0;
    for (unsigned i = 0; i < type->up_count; i++) {
        uint64_t ray = bulk->rays[type->up[i]][from], met = ray & occupied;
        count += popcount(ray & enterable & (met ^ (met - 1)));
    }
    for (unsigned i = 0; i < type->down_count; i++) {
        uint64_t ray = bulk->rays[type->down[i]][from], met = ray & occupied;
        count += popcount(ray & enterable & UINT64_MAX << (63 - __builtin_clzll(met | 1)));
    }
    return count;
}

static unsigned count_men(const struct bulk *bulk, const struct bulk_type *type, uint64_t men,
                          const struct targets *targets)
{
    unsigned count = type->by_square ? 0 : count_steps(type, men, targets);
    if (type->double_steps)
        count += count_double_steps(type, men, targets);
    if (!type->by_square && !type->up_count && !type->down_count)
        return count;
    for (; men; men &= men - 1) {
        unsigned from = (unsigned)__builtin_ctzll(men);
        if (type->by_square)
            count +=
                popcount(type->quiet[from] & targets->empty) + popcount(type->capture[from] & targets->enemy);
        count += count_slides(bulk, type, from, targets);
    }
    return count;
}

// The number of moves of the pieces in `unbound`; those of pieces that the tables do not know are appended to the list.
static unsigned count_unbound(const struct position *pos, uint64_t unbound, struct move_list *list)
{
    const struct bulk *bulk = pos->variant->bulk;
    enum color side = position_side(pos);
    uint64_t men[BULK_TYPES_MAX] = {0};
    struct targets targets = {bulk_word(&pos->sets[SET_EMPTY]), bulk_word(&pos->sets[other_color(side)])};
    for (uint64_t left = unbound; left; left &= left - 1) {
        piece p = pos->pieces[bulk_location((unsigned)__builtin_ctzll(left))];
        men[bulk->index[piece_type_of(p)]] |= left & (0 - left);
    }
    unsigned count = 0;
    uint64_t others = 0;
    for (unsigned i = 0; i < bulk->type_count; i++) {
        const struct bulk_type *type = &bulk->types[i][side];
        others |= men[i] & ~type->counted;
        count += count_men(bulk, type, men[i] & type->counted, &targets);
    }
    for (; others; others &= others - 1)
        generate_from(pos, bulk_location((unsigned)__builtin_ctzll(others)), list);
    return count;
}

unsigned count_legal(const struct position *pos)
{
    struct move_list list;
    list.count = 0;
    struct danger danger;
    if (!pos->variant->bulk || !generate_bound(pos, &danger, &list)) {
        generate_legal(pos, &list);
        return list.count;
    }
    enum color side = position_side(pos);
    uint64_t unbound = bulk_word(&pos->sets[side]);
    if (position_has_king(pos, side))
        unbound &= ~(UINT64_C(1) << bulk_square(pos->state.king[side]));
    for (unsigned i = 0; i < danger.pin_count; i++)
        unbound &= ~(UINT64_C(1) << bulk_square(danger.pins[i].at));
    unsigned count = count_unbound(pos, unbound, &list);
    return count + list.count;
}
