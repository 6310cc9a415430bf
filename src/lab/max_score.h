// SPDX-License-Identifier: GPL-3.0-or-later
// How much a path or a circuit through one's own pieces can score by distance: an exhaustive branch and bound.
//
// A link leads from a piece to the square of another that it attacks, over squares where nothing stands. A path
// visits all pieces of a set once each, a circuit returns to its start. docs/hamiltonian.md has the argument that
// the search misses nothing, and what other pieces on the board change.
#ifndef LEAPER_LAB_MAX_SCORE_H
#define LEAPER_LAB_MAX_SCORE_H

#include "lab/link_board.h"

enum { MAX_SCORE_PIECES = 8 };

// The set with which a side begins: how many of each kind.
extern const uint8_t max_score_army[LINK_KINDS];

// The letter of a kind, upper case.
extern const char max_score_letters[LINK_KINDS + 1];

struct max_score_query {
    unsigned size;              // files and ranks of the board, 2 … LINK_SIDE_MAX
    uint8_t pieces[LINK_KINDS]; // no more of a kind than max_score_army
    bool subsets;               // over all subsets of two or more of these pieces as well
    bool circuit;               // circuits, else paths
};

struct max_score {
    unsigned sum;                      // of the distances of the steps
    unsigned score;                    // what they bring: the sum, twice that for a circuit
    unsigned count;                    // pieces
    uint8_t kinds[MAX_SCORE_PIECES];   // in order along it
    uint8_t squares[MAX_SCORE_PIECES]; // as link_board numbers them
    uint64_t ways;                     // circuits or paths on the whole board that have this sum
    unsigned bound;                    // what walks could have that may cross pieces and come back to squares
    unsigned sets;                     // sets of pieces looked at
    uint64_t nodes;                    // partial paths that the search has visited
};

// The largest sum there is. False, and only `sets`, `bound` and `nodes` say anything, when there is no path or
// circuit at all.
bool max_score_find(const struct max_score_query *query, struct max_score *found);

#endif
