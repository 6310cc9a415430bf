// SPDX-License-Identifier: GPL-3.0-or-later
// Fills in the tables for counting moves.
#include "position/moves/bulk.h"

#include <stdlib.h>

static unsigned count_types(const struct piece_rules *pieces)
{
    unsigned count = 0;
    for (piece_type type = 1; type < PIECE_TYPES; type++)
        count += pieces[type].name != NULL;
    return count;
}

bool bulk_fits(const struct board *board, const struct piece_rules *pieces)
{
    return board->width <= 8 && board->height <= 8 && count_types(pieces) <= BULK_TYPES_MAX;
}

static uint8_t rotation(direction dir)
{
    return (uint8_t)((direction_step[dir].dy * 8 + direction_step[dir].dx) & 63);
}

// The squares from which a step in the direction stays on the board.
static uint64_t starts(const struct board *board, direction dir)
{
    uint64_t squares = 0;
    square s;
    for (struct set_walk walk = set_walk(&board->locations); set_next(&walk, &s);)
        if (board->reach[s][dir])
            squares |= UINT64_C(1) << bulk_square(s);
    return squares;
}

static void add_steps(const struct board *board, const struct ride *ride, struct bulk_type *type)
{
    struct bulk_step step = {.from = starts(board, ride->dir), .rotate = rotation(ride->dir)};
    if (ride->quiet)
        type->steps[type->step_count++] = step;
    step.capture = true;
    if (ride->capture)
        type->steps[type->step_count++] = step;
}

static void add_leaps(const struct board *board, const struct ride *ride, struct bulk_type *type)
{
    square s;
    for (struct set_walk walk = set_walk(&board->locations); set_next(&walk, &s);) {
        uint64_t to = UINT64_C(1) << ((bulk_square(s) + rotation(ride->dir)) & 63);
        if (board->reach[s][ride->dir] && ride->quiet)
            type->quiet[bulk_square(s)] |= to;
        if (board->reach[s][ride->dir] && ride->capture)
            type->capture[bulk_square(s)] |= to;
    }
}

static void add_slide(const struct board *board, direction dir, struct bulk *bulk, struct bulk_type *type)
{
    const struct step *step = &direction_step[dir];
    square s;
    for (struct set_walk walk = set_walk(&board->locations); set_next(&walk, &s);) {
        uint64_t ray = 0;
        for (int k = 1; k <= board->reach[s][dir]; k++)
            ray |= UINT64_C(1) << bulk_square((square)(s + k * step->delta));
        bulk->rays[dir][bulk_square(s)] = ray;
    }
    if (step->delta > 0)
        type->up[type->up_count++] = dir;
    else
        type->down[type->down_count++] = dir;
}

// Whether each slide of the piece goes as far as the board, so that the tables can have it.
static bool slides_freely(const struct piece_rules *rules, enum color color)
{
    for (unsigned i = 0; i < rules->ride_count[color]; i++) {
        const struct ride *ride = &rules->rides[color][i];
        if (ride_is_slide(ride) && (ride->quiet < 7 || ride->capture < 7))
            return false;
    }
    return !rules->is_pawn || rules->steps_plainly;
}

static void fill(const struct board *board, const struct piece_rules *rules, enum color color,
                 struct bulk *bulk)
{
    struct bulk_type *type = &bulk->types[bulk->type_count][color];
    if (!slides_freely(rules, color))
        return;
    type->counted = bulk_word(&rules->plain[color]);
    type->forward = rotation(color == WHITE ? 0 : 2);
    if (rules->steps_plainly)
        type->double_steps = bulk_word(&rules->double_step[color]);
    unsigned leaps = 0;
    for (unsigned i = 0; i < rules->ride_count[color]; i++)
        leaps += !ride_is_slide(&rules->rides[color][i]);
    // A type with more leaps usually has few pieces.
    type->by_square = leaps > BULK_STEPS_MAX;
    for (unsigned i = 0; i < rules->ride_count[color]; i++) {
        const struct ride *ride = &rules->rides[color][i];
        if (ride_is_slide(ride))
            add_slide(board, ride->dir, bulk, type);
        else if (type->by_square)
            add_leaps(board, ride, type);
        else
            add_steps(board, ride, type);
    }
}

struct bulk *bulk_new(const struct board *board, const struct piece_rules *pieces)
{
    struct bulk *bulk = calloc(1, sizeof *bulk + count_types(pieces) * sizeof *bulk->types);
    if (!bulk)
        return NULL;
    for (piece_type type = 1; type < PIECE_TYPES; type++) {
        if (!pieces[type].name)
            continue;
        fill(board, &pieces[type], WHITE, bulk);
        fill(board, &pieces[type], BLACK, bulk);
        bulk->index[type] = bulk->type_count++;
    }
    return bulk;
}
