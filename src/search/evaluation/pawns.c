// SPDX-License-Identifier: GPL-3.0-or-later
// Scores doubled, isolated and supported pawns, and finds passed ones.
#include "search/evaluation/pawns.h"

#include <string.h>

static const struct pair doubled = {-8, -18}, isolated = {-11, -12}, supported = {8, 6};

// The pawns of each file as a set of ranks: bit r is rank r+1. An empty file on either side saves tests at the edges.
struct files {
    uint16_t ranks[GRID_SIDE + 2];
};

static uint16_t above(int rank)
{
    return (uint16_t)(0xfffeU << rank);
}

static uint16_t below(int rank)
{
    return (uint16_t)((1U << rank) - 1);
}

static void add_pawn(struct pawn_structure *structure, square s, enum color color, const struct files *own,
                     const struct files *enemy)
{
    int file = square_file(s) + 1, rank = square_rank(s), sign = color == WHITE ? 1 : -1;
    int behind = rank - sign;
    uint16_t ahead = color == WHITE ? above(rank) : below(rank);
    uint16_t beside = own->ranks[file - 1] | own->ranks[file + 1];
    uint16_t stoppers = enemy->ranks[file - 1] | enemy->ranks[file] | enemy->ranks[file + 1];
    int mg = 0, eg = 0;
    if (own->ranks[file] & ahead) {
        mg += doubled.mg;
        eg += doubled.eg;
    } else if (!(stoppers & ahead) && structure->passed_count < PASSED_MAX) {
        structure->passed[structure->passed_count++] = (uint8_t)s;
    }
    if (!beside) {
        mg += isolated.mg;
        eg += isolated.eg;
    } else if (beside >> rank & 1 || (behind >= 0 && beside >> behind & 1)) {
        mg += supported.mg;
        eg += supported.eg;
    }
    structure->score.mg = (int16_t)(structure->score.mg + sign * mg);
    structure->score.eg = (int16_t)(structure->score.eg + sign * eg);
}

static void add_attacks(struct set *attacks, const struct position *pos, square s, enum color color)
{
    const struct piece_rules *rules = &pos->variant->pieces[piece_type_of(pos->pieces[s])];
    for (unsigned i = 0; i < rules->ride_count[color]; i++) {
        const struct ride *ride = &rules->rides[color][i];
        if (ride->capture && pos->variant->board.reach[s][ride->dir])
            set_add(attacks, (square)(s + direction_step[ride->dir].delta));
    }
}

static void compute(struct pawn_structure *structure, const struct position *pos)
{
    struct files files[2];
    memset(files, 0, sizeof files);
    square s;
    for (unsigned color = WHITE; color <= BLACK; color++)
        for (struct set_walk walk = set_walk(&pos->sets[color]); set_next(&walk, &s);)
            if (pos->variant->pieces[piece_type_of(pos->pieces[s])].is_pawn) {
                uint16_t *ranks = &files[color].ranks[square_file(s) + 1];
                *ranks = (uint16_t)(*ranks | 1U << square_rank(s));
                set_add(&structure->pawns, s);
            }
    for (unsigned color = WHITE; color <= BLACK; color++)
        for (struct set_walk walk = set_walk(&pos->sets[color]); set_next(&walk, &s);)
            if (pos->variant->pieces[piece_type_of(pos->pieces[s])].is_pawn) {
                add_attacks(&structure->attacks[color], pos, s, (enum color)color);
                add_pawn(structure, s, (enum color)color, &files[color], &files[!color]);
            }
}

const struct pawn_structure *pawns_look_up(struct pawn_structure *slots, const struct position *pos,
                                           uint64_t key)
{
    struct pawn_structure *slot = &slots[key % PAWN_SLOTS];
    // An unused slot has key 0, which is also the key of no pawns at all, so its contents are right.
    if (slot->key != key) {
        *slot = (struct pawn_structure){.key = key};
        compute(slot, pos);
    }
    return slot;
}
