// SPDX-License-Identifier: GPL-3.0-or-later
// Finds what pieces attack: on boards that fit into one word with sets, on others step by step.
#include "search/terms/activity.h"

#include "position/moves/special.h"
#include "search/terms/king.h"

#include <stddef.h>
#include <string.h>

// What one piece contributes.
struct reach {
    int moves;    // squares that it can move to and that no enemy pawn attacks
    int assaults; // squares near the enemy king that it attacks
};

// Riders along files want files without pawns; minor pieces want squares from which no pawn can drive them away.
static inline void add_standing(struct camp *camp, const struct survey *survey, piece_type type, square s,
                                enum color color)
{
    const struct valuation *valuation = &survey->evaluator->valuation;
    const struct pair *worth = survey->evaluator->worth;
    const struct pawn_structure *structure = survey->structure;
    if (valuation->rides_files[type]) {
        int file = square_file(s) + 1;
        if (!structure->ranks[color][file])
            sum_add(&camp->sum,
                    worth[structure->ranks[other_color(color)][file] ? TERM_HALF_OPEN_FILE : TERM_OPEN_FILE],
                    1);
    } else if (valuation->minor[type]) {
        const struct board *board = &survey->pos->variant->board;
        int advance = color == WHITE ? square_rank(s) : board->height - 1 - square_rank(s);
        if (2 * advance >= board->height - 1 && set_has(&structure->attacks[color], s) &&
            pawns_cannot_attack(structure, s, color))
            sum_add(&camp->sum, worth[valuation->rides[type] ? TERM_OUTPOST_RIDER : TERM_OUTPOST_LEAPER], 1);
    }
}

static inline void add_piece(struct camp *camp, const struct survey *survey, square s, struct reach reach)
{
    const struct valuation *valuation = &survey->evaluator->valuation;
    piece_type type = piece_type_of(survey->pos->pieces[s]);
    sum_add(&camp->mobility, valuation->mobility[type], reach.moves - valuation->mean[type]);
    camp->assaults += reach.assaults * valuation->assault[type];
    camp->attackers += reach.assaults > 0;
    camp->bound[square_shade(s)] += valuation->color_bound[type];
}

// ---- Boards that fit into one word ----

static void attack(struct camp *camp, uint64_t squares)
{
    camp->twice |= camp->all & squares;
    camp->all |= squares;
}

static void find_by_rays(struct camp *camp, const struct survey *survey, enum color color)
{
    const struct position *pos = survey->pos;
    const struct evaluator *evaluator = survey->evaluator;
    const struct rays *rays = &evaluator->rays;
    enum color enemy = other_color(color);
    uint64_t empty = rays_pack(&pos->sets[SET_EMPTY]);
    uint64_t open = (empty | rays_pack(&pos->sets[enemy])) & ~survey->structure->packed_attacks[enemy];
    unsigned king = position_has_king(pos, color) ? rays_index(pos->state.king[color]) : RAYS_SQUARES;
    uint64_t near_king = rays_pack(king_zone(survey, enemy));
    camp->own = rays_pack(&pos->sets[color]);
    camp->by_pawns = survey->structure->packed_attacks[color];
    camp->all = camp->by_pawns;
    for (uint64_t left = camp->own & ~survey->structure->packed; left; left &= left - 1) {
        unsigned index = (unsigned)__builtin_ctzll(left);
        square s = rays_square(index);
        piece p = pos->pieces[s];
        uint64_t reach = rays_reach(rays, &(struct rays_piece){p, index, pos->fuel[s]}, ~empty);
        uint64_t bites = reach & (rays->bites[p][index] | rays->rides[p][index]);
        attack(camp, bites);
        if (index == king)
            camp->by_king = bites;
        if (!evaluator->valuation.material[piece_type_of(p)])
            continue;
        uint64_t assaults = reach & near_king;
        camp->officers |= left & -left;
        camp->officer[camp->count++] = (struct officer){p, reach, bites};
        add_piece(camp, survey, s,
                  (struct reach){rays_count(reach & open), assaults ? rays_count(assaults) : 0});
        add_standing(camp, survey, piece_type_of(p), s, color);
    }
}

// ---- Other boards ----

// Adds the special rides. Initial ones attack nothing.
static void add_special(struct reach *result, const struct position *pos, square from,
                        const struct set *unsafe, const struct set *zone)
{
    enum color color = piece_color(pos->pieces[from]);
    const struct piece_rules *rules = &pos->variant->pieces[piece_type_of(pos->pieces[from])];
    for (unsigned i = 0; i < rules->special_count[color]; i++) {
        const struct ride *ride = &rules->special[color][i];
        struct landings landings = {.count = 0};
        if (ride->kind < RIDE_INITIAL)
            special_landings(pos, from, ride, &landings);
        for (unsigned k = 0; k < landings.count; k++) {
            square to = landings.at[k];
            result->assaults += ride->capture && set_has(zone, to);
            result->moves += !is_piece_of(pos->pieces[to], color) && !set_has(unsafe, to);
        }
    }
}

static struct reach reach_by_steps(const struct position *pos, square from, enum color color,
                                   const struct set *unsafe, const struct set *zone)
{
    const struct variant *variant = pos->variant;
    const struct piece_rules *rules = &variant->pieces[piece_type_of(pos->pieces[from])];
    const uint8_t *reach = variant->board.reach[from];
    struct reach result = {0, 0};
    for (unsigned i = 0; i < rules->ride_count[color]; i++) {
        const struct ride *ride = &rules->rides[color][i];
        const struct step *step = &direction_step[ride->dir];
        int longest = ride->quiet > ride->capture ? ride->quiet : ride->capture;
        longest = reach[ride->dir] < longest ? reach[ride->dir] : longest;
        if (variant->metered && pos->fuel[from] < longest * step->distance)
            longest = pos->fuel[from] / step->distance;
        square to = from;
        for (int k = 0; k < longest; k++) {
            to = (square)(to + step->delta);
            piece p = pos->pieces[to];
            if (p == HOLE)
                break;
            result.assaults += set_has(zone, to);
            result.moves += !is_piece_of(p, color) && !set_has(unsafe, to);
            if (p != EMPTY)
                break;
        }
    }
    if (rules->special_count[color])
        add_special(&result, pos, from, unsafe, zone);
    return result;
}

static void find_by_steps(struct camp *camp, const struct survey *survey, enum color color)
{
    const struct position *pos = survey->pos;
    enum color enemy = other_color(color);
    const struct set *zone = king_zone(survey, enemy), *unsafe = &survey->structure->attacks[enemy];
    square s;
    for (struct set_walk walk = set_walk(&pos->sets[color]); set_next(&walk, &s);) {
        piece_type type = piece_type_of(pos->pieces[s]);
        if (!survey->evaluator->valuation.material[type])
            continue;
        add_piece(camp, survey, s, reach_by_steps(pos, s, color, unsafe, zone));
        add_standing(camp, survey, type, s, color);
    }
}

void activity_find(struct camp camps[2], const struct survey *survey)
{
    for (unsigned color = WHITE; color <= BLACK; color++) {
        struct camp *camp = &camps[color];
        memset(camp, 0, offsetof(struct camp, officer));
        if (survey->evaluator->rays.usable)
            find_by_rays(camp, survey, (enum color)color);
        else
            find_by_steps(camp, survey, (enum color)color);
        camp->sum.mg += camp->mobility.mg / MOBILITY_UNIT;
        camp->sum.eg += camp->mobility.eg / MOBILITY_UNIT;
        if (camp->bound[0] && camp->bound[1])
            sum_add(&camp->sum, survey->evaluator->worth[TERM_COLOR_PAIR], 1);
    }
}
