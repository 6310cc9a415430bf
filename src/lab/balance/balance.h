// SPDX-License-Identifier: GPL-3.0-or-later
// How balanced a game is, from many fast games that the engine plays against itself: who wins, how, how soon, with how much to choose
// from, and what the pieces are worth.
#ifndef LEAPER_LAB_BALANCE_H
#define LEAPER_LAB_BALANCE_H

#include "lab/balance/worth.h"

enum { BALANCE_GAMES_MAX = 1000000, BALANCE_LENGTHS = 40 };

struct balance_request {
    struct trial_plan plan;
    uint64_t games; // 1 … BALANCE_GAMES_MAX
    int threads;    // 1 … PARALLEL_THREADS_MAX; the result does not depend on it
    // Called by any thread after each game, one call at a time; false ends the work. May be NULL.
    bool (*progress)(void *context, uint64_t done);
    void *context;
};

struct balance {
    uint64_t games, results[RESULT_NONE + 1]; // RESULT_ONGOING: not over after the most turns
    // White's share of the points, those games drawn, and half the width of its 95 % interval.
    double share, margin;
    double turns, choices; // means: turns of a game, first actions of a turn to choose from
    unsigned quartiles[5]; // of the turns: the shortest game, a quarter, half, three quarters, the longest
    unsigned lengths[BALANCE_LENGTHS], length_step; // how many games took i·step … (i+1)·step-1 turns
    uint64_t reasons[REASONS][RESULT_NONE + 1];     // by reason and result
    struct worth worth;
};

// Plays the games and sums them up; those that were played when `progress` ended the work, if it did. False with ERROR_SYSTEM if there
// is no memory.
bool balance_find(const struct balance_request *request, struct balance *balance, struct error *err);

#endif
