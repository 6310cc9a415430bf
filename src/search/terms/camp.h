// SPDX-License-Identifier: GPL-3.0-or-later
// One side in an evaluation: what its pieces attack, and what is found out about them on the way.
#ifndef LEAPER_SEARCH_CAMP_H
#define LEAPER_SEARCH_CAMP_H

#include "search/evaluation/evaluator.h"
#include "search/evaluation/pawns.h"

// One of its pieces, and the squares that it attacks or could move to.
struct officer {
    piece code;
    uint64_t reach, bites; // `bites`: where it can capture
};

struct camp {
    struct sum sum;      // in its own favour, without …
    struct sum mobility; // … mobility, in units of 1/MOBILITY_UNIT
    int assaults;        // weighted attacks near the enemy king …
    int attackers;       // … and the number of pieces that make them
    unsigned bound[2];   // colour-bound pieces, by the colour of their squares
    // The rest is for boards that fit into one word.
    uint64_t own, officers;                 // all its pieces, and those that count in the middlegame
    uint64_t by_pawns, by_king, all, twice; // the squares that are attacked so
    unsigned count;
    struct officer officer[RAYS_SQUARES];
};

// What is evaluated, for all terms.
struct survey {
    const struct evaluator *evaluator;
    const struct position *pos;
    const struct pawn_structure *structure;
};

#endif
