// SPDX-License-Identifier: GPL-3.0-or-later
// A small square board as a table of links: which squares each piece reaches, how far they are, and what lies between.
//
// Squares are numbered 0 … size² - 1 from a1 along the ranks, so that a set of them is one word of 64 bits.
#ifndef LEAPER_LAB_LINK_BOARD_H
#define LEAPER_LAB_LINK_BOARD_H

#include <stdbool.h>
#include <stdint.h>

enum link_kind { LINK_KING, LINK_QUEEN, LINK_ROOK, LINK_BISHOP, LINK_KNIGHT, LINK_KINDS };

enum { LINK_SIDE_MAX = 8, LINK_SQUARES_MAX = 64, LINK_REACH_MAX = 27 };

struct link_board {
    unsigned size, squares;
    // Orbits under the rotations and reflections of the board: the length of the orbit for the least
    // square of each, 0 for the others.
    uint8_t orbit[LINK_SQUARES_MAX];
    uint8_t distance[LINK_SQUARES_MAX][LINK_SQUARES_MAX]; // the king's
    uint64_t between[LINK_SQUARES_MAX]
                    [LINK_SQUARES_MAX]; // the squares between two on a common line; otherwise none
    struct {
        uint8_t count;
        uint8_t to[LINK_REACH_MAX]; // on the empty board, the farthest first
    } reach[LINK_KINDS][LINK_SQUARES_MAX];
};

// Fills the tables for a board of `size` × `size` squares, 2 … LINK_SIDE_MAX.
void link_board_init(struct link_board *board, unsigned size);

// Whether a piece on `from` attacks `to` when the squares of `occupied` are taken (`from` and `to` themselves do not matter).
bool link_board_attacks(const struct link_board *board, enum link_kind kind, unsigned from, unsigned to,
                        uint64_t occupied);

#endif
