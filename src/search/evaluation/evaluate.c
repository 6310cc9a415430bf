// SPDX-License-Identifier: GPL-3.0-or-later
// Material and piece-square values (which the search updates as it goes), pawns, mobility, king safety, fuel.
#include "search/evaluation/evaluate.h"

#include "position/moves/special.h"
#include "search/evaluation/features.h"
#include "search/evaluation/fuel.h"
#include "search/evaluation/oddities.h"

enum {
    TEMPO = 12,
    PHASE_FULL = 620,  // with this much material, in tenths of a pawn, it is the middlegame
    LAZY_MARGIN = 280, // mobility and king safety together hardly ever exceed this
    COLOR_PAIR = 35,   // for two colour-bound pieces on squares of different colours
};

struct sum {
    int mg, eg;
};

// Whether kings have to fear being mated.
static bool is_hunted(const struct variant *variant)
{
    return variant->royal && !variant_mate_loses(variant);
}

static bool has_kings(const struct position *pos)
{
    return position_has_king(pos, WHITE) && position_has_king(pos, BLACK);
}

// ---- Passed pawns ----

static void add_passed(struct sum *sum, const struct valuation *valuation, const struct position *pos,
                       const struct pawn_structure *structure)
{
    static const int16_t mg_by_steps[7] = {0, 70, 42, 22, 10, 4, 2},
                         eg_by_steps[7] = {0, 130, 82, 46, 24, 12, 8};
    const struct variant *variant = pos->variant;
    for (unsigned i = 0; i < structure->passed_count; i++) {
        square s = structure->passed[i];
        enum color color = piece_color(pos->pieces[s]), enemy = other_color(color);
        int sign = color == WHITE ? 1 : -1;
        int steps = sign * (valuation->pawn_goal[color] - square_rank(s));
        // A pawn without the fuel for the whole way will never promote.
        if (steps < 1 || steps > 6 || (variant->metered && pos->fuel[s] < steps))
            continue;
        square next = (square)(s + sign * GRID_SIDE);
        int mg = mg_by_steps[steps], eg = eg_by_steps[steps];
        if (pos->pieces[next] != EMPTY) {
            mg /= 2;
            eg /= 2;
        }
        if (steps <= 4 && has_kings(pos))
            eg += (square_distance(pos->state.king[enemy], next) -
                   square_distance(pos->state.king[color], next)) *
                  (5 - steps) * 2;
        sum->mg += sign * mg;
        sum->eg += sign * eg;
    }
}

// ---- Mobility and attacks on kings ----

// What one piece contributes.
struct reach {
    int moves;    // squares that it can move to and that no enemy pawn attacks
    int assaults; // squares near the enemy king that it attacks
};

// What all pieces of a side contribute.
struct activity {
    int mg, eg;
    int danger, attackers; // weighted attacks near the enemy king, and the number of pieces that make them
    unsigned bound[2];     // colour-bound pieces, by the colour of their squares
};

static inline void add_piece(struct activity *activity, const struct valuation *valuation, piece_type type,
                             square s, struct reach reach)
{
    int extra = reach.moves - valuation->mean[type];
    activity->mg += extra * valuation->mobility_mg[type];
    activity->eg += extra * valuation->mobility_eg[type];
    activity->danger += reach.assaults * valuation->assault[type];
    activity->attackers += reach.assaults > 0;
    activity->bound[(square_file(s) + square_rank(s)) & 1] += valuation->color_bound[type];
}

static const struct set *zone_of(const struct evaluator *evaluator, const struct position *pos,
                                 enum color color)
{
    static const struct set nowhere = {{0}};
    return is_hunted(pos->variant) && pos->state.king[color] != SQUARE_NONE
               ? &evaluator->zone[pos->state.king[color]]
               : &nowhere;
}

// For boards that fit into one word.
static void add_by_rays(struct activity *activity, const struct evaluator *evaluator,
                        const struct position *pos, const struct pawn_structure *structure, enum color color)
{
    const struct valuation *valuation = &evaluator->valuation;
    enum color enemy = other_color(color);
    uint64_t own = rays_pack(&pos->sets[color]), empty = rays_pack(&pos->sets[SET_EMPTY]);
    uint64_t open = (empty | rays_pack(&pos->sets[enemy])) & ~rays_pack(&structure->attacks[enemy]);
    uint64_t near_king = rays_pack(zone_of(evaluator, pos, enemy));
    for (uint64_t officers = own & ~rays_pack(&structure->pawns); officers; officers &= officers - 1) {
        unsigned index = (unsigned)__builtin_ctzll(officers);
        square s = rays_square(index);
        piece p = pos->pieces[s];
        if (!valuation->material[piece_type_of(p)])
            continue; // the king
        uint64_t reach = rays_reach(&evaluator->rays, &(struct rays_piece){p, index, pos->fuel[s]}, ~empty);
        uint64_t assaults = reach & near_king;
        add_piece(activity, valuation, piece_type_of(p), s,
                  (struct reach){rays_count(reach & open), assaults ? rays_count(assaults) : 0});
    }
}

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

static void add_by_steps(struct activity *activity, const struct evaluator *evaluator,
                         const struct position *pos, const struct pawn_structure *structure, enum color color)
{
    const struct valuation *valuation = &evaluator->valuation;
    enum color enemy = other_color(color);
    const struct set *zone = zone_of(evaluator, pos, enemy);
    square s;
    for (struct set_walk walk = set_walk(&pos->sets[color]); set_next(&walk, &s);) {
        piece_type type = piece_type_of(pos->pieces[s]);
        if (valuation->material[type])
            add_piece(activity, valuation, type, s,
                      reach_by_steps(pos, s, color, &structure->attacks[enemy], zone));
    }
}

static void add_side(struct sum *sum, const struct evaluator *evaluator, const struct position *pos,
                     const struct pawn_structure *structure, enum color color)
{
    struct activity activity = {0};
    if (evaluator->rays.usable)
        add_by_rays(&activity, evaluator, pos, structure, color);
    else
        add_by_steps(&activity, evaluator, pos, structure, color);
    if (activity.bound[0] && activity.bound[1]) {
        activity.mg += COLOR_PAIR;
        activity.eg += COLOR_PAIR;
    }
    if (activity.attackers > 1) {
        int danger = activity.danger < 50 ? activity.danger : 50;
        activity.mg += danger * danger / 8;
        activity.eg += danger;
    }
    sum->mg += color == WHITE ? activity.mg : -activity.mg;
    sum->eg += color == WHITE ? activity.eg : -activity.eg;
}

// Pawns in front of a king on its first two ranks.
static int shelter(const struct position *pos, enum color color)
{
    static const int8_t by_distance[2] = {12, 6};
    const struct board *board = &pos->variant->board;
    square king = pos->state.king[color];
    int home = color == WHITE ? square_rank(king) : board->height - 1 - square_rank(king);
    int forward = color == WHITE ? 1 : -1, score = 0;
    if (home > 1 || king == SQUARE_NONE)
        return 0;
    for (int file = square_file(king) - 1; file <= square_file(king) + 1; file++)
        for (int k = 1; k <= 2; k++) {
            int rank = square_rank(king) + k * forward;
            if (file < 0 || file >= board->width || rank < 0 || rank >= board->height)
                continue; // beyond the edge, which on a board of few ranks is near
            piece p = pos->pieces[square_at(file, rank)];
            if (is_piece_of(p, color) && pos->variant->pieces[piece_type_of(p)].is_pawn) {
                score += by_distance[k - 1];
                break;
            }
        }
    return score;
}

// ---- The total ----

// A bonus for the side that is far ahead: for driving the weaker king to the edge and bringing its own king close.
static int mop_up(const struct position *pos, int eg)
{
    if (!is_hunted(pos->variant) || !has_kings(pos) || (eg < 350 && eg > -350))
        return 0;
    const struct board *board = &pos->variant->board;
    square weak = pos->state.king[eg > 0 ? BLACK : WHITE];
    int files = 2 * square_file(weak) - (board->width - 1),
        ranks = 2 * square_rank(weak) - (board->height - 1);
    int edge = (files < 0 ? -files : files) + (ranks < 0 ? -ranks : ranks);
    int push = 4 * edge - 6 * square_distance(pos->state.king[WHITE], pos->state.king[BLACK]);
    return eg > 0 ? push : -push;
}

// Whether there are no pawns, only mate wins, the lead is less than a rook, and so the game is probably drawn.
static bool is_drawish(const struct position *pos, const struct balance *balance, int eg)
{
    const struct variant *variant = pos->variant;
    return variant_has_draws(variant) && is_hunted(variant) && !balance->pawn_key && eg < 420 && eg > -420 &&
           !variant->drops && !variant->hooks.ended.count;
}

// Squares can be moved back and forth forever, so an advantage is worth less the longer nothing is made of it.
static int scale_by_clock(const struct position *pos, int score)
{
    enum { PATIENT = 10, CLOCK = 100, SCALE = 110 };
    int idle = pos->state.halfmove < CLOCK ? pos->state.halfmove : CLOCK;
    return idle > PATIENT ? score * (SCALE - (idle - PATIENT)) / SCALE : score;
}

// Interpolates between middlegame and endgame.
static int blend(const struct position *pos, const struct balance *balance, struct sum sum)
{
    int phase = balance->material[WHITE] + balance->material[BLACK];
    phase = phase < PHASE_FULL ? phase : PHASE_FULL;
    int score = (sum.mg * phase + sum.eg * (PHASE_FULL - phase)) / PHASE_FULL;
    if (pos->variant->holes)
        score = scale_by_clock(pos, score);
    return is_drawish(pos, balance, sum.eg) ? score / 4 : score;
}

// Adds the tempo and turns a score in White's favour into one for the side to move.
static int finish(const struct position *pos, int score)
{
    score += position_side(pos) == WHITE ? TEMPO : -TEMPO;
    score = score > SCORE_LIMIT ? SCORE_LIMIT : score < -SCORE_LIMIT ? -SCORE_LIMIT : score;
    return position_side(pos) == WHITE ? score : -score;
}

struct evaluation evaluate(const struct evaluator *evaluator, struct pawn_structure *slots,
                           const struct position *pos, const struct balance *balance, struct window window)
{
    const struct pawn_structure *structure = pawns_look_up(slots, pos, balance->pawn_key);
    struct sum sum = {0, 0};
    // Where links between pieces decide the game, neither pieces nor squares are worth anything in themselves.
    if (!pos->variant->linked) {
        sum = (struct sum){balance->mg + structure->score.mg, balance->eg + structure->score.eg};
        add_passed(&sum, &evaluator->valuation, pos, structure);
        sum.eg += mop_up(pos, sum.eg);
    }
    if (evaluator->odd) {
        enum { MATERIAL = -8 }; // pieces defend the king that is to be mated
        int odd = oddities_worth(evaluator, pos);
        sum = (struct sum){sum.mg / MATERIAL + odd, sum.eg / MATERIAL + odd};
    }
    if (pos->variant->drops) {
        int hands = valuation_of_hands(&evaluator->valuation, pos);
        sum.mg += hands;
        sum.eg += hands;
    }
    if (evaluator->features & FEATURE_OWN_JUDGEMENT)
        for_each_part (part, &pos->variant->hooks.assess) {
            int own = part->mechanism->assess(part, pos);
            sum.mg += own;
            sum.eg += own;
        }
    if (pos->variant->metered) {
        int race = fuel_race(evaluator, pos, balance);
        sum.mg += race;
        sum.eg += race;
    }
    int sketch = finish(pos, blend(pos, balance, sum));
    if (!(evaluator->features & FEATURE_MOBILITY) || sketch >= window.beta + LAZY_MARGIN ||
        sketch <= window.alpha - LAZY_MARGIN)
        return (struct evaluation){sketch, false};
    add_side(&sum, evaluator, pos, structure, WHITE);
    add_side(&sum, evaluator, pos, structure, BLACK);
    if (is_hunted(pos->variant))
        sum.mg += shelter(pos, WHITE) - shelter(pos, BLACK);
    return (struct evaluation){finish(pos, blend(pos, balance, sum)), true};
}
