// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of castlings.
#include "position/rules/castling.h"

#include <stdlib.h>

// Adds the squares of a rank from file a to file b, in either order, to a set.
static void add_span(struct set *set, int a, int b, int rank)
{
    for (int file = a < b ? a : b; file <= (a < b ? b : a); file++)
        set_add(set, square_at(file, rank));
}

// Whether the king could make the same move without castling.
static bool is_step(const struct variant *variant, const struct castling *castling)
{
    enum color color = piece_color(castling->king);
    const struct ranges *plain =
        &variant->pieces[piece_type_of(castling->king)].movement[color].kinds[RIDE_PLAIN];
    int dx = square_file(castling->king_to) - square_file(castling->king_from);
    for (direction d = 0; d < DIRECTIONS; d++)
        for (int steps = 1; steps <= plain->quiet[d]; steps++)
            if (direction_step[d].dy == 0 && steps * direction_step[d].dx == dx)
                return true;
    return dx == 0;
}

static piece first_rook(const struct castling_rules *rules, enum color color)
{
    piece_type type = 1;
    while (type < PIECE_TYPES - 1 && !(rules->rooks >> type & 1))
        type++;
    return piece_of(type, color);
}

// The castling if king and rook stand on these files; one that does not exist if it would not fit on the board.
static struct castling make(const struct variant *variant, enum color color, enum wing wing,
                            const struct castling_rules *rules)
{
    int width = variant->board.width, height = variant->board.height;
    int king_from = rules->king_from, rook_from = rules->rook_from[wing], king_to = rules->king_to[wing];
    int rook_to = wing == WING_KING ? king_to - 1 : king_to + 1;
    bool ordered = wing == WING_KING ? king_from < rook_from : rook_from < king_from;
    if (!ordered || king_from >= width || rook_from >= width || king_to >= width || rook_to < 0 ||
        rook_to >= width || rules->rank >= height || !variant->pieces[rules->king].name)
        return (struct castling){.exists = false};
    int rank = color == WHITE ? rules->rank : height - 1 - rules->rank;
    struct castling castling = {
        .exists = true,
        .unmasks = rook_from != (wing == WING_KING ? width - 1 : 0),
        .king_from = square_at(king_from, rank),
        .king_to = square_at(king_to, rank),
        .rook_from = square_at(rook_from, rank),
        .rook_to = square_at(rook_to, rank),
        .king = piece_of(rules->king, color),
        .rook = first_rook(rules, color),
        .rooks = rules->rooks,
    };
    // All that king and rook pass must be empty, and all that the king touches must be safe.
    add_span(&castling.empty, king_from, king_to, rank);
    add_span(&castling.empty, rook_from, rook_to, rank);
    set_remove(&castling.empty, castling.king_from);
    set_remove(&castling.empty, castling.rook_from);
    int toward = king_to < king_from ? -1 : 1;
    for (int file = king_from; file != king_to + toward; file += toward)
        castling.safe[castling.safe_count++] = square_at(file, rank);
    castling.takes_rook = is_step(variant, &castling);
    return castling;
}

bool variant_add_castling(struct variant *variant, enum color color, enum wing wing,
                          const struct castling_rules *rules)
{
    struct castling castling = make(variant, color, wing, rules);
    if (!castling.exists)
        return false;
    variant->castlings[castling_index(color, wing)] = castling;
    uint8_t right = (uint8_t)(1U << castling_index(color, wing));
    variant->rights_lost[castling.king_from] |= right;
    variant->rights_lost[castling.rook_from] |= right;
    return true;
}

bool variant_castle_from_anywhere(struct variant *variant, const struct castling_rules rules[2])
{
    variant->castlings_by_files = calloc(4U * GRID_SIDE * GRID_SIDE, sizeof *variant->castlings_by_files);
    if (!variant->castlings_by_files)
        return false;
    for (unsigned index = 0; index < 4; index++)
        for (unsigned king = 0; king < variant->board.width; king++)
            for (unsigned rook = 0; rook < variant->board.width; rook++) {
                struct castling_rules here = rules[index / 2];
                enum wing wing = (enum wing)(index % 2);
                here.king_from = (uint8_t)king;
                here.rook_from[wing] = (uint8_t)rook;
                struct castling castling = make(variant, (enum color)(index / 2), wing, &here);
                castling.takes_rook = true;
                variant->castlings_by_files[castling_slot(index, king, rook)] = castling;
                // Those of the variant itself only say what is where when nobody asks for a certain position.
                if (castling.exists && !variant->castlings[index].exists)
                    variant->castlings[index] = castling;
            }
    return true;
}

// The rules of a colour's castlings, read from those that the variant has.
static struct castling_rules rules_of(const struct variant *variant, enum color color)
{
    struct castling_rules rules = {
        .king_to = {GRID_SIDE, GRID_SIDE}}; // off the board: there is no such castling
    for (unsigned wing = WING_KING; wing <= WING_QUEEN; wing++) {
        const struct castling *castling = &variant->castlings[castling_index(color, (enum wing)wing)];
        if (!castling->exists)
            continue;
        int rank = square_rank(castling->king_from);
        rules.king = piece_type_of(castling->king);
        rules.rooks = castling->rooks;
        rules.rank = (uint8_t)(color == WHITE ? rank : variant->board.height - 1 - rank);
        rules.king_to[wing] = (uint8_t)square_file(castling->king_to);
    }
    return rules;
}

bool variant_free_castlings(struct variant *variant)
{
    bool any = false;
    for (unsigned index = 0; index < 4; index++)
        any |= variant->castlings[index].exists;
    if (!any || variant->castlings_by_files || variant->hooks.rights)
        return true;
    const struct castling_rules rules[2] = {rules_of(variant, WHITE), rules_of(variant, BLACK)};
    return variant_castle_from_anywhere(variant, rules);
}

void variant_add_castlings(struct variant *variant, enum color color, piece rook, bool castles_b)
{
    struct castling_rules rules = {.king = variant->king,
                                   .rooks = UINT64_C(1) << piece_type_of(rook),
                                   .king_from = 4,
                                   .rook_from = {[WING_KING] = 7, [WING_QUEEN] = 0},
                                   .king_to = {[WING_KING] = 6, [WING_QUEEN] = castles_b ? 1 : 2}};
    for (unsigned wing = WING_KING; wing <= WING_QUEEN; wing++)
        variant_add_castling(variant, color, (enum wing)wing, &rules);
}
