// SPDX-License-Identifier: GPL-3.0-or-later
// Scores pawns by those beside them and before them, and finds passed ones.
#include "search/evaluation/pawns.h"

#include <string.h>

// One pawn and what stands beside it.
struct pawn {
    square at;
    enum color color;
    const uint16_t *own, *enemy; // ranks of the pawns on the file to its left and those that follow
};

static int count_ranks(uint16_t ranks)
{
    return __builtin_popcount(ranks);
}

// Whether the pawn cannot be supported, and would be taken by an enemy pawn where it would go.
static bool is_backward(const struct pawn *pawn, int ahead_rank)
{
    int rank = square_rank(pawn->at), sign = pawn->color == WHITE ? 1 : -1, guarded = ahead_rank + sign;
    uint16_t not_ahead = (uint16_t)~pawns_ahead(pawn->color, rank);
    uint16_t enemies = pawn->enemy[0] | pawn->enemy[2];
    return !((pawn->own[0] | pawn->own[2]) & not_ahead) && guarded >= 0 && enemies >> guarded & 1;
}

// Whether a pawn on an open file has as many helpers as there are enemy pawns that could stop it.
static bool is_candidate(const struct pawn *pawn, uint16_t ahead)
{
    uint16_t not_ahead = (uint16_t)~ahead;
    int helpers = count_ranks(pawn->own[0] & not_ahead) + count_ranks(pawn->own[2] & not_ahead);
    return !(pawn->enemy[1] & ahead) &&
           helpers >= count_ranks(pawn->enemy[0] & ahead) + count_ranks(pawn->enemy[2] & ahead);
}

static void add_pawn(struct pawn_structure *structure, const struct pair *worth, const struct pawn *pawn)
{
    int rank = square_rank(pawn->at), sign = pawn->color == WHITE ? 1 : -1;
    int behind = rank - sign, next = rank + sign;
    uint16_t ahead = pawns_ahead(pawn->color, rank);
    uint16_t beside = pawn->own[0] | pawn->own[2];
    uint16_t stoppers = pawn->enemy[0] | pawn->enemy[1] | pawn->enemy[2];
    struct sum sum = {0, 0};
    if (pawn->own[1] & ahead)
        sum_add(&sum, worth[TERM_DOUBLED], 1);
    else if (!(stoppers & ahead) && structure->passed_count < PASSED_MAX)
        structure->passed[structure->passed_count++] = (uint8_t)pawn->at;
    else if (is_candidate(pawn, ahead))
        sum_add(&sum, worth[TERM_CANDIDATE], 1);
    bool backward = beside && is_backward(pawn, next);
    if (!beside)
        sum_add(&sum, worth[TERM_ISOLATED], 1);
    else if (backward)
        sum_add(&sum, worth[TERM_BACKWARD], 1);
    if ((!beside || backward) && !(pawn->enemy[1] & ahead))
        sum_add(&sum, worth[TERM_EXPOSED], 1);
    if (behind >= 0 && beside >> behind & 1)
        sum_add(&sum, worth[TERM_SUPPORTED], 1);
    if (beside >> rank & 1)
        sum_add(&sum, worth[TERM_ABREAST], 1);
    structure->score.mg = (int16_t)(structure->score.mg + sign * sum.mg);
    structure->score.eg = (int16_t)(structure->score.eg + sign * sum.eg);
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

static void compute(struct pawn_structure *structure, const struct pair *worth, const struct position *pos)
{
    square s;
    for (unsigned color = WHITE; color <= BLACK; color++)
        for (struct set_walk walk = set_walk(&pos->sets[color]); set_next(&walk, &s);)
            if (pos->variant->pieces[piece_type_of(pos->pieces[s])].is_pawn) {
                uint16_t *ranks = &structure->ranks[color][square_file(s) + 1];
                *ranks = (uint16_t)(*ranks | 1U << square_rank(s));
                set_add(&structure->pawns, s);
            }
    for (struct set_walk walk = set_walk(&structure->pawns); set_next(&walk, &s);) {
        enum color color = piece_color(pos->pieces[s]);
        add_attacks(&structure->attacks[color], pos, s, color);
        add_pawn(structure, worth,
                 &(struct pawn){s, color, structure->ranks[color] + square_file(s),
                                structure->ranks[other_color(color)] + square_file(s)});
    }
    structure->packed = rays_pack(&structure->pawns);
    for (unsigned color = WHITE; color <= BLACK; color++)
        structure->packed_attacks[color] = rays_pack(&structure->attacks[color]);
}

const struct pawn_structure *pawns_look_up(struct pawn_structure *slots, const struct pair *worth,
                                           const struct position *pos, uint64_t key)
{
    struct pawn_structure *slot = &slots[key % PAWN_SLOTS];
    // An unused slot has key 0, which is also the key of no pawns at all, so its contents are right.
    if (slot->key != key) {
        *slot = (struct pawn_structure){.key = key};
        compute(slot, worth, pos);
    }
    return slot;
}
