// SPDX-License-Identifier: GPL-3.0-or-later
// What a network sees of a position: features, and how they are numbered in a variant.
//
// A feature is that a piece stands on a square; in games with fuel each piece is a second one, by how much it has left. In games with hands there are
// features for the first piece of a kind in a hand, for the second one, and so on. Where squares come and go, there are
// also features for a location without a square, for the owner of an empty square, and for each square that a side still has in reserve. Each side sees the
// board as its own: with colours exchanged, and the board mirrored, turned, or mirrored sideways. A large network looks from the king: the board is mirrored if its own king stands on the right half, and there is a
// bank of features for each zone in which the king may be.
#ifndef LEAPER_SEARCH_NETWORK_LAYOUT_H
#define LEAPER_SEARCH_NETWORK_LAYOUT_H

#include "position/position.h"

enum {
    NETWORK_BLOCK = 32,        // the hidden layer has as many sums as one or more blocks of this size,
    NETWORK_HIDDEN_MOST = 256, // and at most so many
    NETWORK_BIAS_MOST = 255,   // no bias of the hidden layer is greater
    NETWORK_ZONES = 4, // of the king: a corner of its first rank, the rest of it, the second rank, beyond
    NETWORK_TANKS = 8, // how many amounts of fuel are told apart
    // So many squares in reserve, or at most so many pieces of a kind in a hand, are told apart.
    NETWORK_HELD = 8,
    // Of one position, seen by one side.
    NETWORK_FEATURES_MAX = 2 * GRID_SQUARES + 2 * (LETTER_TYPES + 1) * NETWORK_HELD,
};

// How Black looks at the board, so that its men stand at the start where White sees its own.
enum network_facing {
    NETWORK_MIRRORED, // the ranks are exchanged
    NETWORK_TURNED,   // the board is turned by half a turn
    NETWORK_SIDEWAYS, // the files are exchanged, and both sides go in the same direction, as in Racing Kings
};

// Features of places are numbered by plane, and in a plane by rank and file. There is a plane for each piece of either side, then one for locations without a
// square, then one for the empty squares of either side. Features of fuel, hands and reserves follow the planes. All that makes a bank; banks follow each other.
struct network_layout {
    uint16_t plane[2][PIECE_CODES]; // by who looks and what is there, the first feature; 0: no such thing
    uint16_t tanks[2][PIECE_CODES]; // the same for its fuel
    uint16_t held[2][PIECE_CODES];  // the same for how many of it are in hand
    uint16_t owned[2][2];           // by who looks, and whose the empty square is
    uint16_t reserve[2][2]; // by who looks, and whose: the same for how many squares it may still place
    uint16_t where[2][2][GRID_SQUARES]; // by who looks, and whether mirrored: what a square adds to the first
    uint8_t view[2]
                [GRID_SQUARES]; // by who looks, and where the own king is: twice the zone, plus 1 if mirrored
    unsigned features, planes;  // how many there are, in all banks
    unsigned bank, banks;       // features of a bank, and how many banks
    unsigned width, height;     // of the board
    unsigned told; // so many pieces of a kind in a hand are told apart: as many as there is room for
    unsigned men;  // that stand on it at the start, or are placed on it first
    enum network_facing facing; // how Black looks at it
    bool from_king;             // the king's place matters
    bool metered;               // there are features of fuel
    bool hands;                 // there are features of hands
    bool holes;                 // there are features of locations without a square
    bool owners;                // there are features of empty squares that belong to a side
    bool reserves;              // there are features of squares in reserve
};

// Numbers the features of a variant, for a network that looks from the king if `large` and if the variant has kings. False and ERROR_PARAMETER
// if a network cannot be had for it: it has so large a board that sums of the hidden layer could overflow, or too many features.
bool network_lay_out(struct network_layout *layout, const struct variant *variant, bool large,
                     struct error *err);

// The features of a position as seen by a side; returns how many there are.
unsigned network_features(const struct network_layout *layout, const struct position *pos, enum color viewer,
                          uint16_t features[NETWORK_FEATURES_MAX]);

// From where the side looks at the position: an element of layout->view.
static inline unsigned network_view(const struct network_layout *layout, const struct position *pos,
                                    unsigned viewer)
{
    return layout->from_king && pos->state.king[viewer] != SQUARE_NONE
               ? layout->view[viewer][pos->state.king[viewer]]
               : 0;
}

// Whether there is a feature for such a thing on a square: for a piece, and perhaps for HOLE.
static inline bool network_sees(const struct network_layout *layout, piece code)
{
    return is_piece(code) || (code == HOLE && layout->holes);
}

// That the piece stands on the square or, for HOLE, that there is no square.
static inline unsigned feature_of_place(const struct network_layout *layout, unsigned viewer, unsigned view,
                                        piece p, square s)
{
    return (view >> 1) * layout->bank + layout->plane[viewer][p] + layout->where[viewer][view & 1][s];
}

// That the piece has so much fuel: 0, 1, 2 or 3, 4 to 7, and so on.
static inline unsigned feature_of_fuel(const struct network_layout *layout, unsigned viewer, unsigned view,
                                       piece p, unsigned fuel)
{
    unsigned doublings = fuel ? 32 - (unsigned)__builtin_clz(fuel) : 0;
    return (view >> 1) * layout->bank + layout->tanks[viewer][p] +
           (doublings < NETWORK_TANKS ? doublings : NETWORK_TANKS - 1);
}

// That the empty square belongs to a side.
static inline unsigned feature_of_owner(const struct network_layout *layout, unsigned viewer, unsigned view,
                                        unsigned owner, square s)
{
    return (view >> 1) * layout->bank + layout->owned[viewer][owner] + layout->where[viewer][view & 1][s];
}

// How many features tell that so many pieces of a kind are in a hand, or squares in reserve, if `most` of them are told apart: those before the
// `count`th, and that one.
static inline unsigned features_held(unsigned most, unsigned count)
{
    return count < most ? count : most;
}

// That more than `before` of the piece are in hand; `before` is less than layout->told.
static inline unsigned feature_of_hand(const struct network_layout *layout, unsigned viewer, unsigned view,
                                       piece p, unsigned before)
{
    return (view >> 1) * layout->bank + layout->held[viewer][p] + before;
}

// That a side may still place more than `before` squares; `before` is less than NETWORK_HELD.
static inline unsigned feature_of_reserve(const struct network_layout *layout, unsigned viewer, unsigned view,
                                          unsigned owner, unsigned before)
{
    return (view >> 1) * layout->bank + layout->reserve[viewer][owner] + before;
}

#endif
