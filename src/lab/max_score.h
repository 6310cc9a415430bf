// SPDX-License-Identifier: GPL-3.0-or-later
// The largest score by distance of a path or circuit through one's own pieces, by exhaustive branch and bound.
//
// A link leads from a piece to the square of another piece that it attacks, across empty squares. A path visits
// all pieces of a set once each; a circuit also returns to its start. docs/hamiltonian.md explains why the search
// misses nothing, and what other pieces on the board would change.
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
    unsigned score;                    // points: the sum, or twice the sum for a circuit
    unsigned count;                    // pieces
    uint8_t kinds[MAX_SCORE_PIECES];   // in order along it
    uint8_t squares[MAX_SCORE_PIECES]; // as link_board numbers them
    uint64_t ways;                     // circuits or paths on the whole board that have this sum
    unsigned bound; // the largest sum of walks, which may cross pieces and return to squares
    unsigned sets;  // sets of pieces searched
    uint64_t nodes; // partial paths that the search has visited
};

// Finds the largest sum. False when there is no path or circuit at all; then only `sets`, `bound` and `nodes` are meaningful.
bool max_score_find(const struct max_score_query *query, struct max_score *found);

#endif
