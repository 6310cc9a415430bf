// SPDX-License-Identifier: GPL-3.0-or-later
// The protection graph of one side: which of its pieces protect which others, and the paths and circuits in it.
//
// There is a link, a directed edge, from piece A to piece B of the same side when A attacks B's square on the current
// board. A path is Hamiltonian: it visits every piece once. A circuit is a path whose last piece links to its first.
// Source: D. Fisher, Hamiltonian Chess; docs/rules.md, section 3.
#ifndef LEAPER_POSITION_PROTECTION_GRAPH_H
#define LEAPER_POSITION_PROTECTION_GRAPH_H

#include "position/position.h"

enum { PROTECTION_MAX = 8 }; // pieces of a side

struct protection_graph {
    uint8_t count;
    uint8_t
        squares[PROTECTION_MAX]; // of the pieces, in the order a1, b1 …; a piece's index is its position here
    uint8_t to[PROTECTION_MAX];   // bit j of to[i]: piece i links to piece j
    uint8_t from[PROTECTION_MAX]; // bit j of from[i]: piece j links to piece i
};

// Indices into protection_graph.squares, in order; the first is not repeated for a circuit. count is 0 for none.
struct protection_path {
    uint8_t count;
    uint8_t order[PROTECTION_MAX];
    unsigned length; // sum of the distances of its steps, including the closing step of a circuit
};

// What a side could announce, and the most points that it would score.
struct claim {
    struct protection_graph graph;
    struct protection_path path, circuit; // the best of each by the game's scoring; count 0 for none
    bool closes;                          // the circuit scores them, not the path
    unsigned points;                      // 0 when there is neither
};

// Fills in the graph of a colour that has at most PROTECTION_MAX pieces on the board.
void protection_find(const struct position *pos, enum color color, struct protection_graph *graph);

// Whether there is a path; true for a single piece, false for none.
bool protection_has_path(const struct protection_graph *graph);

// The first step of a walk over the squares that has no link: step 1 goes from the first square to the second and, if the walk
// is `closed`, step `count` back to the first. 0 if there is a link for every step. All squares must hold pieces of the graph.
unsigned protection_first_gap(const struct protection_graph *graph, const square *squares, unsigned count,
                              bool closed);

// Fills in an order of all pieces, by their indices, with the fewest missing links, and returns that number: 0 if
// there is a path. For messages; there must be a piece.
unsigned protection_nearest(const struct protection_graph *graph, uint8_t order[PROTECTION_MAX]);

// The longest path, or circuit, by the sum of distances; among equals, the first in the order of squares. A single piece
// has both, of length 0.
struct protection_path protection_longest_path(const struct protection_graph *graph);
struct protection_path protection_longest_circuit(const struct protection_graph *graph);

#endif
