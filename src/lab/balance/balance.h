// SPDX-License-Identifier: GPL-3.0-or-later
// How balanced a game is, from many fast games that the engine plays against itself: who wins, how, how soon, with how much to choose
// from, and what the pieces are worth.
#ifndef LEAPER_LAB_BALANCE_H
#define LEAPER_LAB_BALANCE_H

#include "lab/balance/worth.h"

enum { BALANCE_GAMES_MAX = 200000, BALANCE_LENGTHS = 40 };

// An estimate with its 95 % interval.
struct interval {
    double value, low, high;
};

struct balance {
    uint64_t games;     // that were played to their end
    uint64_t different; // of these; others repeat one of them turn by turn, and say nothing new
    uint64_t results[RESULT_NONE + 1]; // RESULT_ONGOING: not over after the most turns
    struct interval share;             // White's share of the points, those games drawn
    struct interval drawn;             // the share of draws, those games among them
    struct interval turns, choices;    // means: of a game; of first actions of a turn to choose from
    struct interval points; // in games with points: the winner's, on average; negative if Black's are more
    unsigned quartiles[5];  // of the turns: the shortest game, a quarter, half, three quarters, the longest
    unsigned lengths[BALANCE_LENGTHS], length_step; // how many games took i·step … (i+1)·step-1 turns
    uint64_t reasons[REASONS][RESULT_NONE + 1];     // by reason and result
    struct worth worth;
};

// Sums up those of the games that were played to their end. False with ERROR_SYSTEM if there is no memory.
bool balance_sum(const struct variant *variant, const struct trial *trials, uint64_t count,
                 struct balance *balance, struct error *err);

// The rows of a table of results, in their order; ends with a label that is NULL.
struct balance_row {
    const char *label;
    enum result result;
};
extern const struct balance_row balance_rows[];

// How many games ended for that reason; REASON_NONE: had not ended after the most turns.
uint64_t balance_ended(const struct balance *balance, enum reason reason);

#endif
