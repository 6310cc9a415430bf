// SPDX-License-Identifier: GPL-3.0-or-later
// Counts threats from the squares that each piece attacks.
#include "search/terms/threats.h"

// How many of the attacked pieces are worth clearly more than the one that attacks them.
static int count_greater(const struct survey *survey, const struct officer *officer, uint64_t attacked)
{
    enum { CLEARLY = 60 };
    const int16_t *size = survey->evaluator->valuation.size;
    int own = size[piece_type_of(officer->code)], count = 0;
    for (; attacked; attacked &= attacked - 1) {
        square s = rays_square((unsigned)__builtin_ctzll(attacked));
        count += size[piece_type_of(survey->pos->pieces[s])] >= own + CLEARLY;
    }
    return count;
}

struct sum threats_worth(const struct survey *survey, const struct camp *camp, const struct camp *enemy)
{
    const struct pair *worth = survey->evaluator->worth;
    struct sum sum = {0, 0};
    uint64_t by_officers = 0, loose = ~(enemy->all | camp->by_pawns);
    sum_add(&sum, worth[TERM_THREAT_BY_PAWN], rays_count(camp->by_pawns & enemy->officers));
    for (unsigned i = 0; i < camp->count; i++) {
        uint64_t attacked = camp->officer[i].bites & enemy->officers & ~camp->by_pawns;
        by_officers |= camp->officer[i].bites;
        if (attacked)
            sum_add(&sum, worth[TERM_THREAT_BY_LESSER], count_greater(survey, &camp->officer[i], attacked));
    }
    by_officers |= camp->by_king;
    uint64_t pawns = enemy->own & survey->structure->packed;
    sum_add(&sum, worth[TERM_THREAT_HANGING], rays_count(by_officers & enemy->officers & loose));
    sum_add(&sum, worth[TERM_THREAT_TO_PAWN], rays_count(by_officers & pawns & loose));
    return sum;
}
