// SPDX-License-Identifier: GPL-3.0-or-later
// Paths and circuits through one side's pieces, by trying all orders: what the real detection is tested against.
//
// It shares no line with src/ and none with the rest of the reference; speed is of no interest here.

#ifndef LEAPER_TESTS_REFERENCE_LINKS_H
#define LEAPER_TESTS_REFERENCE_LINKS_H

#include <stdbool.h>

enum { REF_LINKS_SIDE = 8, REF_LINKS_PIECES = 8 };

// The pieces of one side, and where anything stands.
struct ref_links {
    int size; // files and ranks of the board
    int count;
    char letter[REF_LINKS_PIECES]; // K Q R B N
    int file[REF_LINKS_PIECES], rank[REF_LINKS_PIECES];
    bool taken[REF_LINKS_SIDE][REF_LINKS_SIDE]; // [rank][file]: by a piece of either side, these included
};

// What all orders of the pieces come to. An order is a list of indices into the pieces.
struct ref_routes {
    long paths, circuits; // orders that are a path, that are a circuit; a circuit counts once for each start
    int path_sum, circuit_sum;      // the greatest sums of distances among them, 0 without any
    long best_paths, best_circuits; // orders that have these sums
    int path[REF_LINKS_PIECES], circuit[REF_LINKS_PIECES]; // one of each
};

// Reads the pieces of White or of Black from the placement of a position string of the ordinary board; what
// follows the placement, pieces in hand included, is not looked at. False when it is not such a placement, or
// there are more than eight pieces.
bool ref_links_read(struct ref_links *links, const char *fen, bool white);

// Whether piece `from` attacks the square of piece `to`.
bool ref_links_attacks(const struct ref_links *links, int from, int to);

// The king's distance between the squares of two pieces.
int ref_links_distance(const struct ref_links *links, int from, int to);

// Tries all orders. A single piece is its own circuit and path, of no length.
void ref_links_routes(const struct ref_links *links, struct ref_routes *routes);

// What the best announcement scores, `distance` or `standard`; 0 when there is nothing to announce.
int ref_links_score(const struct ref_links *links, const struct ref_routes *routes, bool distance);

#endif
