// SPDX-License-Identifier: GPL-3.0-or-later
// What a network sees of a position: features, and how they are numbered in a variant.
//
// A feature is that a piece stands on a square; in games with fuel each piece is a second one, by how much it has left. Each side sees the board as
// its own: with colours exchanged, and the board mirrored or turned.
#ifndef LEAPER_SEARCH_NETWORK_LAYOUT_H
#define LEAPER_SEARCH_NETWORK_LAYOUT_H

#include "position/position.h"

enum {
    NETWORK_BLOCK = 32,       // the hidden layer has as many sums as one or more blocks of this size,
    NETWORK_HIDDEN_MOST = 64, // and at most so many
    NETWORK_BIAS_MOST = 255,  // no bias of the hidden layer is greater
    NETWORK_TANKS = 8,        // how many amounts of fuel are told apart
    NETWORK_FEATURES_MAX = 2 * GRID_SQUARES, // of one position, seen by one side
};

// Features of places are numbered by plane, which is a piece, own or the enemy's, and then by rank and file. Those of fuel come after them.
struct network_layout {
    uint16_t
        plane[2]
             [PIECE_CODES]; // by who looks and what stands there: the first feature; 0 for what no piece is
    uint16_t tanks[2][PIECE_CODES];  // the same for its fuel
    uint16_t where[2][GRID_SQUARES]; // by who looks: what a square adds to the number of the first
    unsigned features, planes;       // how many there are
    unsigned width, height;          // of the board
    bool turned;                     // Black looks at the board turned by half a turn; else it is mirrored
    bool metered;                    // there are features of fuel
};

// Numbers the features of a variant. False and ERROR_PARAMETER if a network cannot be had for it: it has hands or squares that come and go, which no
// feature tells, or so large a board that sums of the hidden layer could overflow.
bool network_lay_out(struct network_layout *layout, const struct variant *variant, struct error *err);

// The features of a position as seen by a side; returns how many there are.
unsigned network_features(const struct network_layout *layout, const struct position *pos, enum color viewer,
                          uint16_t features[NETWORK_FEATURES_MAX]);

// That the piece stands on the square.
static inline uint16_t feature_of_place(const struct network_layout *layout, unsigned viewer, piece p,
                                        square s)
{
    return (uint16_t)(layout->plane[viewer][p] + layout->where[viewer][s]);
}

// That the piece has so much fuel: 0, 1, 2 or 3, 4 to 7, and so on.
static inline uint16_t feature_of_fuel(const struct network_layout *layout, unsigned viewer, piece p,
                                       unsigned fuel)
{
    unsigned doublings = fuel ? 32 - (unsigned)__builtin_clz(fuel) : 0;
    return (uint16_t)(layout->tanks[viewer][p] + (doublings < NETWORK_TANKS ? doublings : NETWORK_TANKS - 1));
}

#endif
