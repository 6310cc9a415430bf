// SPDX-License-Identifier: GPL-3.0-or-later
// Piece values and piece-square tables, built once for a variant, and how the value of a piece falls with its fuel.
//
// Everything is derived from how the pieces move, so a game with new pieces
// needs no tables of its own. Values are in centipawns, in pairs for the
// middlegame and the endgame.
#ifndef LEAPER_SEARCH_VALUE_H
#define LEAPER_SEARCH_VALUE_H

#include "search/evaluation/aims.h"
#include "search/evaluation/weights.h"
#include "search/network/network.h"

// With this much fuel or more, a piece has its full value.
enum { TANK_MAX = 63, SHARE_ONE = 256 };

enum { MOBILITY_UNIT = 16 };

struct valuation {
    const struct variant *variant;
    struct aims aims;
    // Value on a square, including that of the piece; positive for both colours.
    struct pair placed[PIECE_CODES][GRID_SQUARES];
    int pawn_goal[2];       // the ranks on which FIDE pawns promote
    int value[PIECE_TYPES]; // mean of middlegame and endgame; the king's is that of a strong piece, and so
        // is that of others of which a side must not run out; negative where material is better lost
    uint8_t material
        [PIECE_TYPES]; // contribution to the game phase, in tenths of a pawn; 0 for kings and pawns of all kinds
    int16_t mean[PIECE_TYPES];         // squares reached on an average board
    struct pair mobility[PIECE_TYPES]; // value of one square more, in units of 1/MOBILITY_UNIT
    int8_t assault[PIECE_TYPES];       // weight of an attack near the king
    int16_t size
        [PIECE_TYPES]; // its value as derived: what it is compared with others by, so that tuning changes no comparison
    bool color_bound[PIECE_TYPES];
    bool rides_files[PIECE_TYPES]; // as rooks do, but not on diagonals as well
    bool minor[PIECE_TYPES];       // worth less than a rook: strong where no pawn can drive it away …
    bool rides[PIECE_TYPES];       // … and more so if it does not ride, and so must be near
    // In games with fuel: the share of its value, in units of 1/SHARE_ONE, that a piece has with this much left.
    int16_t share[PIECE_TYPES][TANK_MAX + 1];
    uint8_t cheapest[PIECE_TYPES]; // fuel that its cheapest move costs
    struct network network;        // not usable unless the evaluator has one
};

// `by_fuel`: whether pieces lose value with their fuel.
void valuation_init(struct valuation *valuation, const struct variant *variant, bool by_fuel);

// The same with other weights of pieces than those of the game.
void valuation_init_with(struct valuation *valuation, const struct variant *variant, bool by_fuel,
                         const struct weights *weights);

// Adds the weights of all kinds of pieces that stand on the board at the start, as they are, to `weights`.
void valuation_list(const struct valuation *valuation, struct weights *weights);

static inline int valuation_share(const struct valuation *valuation, piece_type type, unsigned fuel)
{
    return valuation->share[type][fuel < TANK_MAX ? fuel : TANK_MAX];
}

// What capturing the piece on that square gains.
static inline int valuation_of(const struct valuation *valuation, const struct position *pos, square s)
{
    piece_type type = piece_type_of(pos->pieces[s]);
    if (!valuation->variant->metered)
        return valuation->value[type];
    return valuation->value[type] * valuation_share(valuation, type, pos->fuel[s]) / SHARE_ONE;
}

// Whether its owner may have to be careful not to run out of such pieces, so that capturing it may end the game.
static inline bool valuation_is_vital(const struct valuation *valuation, piece p)
{
    return is_piece(p) && valuation->aims.vital[piece_color(p)] >> valuation->variant->counted[p] & 1;
}

// What the pieces in hand, which can be dropped, are worth to White.
int valuation_of_hands(const struct valuation *valuation, const struct position *pos);

// ---- Running sums ----

// Sums over the board, in White's favour; updated from the undo journal.
struct balance {
    int mg, eg;
    int material[2];        // by colour, in tenths of a pawn; without pawns and kings
    int fuel[2];            // all fuel left, by colour
    uint64_t pawn_key;      // hash of all pawns
    uint64_t pieces_key[2]; // hash of all other pieces, by colour
    struct hidden hidden;   // if the network is usable
};

void balance_init(struct balance *balance, const struct valuation *valuation, const struct position *pos);

// Computes `balance` from `before`, the sums before the action that led to `pos` and is recorded in `undo`; all but
// the hidden layer of a network.
void balance_update(struct balance *balance, const struct balance *before, const struct valuation *valuation,
                    const struct position *pos, const struct undo *undo);

// Computes the hidden layer in the same way, which takes longer than all the rest. Needs nothing but that of `before`.
void balance_update_hidden(struct balance *balance, const struct balance *before,
                           const struct valuation *valuation, const struct position *pos,
                           const struct undo *undo);

#endif
