// SPDX-License-Identifier: GPL-3.0-or-later
// The race of the tanks: whoever has no move left loses, so at the end only counting matters.
#include "search/evaluation/fuel.h"

#include "search/evaluation/features.h"

enum {
    MOVE_PART = 4,     // moves are counted in quarters: a blocked piece's count a quarter each
    RACE_WEIGHT = 110, // centipawns for having twice as many moves left, when there are many
    RACE_URGENCY = 24,
};

// Steps that the pawn can still go before something stands in its way.
static int pawn_run(const struct position *pos, square s, enum color color)
{
    const struct variant *variant = pos->variant;
    int delta = color == WHITE ? GRID_SIDE : -GRID_SIDE, run = 0;
    int room = color == WHITE ? variant->board.height - 1 - square_rank(s) : square_rank(s);
    room = room < pos->fuel[s] ? room : pos->fuel[s];
    while (run < room && pos->pieces[s + delta] == EMPTY) {
        s = (square)(s + delta);
        run++;
    }
    return run;
}

static bool can_move(const struct position *pos, square s, enum color color)
{
    const struct variant *variant = pos->variant;
    const struct piece_rules *rules = &variant->pieces[piece_type_of(pos->pieces[s])];
    for (unsigned i = 0; i < rules->ride_count[color]; i++) {
        const struct ride *ride = &rules->rides[color][i];
        const struct step *step = &direction_step[ride->dir];
        if (!variant->board.reach[s][ride->dir] || pos->fuel[s] < step->distance)
            continue;
        piece p = pos->pieces[s + step->delta];
        if (p == EMPTY ? ride->quiet : is_piece_of(p, other_color(color)) && ride->capture)
            return true;
    }
    return false;
}

static int quarters_left(const struct evaluator *evaluator, const struct position *pos, enum color color)
{
    const struct valuation *valuation = &evaluator->valuation;
    int quarters = 0;
    square s;
    for (struct set_walk walk = set_walk(&pos->sets[color]); set_next(&walk, &s);) {
        piece_type type = piece_type_of(pos->pieces[s]);
        int fuel = pos->fuel[s];
        if (!fuel)
            continue;
        if (pos->variant->pieces[type].is_pawn)
            quarters += pawn_run(pos, s, color) * MOVE_PART;
        else
            quarters += fuel / valuation->cheapest[type] * (can_move(pos, s, color) ? MOVE_PART : 1);
    }
    return quarters;
}

int fuel_moves_left(const struct evaluator *evaluator, const struct position *pos, enum color color)
{
    return quarters_left(evaluator, pos, color) / MOVE_PART;
}

// The binary logarithm in 1/256, linear between powers of two.
static int logarithm(int x)
{
    int whole = 31 - __builtin_clz((unsigned)x);
    return whole * 256 + (int)(((unsigned)x << 8 >> whole) - 256);
}

// A king who cannot step aside or hit back is mated by anything.
static int stranded_king(const struct position *pos, const struct balance *balance, enum color color)
{
    static const int16_t by_fuel[4] = {120, 60, 30, 12};
    unsigned fuel = pos->fuel[pos->state.king[color]];
    int enemy = balance->material[other_color(color)];
    return fuel < 4 ? by_fuel[fuel] * (enemy < 200 ? enemy : 200) / 200 : 0;
}

int fuel_race(const struct evaluator *evaluator, const struct position *pos, const struct balance *balance)
{
    int kings =
        pos->variant->royal ? stranded_king(pos, balance, BLACK) - stranded_king(pos, balance, WHITE) : 0;
    if (!(evaluator->features & FEATURE_FUEL_RACE))
        return kings;
    int white = balance->fuel[WHITE], black = balance->fuel[BLACK];
    // Pieces spend about two units a move while there is plenty.
    int left[2] = {white * MOVE_PART / 2, black * MOVE_PART / 2};
    if (white < FUEL_LOW || black < FUEL_LOW) {
        left[WHITE] = quarters_left(evaluator, pos, WHITE);
        left[BLACK] = quarters_left(evaluator, pos, BLACK);
    }
    // Who is to move spends first.
    left[position_side(pos)] -= left[position_side(pos)] ? MOVE_PART / 2 : 0;
    int least = left[WHITE] < left[BLACK] ? left[WHITE] : left[BLACK];
    int ratio = logarithm(left[WHITE] + MOVE_PART) - logarithm(left[BLACK] + MOVE_PART);
    int weight = RACE_WEIGHT + RACE_WEIGHT * RACE_URGENCY / (least / MOVE_PART + 4);
    return kings + ratio * weight / 256;
}
