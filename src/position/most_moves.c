// SPDX-License-Identifier: GPL-3.0-or-later
// Bounds the number of moves, so that a list of them never overflows, whatever a variant's text asks for.
//
// A square is reached along one direction, by one kind of ride, by at most one piece: the first on that line, or the
// first behind the first. So not pieces but directions count, however many pieces there are.
#include "position/variant.h"

// Whether any type moves so; *promotes is set if one of these may become something else.
static bool is_used(const struct variant *variant, enum color color, unsigned kind, direction d,
                    bool *promotes)
{
    bool used = false;
    *promotes = false;
    for (piece_type type = 1; type < PIECE_TYPES; type++) {
        const struct piece_rules *rules = &variant->pieces[type];
        const struct ranges *ranges = &rules->movement[color].kinds[kind];
        if (!rules->name || !(ranges->quiet[d] || ranges->capture[d]))
            continue;
        used = true;
        *promotes = *promotes || rules->watched;
    }
    return used;
}

// Where any type changes: on arrival, or wherever it goes from certain squares.
static struct set changing(const struct variant *variant, enum color color)
{
    struct set squares = {{0}};
    for (piece_type type = 1; type < PIECE_TYPES; type++) {
        const struct piece_rules *rules = &variant->pieces[type];
        for (int i = 0; rules->name && rules->watched && i < 4; i++)
            squares.word[i] |= set_empty(&rules->watched_from[color]) ? rules->watched_to[color].word[i]
                                                                      : variant->board.locations.word[i];
    }
    return squares;
}

// Double steps, slips, castlings and en passant, which are no rides.
static unsigned count_others(const struct variant *variant, enum color color)
{
    unsigned count = 4;
    for (piece_type type = 1; type < PIECE_TYPES; type++) {
        const struct piece_rules *rules = &variant->pieces[type];
        if (rules->is_pawn)
            count += (unsigned)set_count(&rules->double_step[color]);
        if (rules->slips)
            count += 2 * (unsigned)set_count(&rules->slip[color]);
        if (rules->name && (variant->hands || variant->drops))
            count += (unsigned)set_count(&variant->board.locations);
    }
    return count;
}

static unsigned most_moves(const struct variant *variant, enum color color)
{
    unsigned count = count_others(variant, color), forms = variant->promotion_count[color] + 2U;
    struct set changes = changing(variant, color);
    for (unsigned kind = 0; kind < RIDE_KINDS; kind++)
        for (direction d = 0; d < DIRECTIONS; d++) {
            bool promotes;
            if (!is_used(variant, color, kind, d, &promotes))
                continue;
            square to;
            for (struct set_walk walk = set_walk(&variant->board.locations); set_next(&walk, &to);)
                if (variant->board.to_edge[to][direction_step[d].opposite])
                    count += promotes && set_has(&changes, to) ? forms : 1;
        }
    return count;
}

unsigned variant_most_moves(const struct variant *variant)
{
    unsigned white = most_moves(variant, WHITE), black = most_moves(variant, BLACK);
    return white > black ? white : black;
}
