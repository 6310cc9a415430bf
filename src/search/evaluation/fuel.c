// SPDX-License-Identifier: GPL-3.0-or-later
// The fuel race: the side that has no move left loses, so near the end only the number of moves matters.
#include "search/evaluation/fuel.h"

#include "position/moves/special.h"
#include "search/evaluation/features.h"

enum {
    RACE_WEIGHT = 110, // centipawns for having twice as many moves left, while there are many
    RACE_URGENCY = 24,
};

// The number of steps that the pawn can still take before it is blocked or out of fuel.
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
    for (unsigned i = 0; i < rules->special_count[color]; i++) {
        struct landings landings;
        special_landings(pos, s, &rules->special[color][i], &landings);
        if (landings.count && !is_piece_of(pos->pieces[landings.at[0]], color))
            return true;
    }
    return false;
}

int fuel_moves_left(const struct evaluator *evaluator, const struct position *pos, enum color color)
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
            quarters += pawn_run(pos, s, color) * FUEL_MOVE;
        else
            quarters += fuel / valuation->cheapest[type] * (can_move(pos, s, color) ? FUEL_MOVE : 1);
    }
    return quarters;
}

// The binary logarithm in units of 1/256, interpolated linearly between powers of two.
static int logarithm(int x)
{
    int whole = 31 - __builtin_clz((unsigned)x);
    return whole * 256 + (int)(((unsigned)x << 8 >> whole) - 256);
}

// A king that can neither step aside nor capture is mated by any attack.
static int stranded_king(const struct position *pos, const struct balance *balance, enum color color)
{
    static const int16_t by_fuel[4] = {120, 60, 30, 12};
    if (!position_has_king(pos, color))
        return 0;
    unsigned fuel = pos->fuel[pos->state.king[color]];
    int enemy = balance->material[other_color(color)];
    return fuel < 4 ? by_fuel[fuel] * (enemy < 200 ? enemy : 200) / 200 : 0;
}

int fuel_race(const struct evaluator *evaluator, const struct position *pos, const struct balance *balance)
{
    int kings = stranded_king(pos, balance, BLACK) - stranded_king(pos, balance, WHITE);
    if (!(evaluator->features & FEATURE_FUEL_RACE))
        return kings;
    int white = balance->fuel[WHITE], black = balance->fuel[BLACK];
    // While fuel is plentiful, a move costs about two units.
    int left[2] = {white * FUEL_MOVE / 2, black * FUEL_MOVE / 2};
    if (white < FUEL_LOW || black < FUEL_LOW) {
        left[WHITE] = fuel_moves_left(evaluator, pos, WHITE);
        left[BLACK] = fuel_moves_left(evaluator, pos, BLACK);
    }
    // The side to move spends first.
    left[position_side(pos)] -= left[position_side(pos)] ? FUEL_MOVE / 2 : 0;
    int least = left[WHITE] < left[BLACK] ? left[WHITE] : left[BLACK];
    int ratio = logarithm(left[WHITE] + FUEL_MOVE) - logarithm(left[BLACK] + FUEL_MOVE);
    int weight = RACE_WEIGHT + RACE_WEIGHT * RACE_URGENCY / (least / FUEL_MOVE + 4);
    return kings + ratio * weight / 256;
}
