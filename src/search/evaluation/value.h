// SPDX-License-Identifier: GPL-3.0-or-later
// What pieces are worth on which square and with how much fuel: tables made once for a variant.
//
// Everything is derived from how the pieces move, so that a game with new
// pieces needs no table of its own. Values are centipawns, in pairs for the
// middlegame and the endgame.
#ifndef LEAPER_SEARCH_VALUE_H
#define LEAPER_SEARCH_VALUE_H

#include "position/position.h"

struct pair {
    int16_t mg, eg;
};

// With more fuel than this a piece is worth what it would be worth without meter.
enum { TANK_MAX = 63, SHARE_ONE = 256 };

struct valuation {
    const struct variant *variant;
    // Worth on a square; positive for both colours.
    struct pair placed[PIECE_CODES][GRID_SQUARES];
    int pawn_goal[2];       // the ranks on which FIDE pawns promote
    int value[PIECE_TYPES]; // mean of middlegame and endgame; the king's is that of a strong piece
    uint8_t material
        [PIECE_TYPES]; // share of the game phase: tenths of a pawn; 0 for pawns of all kinds and kings
    int16_t mean[PIECE_TYPES];       // squares attacked on an average board
    int8_t mobility_mg[PIECE_TYPES]; // what one square more is worth
    int8_t mobility_eg[PIECE_TYPES];
    int8_t assault[PIECE_TYPES]; // weight of an attack near the king
    bool color_bound[PIECE_TYPES];
    // With fuel: the share of its worth, in SHARE_ONE-ths, that a piece has with so much left.
    int16_t share[PIECE_TYPES][TANK_MAX + 1];
    uint8_t cheapest[PIECE_TYPES]; // cost of its cheapest move
};

// `worth`: whether pieces lose worth with their fuel.
void valuation_init(struct valuation *valuation, const struct variant *variant, bool worth);

static inline int valuation_share(const struct valuation *valuation, piece_type type, unsigned fuel)
{
    return valuation->share[type][fuel < TANK_MAX ? fuel : TANK_MAX];
}

// What capturing the piece gains.
static inline int valuation_of(const struct valuation *valuation, const struct position *pos, square s)
{
    piece_type type = piece_type_of(pos->pieces[s]);
    if (!valuation->variant->metered)
        return valuation->value[type];
    return valuation->value[type] * valuation_share(valuation, type, pos->fuel[s]) / SHARE_ONE;
}

// ---- The running sum ----

// The sum over the board, from White's side; kept up by the undo journal.
struct balance {
    int mg, eg;
    int material[2];   // by colour, in tenths of a pawn: pieces only
    int fuel[2];       // all that is left in the tanks, by colour
    uint64_t pawn_key; // of all pawns
};

void balance_init(struct balance *balance, const struct valuation *valuation, const struct position *pos);

// `balance` after the action that `undo` has noted and `pos` shows, from `before`.
void balance_update(struct balance *balance, const struct balance *before, const struct valuation *valuation,
                    const struct position *pos, const struct undo *undo);

#endif
