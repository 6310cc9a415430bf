// SPDX-License-Identifier: GPL-3.0-or-later
// Adds up material and places (which the search updates as it goes), and the terms of search/terms.
#include "search/evaluation/evaluate.h"

#include "search/evaluation/features.h"
#include "search/evaluation/fuel.h"
#include "search/evaluation/oddities.h"
#include "search/terms/activity.h"
#include "search/terms/endings.h"
#include "search/terms/king.h"
#include "search/terms/passed.h"
#include "search/terms/threats.h"

#include <string.h>

enum {
    PHASE_FULL = 620,  // with this much material, in tenths of a pawn, it is the middlegame
    LAZY_MARGIN = 450, // what the pieces do is hardly ever worth more
};

// Squares can be moved back and forth forever, so an advantage is worth less the longer nothing is made of it.
static int scale_by_clock(const struct position *pos, int score)
{
    enum { PATIENT = 10, CLOCK = 100, SCALE = 110 };
    int idle = pos->state.halfmove < CLOCK ? pos->state.halfmove : CLOCK;
    return idle > PATIENT ? score * (SCALE - (idle - PATIENT)) / SCALE : score;
}

static int phase_of(const struct balance *balance)
{
    int phase = balance->material[WHITE] + balance->material[BLACK];
    return phase < PHASE_FULL ? phase : PHASE_FULL;
}

// Interpolates between middlegame and endgame.
static int blend(const struct survey *survey, const struct balance *balance, struct sum sum)
{
    int phase = phase_of(balance);
    int score = (sum.mg * phase + sum.eg * (PHASE_FULL - phase)) / PHASE_FULL;
    if (survey->pos->variant->holes)
        score = scale_by_clock(survey->pos, score);
    return endings_scale(survey, balance, sum.eg, score);
}

// Turns a score in White's favour into one for the side to move, and adds what is `learned`, which is so already.
static int finish(const struct position *pos, int score, int learned)
{
    score = (position_side(pos) == WHITE ? score : -score) + learned;
    return score > SCORE_LIMIT ? SCORE_LIMIT : score < -SCORE_LIMIT ? -SCORE_LIMIT : score;
}

// What is worth the same in the middlegame and the endgame.
static void add_both(struct sum *sum, int worth)
{
    sum->mg += worth;
    sum->eg += worth;
}

// What the game itself says of the position.
static void add_judgement(struct sum *sum, const struct evaluator *evaluator, const struct position *pos,
                          const struct balance *balance)
{
    if (evaluator->features & FEATURE_OWN_JUDGEMENT)
        for_each_part (part, &pos->variant->hooks.assess)
            add_both(sum, part->mechanism->assess(part, pos));
    if (pos->variant->metered)
        add_both(sum, fuel_race(evaluator, pos, balance));
}

// Everything but what the pieces do where they stand.
static struct sum sketch_of(const struct survey *survey, const struct balance *balance)
{
    const struct evaluator *evaluator = survey->evaluator;
    const struct position *pos = survey->pos;
    struct sum sum = {0, 0};
    // Where links between pieces decide the game, neither pieces nor squares are worth anything in themselves.
    if (!pos->variant->linked) {
        struct sum passed = passed_worth(survey);
        sum.mg = balance->mg + survey->structure->score.mg + passed.mg;
        sum.eg = balance->eg + survey->structure->score.eg + passed.eg;
        sum.eg += endings_mop_up(survey, balance, sum.eg);
    }
    if (evaluator->odd) {
        enum { MATERIAL = -8 }; // pieces defend the king that is to be mated
        int odd = oddities_worth(evaluator, pos);
        sum = (struct sum){sum.mg / MATERIAL + odd, sum.eg / MATERIAL + odd};
    }
    if (pos->variant->drops)
        add_both(&sum, valuation_of_hands(&evaluator->valuation, pos));
    add_judgement(&sum, evaluator, pos, balance);
    sum_add(&sum, evaluator->worth[TERM_TEMPO], position_side(pos) == WHITE ? 1 : -1);
    return sum;
}

// What the pieces of a side do; `enemy` is the other's.
static struct sum activity_of(const struct survey *survey, const struct camp *camp, const struct camp *enemy,
                              enum color color)
{
    struct sum sum = camp->sum, danger = king_danger(survey, camp, enemy, other_color(color));
    sum = (struct sum){sum.mg + danger.mg, sum.eg + danger.eg};
    if (survey->evaluator->rays.usable && survey->evaluator->trades) {
        struct sum threats = threats_worth(survey, camp, enemy);
        sum = (struct sum){sum.mg + threats.mg, sum.eg + threats.eg};
    }
    if (king_is_hunted(survey->pos->variant)) {
        struct sum shelter = king_shelter(survey, color);
        sum = (struct sum){sum.mg + shelter.mg, sum.eg + shelter.eg};
    }
    return sum;
}

static void add_activity(struct sum *sum, const struct survey *survey)
{
    struct camp camps[2];
    activity_find(camps, survey);
    struct sum white = activity_of(survey, &camps[WHITE], &camps[BLACK], WHITE),
               black = activity_of(survey, &camps[BLACK], &camps[WHITE], BLACK);
    sum->mg += white.mg - black.mg;
    sum->eg += white.eg - black.eg;
}

// What a network leaves to the game that takes the place of the evaluation: its own judgement and the race of fuel, of which no feature tells, and,
// without pawns, how a lone king is driven, which games are hardly ever played out for.
static int beside_network(const struct evaluator *evaluator, struct pawn_structure *slots,
                          const struct position *pos, const struct balance *balance)
{
    struct sum sum = {0, 0};
    add_judgement(&sum, evaluator, pos, balance);
    if (balance->pawn_key)
        return sum.mg;
    const struct survey survey = {evaluator, pos, pawns_look_up(slots, evaluator->worth, pos, 0)};
    return sum.mg + endings_mop_up(&survey, balance, balance->eg);
}

int evaluate_beside_network(const struct evaluator *evaluator, struct pawn_structure *slots,
                            const struct position *pos, const struct balance *balance)
{
    return finish(pos, beside_network(evaluator, slots, pos, balance), 0);
}

// The evaluation by a network that takes its place.
static int evaluate_by_network(const struct evaluator *evaluator, struct pawn_structure *slots,
                               const struct position *pos, const struct balance *balance)
{
    int score = network_worth(&evaluator->valuation.network, &balance->hidden, pos);
    score = finish(pos, beside_network(evaluator, slots, pos, balance), score);
    if (balance->pawn_key)
        return score;
    const struct survey survey = {evaluator, pos, pawns_look_up(slots, evaluator->worth, pos, 0)};
    return endings_scale(&survey, balance, position_side(pos) == WHITE ? score : -score, score);
}

struct evaluation_parts evaluate_parts(const struct evaluator *evaluator, struct pawn_structure *slots,
                                       const struct position *pos, const struct balance *balance)
{
    enum { WHOLE = 1 << 16 };
    const struct survey survey = {evaluator, pos,
                                  pawns_look_up(slots, evaluator->worth, pos, balance->pawn_key)};
    struct evaluation_parts parts = {sketch_of(&survey, balance), (double)phase_of(balance) / PHASE_FULL, 1};
    add_activity(&parts.sum, &survey);
    parts.scale = (double)endings_scale(&survey, balance, parts.sum.eg, WHOLE) / WHOLE;
    return parts;
}

struct evaluation evaluate(const struct evaluator *evaluator, struct pawn_structure *slots,
                           const struct position *pos, const struct balance *balance, struct window window)
{
    const struct network *network = &evaluator->valuation.network;
    if (network->usable && !network->added)
        return (struct evaluation){evaluate_by_network(evaluator, slots, pos, balance), true};
    const struct survey survey = {evaluator, pos,
                                  pawns_look_up(slots, evaluator->worth, pos, balance->pawn_key)};
    struct sum sum = sketch_of(&survey, balance);
    int learned = network->usable ? network_worth(network, &balance->hidden, pos) : 0;
    int sketch = finish(pos, blend(&survey, balance, sum), learned);
    if (!(evaluator->features & FEATURE_MOBILITY) || sketch >= window.beta + LAZY_MARGIN ||
        sketch <= window.alpha - LAZY_MARGIN)
        return (struct evaluation){sketch, false};
    add_activity(&sum, &survey);
    return (struct evaluation){finish(pos, blend(&survey, balance, sum), learned), true};
}
