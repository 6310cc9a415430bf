// SPDX-License-Identifier: GPL-3.0-or-later
// Scores shelters, storms and danger.
#include "search/terms/king.h"

const struct set *king_zone(const struct survey *survey, enum color color)
{
    static const struct set nowhere = {{0}};
    square king = survey->pos->state.king[color];
    return king_is_hunted(survey->pos->variant) && king != SQUARE_NONE ? &survey->evaluator->zone[king]
                                                                       : &nowhere;
}

// How many ranks beyond `rank` the nearest of the pawns is, as a side sees it; 0 if there is none.
static int distance_ahead(uint16_t ranks, enum color color, int rank)
{
    unsigned ahead = ranks & pawns_ahead(color, rank);
    if (!ahead)
        return 0;
    return color == WHITE ? __builtin_ctz(ahead) - rank : rank - (31 - __builtin_clz(ahead));
}

struct sum king_shelter(const struct survey *survey, enum color color)
{
    enum { FAR = 3 };
    const struct board *board = &survey->pos->variant->board;
    const struct pair *worth = survey->evaluator->worth;
    square king = survey->pos->state.king[color];
    struct sum sum = {0, 0};
    if (king == SQUARE_NONE)
        return sum;
    int rank = square_rank(king), home = color == WHITE ? rank : board->height - 1 - rank;
    if (home > 1)
        return sum;
    for (int file = square_file(king) - 1; file <= square_file(king) + 1; file++) {
        if (file < 0 || file >= board->width)
            continue;
        int own = distance_ahead(survey->structure->ranks[color][file + 1], color, rank);
        int enemy = distance_ahead(survey->structure->ranks[other_color(color)][file + 1], color, rank);
        sum_add(&sum, worth[own && own <= FAR ? TERM_SHELTER_1 + own - 1 : TERM_SHELTER_NONE], 1);
        if (!enemy)
            sum_add(&sum, worth[TERM_STORM_NONE], 1);
        else if (enemy <= FAR + 1)
            sum_add(&sum, worth[TERM_STORM_1 + (enemy <= FAR ? enemy : FAR) - 1], 1);
    }
    return sum;
}

// Squares next to the king that only it defends, and checks that cannot be answered by capturing.
static void add_by_rays(struct sum *danger, int *attackers, const struct survey *survey,
                        const struct camp *camp, const struct camp *enemy, enum color color)
{
    const struct rays *rays = &survey->evaluator->rays;
    const struct pair *worth = survey->evaluator->worth;
    unsigned king = rays_index(survey->pos->state.king[color]);
    uint64_t guarded = enemy->twice | (enemy->all & ~enemy->by_king), weak = camp->all & ~guarded;
    sum_add(danger, worth[TERM_DANGER_WEAK], rays_count(weak & rays_pack(king_zone(survey, color))));
    // The king may capture what is not defended.
    uint64_t safe = ~camp->own & ~guarded & (~enemy->by_king | camp->twice);
    uint64_t seen = rays_seen(rays, king, camp->own | enemy->own);
    for (unsigned i = 0; i < camp->count; i++) {
        const struct officer *officer = &camp->officer[i];
        if (officer->reach & safe & rays_sources(rays, officer->code, king, seen)) {
            sum_add(danger, worth[TERM_DANGER_CHECK], 1);
            ++*attackers;
        }
    }
}

// What danger is worth in centipawns.
static int square_of(int danger)
{
    danger = danger < 0 ? 0 : danger < DANGER_MOST ? danger : DANGER_MOST;
    return danger * danger / DANGER_UNIT;
}

struct sum king_danger(const struct survey *survey, const struct camp *camp, const struct camp *enemy,
                       enum color color)
{
    struct sum danger = {0, 0};
    int attackers = camp->attackers;
    if (!attackers) // as it is, too, where no king is hunted
        return danger;
    sum_add(&danger, survey->evaluator->worth[TERM_DANGER_ASSAULT], camp->assaults);
    if (survey->evaluator->rays.even)
        add_by_rays(&danger, &attackers, survey, camp, enemy, color);
    if (attackers < 2)
        return (struct sum){0, 0};
    return (struct sum){square_of(danger.mg), square_of(danger.eg)};
}
